//! Likeness between submissions: a reason to look, not a proof.
//!
//! Each program is read as the tokens of its language. Comments, blanks and semicolons are left out;
//! names, numbers and texts count only as such, so that other names, other layout and other remarks
//! change nothing. Of every run of [`GRAM`] tokens a hash is taken, and of every [`WINDOW`] hashes in a
//! row one is kept as a fingerprint: *winnowing*, after Schleimer, Wilkerson and Aiken, "Winnowing:
//! local algorithms for document fingerprinting" (SIGMOD 2003). Whatever two programs have in common
//! over `GRAM + WINDOW - 1` tokens leaves a common fingerprint, wherever it stands, and nothing shorter
//! than `GRAM` tokens does. Programs in different languages are not compared.
//!
//! Code that everybody has is no likeness: what stands in the code that was handed out (the base), and,
//! from [`CLASS`] programs of a language on, what stands in more than half of them.

mod grams;
mod lexer;
mod passages;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::script::{Bundle, Language};

use grams::{Grams, winnow};

/// Tokens in a run: about three lines.
pub const GRAM: usize = 20;
/// Hashes in a row of which one is kept.
pub const WINDOW: usize = 12;
/// Fingerprints that a program is taken to have at least, about ten lines of its own code: of less,
/// likeness says nothing.
pub const LEAST: usize = 10;
/// Programs of a language from which code that most of them have is left out.
pub const CLASS: usize = 6;

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

/// Two programs that have something in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Similar {
    /// The number of the one, as they were given.
    pub first: usize,
    /// The number of the other, which is greater.
    pub second: usize,
    /// How much of the one with less code of its own is in the other, 0 to 1.
    pub similarity: f64,
    /// How much of the first is in the second, 0 to 1.
    pub of_first: f64,
    /// How much of the second is in the first, 0 to 1.
    pub of_second: f64,
    /// Fingerprints that both have.
    pub shared: usize,
    /// Where the same stands in both, in the order of the first.
    pub passages: Vec<Passage>,
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

/// Compares every two programs of a language and tells which are alike to `least` (0 to 1) or more, the
/// likest first. What stands in `base` does not count.
///
/// The same programs in the same order always give the same answer.
pub fn compare(sources: &[Source], base: &[Source], least: f64) -> Vec<Similar> {
    let mut found = Vec::new();
    let languages: BTreeSet<&str> = sources.iter().map(|source| source.language.id).collect();
    for id in languages {
        let of_language = |source: &&Source| source.language.id == id;
        let numbers: Vec<usize> =
            (0..sources.len()).filter(|&i| sources[i].language.id == id).collect();
        let grams: Vec<Grams> = numbers.iter().map(|&i| Grams::of(&sources[i])).collect();
        let mut common: BTreeSet<u64> = BTreeSet::new();
        for source in base.iter().filter(of_language) {
            common.extend(Grams::of(source).hashes());
        }
        common.extend(usual(&grams));
        let programs: Vec<Program> =
            grams.into_iter().map(|grams| Program::of(grams, &common)).collect();
        for (first, second, shared) in pairs(&programs) {
            let (one, two) = (&programs[first], &programs[second]);
            let of = |program: &Program| shared as f64 / program.places.len().max(LEAST) as f64;
            let (of_first, of_second) = (of(one), of(two));
            let similarity = of_first.max(of_second);
            if similarity >= least {
                let passages = passages::passages(one, two, &common);
                let (first, second) = (numbers[first], numbers[second]);
                found.push(Similar {
                    first,
                    second,
                    similarity,
                    of_first,
                    of_second,
                    shared,
                    passages,
                });
            }
        }
    }
    found.sort_by(|a, b| {
        let by_likeness = b.similarity.total_cmp(&a.similarity).then(b.shared.cmp(&a.shared));
        by_likeness.then((a.first, a.second).cmp(&(b.first, b.second)))
    });
    found
}

/// A program with its fingerprints.
struct Program {
    grams: Grams,
    /// The places (file, run) of each fingerprint.
    places: BTreeMap<u64, Vec<(usize, usize)>>,
}

impl Program {
    fn of(grams: Grams, common: &BTreeSet<u64>) -> Program {
        let mut places: BTreeMap<u64, Vec<(usize, usize)>> = BTreeMap::new();
        for (file, hashes) in grams.files().enumerate() {
            for at in winnow(hashes, common) {
                places.entry(hashes[at]).or_default().push((file, at));
            }
        }
        Program { grams, places }
    }
}

/// Hashes that more than half of a class have; none in less than a class.
fn usual(programs: &[Grams]) -> Vec<u64> {
    if programs.len() < CLASS {
        return Vec::new();
    }
    let mut having: BTreeMap<u64, usize> = BTreeMap::new();
    for program in programs {
        for hash in program.hashes().collect::<BTreeSet<u64>>() {
            *having.entry(hash).or_default() += 1;
        }
    }
    let usual = having.into_iter().filter(|(_, count)| 2 * count > programs.len());
    usual.map(|(hash, _)| hash).collect()
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
