//! The programs of a class in one language: their runs of tokens, and the fingerprints kept.

use std::collections::{BTreeMap, BTreeSet};

use super::likeness::{GRAM, LEAST, Lines, Source, WINDOW};
use juez_script::{Token, tokens};

/// The runs of tokens of a program.
pub(super) struct Grams {
    /// The names of its files.
    pub names: Vec<String>,
    /// The tokens of each file.
    pub tokens: Vec<Vec<Token>>,
    /// The hash of each run by its first token; no run crosses a file boundary.
    pub files: Vec<Vec<u64>>,
}

impl Grams {
    pub fn of(source: &Source) -> Grams {
        let tokens: Vec<Vec<Token>> =
            source.files.values().map(|text| tokens(source.language, text)).collect();
        let files = tokens.iter().map(|tokens| tokens.windows(GRAM).map(hash).collect()).collect();
        Grams { names: source.files.keys().cloned().collect(), tokens, files }
    }

    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.files.iter().flatten().copied()
    }

    /// Returns the kinds of tokens of a file: equal for files with the same code.
    pub fn kinds(&self, file: usize) -> Vec<u64> {
        self.tokens[file].iter().map(|token| token.kind).collect()
    }

    /// Returns the kinds of tokens of all files, in an order independent of file names.
    pub fn code(&self) -> Vec<Vec<u64>> {
        let mut files: Vec<_> = (0..self.tokens.len()).map(|file| self.kinds(file)).collect();
        files.retain(|file| !file.is_empty());
        files.sort_unstable();
        files
    }

    /// Returns the lines of `tokens` tokens of a file, starting at token `from`.
    pub fn lines(&self, file: usize, from: usize, tokens: usize) -> Lines {
        let tokens = &self.tokens[file][from..from + tokens];
        Lines {
            file: self.names[file].clone(),
            from: tokens.first().map_or(1, |token| token.line),
            to: tokens.last().map_or(1, |token| token.line),
        }
    }

    /// Returns, for each token of each file, true if it is in a run whose hash is `wanted`.
    pub fn covered(&self, wanted: impl Fn(u64) -> bool) -> Vec<Vec<bool>> {
        let of_file = |(tokens, hashes): (&Vec<Token>, &Vec<u64>)| {
            let mut covered = vec![false; tokens.len()];
            let mut done = 0;
            for at in (0..hashes.len()).filter(|&at| wanted(hashes[at])) {
                covered[done.max(at)..at + GRAM].fill(true);
                done = at + GRAM;
            }
            covered
        };
        self.tokens.iter().zip(&self.files).map(of_file).collect()
    }

    /// Returns the lines with tokens in runs whose hash is `wanted`, in order.
    pub fn stretches(&self, wanted: impl Fn(u64) -> bool) -> Vec<Lines> {
        let mut found: Vec<Lines> = Vec::new();
        for (file, covered) in self.covered(wanted).into_iter().enumerate() {
            let mut from = 0;
            for chunk in covered.chunk_by(|a, b| a == b) {
                if chunk[0] {
                    found.push(self.lines(file, from, chunk.len()));
                }
                from += chunk.len();
            }
        }
        found
    }
}

