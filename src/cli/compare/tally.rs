//! What was seen of two bots so far, and what it is worth.

use std::collections::BTreeSet;

use crate::core::{FaultKind, Seed};
use crate::tournament::rating::Duel;
use crate::tournament::{Block, Decision, Openings, Series, Sprt};

/// Results so far, from the first bot's side.
#[derive(Default)]
pub(super) struct Tally {
    /// Matches won.
    pub wins: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
    /// Pairs by score: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Faults of each bot.
    pub faults: [u64; 2],
    /// A hash of the moves of each pair.
    moves: BTreeSet<[u8; 32]>,
}

impl Tally {
    /// Adds a pair of matches.
    pub fn add(&mut self, series: &Series, block: &Block) {
        let mut halves = 0;
        let mut moves = blake3::Hasher::new();
        for played in &block.matches {
            // Of two sides one wins, loses, or both draw.
            let scored = (2.0 * series.scores(played)[0]).round() as usize;
            match scored {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            halves += scored;
            for mv in &played.record.moves {
                moves.update(mv.as_bytes()).update(b" ");
            }
            moves.update(b"\n");
            let seats = series.seats(&played.order);
            for fault in played.record.end.iter().flat_map(|end| &end.faults) {
                let player = seats.iter().position(|seats| seats.contains(&fault.seat));
                if let Some(player) = player.filter(|_| fault.fault.kind != FaultKind::Resigned) {
                    self.faults[player] += 1;
                }
            }
        }
        self.pairs[halves] += 1;
        self.moves.insert(*moves.finalize().as_bytes());
    }

    /// Pairs played.
    pub fn blocks(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Matches played.
    pub fn matches(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first bot.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Pairs that went differently from each other.
    pub fn distinct(&self) -> usize {
        self.moves.len()
    }

    /// Whether there were several pairs, and all of them the same move for move.
    pub fn is_one_pair_again(&self) -> bool {
        self.blocks() > 1 && self.distinct() == 1
    }

    /// What the pairs are worth; `None` before the first.
    pub fn duel(&self) -> Option<Duel> {
        Duel::of_pairs(self.pairs)
    }

    /// The log-likelihood ratio by pairs, which decides: the matches of a pair depend on each other.
    pub fn by_pairs(&self, sprt: &Sprt) -> f64 {
        sprt.of_pairs(self.pairs)
    }

    /// The log-likelihood ratio by single matches.
    pub fn by_matches(&self, sprt: &Sprt) -> f64 {
        sprt.of_matches(self.wins, self.draws, self.losses)
    }
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The test has decided.
    Decided,
    /// It would have, but for all pairs being the same two matches.
    Repeated,
    /// All matches were played.
    Played,
    /// By Ctrl-C.
    Interrupted,
}

/// Everything there is to say at the end.
pub(super) struct Report<'a> {
    /// The game's id.
    pub game: &'static str,
    /// The names of both.
    pub players: [&'a str; 2],
    /// Where chance came from.
    pub seed: Seed,
    /// Whether nobody has given that seed, so that it must be told.
    pub has_own_seed: bool,
    /// Where matches began.
    pub openings: &'a Openings,
    /// What was seen.
    pub tally: &'a Tally,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// How it ended.
    pub ended: Ended,
}

impl Report<'_> {
    /// What the test has come to. The same two matches again and again are no evidence, however many
    /// there are.
    pub fn decision(&self) -> Option<Decision> {
        let sprt = self.sprt?;
        Some(match self.tally.is_one_pair_again() {
            true => Decision::Undecided,
            false => sprt.decide(self.tally.by_pairs(&sprt)),
        })
    }
}
