//! Reviews of records: every decision with its value, under a key.

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

use super::{AnyGame, PlayerSpec, ReviewError, ReviewStep, Reviewed, ReviewedHand, words};
use crate::referee::RecordFault;
use juez_core::{Record, Seat, Seed, Severity, Team};

/// The name of the format of a [`Review`] and its version.
const FORMAT: &str = "juez-review/1";
const REVIEWER: &str = "master";

/// The identity of a review: equal keys have equal reviews.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ReviewKey {
    /// See [`ReviewKey::of_record`].
    pub record: String,
    /// The bot that reviews, with its options and the hash of its weights.
    pub reviewer: String,
}

/// The review of a record: one line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// `juez-review/1`.
    pub format: String,
    /// The record and the reviewer.
    #[serde(flatten)]
    pub key: ReviewKey,
    /// The id of the game.
    pub game: String,
    /// The decisions, in order, without moves that had no alternative.
    pub decisions: Vec<Reviewed>,
    /// The hands; empty in a game without deals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<ReviewedHand>,
}

/// The decisions of a player in a review.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReviewSum {
    /// Number of decisions.
    pub decisions: u32,
    /// Their cost together, in parts of [`CERTAIN`](juez_core::CERTAIN).
    pub cost: i32,
    /// Their cost together with every hand open; 0 in a game without hidden hands.
    pub hindsight: i32,
    /// Number of inaccuracies, mistakes and blunders.
    pub mistakes: [u32; Severity::ALL.len()],
}

impl ReviewSum {
    /// Returns the mean cost of a decision, in parts of [`CERTAIN`](juez_core::CERTAIN).
    pub fn mean_cost(&self) -> f64 {
        f64::from(self.cost) / f64::from(self.decisions.max(1))
    }

    /// Returns the mean cost of a decision with every hand open, in the same parts.
    pub fn mean_hindsight(&self) -> f64 {
        f64::from(self.hindsight) / f64::from(self.decisions.max(1))
    }
}

impl ReviewKey {
    /// Returns the identity of a record in keys: BLAKE3 of its line, in hex.
    pub fn of_record(record: &Record) -> String {
        blake3::hash(record.to_line().as_bytes()).to_hex().to_string()
    }
}

/// The sources of a seat's score, which add up to its change, in parts of
/// [`CERTAIN`](juez_core::CERTAIN).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ScoreSources {
    /// The luck of the deals.
    pub deals: i32,
    /// Standard error of the luck.
    pub error: i32,
    /// Mistakes of its own side in hindsight, at most 0.
    pub own: i32,
    /// Mistakes of the other sides in hindsight, at least 0; a mistake among three sides or more helps
    /// the others alike.
    pub others: i32,
    /// The part that these do not explain: chance after the deals, and the reviewer's errors.
    pub rest: i32,
    /// The change from before the first deal to the end.
    pub change: i32,
}

impl Review {
    /// Returns where the score of a seat came from, by the teams of all seats; `None` in a game
    /// without deals.
    pub fn sources(&self, teams: &[Team], seat: Seat) -> Option<ScoreSources> {
        let (own, nth) = (teams.get(seat.index())?, seat.index());
        let mut sides = teams.to_vec();
        sides.sort();
        sides.dedup();
        let others = sides.len() as i32 - 1;
        let mut sources = ScoreSources::default();
        let mut variance = 0_i64;
        for hand in &self.hands {
            sources.deals += hand.luck.get(nth)?;
            sources.change += hand.after.get(nth)? - hand.before.get(nth)?;
            variance += i64::from(*hand.error.get(nth)?).pow(2);
        }
        for decision in &self.decisions {
            let cost = decision.hindsight.as_ref().map_or(0, |hindsight| hindsight.cost);
            if teams.get(decision.seat.index())? == own {
                sources.own -= cost;
            } else {
                sources.others += cost / others.max(1);
            }
        }
        sources.error = variance.isqrt() as i32;
        sources.rest = sources.change - sources.deals - sources.own - sources.others;
        (!self.hands.is_empty()).then_some(sources)
    }

