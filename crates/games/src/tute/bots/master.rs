//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::words;
use crate::masters::learning::WEIGHTS;
use crate::masters::review::{PLAYER_PART, Review, valuation};
use crate::masters::{Level, Master, explain, explain_lacks};
use crate::tute::master::{Decision, Past, Plan, Policy, WHOLE, standing};
use crate::tute::{Match, Move, Tute};
use juez_core::{Allowed, Bot, OptionInfo, Stream, Turn, options};
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

pub(super) const ALL_OPTIONS: &[OptionInfo] = &[OPTIONS[0], OPTIONS[1], WEIGHTS];

/// Creates a master, which plays the move of the highest mean value over worlds that fit its memory.
/// It expects the others to play by `policy`.
pub(super) fn master(options: Options, policy: Policy) -> Master<Tute> {
    let decide = move |turn: &Turn<'_, Tute>, level, _, budget: &mut Budget<'_>| {
        compare(turn, level, policy, None, budget).map(|comparison| comparison.best().branch)
    };
    Master::new(&LEVELS, options.level, options.nodes, decide)
}

/// Compares the moves of the seat, and explains them. With the state, every hand is open.
fn compare(
    turn: &Turn<'_, Tute>,
    level: Level,
    policy: Policy,
    state: Option<&Match>,
    budget: &mut Budget<'_>,
) -> Option<Comparison<Move>> {
    let past = Past::of(turn.view, turn.history, level.span, policy);
    let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
    let mut decision = Decision::new(turn.view, past, level.exact, seed);
    decision.open(state);
    let sampling = level.sampling(budget, MOST_WORLDS);
    let comparison = monte_carlo(&mut decision, sampling, budget)?;
    let (_, plan) = comparison.best().branch;
    let comparison = by_move(comparison);
    explain(turn.journal, &comparison, (0, WHOLE), |mv| mv);
    match plan {
        Plan::Adapts => {}
        Plan::High => turn.journal.print(&words::goes_high()),
        Plan::Low => turn.journal.print(&words::goes_low()),
    }
    explain_lacks(turn.journal, decision.lacks());
    Some(comparison)
}

/// Creates the reviewer of matches, as the highest level.
pub(super) fn review(options: Options, policy: Policy) -> Review<Tute> {
    let level = LEVELS[LEVELS.len() - 1];
    let value = move |turn: &Turn<'_, Tute>,
                      played: Move,
                      state: Option<&Match>,
                      budget: &mut Budget<'_>| {
        let comparison = compare(turn, level, policy, state, budget)?;
        valuation(&comparison, (0, WHOLE), |mv| mv, &played)
    };
    let nodes = (options.nodes / PLAYER_PART).max(1);
    let player =
        move || -> Box<dyn Bot<Tute>> { Box::new(master(Options { nodes, ..options }, policy)) };
    Review { nodes: options.nodes, value: Box::new(value), standing, player: Box::new(player) }
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
