//! The observations of a tournament: blocks (deals or openings) that differ from each other.
//!
//! A bot without chance repeats the same match from every equal start, and a match seen a hundred
//! times proves no more than one. So blocks that a table played alike, seat by seat and move by
//! move, are one observation.

use std::collections::{BTreeMap, BTreeSet};

use super::job::{MatchResult, head};

/// The matches of each table in each block, as far as added.
#[derive(Clone, Debug, Default)]
pub struct Observations {
    /// By block and the entrants at the table, ascending: the sum of a hash of each match, which
    /// does not depend on their order.
    tables: BTreeMap<(u32, Vec<u32>), u128>,
}

/// Blocks and their observations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distinct {
    /// The first block of each block's observation.
    first: BTreeMap<u32, u32>,
}

impl Observations {
    /// Adds a match. One that was not played or has no fingerprint repeats no other.
    pub fn add(&mut self, result: &MatchResult) {
        let Some(fingerprint) = result.played().and_then(|summary| summary.fingerprint) else {
            return;
        };
        let job = &result.job;
        let text = serde_json::to_vec(&(&job.order, fingerprint)).expect("plain data");
        let sum = self.tables.entry((job.block, job.table())).or_default();
        *sum = sum.wrapping_add(head(blake3::hash(&text).as_bytes()));
    }

    /// Returns the blocks, each with a table, entrants ascending, that only repeated an earlier
    /// block.
    pub fn repeated(&self) -> BTreeSet<(u32, &[u32])> {
        let mut seen = BTreeSet::new();
        self.played()
            .filter(|&(_, table, went)| !seen.insert((table, went)))
            .map(|(block, table, _)| (block, table))
            .collect()
    }

    /// Returns the observations of the whole field: any table that played two blocks alike joins
    /// them.
    pub fn of_all(&self) -> Distinct {
        Distinct::of(self.played())
    }

    /// Returns the observations of each entrant, by number: any table with the entrant that played
    /// two blocks alike joins them.
    pub fn of_each(&self, entrants: usize) -> Vec<Distinct> {
        let own =
            |who: u32| Distinct::of(self.played().filter(|(_, table, _)| table.contains(&who)));
        (0..entrants as u32).map(own).collect()
    }

    /// Iterates over blocks and tables, ascending, each with the hash of its matches.
    fn played(&self) -> impl Iterator<Item = (u32, &[u32], u128)> {
        self.tables.iter().map(|((block, table), went)| (*block, &table[..], *went))
    }
}

impl Distinct {
    /// Joins the blocks that a table played alike. Takes block, table and hash, in ascending order.
    fn of<'a>(played: impl Iterator<Item = (u32, &'a [u32], u128)>) -> Distinct {
        let mut first: BTreeMap<u32, u32> = BTreeMap::new();
        let mut seen: BTreeMap<(&[u32], u128), u32> = BTreeMap::new();
        for (block, table, went) in played {
            first.entry(block).or_insert(block);
            let earlier = *seen.entry((table, went)).or_insert(block);
            let (one, other) = (root(&first, earlier), root(&first, block));
            first.insert(one.max(other), one.min(other));
        }
        let blocks: Vec<u32> = first.keys().copied().collect();
        Distinct { first: blocks.into_iter().map(|block| (block, root(&first, block))).collect() }
    }

    /// Returns the observation of a block, named by its first block.
    pub fn observation(&self, block: u32) -> u32 {
        self.first.get(&block).copied().unwrap_or(block)
    }

    /// Sums the scores and their number over each observation, given the sums of each block.
    pub fn joined(&self, blocks: &BTreeMap<u32, (f64, u32)>) -> Vec<(f64, u32)> {
        let mut joined = BTreeMap::new();
        for (&block, &(score, matches)) in blocks {
            let (sum, number) = joined.entry(self.observation(block)).or_insert((0.0, 0));
            *sum += score;
            *number += matches;
        }
        joined.into_values().collect()
    }

    /// Returns the number of observations in these blocks.
    pub fn count(&self, blocks: impl Iterator<Item = u32>) -> usize {
        blocks.map(|block| self.observation(block)).collect::<BTreeSet<u32>>().len()
    }
}

