//! The programs of a class in one language, with their fingerprints.

use std::collections::BTreeMap;

use super::grams::{Grams, winnow};
use super::likeness::{LEAST, Source};

/// The programs of one language.
pub(super) struct Class {
    /// Their numbers as they were given.
    pub(super) numbers: Vec<usize>,
    pub(super) grams: Vec<Grams>,
    /// The programs, by their place here, that have each different code, ordered by the first.
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

    /// The first programs of each code, without the runs that do not count.
    pub(super) fn programs(&self, left_out: impl Fn(u64) -> bool) -> Vec<Program<'_>> {
        self.codes.iter().map(|code| Program::of(&self.grams[code[0]], &left_out)).collect()
    }
}

/// A program with its fingerprints.
pub(super) struct Program<'a> {
    pub(super) grams: &'a Grams,
    /// The hashes of each file that count.
    pub(super) own: Vec<Vec<Option<u64>>>,
    /// The places (file, run) of each fingerprint.
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

    /// The share of it that so many fingerprints are, 0 to 1.
    pub(super) fn share(&self, fingerprints: usize) -> f64 {
        fingerprints as f64 / self.places.len().max(LEAST) as f64
    }
}

/// Every two programs that share a fingerprint, and how many they share.
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
