//! The tree in memory: visits, values and proven scores.

use std::ops::Range;

use super::BestFirstSettings;
use crate::score::{PROVEN, node_to_root};
use crate::{Branches, expected_score};

/// The value of a win in fixed point.
pub(super) const ONE: i32 = 1 << 16;
pub(super) const ROOT: usize = 0;

/// A position of the tree. Values and the score are from the point of view of the side that moves
/// to it; at the root, of the side to move.
#[derive(Clone, Debug)]
pub(super) struct Entry<B> {
    /// The move to the position; `None` at the root.
    pub branch: Option<B>,
    /// Weight of its move among the moves of the same position, in 1/65536.
    prior: u16,
    /// Number of its moves, 0 until it is expanded.
    moves: u16,
    /// The result with best play, in plies from this position; `None` until it is known.
    pub score: Option<i16>,
    /// Index of the position after its first move.
    first: u32,
    pub visits: u64,
    /// Sum of the values of all visits, in units of 1/[`ONE`].
    total: u64,
}

impl<B> Entry<B> {
    fn new(branch: Option<B>, prior: u16) -> Entry<B> {
        Entry { branch, prior, moves: 0, score: None, first: 0, visits: 0, total: 0 }
    }

    pub fn is_expanded(&self) -> bool {
        self.moves > 0
    }

    fn children(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.moves)
    }

    pub fn add(&mut self, value: i32) {
        self.visits += 1;
        self.total += value as u64;
    }

    /// Returns the mean value; at least one visit.
    pub fn value(&self) -> i32 {
        (self.total / self.visits) as i32
    }

    /// Returns the score of the move to this position, if it is known.
    pub fn move_score(&self) -> Option<i32> {
        self.score.map(|score| node_to_root(score.into(), 1))
    }

    /// Returns a key that orders the moves of a node from worst to best.
    fn rank(&self) -> (i32, u64, u64) {
        let mean = self.total / self.visits.max(1);
        match self.move_score() {
            Some(score) if score.abs() > PROVEN => (score, 0, 0),
            _ => (0, self.visits, mean),
        }
    }
}

/// All positions of a tree of bounded size. The moves of a position are neighbours.
pub(super) struct Arena<B> {
    entries: Vec<Entry<B>>,
    limit: usize,
}

impl<B: Copy> Arena<B> {
    pub fn new(limit: usize) -> Arena<B> {
        let limit = limit.min(u32::MAX as usize);
        Arena { entries: Vec::with_capacity(limit), limit }
    }

    /// Removes all entries but a new root.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.entries.push(Entry::new(None, 0));
    }

    pub fn at(&self, at: usize) -> &Entry<B> {
        &self.entries[at]
    }

    pub fn at_mut(&mut self, at: usize) -> &mut Entry<B> {
        &mut self.entries[at]
    }

    /// Adds the moves of a position. Returns false if the arena has no room; the moves of the root
    /// always have.
    pub fn expand(&mut self, at: usize, list: &Branches<B>, priors: &[u16]) -> bool {
        let first = self.entries.len();
        if at != ROOT && first + list.len() > self.limit {
            return false;
        }
        let pairs = list.iter().zip(priors);
        self.entries.extend(pairs.map(|(entry, &prior)| Entry::new(Some(entry.branch), prior)));
        self.entries[at].first = first as u32;
        self.entries[at].moves = list.len() as u16;
        true
    }

    /// Returns the position to visit next below an unsolved position of this value for the side to
    /// move.
    pub fn select(&self, at: usize, value: i32, settings: &BestFirstSettings) -> usize {
        let parent = self.at(at);
        let unvisited = i64::from(value - settings.first_play_reduction * ONE / 1000);
        // With 8 fraction bits.
        let root = (parent.visits << 16).isqrt();
        let factor = u64::from(settings.exploration) * root / 100;
        let (mut best, mut highest) = (parent.first as usize, i64::MIN);
        for nth in parent.children() {
            let entry = self.at(nth);
            if entry.score.is_some_and(|score| i32::from(score) < -PROVEN) {
                continue;
            }
            let value = if entry.visits == 0 { unvisited } else { entry.value().into() };
            let bonus = (factor * u64::from(entry.prior) / (1 + entry.visits)) >> 8;
            let sum = value + bonus as i64;
            if sum > highest {
                (best, highest) = (nth, sum);
            }
            // The other unvisited moves have lower priors.
            if entry.visits == 0 {
                break;
            }
        }
        best
    }

    /// Computes the score of an expanded position from its moves. Returns true if it is known: a
    /// move wins, or the scores of all moves are known. `is_same` is true if the side that moves to
    /// it is to move again.
    pub fn solve(&mut self, at: usize, is_same: bool) -> bool {
        let scores = || self.entries[self.at(at).children()].iter().map(Entry::move_score);
        let Some(best) = scores().flatten().max() else { return false };
        if best <= PROVEN && scores().any(|score| score.is_none()) {
            return false;
        }
        self.entries[at].score = Some(if is_same { best } else { -best } as i16);
        true
    }

    /// Returns the position after the best move: a win in the fewest plies, then the most visited
    /// move, then a loss in the most plies. `None` if the position is not expanded.
    pub fn best(&self, at: usize) -> Option<usize> {
        // The last of several maxima is the first move.
        self.at(at).children().rev().max_by_key(|&nth| self.at(nth).rank())
    }

    /// Returns the exact value of a position if its score is known.
    pub fn known_value(&self, at: usize, likely: i32) -> Option<i32> {
        self.at(at).score.map(|score| expected_score(score.into(), likely, ONE))
    }
}
