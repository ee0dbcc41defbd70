//! The result of a comparison, and the parameters of comparing.

use std::collections::BTreeMap;

use serde::Serialize;

use juez_script::{Bundle, Language};

/// A warning to read before acting on a similarity.
pub const CAUTION: &str = "Similarity is a reason to look, not a proof: bots for one game resemble each \
                           other, and code that two share may come from a third source.";

/// Formats a share in whole percent; 100 only if it is all.
pub fn percent(share: f64) -> String {
    let most = if share < 1.0 { 99.0 } else { 100.0 };
    format!("{:.0} %", (100.0 * share).round().min(most))
}

/// Tokens in a run; about three lines.
pub const GRAM: usize = 20;
/// Hashes in a window; one of them is kept.
pub const WINDOW: usize = 12;
/// Minimum fingerprints that a program is assumed to have, about ten lines of its own code: below
/// that, similarity means nothing.
pub const LEAST: usize = 10;
/// Minimum number of different programs in a language for leaving out common code.
pub const CLASS: usize = 6;
/// Minimum share of each of two programs in the other for the two to count as one program.
pub const NEAR: f64 = 0.9;

/// A program to compare.
#[derive(Clone)]
pub struct Source {
    pub name: String,
    pub language: &'static Language,
    /// Its files by name.
    pub files: BTreeMap<String, String>,
}

impl Source {
    /// Makes the program of a bundle.
    pub fn of(name: impl Into<String>, language: &'static Language, bundle: &Bundle) -> Source {
        Source { name: name.into(), language, files: bundle.files.clone() }
    }
}

/// The result of a comparison. Programs are numbered as given.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Likeness {
    /// Groups of similar programs, most similar first.
    pub groups: Vec<Group>,
    /// Code left out because most programs have it, longest first.
    pub common: Vec<Common>,
    /// Code left out because it was handed out, if a program has more than a few lines of it.
    pub handed_out: Vec<HandedOut>,
    /// Programs in no group with fewer than [`LEAST`] fingerprints of their own: too little to
    /// compare.
    pub short: Vec<usize>,
    /// For each program, the lines left out, wholly or in part, in order.
    pub left_out: Vec<Vec<Lines>>,
}

/// Programs that are similar, directly or through others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Group {
    /// Their different codes, ordered by first program. A single one means that all programs have
    /// the same code.
    pub codes: Vec<Code>,
    /// Sufficiently similar pairs, most similar first: the first program of each code with its
    /// copies, and with the first programs of other codes.
    pub pairs: Vec<Similar>,
}

impl Group {
    /// Returns the programs, ascending.
    pub fn programs(&self) -> Vec<usize> {
        let mut programs: Vec<usize> =
            self.codes.iter().flat_map(|code| &code.programs).copied().collect();
        programs.sort_unstable();
        programs
    }
}

/// Equal code, ignoring names, numbers, texts, comments and layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// The programs with this code, ascending.
    pub programs: Vec<usize>,
    /// Number of tokens.
    pub tokens: usize,
    /// Number of tokens that were not handed out.
    pub own: usize,
}

/// Two programs with code in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Similar {
    /// The number of one program.
    pub first: usize,
    /// The number of the other program, which is greater.
    pub second: usize,
    /// True if both have the same code.
    pub same: bool,
    /// True if no chain of more similar pairs connects them (the maximum spanning tree of the
    /// group): these pairs alone connect a group.
    pub link: bool,
    /// The share of the program with less code of its own that is in the other, 0 to 1.
    pub similarity: f64,
    /// The share of the first program that is in the second, 0 to 1.
    pub of_first: f64,
    /// The share of the second program that is in the first, 0 to 1.
    pub of_second: f64,
    /// Number of shared fingerprints.
    pub shared: usize,
    /// The positions of equal code in both, in the order of the first; for the same code, whole
    /// files.
    pub passages: Vec<Passage>,
}

/// A passage that most programs of a language have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Common {
    /// A program that has all of it.
    pub program: usize,
    /// Its position there.
    pub lines: Lines,
    /// Number of tokens.
    pub tokens: usize,
    /// The programs with at least half of its runs of [`GRAM`] tokens, ascending.
    pub programs: Vec<usize>,
    /// Number of programs that have all of it.
    pub whole: usize,
    /// Number of programs of the language.
    pub of: usize,
}

/// Code of the base that is in programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandedOut {
    /// The number of the source in the base.
    pub base: usize,
    /// Maximum number of its tokens in one program.
    pub tokens: usize,
    /// The programs with some of it, ascending.
    pub programs: Vec<usize>,
    /// Number of programs of the language.
    pub of: usize,
}

/// Equal code in two programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Passage {
    /// Its position in the first program.
    pub first: Lines,
    /// Its position in the second program.
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
