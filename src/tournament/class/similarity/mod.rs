//! Likeness between submissions: a reason to look, not a proof.
//!
//! Each program is read as the tokens of its language. Comments, blanks and semicolons are left
//! out; names, numbers and texts count only as such, so that other names, other layout and other
//! remarks change nothing. Of every run of [`GRAM`] tokens a hash is taken, and of every [`WINDOW`]
//! hashes in a row one is kept as a fingerprint: *winnowing*, after Schleimer, Wilkerson and Aiken,
//! "Winnowing: local algorithms for document fingerprinting" (SIGMOD 2003). Whatever two programs
//! have in common over `GRAM + WINDOW - 1` tokens leaves a common fingerprint, wherever it stands,
//! and nothing shorter than `GRAM` tokens does. Programs in different languages are not compared.
//!
//! Code that says nothing about copying does not count: what stands in the code that was handed out
//! (the base), and, from [`CLASS`] different programs of a language on, what stands in more than
//! half of them. Copies are no different programs: however many bots have the same code or nearly
//! the same ([`NEAR`]), they count as one. What was left out is told with the answer.
//!
//! Programs with the same tokens are told as the same code, common or not, unless all of it was
//! handed out. Programs that are alike form groups: the connected components of the pairs that are
//! alike enough.

mod base;
mod common;
mod grams;
mod groups;
mod lexer;
mod passages;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::script::{Bundle, Language};

use base::Base;
use grams::{Grams, winnow};
pub use groups::by_likeness;

/// A sentence to read before acting on likeness.
pub const CAUTION: &str = "Likeness is a reason to look, not a proof: bots for one game resemble each \
                           other, and what two have in common may come from a third.";

/// A share in whole percent; 100 only if it is all.
pub fn percent(share: f64) -> String {
    let most = if share < 1.0 { 99.0 } else { 100.0 };
    format!("{:.0} %", (100.0 * share).round().min(most))
}

/// Tokens in a run: about three lines.
pub const GRAM: usize = 20;
/// Hashes in a row of which one is kept.
pub const WINDOW: usize = 12;
/// Fingerprints that a program is taken to have at least, about ten lines of its own code: of less,
/// likeness says nothing.
pub const LEAST: usize = 10;
/// Different programs of a language from which code that most of them have is left out.
pub const CLASS: usize = 6;
/// The share of either of two programs that is in the other from which they are no different
/// programs.
pub const NEAR: f64 = 0.9;

/// A program to compare.
#[derive(Clone)]
pub struct Source {
    /// What it is called.
    pub name: String,
    /// Its language.
    pub language: &'static Language,
    /// Its files by name.
    pub files: BTreeMap<String, String>,
}

impl Source {
    /// The program that a bundle is.
    pub fn of(name: impl Into<String>, language: &'static Language, bundle: &Bundle) -> Source {
        Source { name: name.into(), language, files: bundle.files.clone() }
    }
}

/// The answer to a comparison. Programs are numbered as they were given.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comparison {
    /// Programs that are alike, the likest first.
    pub groups: Vec<Group>,
    /// Code that was left out because most programs have it, the longest first.
    pub common: Vec<Common>,
    /// Code that was left out because it was handed out, of which a program has more than a few
    /// lines.
    pub handed_out: Vec<HandedOut>,
    /// Programs in no group with less than [`LEAST`] fingerprints of their own: too little to
    /// compare.
    pub short: Vec<usize>,
    /// For each program the lines that were left out, wholly or in part, in order.
    pub left_out: Vec<Vec<Lines>>,
}

/// Programs that are alike, directly or through others.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// Their different codes, ordered by their first programs. If there is one only, all programs
    /// have it.
    pub codes: Vec<Code>,
    /// Pairs that are alike enough, the likest first: of programs with the same code the first with
    /// each other, and the first of each code with the first of another.
    pub pairs: Vec<Similar>,
}

impl Group {
    /// The programs, ascending.
    pub fn programs(&self) -> Vec<usize> {
        let mut programs: Vec<usize> =
            self.codes.iter().flat_map(|code| &code.programs).copied().collect();
        programs.sort_unstable();
        programs
    }
}

/// The same code, names, numbers, texts, comments and layout aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// The programs that have it, ascending.
    pub programs: Vec<usize>,
    /// Its tokens.
    pub tokens: usize,
    /// Tokens that were not handed out.
    pub own: usize,
}

/// Two programs that have something in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Similar {
    /// The number of the one.
    pub first: usize,
    /// The number of the other, which is greater.
    pub second: usize,
    /// True if both are the same code.
    pub same: bool,
    /// True if no chain of likelier pairs connects them (the maximum spanning tree of the group):
    /// these pairs alone connect a group.
    pub link: bool,
    /// How much of the one with less code of its own is in the other, 0 to 1.
    pub similarity: f64,
    /// How much of the first is in the second, 0 to 1.
    pub of_first: f64,
    /// How much of the second is in the first, 0 to 1.
    pub of_second: f64,
    /// Fingerprints that both have.
    pub shared: usize,
    /// The places of the same code in both, in the order of the first; of the same code whole
    /// files.
    pub passages: Vec<Passage>,
}

/// A passage that most programs of a language have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Common {
    /// A program in which it stands whole.
    pub program: usize,
    /// Its place there.
    pub lines: Lines,
    /// Its tokens.
    pub tokens: usize,
    /// The programs that have at least half of its runs of [`GRAM`] tokens, ascending.
    pub programs: Vec<usize>,
    /// The number of them that have all of it.
    pub whole: usize,
    /// The programs of the language.
    pub of: usize,
}

