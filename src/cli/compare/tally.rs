//! Results of two bots so far, and their statistics.

use serde::Serialize;
use std::collections::BTreeSet;

use super::samples::Samples;
use juez_core::{FaultKind, Seed};
use juez_tournament::rating::Duel;
use juez_tournament::{Block, Decision, Fingerprint, Openings, Series, Sprt};

/// All pairs count as seen after this number of repeated pairs per distinct pair.
const STALE_PAIRS_FACTOR: u64 = 50;

/// Results so far, from the first bot's side.
#[derive(Default)]
pub(super) struct PairTally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Distinct pairs by score: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Matches of the distinct pairs: won, drawn, lost.
    distinct: [u64; 3],
    pub faults: [u64; 2],
    /// Matches that a program lost on time.
    pub by_time: u64,
    /// Fingerprints of the matches of each pair.
    seen: BTreeSet<Vec<Fingerprint>>,
    pub blocks: u64,
    /// Pairs since the last new one.
    stale: u64,
}

impl PairTally {
    pub fn add(&mut self, series: &Series, block: &Block) {
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

    pub fn matches(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the number of distinct pairs.
    pub fn distinct(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the first bot's points in the distinct pairs.
    pub fn distinct_points(&self) -> f64 {
        let halves: u64 = self.pairs.iter().zip(0..).map(|(pairs, halves)| pairs * halves).sum();
        halves as f64 / 2.0
    }

    /// True if probably all possible pairs were seen. Bots without chance and a few openings make
    /// only a few distinct pairs, no matter how many are played.
    pub fn is_exhausted(&self) -> bool {
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

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CompareEnd {
    Decided,
    /// The test is undecided, and all further pairs repeat earlier ones.
    Repeated,
    Played,
    Interrupted,
}

/// Everything that the final report shows.
pub(super) struct Comparison<'a> {
    pub game: &'static str,
    pub players: [&'a str; 2],
    pub seed: Seed,
    /// True if the seed was random, so that the report must name it.
    pub has_own_seed: bool,
    pub openings: &'a Openings,
    pub tally: &'a PairTally,
    pub samples: &'a Samples,
    pub sprt: Option<Sprt>,
    pub ended: CompareEnd,
}

impl Comparison<'_> {
    /// Returns the verdict of the score's interval; `None` with a test, which has its own.
    pub fn judgement(&self) -> Option<&'static str> {
        let score = self.tally.duel().filter(|_| self.sprt.is_none())?.score;
        Some(match (score.low > 0.5, score.high < 0.5) {
            (true, _) => "stronger",
            (_, true) => "weaker",
            _ => "open",
        })
    }

    /// Returns the decision of the test, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.sprt.map(|sprt| sprt.decide(self.tally.by_pairs(&sprt)))
    }
}
