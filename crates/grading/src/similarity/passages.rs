//! The positions of shared code in two programs, as shown to people.

use std::collections::BTreeMap;

use super::likeness::{GRAM, Lines, Passage};
use super::programs::{Grams, Program};

/// Maximum positions compared of one fingerprint; a repetitive program has a great many.
const PLACES: usize = 8;
/// Maximum lines between two passages that are shown as one.
const GAP: u32 = 2;

/// A run of equal tokens: its files, first tokens and length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stretch {
    files: (usize, usize),
    from: (usize, usize),
    tokens: usize,
}

/// Returns the passages that two programs share, in the order of the first. Of overlapping
/// passages, the longer ones are kept.
pub(super) fn passages(one: &Program, two: &Program) -> Vec<Passage> {
    let mut stretches = stretches(one, two);
    stretches.sort_by_key(|s| (std::cmp::Reverse(s.tokens), s.files, s.from));
    let mut listed: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        if !listed.iter().any(|other| stretch.overlaps(other)) {
            listed.push(stretch);
        }
    }
    listed.sort_by_key(|stretch| (stretch.files, stretch.from));
    let mut passages: Vec<Passage> = Vec::new();
    for stretch in listed {
        let passage = stretch.passage(one.grams, two.grams);
        match passages.last_mut() {
            Some(last)
                if follows(&last.first, &passage.first)
                    && follows(&last.second, &passage.second) =>
            {
                last.first.to = last.first.to.max(passage.first.to);
                last.second.to = last.second.to.max(passage.second.to);
            }
            _ => passages.push(passage),
        }
    }
    passages
}

/// Extends every shared fingerprint as far as both programs are equal.
fn stretches(one: &Program, two: &Program) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    // How far each diagonal has been walked; on a diagonal, the distance between the positions is
    // constant.
    let mut walked: BTreeMap<(usize, usize, isize), usize> = BTreeMap::new();
    let mut seeds = Vec::new();
    for (hash, places) in &one.places {
        for first in places.iter().take(PLACES) {
            let others = two.places.get(hash).map(Vec::as_slice).unwrap_or_default();
            seeds.extend(others.iter().take(PLACES).map(|second| (*first, *second)));
        }
    }
    seeds.sort_unstable();
    for ((one_file, at), (two_file, other)) in seeds {
        let diagonal = (one_file, two_file, other as isize - at as isize);
        if walked.get(&diagonal).is_some_and(|&to| at < to) {
            continue;
        }
        let (a, b) = (&one.own[one_file], &two.own[two_file]);
        let same = |i: usize, j: usize| a[i].is_some() && a[i] == b[j];
        let back = (1..=at.min(other)).take_while(|n| same(at - n, other - n)).count();
        let most = (a.len() - at).min(b.len() - other);
        let on = (0..most).take_while(|n| same(at + n, other + n)).count();
        walked.insert(diagonal, at + on);
        found.push(Stretch {
            files: (one_file, two_file),
            from: (at - back, other - back),
            tokens: back + on + GRAM - 1,
        });
    }
    found
}

impl Stretch {
    /// Returns true if two stretches share more than their ends in either program.
    fn overlaps(&self, other: &Stretch) -> bool {
        let meet = |from: usize, other_from: usize, other_tokens: usize| {
            let end = (from + self.tokens).min(other_from + other_tokens);
            end.saturating_sub(from.max(other_from)) >= GRAM.min(self.tokens)
        };
        self.files.0 == other.files.0 && meet(self.from.0, other.from.0, other.tokens)
            || self.files.1 == other.files.1 && meet(self.from.1, other.from.1, other.tokens)
    }

    fn passage(&self, one: &Grams, two: &Grams) -> Passage {
        Passage {
            first: one.lines(self.files.0, self.from.0, self.tokens),
            second: two.lines(self.files.1, self.from.1, self.tokens),
        }
    }
}

/// Returns the whole files that two programs share, in the order of the first.
pub(super) fn files(one: &Grams, two: &Grams) -> Vec<Passage> {
    let mut left: Vec<usize> = (0..two.tokens.len()).collect();
    let mut passages = Vec::new();
    for file in 0..one.tokens.len() {
        let kinds = one.kinds(file);
        let same = left.iter().position(|&other| two.kinds(other) == kinds);
        let Some(other) = same.map(|at| left.remove(at)).filter(|_| !kinds.is_empty()) else {
            continue;
        };
        passages.push(Passage {
            first: one.lines(file, 0, kinds.len()),
            second: two.lines(other, 0, kinds.len()),
        });
    }
    passages
}

/// Returns true if `next` follows `before` with almost nothing between.
fn follows(before: &Lines, next: &Lines) -> bool {
    before.file == next.file && before.from <= next.from && next.from <= before.to + GAP + 1
}