/// Code of the base that is in programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandedOut {
    /// The number of the source in the base.
    pub base: usize,
    /// The most tokens of it that one program has.
    pub tokens: usize,
    /// The programs that have some of it, ascending.
    pub programs: Vec<usize>,
    /// The programs of the language.
    pub of: usize,
}

/// The same code in two programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Passage {
    /// Where it stands in the first.
    pub first: Lines,
    /// Where it stands in the second.
    pub second: Lines,
}

/// Lines of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Lines {
    /// The file within the program.
    pub file: String,
    /// The first line, from 1.
    pub from: u32,
    /// The last line.
    pub to: u32,
}

/// Compares every two programs of a language and tells which are alike to `least` (0 to 1) or more.
/// Code of `base` does not count.
///
/// The same programs in the same order always give the same answer.
pub fn compare(sources: &[Source], base: &[Source], least: f64) -> Comparison {
    let mut answer =
        Comparison { left_out: vec![Vec::new(); sources.len()], ..Comparison::default() };
    let languages: BTreeSet<&str> = sources.iter().map(|source| source.language.id).collect();
    for language in languages {
        let class = Class::of(sources, language);
        class.compare(&Base::of(base, language), least, &mut answer);
    }
    answer.groups.sort_by(|a, b| {
        let by_likeness = groups::by_likeness(&a.pairs[0], &b.pairs[0]);
        by_likeness.then(b.codes.len().cmp(&a.codes.len()))
    });
    answer.short.sort_unstable();
    answer
}

/// The programs of one language.
struct Class {
    /// Their numbers as they were given.
    numbers: Vec<usize>,
    /// Their runs of tokens.
    grams: Vec<Grams>,
    /// The programs, by their place here, that have each different code, ordered by the first.
    codes: Vec<Vec<usize>>,
}

impl Class {
    fn of(sources: &[Source], language: &str) -> Class {
        let numbers: Vec<usize> =
            (0..sources.len()).filter(|&i| sources[i].language.id == language).collect();
        let grams: Vec<Grams> = numbers.iter().map(|&i| Grams::of(&sources[i])).collect();
        let mut codes: BTreeMap<Vec<Vec<u64>>, Vec<usize>> = BTreeMap::new();
        for (number, grams) in grams.iter().enumerate() {
            codes.entry(grams.code()).or_default().push(number);
        }
        let mut codes: Vec<Vec<usize>> = codes.into_values().collect();
        codes.sort_unstable();
        Class { numbers, grams, codes }
    }

    /// The first programs of each code, without the runs that do not count.
    fn programs(&self, left_out: impl Fn(u64) -> bool) -> Vec<Program<'_>> {
        self.codes.iter().map(|code| Program::of(&self.grams[code[0]], &left_out)).collect()
    }

    fn compare(&self, base: &Base, least: f64, answer: &mut Comparison) {
        let mut programs = self.programs(|hash| base.has(hash));
        let common = common::common(&programs);
        if !common.is_empty() {
            programs = self.programs(|hash| base.has(hash) || common.contains(&hash));
        }
        let groups = groups::groups(self, &programs, base, least);
        let grouped: BTreeSet<usize> = groups.iter().flat_map(Group::programs).collect();
        for (code, program) in self.codes.iter().zip(&programs) {
            let numbers = code.iter().map(|&at| self.numbers[at]);
            if program.places.len() < LEAST {
                answer.short.extend(numbers.filter(|number| !grouped.contains(number)));
            }
        }
        for (number, grams) in self.numbers.iter().zip(&self.grams) {
            answer.left_out[*number] =
                grams.stretches(|hash| base.has(hash) || common.contains(&hash));
        }
        answer.groups.extend(groups);
        answer.common.extend(common::told(self, &common));
        answer.handed_out.extend(base.told(self));
    }
}

/// A program with its fingerprints.
struct Program<'a> {
    grams: &'a Grams,
    /// The hashes of each file that count.
    own: Vec<Vec<Option<u64>>>,
    /// The places (file, run) of each fingerprint.
    places: BTreeMap<u64, Vec<(usize, usize)>>,
}

impl Program<'_> {
    fn of(grams: &Grams, left_out: impl Fn(u64) -> bool) -> Program<'_> {
        let counts = |hash: &u64| Some(*hash).filter(|hash| !left_out(*hash));
        let own: Vec<Vec<Option<u64>>> =
            grams.files().map(|hashes| hashes.iter().map(counts).collect()).collect();
        let mut places: BTreeMap<u64, Vec<(usize, usize)>> = BTreeMap::new();
        for (file, hashes) in own.iter().enumerate() {
            for at in winnow(hashes) {
                if let Some(hash) = hashes[at] {
                    places.entry(hash).or_default().push((file, at));
                }
            }
        }
        Program { grams, own, places }
    }

    /// The share of it that so many fingerprints are, 0 to 1.
    fn share(&self, fingerprints: usize) -> f64 {
        fingerprints as f64 / self.places.len().max(LEAST) as f64
    }
}

/// Every two programs that share a fingerprint, and how many they share.
fn pairs(programs: &[Program]) -> Vec<(usize, usize, usize)> {
    let mut having: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, program) in programs.iter().enumerate() {
        for hash in program.places.keys() {
            having.entry(*hash).or_default().push(number);
        }
    }
    let mut shared = vec![0; programs.len() * programs.len()];
    for numbers in having.values() {
        for (i, first) in numbers.iter().enumerate() {
            for second in &numbers[i + 1..] {
                shared[first * programs.len() + second] += 1;
            }
        }
    }
    let pair = |(at, shared): (usize, usize)| (at / programs.len(), at % programs.len(), shared);
    shared.into_iter().enumerate().filter(|(_, shared)| *shared > 0).map(pair).collect()
}
