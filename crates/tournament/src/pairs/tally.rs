//! Results of a comparison so far.

use std::collections::BTreeSet;

use crate::job::Fingerprint;
use crate::rating::Duel;
use crate::series::{Block, Series};
use crate::sprt::Sprt;
use juez_core::FaultKind;

/// All pairs count as seen after this number of repeated pairs per distinct pair.
const STALE_PAIRS_FACTOR: u64 = 50;

/// Results of two players so far, from the first one's side.
#[derive(Default)]
pub struct PairTally {
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
    /// Distinct pairs by score: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Matches of the distinct pairs: won, drawn, lost.
    distinct: [u64; 3],
    /// Faults of each player.
    pub faults: [u64; 2],
    /// Matches that a program lost on time.
    pub by_time: u64,
    /// Fingerprints of the matches of each pair.
    seen: BTreeSet<Vec<Fingerprint>>,
    /// Pairs played.
    pub blocks: u64,
    /// Pairs since the last new one.
    stale: u64,
}

impl PairTally {
    pub(super) fn add(&mut self, series: &Series, block: &Block) {
        let mut scored = Vec::new();
        for played in &block.matches {
            // With two sides, one wins and one loses, or both draw.
            let halves = (2.0 * series.scores(played)[0]).round() as usize;
            match halves {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            scored.push(halves);
            self.by_time += u64::from(played.record.is_decided_by_time());
            let seats = series.seats(&played.order);
            for fault in played.record.faults() {
                let player = seats.iter().position(|seats| seats.contains(&fault.seat));
                if let Some(player) = player.filter(|_| fault.fault.kind != FaultKind::Resigned) {
                    self.faults[player] += 1;
                }
            }
        }
        self.blocks += 1;
        let went = block.matches.iter().map(|played| Fingerprint::of(&played.record));
        if self.seen.insert(went.collect()) {
            self.pairs[scored.iter().sum::<usize>()] += 1;
            scored.iter().for_each(|halves| self.distinct[2 - halves] += 1);
            self.stale = 0;
        } else {
            self.stale += 1;
        }
    }

    /// Returns the number of matches.
    pub fn matches(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the number of distinct pairs.
    pub fn distinct(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the first player's points in the distinct pairs.
    pub fn distinct_points(&self) -> f64 {
        let halves: u64 = self.pairs.iter().zip(0..).map(|(pairs, halves)| pairs * halves).sum();
        halves as f64 / 2.0
    }

    /// True if probably all possible pairs were seen. Bots without chance and a few openings make
    /// only a few distinct pairs, no matter how many are played.
    pub(super) fn is_exhausted(&self) -> bool {
        self.stale > 0 && self.stale >= STALE_PAIRS_FACTOR * self.distinct()
    }

    /// Returns the statistics of the distinct pairs; `None` before the first.
    pub fn duel(&self) -> Option<Duel> {
        Duel::of_pairs(self.pairs)
    }

    /// Returns the log-likelihood ratio by pairs. It decides the test, since the matches of a pair
    /// depend on each other.
    pub fn by_pairs(&self, sprt: &Sprt) -> f64 {
        sprt.of_pairs(self.pairs)
    }

    /// Returns the log-likelihood ratio by single matches.
    pub fn by_matches(&self, sprt: &Sprt) -> f64 {
        let [wins, draws, losses] = self.distinct;
        sprt.of_matches(wins, draws, losses)
    }
}
