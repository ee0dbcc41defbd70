//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::words;
use crate::durak::master::{Decision, Past, Policy, WHOLE, standing};
use crate::durak::{Durak, Move, Position};
use crate::masters::learning::WEIGHTS;
use crate::masters::review::{PLAYER_PART, Review, valuation};
use crate::masters::{Level, Master, expected_score, share, surest, would_cost};
use juez_core::{Allowed, Bot, CERTAIN, OptionInfo, Stream, Turn, Valuation, options};
use juez_search::{
    Budget, Compared, Comparison, InformationSetSearch, InformationSetSettings, monte_carlo,
};

options! {
    /// The options of the master.
    pub struct Options {
        level: u32 = 5, Allowed::Range(1, 5), "how well it plays: how much it remembers";
        nodes: u32 = 300000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
    }
}

const LEVELS: [Level; 5] = [
    Level { worlds: 15, candidates: 1, span: 0, exact: 0 },
    Level { worlds: 45, candidates: 1, span: 6, exact: 0 },
    Level { worlds: 110, candidates: 1, span: 12, exact: 0 },
    Level { worlds: 230, candidates: 1, span: 24, exact: 0 },
    Level { worlds: 500, candidates: 1, span: usize::MAX, exact: 6 },
];
const SETTINGS: InformationSetSettings =
    InformationSetSettings { exploration: 7 * WHOLE as u32 / 10, entries: 100_000 };
/// Maximum number of worlds of a search that is stopped.
const MOST_WORLDS: u32 = 1_000_000;

pub(super) const ALL_OPTIONS: &[OptionInfo] = &[OPTIONS[0], OPTIONS[1], WEIGHTS];

/// Creates a master. It searches worlds that fit its memory, as one tree of the moves that everybody
/// sees, and expects the others to play by `policy`. Once two seats play with open hands, it looks
/// for a proof first.
pub(super) fn master(options: Options, policy: Policy) -> Master<Durak> {
    let decide = move |turn: &Turn<'_, Durak>, level, nodes, budget: &mut Budget<'_>| {
        decide(turn, level, policy, nodes, budget)
    };
    Master::new(&LEVELS, options.level, options.nodes, decide)
}

fn decide(
    turn: &Turn<'_, Durak>,
    level: Level,
    policy: Policy,
    nodes: u64,
    budget: &mut Budget<'_>,
) -> Option<Move> {
    let past = Past::of(turn.view, turn.history, level.span);
    let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
    let mut decision = Decision::new(turn.view, past, policy, level.exact, seed)?;
    let mut looked_at = 0;
    let proof = decision.prove(turn.legal, nodes, &mut looked_at);
    if let Some(winning) = proof.as_ref().and_then(|proof| proof.winning) {
        turn.journal.print(&words::wins(winning, looked_at));
        turn.journal.plot(&expected_score(), 1.0);
        return Some(winning);
    }
    let sampling = level.sampling(budget, MOST_WORLDS);
    let comparison = InformationSetSearch::new(SETTINGS).run(&mut decision, sampling, budget)?;
    let losing = proof.map_or_else(Vec::new, |proof| proof.losing);
    if !losing.is_empty() {
        turn.journal.print(&words::loses(losing.len(), turn.legal.len()));
    }
    // If every move loses, the others may still err.
    let is_open = |one: &&Compared<Move>| !losing.contains(&one.branch);
    let best = comparison.moves.iter().find(is_open).unwrap_or(comparison.best());
    explain(turn, &decision, &comparison, best);
    Some(best.branch)
}

/// Creates the reviewer of matches, as the highest level. It compares all moves in the same worlds,
/// and solves an ending with open hands.
pub(super) fn review(options: Options, policy: Policy) -> Review<Durak> {
    let level = LEVELS[LEVELS.len() - 1];
    let value = move |turn: &Turn<'_, Durak>,
                      played: Move,
                      state: Option<&Position>,
                      budget: &mut Budget<'_>| {
        let past = Past::of(turn.view, turn.history, level.span);
        let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
        let mut decision = Decision::new(turn.view, past, policy, level.exact, seed)?;
        decision.open(state);
        let mut looked_at = 0;
        let (winning, losing) =
            solved(&mut decision, turn.legal, played, budget.nodes, &mut looked_at);
        let is_lost = losing.contains(&played);
        if winning == Some(played) || losing.len() == turn.legal.len() {
            let value = if is_lost { 0 } else { CERTAIN };
            return Some(Valuation::new(&played, played, value, value, 0));
        }
        if let Some(best) = winning {
            turn.journal.print(&words::wins(best, looked_at));
            if is_lost {
                return Some(Valuation::new(&played, best, CERTAIN, 0, 0));
            }
        }
        let sampling = level.sampling(budget, MOST_WORLDS);
        let comparison = monte_carlo(&mut decision, sampling, budget)?;
        explain(turn, &decision, &comparison, comparison.best());
        let sampled = valuation(&comparison, (0, WHOLE), |mv| mv, &played)?;
        let best = winning.unwrap_or(sampled.best);
        let before = if winning.is_some() { CERTAIN } else { sampled.before };
        let (after, error) = if is_lost { (0, 0) } else { (sampled.after, sampled.error) };
        Some(Valuation::new(&played, best, before, after, error))
    };
    let nodes = (options.nodes / PLAYER_PART).max(1);
    let player =
        move || -> Box<dyn Bot<Durak>> { Box::new(master(Options { nodes, ..options }, policy)) };
    Review { nodes: options.nodes, value: Box::new(value), standing, player: Box::new(player) }
}

/// Returns a move that wins for certain, the one played if it does, and moves that lose for certain;
/// nothing while cards are hidden. Adds the positions that it looks at to `looked_at`.
fn solved(
    decision: &mut Decision,
    legal: &[Move],
    played: Move,
    most: u64,
    looked_at: &mut u64,
) -> (Option<Move>, Vec<Move>) {
    let (mut winning, mut losing) = (None, Vec::new());
    for moves in [&[played][..], legal] {
        let proof = decision.prove(moves, most, looked_at).filter(|_| winning.is_none());
        if let Some(proof) = proof {
            (winning, losing) = (proof.winning, proof.losing);
        }
    }
    (winning, losing)
}

fn explain(
    turn: &Turn<'_, Durak>,
    decision: &Decision,
    comparison: &Comparison<Move>,
    best: &Compared<Move>,
) {
    let (journal, worlds) = (turn.journal, comparison.worlds);
    journal.print(&words::tried_in(best.branch, best.worlds, worlds, share(best.mean, WHOLE)));
    let second = comparison.moves.iter().find(|other| other.branch != best.branch);
    if let Some(second) = second {
        let [cost, error] =
            [best.mean - second.mean, second.error].map(|value| share(value, WHOLE));
        journal.print(&would_cost(second.branch, cost, error));
    }
    for ((seat, trump), share) in surest(decision.trumps()) {
        journal.print(&match trump {
            Some(card) => words::holds(seat, card, share),
            None => words::trumpless(seat, share),
        });
    }
    journal.plot(&expected_score(), f64::from(best.mean) / f64::from(WHOLE));
}

#[cfg(test)]
mod tests;
