//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::words;
use crate::durak::master::{Decision, Past, Policy, WHOLE, standing};
use crate::durak::{Durak, Move, Position};
use crate::masters::{
    Asked, Level, Strategy, expected_score, options, share, surest, valuation, would_cost,
};
use juez_core::{CERTAIN, OptionInfo, Turn, Valuation};
use juez_search::{
    Budget, Compared, Comparison, InformationSetSearch, InformationSetSettings, monte_carlo_among,
};

const SETTINGS: InformationSetSettings =
    InformationSetSettings { exploration: 7 * WHOLE as u32 / 10, entries: 100_000 };

/// Searches worlds that fit its memory, as one tree of the moves that everybody sees. Once two seats
/// play with open hands, it looks for a proof first.
pub(in crate::durak) enum Bouts {}

impl Strategy for Bouts {
    type Game = Durak;
    type Policy = Policy;

    const OPTIONS: &'static [OptionInfo] =
        &options("how well it plays: how much it remembers", "300000");
    const LEVELS: [Level; 5] = [
        Level { worlds: 15, candidates: 1, span: 0, exact: 0 },
        Level { worlds: 45, candidates: 1, span: 6, exact: 0 },
        Level { worlds: 110, candidates: 1, span: 12, exact: 0 },
        Level { worlds: 230, candidates: 1, span: 24, exact: 0 },
        Level { worlds: 500, candidates: 1, span: usize::MAX, exact: 6 },
    ];
    const MOST_WORLDS: u32 = 1_000_000;

    fn compare(asked: &Asked<'_, Bouts>, budget: &mut Budget<'_>) -> Option<Comparison<Move>> {
        let mut decision = decision(asked)?;
        let comparison = monte_carlo_among(&mut decision, asked.sampling(budget), budget, |mv| {
            asked.compares(mv)
        })?;
        explain(asked.turn, &decision, &comparison, comparison.best());
        Some(comparison)
    }

    fn unit(_: &Turn<'_, Durak>) -> (i32, i32) {
        (0, WHOLE)
    }

    fn standing(state: &Position, is_after: bool) -> Vec<i32> {
        standing(state, is_after)
    }

    fn choose(asked: &Asked<'_, Bouts>, budget: &mut Budget<'_>) -> Option<Move> {
        let (turn, mut decision, mut looked_at) = (asked.turn, decision(asked)?, 0);
        let proof = decision.prove(turn.legal, asked.nodes, &mut looked_at);
        if let Some(winning) = proof.as_ref().and_then(|proof| proof.winning) {
            turn.journal.print(&words::wins(winning, looked_at));
            turn.journal.plot(&expected_score(), 1.0);
            return Some(winning);
        }
        let sampling = asked.sampling(budget);
        let comparison =
            InformationSetSearch::new(SETTINGS).run(&mut decision, sampling, budget)?;
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

    /// Compares all moves in the same worlds, and solves an ending with open hands.
    fn value(
        asked: &Asked<'_, Bouts>,
        played: Move,
        budget: &mut Budget<'_>,
    ) -> Option<Valuation<Move>> {
        let (legal, journal) = (asked.turn.legal, asked.turn.journal);
        let mut looked_at = 0;
        let (winning, losing) =
            solved(&mut decision(asked)?, legal, played, asked.nodes, &mut looked_at);
        let is_lost = losing.contains(&played);
        if winning == Some(played) || losing.len() == legal.len() {
            let value = if is_lost { 0 } else { CERTAIN };
            return Some(Valuation::new(&played, played, value, value, 0));
        }
        if let Some(best) = winning {
            journal.print(&words::wins(best, looked_at));
            if is_lost {
                return Some(Valuation::new(&played, best, CERTAIN, 0, 0));
            }
        }
        let comparison = Bouts::compare(asked, budget)?;
        let sampled = valuation(&comparison, Bouts::unit(asked.turn), &played)?;
        let best = winning.unwrap_or(sampled.best);
        let before = if winning.is_some() { CERTAIN } else { sampled.before };
        let (after, error) = if is_lost { (0, 0) } else { (sampled.after, sampled.error) };
        let Comparison { worlds, nodes, .. } = comparison;
        Some(Valuation { worlds, nodes, ..Valuation::new(&played, best, before, after, error) })
    }
}

fn decision(asked: &Asked<'_, Bouts>) -> Option<Decision> {
    let Asked { turn, level, policy, .. } = asked;
    let past = Past::of(turn.view, turn.history, level.span);
    let mut decision = Decision::new(turn.view, past, *policy, level.exact, asked.seed())?;
    decision.open(asked.state);
    Some(decision)
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
