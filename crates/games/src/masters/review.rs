//! Reviews by the masters that sample worlds: the move played against the best one in the same worlds.

use juez_core::{Bot, CERTAIN, Game, MoveOf, Reviewer, Turn, Valuation};
use juez_search::{Budget, Comparison};

/// Values the move played in a decision, by what the seat sees or, with the state, in hindsight.
pub(crate) type Value<G> = dyn Fn(
    &Turn<'_, G>,
    MoveOf<G>,
    Option<&<G as Game>::State>,
    &mut Budget<'_>,
) -> Option<Valuation<MoveOf<G>>>;

/// Hands that measure the luck of a deal are played with this part of the positions of a decision.
pub(crate) const PLAYER_PART: u32 = 4;

/// A reviewer with a number of positions for each decision.
pub(crate) struct Review<G: Game> {
    pub nodes: u32,
    pub value: Box<Value<G>>,
    /// The expected score of each seat by points alone, before a hand or, if true, after it.
    pub standing: fn(&G::State, bool) -> Vec<i32>,
    pub player: Box<dyn Fn() -> Box<dyn Bot<G>>>,
}

impl<G: Game> Reviewer<G> for Review<G> {
    fn value(&mut self, turn: &Turn<'_, G>, played: MoveOf<G>) -> Option<Valuation<MoveOf<G>>> {
        (self.value)(turn, played, None, &mut Budget::nodes(self.nodes.into()))
    }

    fn hindsight(
        &mut self,
        turn: &Turn<'_, G>,
        played: MoveOf<G>,
        state: &G::State,
    ) -> Option<Valuation<MoveOf<G>>> {
        (self.value)(turn, played, Some(state), &mut Budget::nodes(self.nodes.into()))
    }

    fn before_hand(&mut self, state: &G::State) -> Vec<i32> {
        (self.standing)(state, false)
    }

    fn after_hand(&mut self, state: &G::State) -> Vec<i32> {
        (self.standing)(state, true)
    }

    fn player(&self) -> Option<Box<dyn Bot<G>>> {
        Some((self.player)())
    }
}

/// Returns the valuation of a move by a comparison. A value is a share of `whole`, above or below
/// `even`; `name` is the move of a branch.
pub(crate) fn valuation<B: Copy, M: PartialEq>(
    comparison: &Comparison<B>,
    (even, whole): (i32, i32),
    name: impl Fn(B) -> M,
    played: &M,
) -> Option<Valuation<M>> {
    let score = |mean: i32| {
        let parts = i64::from((mean + even).clamp(0, whole)) * i64::from(CERTAIN);
        (parts / i64::from(whole)) as i32
    };
    let best = comparison.best();
    let own = comparison.moves.iter().find(|one| name(one.branch) == *played)?;
    let error = i64::from(own.error) * i64::from(CERTAIN) / i64::from(whole);
    let before = score(best.mean);
    Some(Valuation::new(played, name(best.branch), before, score(own.mean), error as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_search::Compared;

    #[test]
    fn values_become_expected_scores() {
        let one = |branch, mean, cost, error| Compared { branch, mean, cost, error, worlds: 1 };
        let moves = vec![one('a', 2000, 0, 40), one('b', -1000, 3000, 100)];
        let comparison = Comparison { moves, worlds: 9, nodes: 9 };
        let of = |played| valuation(&comparison, (5000, 10_000), |branch| branch, &played);
        let valuation = of('b').expect("a move of the list");
        assert_eq!((valuation.before, valuation.after, valuation.error), (7000, 4000, 100));
        assert_eq!(of('a').map(|valuation| valuation.cost()), Some(0));
        assert_eq!(of('c'), None);
    }
}
