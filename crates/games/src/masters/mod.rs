//! Shared by the masters: the budget of a search, the levels, bot and log of a search in sampled
//! worlds, and the learning of the policies of others.

pub(crate) mod learning;
mod strategy;
#[cfg(test)]
pub(crate) mod testing;
mod weighed;
mod words;

pub(crate) use strategy::{Asked, Level, Master, Strategy, options};
pub(crate) use weighed::Weighed;
pub(crate) use words::{SENTENCES, expected_score, would_cost};

use juez_core::{CERTAIN, Journal, Seat, Stop, Valuation};
use juez_search::{Budget, Comparison};
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

/// Returns a value as a share of `whole`, in percent.
pub(crate) fn share(value: i32, whole: i32) -> String {
    let tenths = value * 1000 / whole;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{} %", tenths.abs() / 10, tenths.abs() % 10)
}

/// Logs the best move of a comparison and the cost of the second one, and plots the expected score. A
/// value is a share of `whole`, above or below `even`.
pub(crate) fn explain<M: Copy + Display>(
    journal: &Journal,
    comparison: &Comparison<M>,
    (even, whole): (i32, i32),
) {
    let best = comparison.best();
    let expected = (best.mean + even).clamp(0, whole);
    let in_words = share(expected, whole);
    journal.print(&words::best_in(best.branch, best.worlds, comparison.worlds, in_words));
    if let Some(second) = comparison.second() {
        let [cost, error] = [second.cost, second.error].map(|value| share(value, whole));
        journal.print(&would_cost(second.branch, cost, error));
    }
    journal.plot(&expected_score(), f64::from(expected) / f64::from(whole));
}

/// Returns the valuation of a move by a comparison; `None` if the move is not compared. A value is a
/// share of `whole`, above or below `even`.
pub(crate) fn valuation<M: Copy + PartialEq>(
    comparison: &Comparison<M>,
    (even, whole): (i32, i32),
    played: &M,
) -> Option<Valuation<M>> {
    let score = |mean: i32| {
        let parts = i64::from((mean + even).clamp(0, whole)) * i64::from(CERTAIN);
        (parts / i64::from(whole)) as i32
    };
    let best = comparison.best();
    let own = comparison.moves.iter().find(|one| one.branch == *played)?;
    let error = i64::from(own.error) * i64::from(CERTAIN) / i64::from(whole);
    let (before, &Comparison { worlds, nodes, .. }) = (score(best.mean), comparison);
    let valuation = Valuation::new(played, best.branch, before, score(own.mean), error as i32);
    Some(Valuation { worlds, nodes, ..valuation })
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

#[cfg(test)]
mod tests {
    use super::*;
    use juez_search::Compared;

    #[test]
    fn values_become_expected_scores() {
        let one = |branch, mean, cost, error| Compared { branch, mean, cost, error, worlds: 1 };
        let moves = vec![one('a', 2000, 0, 40), one('b', -1000, 3000, 100)];
        let comparison = Comparison { moves, worlds: 9, nodes: 9 };
        let of = |played| valuation(&comparison, (5000, 10_000), &played);
        let valuation = of('b').expect("a move of the list");
        assert_eq!((valuation.before, valuation.after, valuation.error), (7000, 4000, 100));
        assert_eq!(of('a').map(|valuation| valuation.cost()), Some(0));
        assert_eq!(of('c'), None);
    }
}
