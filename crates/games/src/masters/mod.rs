//! Shared by the masters: the budget of a search, the levels, bot and log of a search in sampled
//! worlds, and the learning of the policies of others.

pub(crate) mod learning;
pub(crate) mod review;
#[cfg(test)]
pub(crate) mod testing;
mod words;

pub(crate) use words::{SENTENCES, expected_score, would_cost};

use juez_core::{Bot, Fault, Game, Journal, MoveOf, Seat, Stop, Turn};
use juez_search::{Budget, Comparison, Sampling};
use std::cmp::Reverse;
use std::fmt::Display;

/// Worlds chosen at once among their candidates.
pub(crate) const BATCH: u32 = 100;
/// Share of worlds from which an inference is worth a line, in hundredths.
const LIKELY: u32 = 75;
/// Maximum number of inferences in the log.
const MOST_INFERENCES: usize = 3;

/// Runs a search until it is stopped; without a stop, with a budget of nodes.
pub(crate) fn budgeted<T>(
    stop: Option<Stop>,
    nodes: u64,
    search: impl FnOnce(&mut Budget<'_>) -> T,
) -> T {
    let Some(stop) = stop else { return search(&mut Budget::nodes(nodes)) };
    let mut is_over = || stop();
    search(&mut Budget::until(&mut is_over))
}

/// The way a level plays with hidden hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// Maximum number of worlds.
    pub worlds: u32,
    /// Worlds drawn for each one used; few of them infer little from the moves of others.
    pub candidates: u32,
    /// Moves before its own that it remembers.
    pub span: usize,
    /// Cards or tiles in all hands up to which it sees the end of a world; 0 if it never does.
    pub exact: usize,
}

impl Level {
    /// Returns the number of worlds of a search, `most` without a budget of nodes.
    pub fn sampling(self, budget: &Budget<'_>, most: u32) -> Sampling {
        let worlds = if budget.stop.is_some() { most } else { self.worlds };
        Sampling { worlds, candidates: self.candidates, batch: BATCH }
    }
}

/// Chooses a move with a level and a number of nodes, and explains it; `None` without an idea.
type Decide<G> = dyn Fn(&Turn<'_, G>, Level, u64, &mut Budget<'_>) -> Option<MoveOf<G>>;

/// A bot that samples worlds for each move.
///
/// With a budget of nodes, the same position gives the same move: it keeps nothing between moves.
pub(crate) struct Master<G: Game> {
    level: Level,
    nodes: u64,
    decide: Box<Decide<G>>,
    /// Ends the next search, in place of the number of nodes.
    stop: Option<Stop>,
}

impl<G: Game> Master<G> {
    /// Creates a master with a level of `levels`, from 1.
    pub fn new(
        levels: &[Level],
        level: u32,
        nodes: u32,
        decide: impl Fn(&Turn<'_, G>, Level, u64, &mut Budget<'_>) -> Option<MoveOf<G>> + 'static,
    ) -> Master<G> {
        let level = levels[(level as usize).clamp(1, levels.len()) - 1];
        Master { level, nodes: nodes.into(), decide: Box::new(decide), stop: None }
    }
}

impl<G: Game> Bot<G> for Master<G> {
    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        let best = budgeted(self.stop.take(), self.nodes, |budget| {
            (self.decide)(turn, self.level, self.nodes, budget)
        });
        Ok(best.filter(|mv| turn.legal.contains(mv)).unwrap_or(turn.legal[0]))
    }
}

/// Returns a value as a share of `whole`, in percent.
pub(crate) fn share(value: i32, whole: i32) -> String {
    let tenths = value * 1000 / whole;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{} %", tenths.abs() / 10, tenths.abs() % 10)
}

/// Logs the best move of a comparison and the cost of the second one, and plots the expected score. A
/// value is a share of `whole`, above or below `even`; `name` is the move of a branch.
pub(crate) fn explain<B: Copy, M: Display>(
    journal: &Journal,
    comparison: &Comparison<B>,
    (even, whole): (i32, i32),
    name: impl Fn(B) -> M,
) {
    let best = comparison.best();
    let expected = (best.mean + even).clamp(0, whole);
    let in_words = share(expected, whole);
    journal.print(&words::best_in(name(best.branch), best.worlds, comparison.worlds, in_words));
    if let Some(second) = comparison.second() {
        let [cost, error] = [second.cost, second.error].map(|value| share(value, whole));
        journal.print(&would_cost(name(second.branch), cost, error));
    }
    journal.plot(&expected_score(), f64::from(expected) / f64::from(whole));
}

/// Returns the surest of inferences, each with its share of worlds in hundredths, as text such as
/// `0.93`.
pub(crate) fn surest<T>(inferences: impl IntoIterator<Item = (T, u32)>) -> Vec<(T, String)> {
    let likely = inferences.into_iter().filter(|&(_, share)| share >= LIKELY);
    let mut likely: Vec<(T, u32)> = likely.map(|(fact, share)| (fact, share.min(99))).collect();
    likely.sort_by_key(|&(_, share)| Reverse(share));
    likely.truncate(MOST_INFERENCES);
    likely.into_iter().map(|(fact, share)| (fact, format!("0.{share:02}"))).collect()
}

/// Logs the numbers, values or suits that seats most likely lack, with shares of worlds in
/// hundredths.
pub(crate) fn explain_lacks<V: Display>(journal: &Journal, lacks: Vec<((Seat, V), u32)>) {
    for ((seat, value), share) in surest(lacks) {
        journal.print(&words::lacks(seat, value, share));
    }
}
