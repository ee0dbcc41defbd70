//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::words;
use crate::masters::{Asked, Level, Strategy, explain, explain_lacks, options};
use crate::tute::master::{Decision, Past, Plan, Policy, WHOLE, standing};
use crate::tute::{Match, Move, Tute};
use juez_core::{OptionInfo, Turn};
use juez_search::{Budget, Comparison, monte_carlo_among};

/// Plays the move of the highest mean value over worlds that fit its memory, with the best plan for
/// the hand.
pub(in crate::tute) enum Tricks {}

impl Strategy for Tricks {
    type Game = Tute;
    type Policy = Policy;

    const OPTIONS: &'static [OptionInfo] =
        &options("how well it plays: how far back it remembers", "500000");
    const LEVELS: [Level; 5] = [
        Level { worlds: 1, candidates: 1, span: 0, exact: 0 },
        Level { worlds: 8, candidates: 1, span: 6, exact: 0 },
        Level { worlds: 20, candidates: 1, span: 14, exact: 0 },
        Level { worlds: 50, candidates: 1, span: 22, exact: 0 },
        Level { worlds: 300, candidates: 6, span: usize::MAX, exact: 6 },
    ];

    fn compare(asked: &Asked<'_, Tricks>, budget: &mut Budget<'_>) -> Option<Comparison<Move>> {
        let turn = asked.turn;
        let past = Past::of(turn.view, turn.history, asked.level.span, asked.policy);
        let mut decision = Decision::new(turn.view, past, asked.level.exact, asked.seed());
        decision.open(asked.state);
        let comparison =
            monte_carlo_among(&mut decision, asked.sampling(budget), budget, |(mv, _)| {
                asked.compares(mv)
            })?;
        let (_, plan) = comparison.best().branch;
        let comparison = by_move(comparison);
        explain(turn.journal, &comparison, Tricks::unit(turn));
        match plan {
            Plan::Adapts => {}
            Plan::High => turn.journal.print(&words::goes_high()),
            Plan::Low => turn.journal.print(&words::goes_low()),
        }
        explain_lacks(turn.journal, decision.lacks());
        Some(comparison)
    }

    fn unit(_: &Turn<'_, Tute>) -> (i32, i32) {
        (0, WHOLE)
    }

    fn standing(state: &Match, _: bool) -> Vec<i32> {
        standing(state)
    }
}

/// Returns the moves, each with its best plan.
fn by_move(comparison: Comparison<(Move, Plan)>) -> Comparison<Move> {
    let mut comparison = comparison.map(|(mv, _)| mv);
    let mut seen = Vec::new();
    comparison.moves.retain(|one| {
        let is_new = !seen.contains(&one.branch);
        seen.push(one.branch);
        is_new
    });
    comparison
}

#[cfg(test)]
mod tests;