fn root(first: &BTreeMap<u32, u32>, mut block: u32) -> u32 {
    while first[&block] != block {
        block = first[&block];
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Fingerprint;
    use crate::job::{Job, Status, Summary};
    use juez_core::{PerSeat, Reason};

    /// Returns a match of these entrants in a block, with this fingerprint.
    fn played(block: u32, order: &[u32], went: Option<u128>) -> MatchResult {
        let seats = order.len() as u8;
        let summary = Summary {
            reason: Reason::Finished,
            ranks: PerSeat::from_fn(seats, |seat| seat.index() as u8 + 1),
            points: PerSeat::from_fn(seats, |_| 0),
            faults: Vec::new(),
            plies: 10,
            spent: PerSeat::from_fn(seats, |_| Default::default()),
            wall_us: 0,
            fingerprint: went.map(Fingerprint::from),
            hands: None,
        };
        let order = order.to_vec();
        let job = Job { number: 0, round: 0, pairing: 0, block, seating: 0, order };
        MatchResult { job, status: Status::Played(Box::new(summary)) }
    }

    fn pair(block: u32, one: u32, two: u32, there: u128, back: u128) -> [MatchResult; 2] {
        [played(block, &[one, two], Some(there)), played(block, &[two, one], Some(back))]
    }

    fn observed(matches: &[MatchResult]) -> Observations {
        let mut observations = Observations::default();
        matches.iter().for_each(|result| observations.add(result));
        observations
    }

    fn first(distinct: &Distinct, blocks: u32) -> Vec<u32> {
        (0..blocks).map(|block| distinct.observation(block)).collect()
    }

    #[test]
    fn blocks_that_went_alike_in_every_seating_are_one_observation() {
        let matches = [pair(0, 0, 1, 5, 6), pair(1, 0, 1, 5, 7), pair(2, 0, 1, 5, 6)];
        let distinct = observed(&matches.concat()).of_all();
        assert_eq!(first(&distinct, 3), [0, 1, 0]);
        assert_eq!(distinct.count(0..3), 2);
        let observations = observed(&matches.concat());
        assert_eq!(observations.repeated(), [(2, &[0, 1][..])].into());
    }

    #[test]
    fn the_same_moves_with_the_seats_changed_are_another_match() {
        let matches = [pair(0, 0, 1, 5, 6), pair(1, 0, 1, 6, 5)];
        assert_eq!(observed(&matches.concat()).of_all().count(0..2), 2);
    }

    #[test]
    fn each_entrant_has_observations_of_its_own() {
        // Blocks 0 and 2 went alike for 0 and 1, blocks 1 and 2 for 1 and 2; 2 and 3 never repeat.
        let matches = [
            pair(0, 0, 1, 1, 1),
            pair(1, 0, 1, 2, 2),
            pair(2, 0, 1, 1, 1),
            pair(0, 1, 2, 3, 3),
            pair(1, 1, 2, 4, 4),
            pair(2, 1, 2, 4, 4),
            pair(0, 2, 3, 6, 6),
            pair(1, 2, 3, 7, 7),
            pair(2, 2, 3, 8, 8),
        ];
        let observations = observed(&matches.concat());
        let each = observations.of_each(4);
        assert_eq!(first(&each[0], 3), [0, 1, 0]);
        assert_eq!(first(&each[1], 3), [0, 0, 0]);
        assert_eq!(first(&each[2], 3), [0, 1, 1]);
        assert_eq!(first(&each[3], 3), [0, 1, 2]);
        assert_eq!(first(&observations.of_all(), 3), [0, 0, 0]);
    }

    #[test]
    fn a_match_of_which_nothing_is_known_repeats_none() {
        let matches = [played(0, &[0, 1], None), played(1, &[0, 1], None)];
        assert_eq!(observed(&matches).of_all().count(0..2), 2);
    }
}
