//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::words;
use crate::masters::{Level, Master, explain, explain_lacks};
use crate::tute::master::{Decision, Past, Plan, WHOLE};
use crate::tute::{Move, Tute};
use juez_core::{Allowed, Stream, Turn, options};
use juez_search::{Budget, Compared, Comparison, monte_carlo};

options! {
    /// The options of the master.
    pub struct Options {
        level: u32 = 5, Allowed::Range(1, 5), "how well it plays: how far back it remembers";
        nodes: u32 = 500000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
    }
}

const LEVELS: [Level; 5] = [
    Level { worlds: 1, candidates: 1, span: 0, exact: 0 },
    Level { worlds: 8, candidates: 1, span: 6, exact: 0 },
    Level { worlds: 20, candidates: 1, span: 14, exact: 0 },
    Level { worlds: 50, candidates: 1, span: 22, exact: 0 },
    Level { worlds: 300, candidates: 6, span: usize::MAX, exact: 6 },
];
/// Maximum number of worlds of a search that is stopped.
const MOST_WORLDS: u32 = 50_000;

/// Creates a master, which plays the move of the highest mean value over worlds that fit its memory.
pub(super) fn master(options: Options) -> Master<Tute> {
    Master::new(&LEVELS, options.level, options.nodes, decide)
}

fn decide(turn: &Turn<'_, Tute>, level: Level, _: u64, budget: &mut Budget<'_>) -> Option<Move> {
    let past = Past::of(turn.view, turn.history, level.span);
    let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
    let mut decision = Decision::new(turn.view, past, level.exact, seed);
    let sampling = level.sampling(budget, MOST_WORLDS);
    let comparison = monte_carlo(&mut decision, sampling, budget)?;
    let (best, plan) = comparison.best().branch;
    explain(turn.journal, &by_move(comparison), (0, WHOLE), |mv| mv);
    match plan {
        Plan::Adapts => {}
        Plan::High => turn.journal.print(&words::goes_high()),
        Plan::Low => turn.journal.print(&words::goes_low()),
    }
    explain_lacks(turn.journal, decision.lacks());
    Some(best)
}

/// Returns the moves, each with its best plan.
fn by_move(comparison: Comparison<(Move, Plan)>) -> Comparison<Move> {
    let Comparison { moves, worlds, nodes } = comparison;
    let mut best: Vec<Compared<Move>> = Vec::new();
    for Compared { branch: (branch, _), mean, cost, error, worlds } in moves {
        if best.iter().all(|one| one.branch != branch) {
            best.push(Compared { branch, mean, cost, error, worlds });
        }
    }
    Comparison { moves: best, worlds, nodes }
}

#[cfg(test)]
mod tests;
