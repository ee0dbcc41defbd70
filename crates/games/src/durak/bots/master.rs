//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::levels::Level;
use super::words;
use crate::durak::master::{Decision, Past, WHOLE};
use crate::durak::{Durak, Move};
use juez_core::{Allowed, Bot, Fault, Stop, Stream, Turn, options};
use juez_search::{
    Budget, Compared, Comparison, InformationSetSearch, InformationSetSettings, Sampling,
};

options! {
    /// The options of a [`Master`].
    pub struct Options {
        level: u32 = 5, Allowed::Range(1, 5), "how well it plays: how much it remembers";
        nodes: u32 = 300000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
    }
}

const SETTINGS: InformationSetSettings =
    InformationSetSettings { exploration: 7 * WHOLE as u32 / 10, entries: 100_000 };
/// Worlds chosen at once among their candidates.
const BATCH: u32 = 100;
/// Maximum number of worlds of a search that is stopped.
const MOST_WORLDS: u32 = 1_000_000;

/// Searches worlds that fit what it remembers, as one tree of the moves that everybody sees. Once
/// two seats play with open hands, it looks for a proof first.
///
/// With a budget of nodes, the same position gives the same move: it keeps nothing between moves.
pub struct Master {
    options: Options,
    /// Ends the next search, in place of the number of nodes.
    stop: Option<Stop>,
}

/// Returns a value as a share of all games.
fn share(value: i32) -> String {
    let tenths = value * 1000 / WHOLE;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{} %", tenths.abs() / 10, tenths.abs() % 10)
}

impl Master {
    /// Creates a master with these options.
    pub fn new(options: Options) -> Master {
        Master { options, stop: None }
    }

    /// Returns the move with the reasons in the log; `None` if no cards are dealt.
    fn decide(&self, turn: &Turn<'_, Durak>, budget: &mut Budget<'_>) -> Option<Move> {
        let level = Level::of(self.options.level);
        let past = Past::of(turn.view, turn.history, level.span);
        let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
        let mut decision = Decision::new(turn.view, past, level.exact_cards, seed)?;
        let mut nodes = 0;
        let proof =
            decision.prove(turn.legal, budget.nodes.min(self.options.nodes.into()), &mut nodes);
        if let Some(winning) = proof.as_ref().and_then(|proof| proof.winning) {
            turn.journal.print(&words::wins(winning, nodes));
            turn.journal.plot(&words::expected_score(), 1.0);
            return Some(winning);
        }
        let worlds = if budget.stop.is_some() { MOST_WORLDS } else { level.worlds };
        let sampling = Sampling { worlds, candidates: 1, batch: BATCH };
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
}

fn explain(
    turn: &Turn<'_, Durak>,
    decision: &Decision,
    comparison: &Comparison<Move>,
    best: &Compared<Move>,
) {
    let journal = turn.journal;
    let worlds = comparison.worlds;
    journal.print(&words::tried_in(best.branch, best.worlds, worlds, share(best.mean)));
    let second = comparison.moves.iter().find(|other| other.branch != best.branch);
    if let Some(second) = second {
        let cost = share(best.mean - second.mean);
        journal.print(&words::would_cost(second.branch, cost, share(second.error)));
    }
    for inference in decision.inferences() {
        let share = format!("0.{:02}", inference.share);
        journal.print(&match inference.trump {
            Some(card) => words::holds(inference.seat, card, share),
            None => words::trumpless(inference.seat, share),
        });
    }
    journal.plot(&words::expected_score(), f64::from(best.mean) / f64::from(WHOLE));
}

impl Bot<Durak> for Master {
    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    fn next_move(&mut self, turn: &Turn<'_, Durak>) -> Result<Move, Fault> {
        let stop = self.stop.take();
        let mut is_over = || stop.as_ref().is_some_and(|stop| stop());
        let mut budget = match stop {
            Some(_) => Budget::until(&mut is_over),
            None => Budget::nodes(self.options.nodes.into()),
        };
        let best = self.decide(turn, &mut budget).filter(|mv| turn.legal.contains(mv));
        Ok(best.unwrap_or(turn.legal[0]))
    }
}

#[cfg(test)]
mod tests;