/// Hashes a run of tokens, identically on every machine and in every version, so that results stay
/// the same.
fn hash(run: &[Token]) -> u64 {
    let mixed = run.iter().fold(0u64, |hash, token| {
        (hash.rotate_left(5) ^ token.kind).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    // The finalizer of splitmix64 (Steele, Lea & Flood 2014), so that each of several hashes is
    // equally likely to be the least.
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns the positions of the hashes that are kept: the least of every window; among equal ones,
/// the one kept for the window before, else the last (the paper's robust winnowing). A hash that
/// does not count is `None`: it is never kept, but keeps its position in a window, so that equal
/// code is kept equally wherever it is.
pub(super) fn winnow(own: &[Option<u64>]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (from, window) in own.windows(WINDOW.min(own.len()).max(1)).enumerate() {
        let Some(least) = window.iter().flatten().min() else { continue };
        let is_least = |at: usize| own[at] == Some(*least);
        if kept.last().is_some_and(|&last| last >= from && is_least(last)) {
            continue;
        }
        kept.extend((from..from + window.len()).rev().find(|&at| is_least(at)));
    }
    kept
}

/// The programs of one language.
pub(super) struct Class {
    /// Their numbers in the caller's order.
    pub(super) numbers: Vec<usize>,
    pub(super) grams: Vec<Grams>,
    /// The programs of each different code, by index here, ordered by first program.
    pub(super) codes: Vec<Vec<usize>>,
}

impl Class {
    pub(super) fn of(sources: &[Source], language: &str) -> Class {
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

    /// Returns the first program of each code, without the runs that do not count.
    pub(super) fn programs(&self, left_out: impl Fn(u64) -> bool) -> Vec<Program<'_>> {
        self.codes.iter().map(|code| Program::of(&self.grams[code[0]], &left_out)).collect()
    }
}

/// A program with its fingerprints.
pub(super) struct Program<'a> {
    pub(super) grams: &'a Grams,
    /// The hashes of each file; `None` if it does not count.
    pub(super) own: Vec<Vec<Option<u64>>>,
    /// The positions (file, run) of each fingerprint.
    pub(super) places: BTreeMap<u64, Vec<(usize, usize)>>,
}

impl Program<'_> {
    pub(super) fn of(grams: &Grams, left_out: impl Fn(u64) -> bool) -> Program<'_> {
        let counts = |hash: &u64| Some(*hash).filter(|hash| !left_out(*hash));
        let own: Vec<Vec<Option<u64>>> =
            grams.files.iter().map(|hashes| hashes.iter().map(counts).collect()).collect();
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

    /// Returns its files of at least one run that are neither handed out nor entirely left out, as
    /// kinds of tokens, each with the number of tokens outside runs that were left out.
    pub(super) fn whole_files(
        &self,
        is_handed_out: impl Fn(&[u64]) -> bool,
    ) -> BTreeMap<Vec<u64>, usize> {
        let own: BTreeSet<u64> = self.own.iter().flatten().flatten().copied().collect();
        let left_out = self.grams.covered(|hash| !own.contains(&hash));
        let counts = |file: &usize| self.own[*file].iter().any(Option::is_some);
        let files = (0..self.own.len()).filter(counts).map(|file| (self.grams.kinds(file), file));
        files
            .filter(|(kinds, _)| !is_handed_out(kinds))
            .map(|(kinds, file)| {
                (kinds, left_out[file].iter().filter(|left_out| !**left_out).count())
            })
            .collect()
    }

    /// Returns the share of the program in this number of fingerprints, 0 to 1.
    pub(super) fn share(&self, fingerprints: usize) -> f64 {
        fingerprints as f64 / self.places.len().max(LEAST) as f64
    }
}

/// Returns all pairs of programs with shared fingerprints, and their number.
pub(super) fn pairs(programs: &[Program]) -> Vec<(usize, usize, usize)> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    use super::*;

    fn winnow_all(hashes: &[u64]) -> Vec<usize> {
        winnow(&hashes.iter().copied().map(Some).collect::<Vec<_>>())
    }

    /// Figure 2 of the paper, with its windows of four: from 77 74 42 17 98 50 17 98 8 88 67 39 77
    /// 74 42 17 98 are kept 17, 17, 8, 39, 17. Our windows are longer, so this checks the rule
    /// instead.
    fn kept_by_rule(hashes: &[u64], kept: &[usize]) -> bool {
        let windows = hashes.windows(WINDOW);
        windows.enumerate().all(|(from, window)| {
            let least = window.iter().min().unwrap();
            kept.iter().any(|at| (from..from + WINDOW).contains(at) && hashes[*at] == *least)
        })
    }

    proptest! {
        #[test]
        fn every_window_keeps_its_least(hashes in prop::collection::vec(0u64..40, 0..200)) {
            let kept = winnow_all(&hashes);
            prop_assert!(kept_by_rule(&hashes, &kept));
            prop_assert!(kept.is_sorted_by(|a, b| a < b));
            prop_assert!(hashes.is_empty() || !kept.is_empty());
        }

        #[test]
        fn the_same_code_keeps_the_same_wherever_it_stands(
            code in prop::collection::vec(any::<u64>(), WINDOW..60),
            before in prop::collection::vec(any::<u64>(), 0..30),
            after in prop::collection::vec(any::<u64>(), 0..30),
        ) {
            let place = [before.clone(), code.clone(), after].concat();
            let kept: BTreeSet<u64> =
                winnow_all(&place).iter().map(|at| place[*at]).collect();
            // Every window inside the code has its least hash among the kept ones of both.
            for window in code.windows(WINDOW) {
                prop_assert!(kept.contains(window.iter().min().unwrap()));
            }
        }

        #[test]
        fn common_code_is_never_kept(hashes in prop::collection::vec(0u64..40, 0..100)) {
            let own: Vec<_> = hashes.iter().map(|hash| Some(*hash).filter(|hash| *hash >= 20)).collect();
            let kept = winnow(&own);
            prop_assert!(kept.iter().all(|at| hashes[*at] >= 20));
        }
    }

    #[test]
    fn equal_hashes_are_not_all_kept() {
        assert_eq!(winnow_all(&[7; 100]).len(), 8);
        assert_eq!(winnow_all(&[3, 1, 2]), [1]);
        assert_eq!(winnow_all(&[]), [0; 0]);
    }
}
