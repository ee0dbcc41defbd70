//! Reviews: the values of the decisions of a finished match.

use serde::{Deserialize, Serialize};

use super::{Bot, Game, MoveOf, Turn};

/// The value of a certain win in reviews. Values are expected scores, in this many parts: 6250 is
/// 62.5 %.
pub const CERTAIN: i32 = 10_000;

/// The value of a decision for the seat that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valuation<M> {
    /// The best move.
    pub best: M,
    /// Expected score with the best move, from 0 to [`CERTAIN`].
    pub before: i32,
    /// Expected score after the move played, at most `before`.
    pub after: i32,
    /// Standard error of the difference; 0 of a search that samples nothing.
    pub error: i32,
    /// Worlds in which moves were compared; 0 of a search that samples nothing.
    pub worlds: u32,
    /// Positions visited in them.
    pub nodes: u64,
}

impl<M: PartialEq> Valuation<M> {
    /// Creates the valuation of `played`. A move other than the best one that is valued higher costs
    /// nothing.
    pub fn new(played: &M, best: M, before: i32, after: i32, error: i32) -> Valuation<M> {
        let after = if *played == best { before } else { after.min(before) };
        Valuation { best, before, after, error, worlds: 0, nodes: 0 }
    }

    /// Returns the expected score that the move played has cost; 0 if it is less than two standard
    /// errors.
    pub fn cost(&self) -> i32 {
        let cost = self.before - self.after;
        if cost < 2 * self.error { 0 } else { cost }
    }
}

/// Values decisions of finished matches as the strongest bot of a game does. Integers only, so that
/// a review has the same values on every machine.
pub trait Reviewer<G: Game> {
    /// Values a decision by what its seat could see, and writes reasons to the journal of `turn`, as
    /// sentences with a few figures; `None` if it does not value this kind of decision.
    fn value(&mut self, turn: &Turn<'_, G>, played: MoveOf<G>) -> Option<Valuation<MoveOf<G>>>;

    /// Values the same decision with every hand open; cards not turned up yet stay chance. `None`
    /// in a game without hidden hands.
    fn hindsight(
        &mut self,
        _turn: &Turn<'_, G>,
        _played: MoveOf<G>,
        _state: &G::State,
    ) -> Option<Valuation<MoveOf<G>>> {
        None
    }

    /// Returns the expected score of each seat before a hand is dealt, by points alone; empty in a
    /// game without hands.
    fn before_hand(&mut self, _state: &G::State) -> Vec<i32> {
        Vec::new()
    }

    /// Returns the expected score of each seat after a hand, by points alone; the state is the one
    /// before the next deal, or at the end of the match.
    fn after_hand(&mut self, state: &G::State) -> Vec<i32> {
        self.before_hand(state)
    }

    /// Returns a bot that plays hands of its own, to find out what a deal is worth; `None` in a game
    /// without hands.
    fn player(&self) -> Option<Box<dyn Bot<G>>> {
        None
    }
}

/// The size of a mistake, by the expected score that it costs. The limits are the same in all games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// At least 5 points of expected score in a hundred.
    Inaccuracy,
    /// At least 10 points.
    Mistake,
    /// At least 20 points.
    Blunder,
}

impl Severity {
    /// All sizes, smallest first.
    pub const ALL: [Severity; 3] = [Severity::Inaccuracy, Severity::Mistake, Severity::Blunder];

    /// Returns the size of a mistake that costs this much, in parts of [`CERTAIN`]; `None` if it is
    /// too small to name.
    pub fn of(cost: i32) -> Option<Severity> {
        Severity::ALL.into_iter().rev().find(|size| cost >= size.least())
    }

    /// Returns the smallest cost of this size, in parts of [`CERTAIN`].
    pub const fn least(self) -> i32 {
        match self {
            Severity::Inaccuracy => CERTAIN / 20,
            Severity::Mistake => CERTAIN / 10,
            Severity::Blunder => CERTAIN / 5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_of_5_10_and_20_points_have_names() {
        for (cost, size) in [
            (499, None),
            (500, Some(Severity::Inaccuracy)),
            (999, Some(Severity::Inaccuracy)),
            (1000, Some(Severity::Mistake)),
            (2000, Some(Severity::Blunder)),
            (CERTAIN, Some(Severity::Blunder)),
        ] {
            assert_eq!(Severity::of(cost), size, "{cost}");
        }
    }

    #[test]
    fn a_move_costs_what_the_best_one_gains_over_it() {
        for (played, after, error, cost) in [
            ('a', 4000, 0, 0),
            ('b', 4000, 0, 2000),
            ('b', 4000, 1001, 0),
            ('b', 4000, 1000, 2000),
            ('b', 6500, 0, 0),
        ] {
            let valuation = Valuation::new(&played, 'a', 6000, after, error);
            assert_eq!(valuation.cost(), cost, "{valuation:?}");
        }
    }
}