    /// Reads a line; `None` if it is no review of this version.
    pub fn from_line(line: &str) -> Option<Review> {
        serde_json::from_str(line).ok().filter(|review: &Review| review.format == FORMAT)
    }

    /// Returns the review as a line of JSON without the line break.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }

    /// Sums the decisions of a seat.
    pub fn sum(&self, seat: Seat) -> ReviewSum {
        let mut sum = ReviewSum::default();
        for decision in self.decisions.iter().filter(|decision| decision.seat == seat) {
            sum.decisions += 1;
            sum.cost += decision.cost;
            sum.hindsight += decision.hindsight.as_ref().map_or(0, |hindsight| hindsight.cost);
            if let Some(size) = Severity::of(decision.cost) {
                sum.mistakes[size as usize] += 1;
            }
        }
        sum
    }

    /// Returns the decisions that cost most, at least an inaccuracy, costliest first.
    pub fn costliest(&self, most: usize) -> Vec<&Reviewed> {
        let mut costly: Vec<&Reviewed> = self.decisions.iter().collect();
        costly.retain(|decision| Severity::of(decision.cost).is_some());
        costly.sort_by_key(|decision| std::cmp::Reverse(decision.cost));
        costly.truncate(most);
        costly
    }
}

/// A bot that reviews the matches of a game.
#[derive(Clone)]
pub struct Reviewing {
    game: &'static dyn AnyGame,
    player: PlayerSpec,
}

impl Reviewing {
    /// Creates the reviewer of matches like `record`: the highest level of its master, which looks at `nodes`
    /// positions for each decision; by default as many as when it plays.
    ///
    /// # Errors
    /// If no bot of the game reviews matches with the rules of the record, or it cannot look at that
    /// many positions.
    pub fn new(
        game: &'static dyn AnyGame,
        record: &Record,
        nodes: Option<u32>,
    ) -> Result<Reviewing, ReviewError> {
        let options = game.info().with_seats(&record.options, record.players.len());
        if !game.has_reviewer(&options) {
            return Err(ReviewError::NoReviewer(game.info().id));
        }
        let text = match nodes {
            Some(nodes) => format!("{REVIEWER}:nodes={nodes}"),
            None => REVIEWER.to_string(),
        };
        Ok(Reviewing { game, player: PlayerSpec::built_in(&text, game)? })
    }

    /// Returns the game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// Returns the key of the review of a record.
    pub fn key(&self, record: &Record) -> ReviewKey {
        ReviewKey {
            record: ReviewKey::of_record(record),
            reviewer: self.player.player().source.unwrap_or_default(),
        }
    }

    /// Reviews a finished match. `proceed` is called after each step; returns `None` once it returns
    /// false.
    ///
    /// # Errors
    /// If the record has no end, or is wrong.
    pub fn review(
        &self,
        record: &Record,
        mut proceed: impl FnMut(&ReviewStep) -> bool,
    ) -> Result<Option<Review>, ReviewError> {
        self.game.verify(record)?;
        if record.end.is_none() {
            let ply = record.moves.len() as u32;
            return Err(RecordFault::new(ply, words::no_end()).into());
        }
        let key = self.key(record);
        // Hex of BLAKE3, from which a seed can be read.
        let seed: Seed = key.record.parse().unwrap_or_else(|_| Seed::from(0));
        let (mut decisions, mut hands, mut is_whole) = (Vec::new(), Vec::new(), true);
        self.game.review(record, &self.player, seed, &mut |step| {
            is_whole = proceed(&step);
            match step {
                ReviewStep::Decision(decision) => decisions.push(decision),
                ReviewStep::Hand(hand) => hands.push(hand),
                ReviewStep::Working => {}
            }
            if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        let game = self.game.info().id.to_string();
        let review = || Review { format: FORMAT.to_string(), key, game, decisions, hands };
        Ok(is_whole.then(review))
    }
}
