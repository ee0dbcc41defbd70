//! Results of two bots so far, and their statistics.

use serde::Serialize;
use std::collections::BTreeSet;

use super::samples::Samples;
use crate::core::{FaultKind, Seed};
use crate::tournament::rating::Duel;
use crate::tournament::{Block, Decision, Fingerprint, Openings, Series, Sprt};

/// Pairs in a row without a new one, for each new one before, after which there is none to come.
const STALE_PAIRS_FACTOR: u64 = 50;

/// Results so far, from the first bot's side.
#[derive(Default)]
pub(super) struct PairTally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Pairs that differ from each other, by score: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Matches of these pairs: won, drawn, lost.
    distinct: [u64; 3],
    pub faults: [u64; 2],
    /// Matches that a program lost by its clock.
    pub by_time: u64,
    /// The fingerprints of the matches of each pair.
    seen: BTreeSet<Vec<Fingerprint>>,
    pub blocks: u64,
    /// Pairs since the last that was new.
    stale: u64,
}

impl PairTally {
    /// Adds a pair of matches.
    pub fn add(&mut self, series: &Series, block: &Block) {
        let mut scored = Vec::new();
        for played in &block.matches {
            // Of two sides one wins, loses, or both draw.
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

    /// Pairs that differ from each other.
    pub fn distinct(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points of the first bot in these pairs.
    pub fn distinct_points(&self) -> f64 {
        let halves: u64 = self.pairs.iter().zip(0..).map(|(pairs, halves)| pairs * halves).sum();
        halves as f64 / 2.0
    }

    /// True if all pairs there are have been seen, as far as can be known: bots without chance and a
    /// few openings make a few different pairs, however often they are played.
    pub fn is_exhausted(&self) -> bool {
        self.stale > 0 && self.stale >= STALE_PAIRS_FACTOR * self.distinct()
    }

    /// The figures of the distinct pairs; `None` before the first.
    pub fn duel(&self) -> Option<Duel> {
        Duel::of_pairs(self.pairs)
    }

    /// The log-likelihood ratio by pairs, which decides: the matches of a pair depend on each
    /// other.
    pub fn by_pairs(&self, sprt: &Sprt) -> f64 {
        sprt.of_pairs(self.pairs)
    }

    /// The log-likelihood ratio by single matches.
    pub fn by_matches(&self, sprt: &Sprt) -> f64 {
        let [wins, draws, losses] = self.distinct;
        sprt.of_matches(wins, draws, losses)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CompareEnd {
    Decided,
    /// The test has not, and the pairs only repeat each other.
    Repeated,
    Played,
    Interrupted,
}

/// Everything there is to say at the end.
pub(super) struct Comparison<'a> {
    pub game: &'static str,
    pub players: [&'a str; 2],
    pub seed: Seed,
    /// True if that seed was not given, so that it must be reported.
    pub has_own_seed: bool,
    pub openings: &'a Openings,
    pub tally: &'a PairTally,
    pub samples: &'a Samples,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    pub ended: CompareEnd,
}

impl Comparison<'_> {
    /// The answer of the interval of the score; `None` with a test, which has its own.
    pub fn judgement(&self) -> Option<&'static str> {
        let score = self.tally.duel().filter(|_| self.sprt.is_none())?.score;
        Some(match (score.low > 0.5, score.high < 0.5) {
            (true, _) => "stronger",
            (_, true) => "weaker",
            _ => "open",
        })
    }

    /// The decision of the test, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.sprt.map(|sprt| sprt.decide(self.tally.by_pairs(&sprt)))
    }
}
