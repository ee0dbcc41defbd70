//! Reviews of records: every decision with its value, under a key.

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

use super::{
    AnyGame, PlayerSpec, ReviewError, ReviewPart, ReviewStep, Reviewed, ReviewedHand, games, words,
};
use crate::referee::RecordFault;
use juez_core::{Record, Seat, Seed, Severity, Team};

/// The name of the format of a [`Review`] and its version.
const FORMAT: &str = "juez-review/2";
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
    /// `juez-review/2`.
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

/// Decisions listed as the most expensive ones, at most.
const LISTED: usize = 3;

/// The decisions of a player in a review.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
    /// Returns the sources of the scores in the reviewed hands, in order of the seats; empty before
    /// the first one, and in a game without deals. `teams` are the teams of the seats.
    pub fn sources(&self, teams: &[Team]) -> Vec<ScoreSources> {
        let seats = Seat::all(teams.len() as u8);
        seats.filter_map(|seat| self.sources_of(seat, teams)).collect()
    }

    fn sources_of(&self, seat: Seat, teams: &[Team]) -> Option<ScoreSources> {
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
        let is_whole =
            |decision: &&Reviewed| self.hands.iter().any(|hand| hand.deal == decision.deal);
        for decision in self.decisions.iter().filter(is_whole) {
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
            if let Some(size) = decision.severity {
                sum.mistakes[size as usize] += 1;
            }
        }
        sum
    }

    /// Returns the three most expensive mistakes, at least inaccuracies, most expensive first.
    pub fn costliest(&self) -> Vec<&Reviewed> {
        let mut costly: Vec<&Reviewed> = self.decisions.iter().collect();
        costly.retain(|decision| decision.severity.is_some());
        costly.sort_by_key(|decision| std::cmp::Reverse(decision.cost));
        costly.truncate(LISTED);
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

    /// Returns the reviewers of all games, as in the keys of reviews.
    pub fn names() -> Vec<String> {
        let source =
            |game: &dyn AnyGame| PlayerSpec::built_in(REVIEWER, game).ok()?.player().source;
        games().into_iter().filter_map(source).collect()
    }

    /// Returns the game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// Returns the bot that reviews, with its options and the hash of its weights.
    pub fn reviewer(&self) -> String {
        self.player.player().source.unwrap_or_default()
    }

    /// Returns the key of the review of a record.
    pub fn key(&self, record: &Record) -> ReviewKey {
        ReviewKey { record: ReviewKey::of_record(record), reviewer: self.reviewer() }
    }

    /// Returns the review of a record before its first decision.
    pub fn empty(&self, record: &Record) -> Review {
        Review {
            format: FORMAT.to_string(),
            key: self.key(record),
            game: self.game.info().id.to_string(),
            decisions: Vec::new(),
            hands: Vec::new(),
        }
    }

    /// Reviews a finished match. `proceed` is called with the review so far, after each decision and
    /// hand, and in between; returns `None` once it returns false.
    ///
    /// # Errors
    /// If the record has no end, or is wrong.
    pub fn review(
        &self,
        record: &Record,
        proceed: impl FnMut(&Review) -> bool,
    ) -> Result<Option<Review>, ReviewError> {
        self.review_part(record, ReviewPart::Whole, proceed)
    }

    /// Reviews only the decisions of these seats, as [`Reviewing::review`] values them, but not with
    /// every hand open. Takes a small part of the time of a review in a game with hidden hands.
    ///
    /// # Errors
    /// Like [`Reviewing::review`].
    pub fn decisions(
        &self,
        record: &Record,
        seats: &[Seat],
        proceed: impl FnMut(&Review) -> bool,
    ) -> Result<Option<Vec<Reviewed>>, ReviewError> {
        let review = self.review_part(record, ReviewPart::Seats(seats), proceed)?;
        Ok(review.map(|review| review.decisions))
    }

    /// Values moves at the decision after `ply` moves as if each was played there, with the values of
    /// [`Reviewing::review`]; all legal moves without `moves`. `proceed` is called after each; returns
    /// `None` once it returns false.
    ///
    /// # Errors
    /// If the record is wrong before that decision, or a move is not legal there.
    pub fn alternatives(
        &self,
        record: &Record,
        ply: u32,
        moves: Option<&[String]>,
        mut proceed: impl FnMut() -> bool,
    ) -> Result<Option<Vec<Reviewed>>, ReviewError> {
        let (mut found, mut is_whole) = (Vec::new(), true);
        let seed = self.seed(record);
        self.game.alternatives(record, &self.player, seed, (ply, moves), &mut |valued| {
            found.push(valued);
            is_whole = proceed();
            if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(is_whole.then_some(found))
    }

    /// Values a move at the decision after `ply` moves as if it was played there, with the values of
    /// [`Reviewing::review`]; `None` if the reviewer does not value it.
    ///
    /// # Errors
    /// If the record is wrong before that decision, or the move is not legal there.
    pub fn review_move(
        &self,
        record: &Record,
        ply: u32,
        mv: &str,
    ) -> Result<Option<Reviewed>, ReviewError> {
        let valued = self.alternatives(record, ply, Some(&[mv.to_string()]), || true)?;
        Ok(valued.and_then(|mut valued| valued.pop()))
    }

    /// Returns the randomness of the reviewer for a record.
    fn seed(&self, record: &Record) -> Seed {
        // Hex of BLAKE3, from which a seed can be read.
        ReviewKey::of_record(record).parse().unwrap_or_else(|_| Seed::from(0))
    }

    fn review_part(
        &self,
        record: &Record,
        part: ReviewPart<'_>,
        mut proceed: impl FnMut(&Review) -> bool,
    ) -> Result<Option<Review>, ReviewError> {
        self.game.verify(record)?;
        if record.end.is_none() {
            let ply = record.moves.len() as u32;
            return Err(RecordFault::new(ply, words::no_end()).into());
        }
        let (mut review, mut is_whole) = (self.empty(record), true);
        self.game.review(record, &self.player, self.seed(record), part, &mut |step| {
            match step {
                ReviewStep::Decision(decision) => review.decisions.push(decision),
                ReviewStep::Hand(hand) => review.hands.push(hand),
                ReviewStep::Working => {}
            }
            is_whole = proceed(&review);
            if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(is_whole.then_some(review))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Hindsight;

    /// Returns a review of decisions of two seats in turn with these costs, which cost twice as much
    /// in hindsight.
    fn review(costs: &[i32], hands: Vec<ReviewedHand>) -> Review {
        let decision = |(ply, &cost): (u32, &i32)| Reviewed {
            seat: Seat::new(ply as u8 % 2),
            hindsight: Some(Hindsight {
                best: "e3".to_string(),
                before: 6000,
                after: 6000 - 2 * cost,
                cost: 2 * cost,
            }),
            ..Reviewed::example(ply, cost)
        };
        Review {
            format: FORMAT.to_string(),
            key: ReviewKey { record: String::new(), reviewer: REVIEWER.to_string() },
            game: "quoridor".to_string(),
            decisions: (0..).zip(costs).map(decision).collect(),
            hands,
        }
    }

    #[test]
    fn the_three_most_expensive_mistakes_come_first() {
        let review = review(&[0, 499, 500, 1000, 2000, 700], Vec::new());
        let plies: Vec<u32> = review.costliest().iter().map(|decision| decision.ply).collect();
        assert_eq!(plies, [4, 3, 5]);
    }

    #[test]
    fn the_decisions_of_each_seat_are_summed() {
        let review = review(&[0, 499, 500, 1000, 2000, 700], Vec::new());
        let [first, second] = [0, 1].map(|seat| review.sum(Seat::new(seat)));
        let mistakes = [1, 0, 1];
        assert_eq!(first, ReviewSum { decisions: 3, cost: 2500, hindsight: 5000, mistakes });
        assert_eq!((second.cost, second.mistakes), (2199, [1, 1, 0]));
    }

    #[test]
    fn luck_mistakes_of_both_sides_and_a_rest_add_up_to_the_change_of_the_score() {
        let hand = |deal, before, after, luck| ReviewedHand {
            deal,
            before: vec![before, 10_000 - before],
            after: vec![after, 10_000 - after],
            luck: vec![luck, -luck],
            error: vec![300, 400],
        };
        let hands = vec![hand(0, 5000, 6000, 1500), hand(1, 6000, 10_000, -500)];
        let found = review(&[500, 1500], hands);
        let teams = [Team(0), Team(1)];
        let [first, second] = found.sources(&teams).try_into().expect("two seats");
        let (deals, own, others, rest, change) = (1000, -1000, 3000, 2000, 5000);
        assert_eq!(first, ScoreSources { deals, error: 424, own, others, rest, change });
        let (deals, own, others, rest, change) = (-1000, -3000, 1000, -2000, -5000);
        assert_eq!(second, ScoreSources { deals, error: 565, own, others, rest, change });
        assert_eq!(review(&[500], Vec::new()).sources(&teams), []);
        let mut begun = found.clone();
        begun.decisions.push(Reviewed { deal: 2, ..found.decisions[0].clone() });
        assert_eq!(begun.sources(&teams), found.sources(&teams), "its hand is not reviewed yet");
    }
}
