//! Monte Carlo tree search over information sets, with a world for each visit.

use std::cmp::Reverse;

use super::comparison::Sum;
use super::worlds::Worlds;
use super::{Compared, Comparison, HiddenTree, Sampling, list_by_weight};
use crate::fixed::log2;
use crate::{Branches, Budget};

/// Parameters of an [`InformationSetSearch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InformationSetSettings {
    /// Weight of the moves tried least, in units of the value: higher searches wider.
    pub exploration: u32,
    /// Maximum number of moves in the tree; the moves of the root always have room.
    pub entries: u32,
}

/// Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse,
/// "Information Set Monte Carlo Tree Search", 2012).
///
/// One tree of public moves serves all worlds, so a plan cannot depend on cards that the seat does
/// not see. A visit walks down the tree in a world, selects moves by UCB with the number of times
/// that each was available, adds a move, and values the world there.
pub struct InformationSetSearch<B> {
    settings: InformationSetSettings,
    entries: Vec<Entry<B>>,
}

/// A move of the tree; the root has none.
struct Entry<B> {
    branch: Option<B>,
    /// Indices of the first move below and of the next one of the same position; 0 if none.
    first: u32,
    next: u32,
    /// Visits in which the move was legal.
    available: u64,
    /// Values for the side that makes the move.
    values: Sum,
}

const ROOT: usize = 0;

impl<B: Copy + Eq> Entry<B> {
    fn new(branch: Option<B>) -> Entry<B> {
        Entry { branch, first: 0, next: 0, available: 0, values: Sum::default() }
    }

    fn visits(&self) -> u64 {
        self.values.count as u64
    }

    /// Returns the upper confidence bound of a visited move.
    fn bound(&self, exploration: u32) -> i64 {
        // The logarithm has 8 fraction bits and its root 16.
        let root = ((u64::from(log2(self.available)) << 24) / self.visits()).isqrt();
        let bonus = (u64::from(exploration) * root) >> 16;
        i64::from(self.values.mean()) + bonus as i64
    }
}

impl<B: Copy + Eq> InformationSetSearch<B> {
    /// Creates a search.
    pub fn new(settings: InformationSetSettings) -> InformationSetSearch<B> {
        InformationSetSearch { settings, entries: Vec::new() }
    }

    /// Searches a decision; `None` if no side is to move. Returns the moves by the number of visits.
    /// Ends with the worlds, or before a visit that would exceed the budget, judged by the costliest
    /// one so far; every move of the root is tried once. The result does not depend on earlier
    /// searches.
    pub fn run<T, const SIDES: usize>(
        &mut self,
        tree: &mut T,
        sampling: Sampling,
        budget: &mut Budget<'_>,
    ) -> Option<Comparison<B>>
    where
        T: HiddenTree<SIDES, Branch = B>,
    {
        self.entries.clear();
        self.entries.push(Entry::new(None));
        let mut worlds = Worlds::new(sampling);
        let mut next = worlds.next(tree);
        let (first, _) = next.as_ref()?;
        tree.side(first)?;
        let (mut list, mut line) = (Vec::new(), Vec::new());
        list_by_weight(tree, first, &mut list);
        let moves = list.clone();
        let (mut nodes, mut visits, mut costliest) = (0, 0, 0);
        'search: while let Some((world, times)) = next {
            for _ in 0..times {
                let before = nodes;
                self.visit(tree, world.clone(), &mut list, &mut line, &mut nodes);
                visits += 1;
                costliest = costliest.max(nodes - before);
                if visits >= moves.len() as u32 && budget.lacks_room(nodes, costliest) {
                    break 'search;
                }
            }
            next = worlds.next(tree);
        }
        Some(self.compare(&moves, visits, nodes))
    }

    /// Walks to a new move or to the end of a world, and adds its values to the moves on the way.
    fn visit<T, const SIDES: usize>(
        &mut self,
        tree: &mut T,
        mut world: T::World,
        list: &mut Branches<B>,
        line: &mut Vec<(usize, usize)>,
        nodes: &mut u64,
    ) where
        T: HiddenTree<SIDES, Branch = B>,
    {
        let mut at = ROOT;
        line.clear();
        while let Some(side) = tree.side(&world) {
            list_by_weight(tree, &world, list);
            let Some(next) = self.select(at, list) else { break };
            let Some(branch) = self.entries[next].branch else { break };
            let is_new = self.entries[next].visits() == 0;
            tree.play(&mut world, branch);
            *nodes += 1;
            line.push((next, side));
            at = next;
            if is_new {
                break;
            }
        }
        let values = tree.value(&world, nodes);
        for &(at, side) in line.iter() {
            self.entries[at].values.add(values[side], 1);
        }
    }

    /// Returns the move to try in a world: the first that is new, else the one of the
    /// highest bound; `None` if it is new and the tree is full.
    fn select(&mut self, at: usize, list: &Branches<B>) -> Option<usize> {
        let (mut new, mut best, mut highest) = (None, None, i64::MIN);
        for entry in list {
            let Some(child) = self.child(at, entry.branch) else {
                new = new.or(Some(entry.branch));
                continue;
            };
            self.entries[child].available += 1;
            let bound = self.entries[child].bound(self.settings.exploration);
            if bound > highest {
                (best, highest) = (Some(child), bound);
            }
        }
        match new {
            Some(branch) => self.add(at, branch),
            None => best,
        }
    }

    fn child(&self, at: usize, branch: B) -> Option<usize> {
        let mut child = self.entries[at].first as usize;
        while child != 0 && self.entries[child].branch != Some(branch) {
            child = self.entries[child].next as usize;
        }
        (child != 0).then_some(child)
    }

    fn add(&mut self, at: usize, branch: B) -> Option<usize> {
        let new = self.entries.len();
        if at != ROOT && new >= self.settings.entries as usize {
            return None;
        }
        let entry =
            Entry { next: self.entries[at].first, available: 1, ..Entry::new(Some(branch)) };
        self.entries.push(entry);
        self.entries[at].first = new as u32;
        Some(new)
    }

    fn compare(&self, moves: &Branches<B>, worlds: u32, nodes: u64) -> Comparison<B> {
        let of = |branch| self.child(ROOT, branch).map(|child| self.entries[child].values);
        let sums = moves.iter().map(|entry| (entry.branch, of(entry.branch).unwrap_or_default()));
        let mut sums: Vec<(B, Sum)> = sums.collect();
        sums.sort_by_key(|(_, sum)| Reverse((sum.count, sum.mean())));
        let best = sums[0].1;
        let compared = sums.iter().enumerate().map(|(nth, (branch, sum))| {
            let both = i64::from(sum.error()).pow(2) + i64::from(best.error()).pow(2);
            let error = if nth == 0 { sum.error() } else { both.isqrt() as i32 };
            let (mean, cost) = (sum.mean(), best.mean() - sum.mean());
            Compared { branch: *branch, mean, cost, error, worlds: sum.count as u32 }
        });
        Comparison { moves: compared.collect(), worlds, nodes }
    }
}
