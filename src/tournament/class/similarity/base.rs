//! The code that was handed out.

use std::collections::{BTreeMap, BTreeSet};

use super::likeness::{GRAM, HandedOut, Source, WINDOW};
use super::programs::{Class, Grams};

/// The code of one language that was handed out.
pub(super) struct Base {
    /// The numbers of the sources, as they were given, and their runs.
    sources: Vec<(usize, Grams)>,
    /// The hashes of all of them.
    hashes: BTreeSet<u64>,
    /// Their files as kinds of tokens, which tell short ones.
    files: BTreeSet<Vec<u64>>,
}

impl Base {
    pub fn of(base: &[Source], language: &str) -> Base {
        let of_language = |(_, source): &(usize, &Source)| source.language.id == language;
        let sources: Vec<(usize, Grams)> = base
            .iter()
            .enumerate()
            .filter(of_language)
            .map(|(number, source)| (number, Grams::of(source)))
            .collect();
        let hashes = sources.iter().flat_map(|(_, grams)| grams.hashes()).collect();
        let files = sources.iter().flat_map(|(_, grams)| grams.code()).collect();
        Base { sources, hashes, files }
    }

    /// True if a run of tokens was handed out.
    pub fn has(&self, hash: u64) -> bool {
        self.hashes.contains(&hash)
    }

    /// The tokens of a program that were not handed out.
    pub fn rest(&self, program: &Grams) -> usize {
        let covered = program.covered(|hash| self.has(hash));
        let rest = |(file, covered): (usize, Vec<bool>)| {
            let rest = covered.iter().filter(|covered| !**covered).count();
            if rest > 0 && self.files.contains(&program.kinds(file)) { 0 } else { rest }
        };
        covered.into_iter().enumerate().map(rest).sum()
    }

    /// The base code found in the programs, the most frequent first. Code that several sources have
    /// is listed under the most frequent alone. Less than what two programs are always seen to share is
    /// left out.
    pub fn listed(&self, class: &Class) -> Vec<HandedOut> {
        let mut used: BTreeMap<u64, usize> = BTreeMap::new();
        for program in &class.grams {
            for hash in program.hashes().filter(|hash| self.has(*hash)).collect::<BTreeSet<u64>>() {
                *used.entry(hash).or_default() += 1;
            }
        }
        let uses = |grams: &Grams| {
            let hashes: BTreeSet<u64> = grams.hashes().collect();
            hashes.iter().filter_map(|hash| used.get(hash)).sum::<usize>()
        };
        let mut order: Vec<(usize, &(usize, Grams))> =
            self.sources.iter().map(|source| (uses(&source.1), source)).collect();
        order.sort_by_key(|(uses, (number, _))| (std::cmp::Reverse(*uses), *number));
        let mut left: BTreeSet<u64> = used.into_keys().collect();
        let mut listed = Vec::new();
        for (_, (base, source)) in order {
            let hashes: BTreeSet<u64> = source.hashes().filter(|hash| left.remove(hash)).collect();
            let tokens = |program: &Grams| {
                let covered = program.covered(|hash| hashes.contains(&hash));
                let count = covered.iter().flatten().filter(|covered| **covered).count();
                // A program may repeat it.
                count.min(source.tokens.iter().map(Vec::len).sum())
            };
            let having: Vec<(usize, usize)> = class
                .numbers
                .iter()
                .zip(&class.grams)
                .map(|(number, program)| (*number, tokens(program)))
                .filter(|(_, tokens)| *tokens > 0)
                .collect();
            let most = having.iter().map(|(_, tokens)| *tokens).max();
            if let Some(tokens) = most.filter(|most| *most >= GRAM + WINDOW - 1) {
                let programs = having.into_iter().map(|(number, _)| number).collect();
                listed.push(HandedOut { base: *base, tokens, programs, of: class.numbers.len() });
            }
        }
        listed
    }
}
