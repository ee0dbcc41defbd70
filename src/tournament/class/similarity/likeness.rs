//! The answer to a comparison, and the figures by which programs are compared.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::script::{Bundle, Language};

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
    /// Its name.
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
pub struct Likeness {
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
#[derive(Clone, PartialEq, Debug, Default)]
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
    /// The share of the one with less code of its own that is in the other, 0 to 1.
    pub similarity: f64,
    /// The share of the first that is in the second, 0 to 1.
    pub of_first: f64,
    /// The share of the second that is in the first, 0 to 1.
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
