//! Perfect-information Monte Carlo: every move in the same sampled worlds.

use std::cmp::Reverse;

use super::comparison::Sum;
use super::worlds::Worlds;
use super::{Compared, Comparison, HiddenTree, Sampling, list_by_weight};
use crate::{Branches, Budget};

/// Compares the moves of a decision by their mean value over the same worlds; `None` if no side is
/// to move.
///
/// Ends with the worlds, or before a world that would exceed the budget, judged by the costliest
/// one so far; the first world is always compared. Between equal means, the move that is best in
/// more worlds comes first, then the one of higher weight.
pub fn monte_carlo<T: HiddenTree<SIDES>, const SIDES: usize>(
    tree: &mut T,
    sampling: Sampling,
    budget: &mut Budget<'_>,
) -> Option<Comparison<T::Branch>> {
    monte_carlo_among(tree, sampling, budget, |_| true)
}

/// Like [`monte_carlo`], with only the moves that `is_compared`; `None` if there are none.
pub fn monte_carlo_among<T: HiddenTree<SIDES>, const SIDES: usize>(
    tree: &mut T,
    sampling: Sampling,
    budget: &mut Budget<'_>,
    is_compared: impl Fn(T::Branch) -> bool,
) -> Option<Comparison<T::Branch>> {
    let mut worlds = Worlds::new(sampling);
    let mut next = worlds.next(tree);
    let (first, _) = next.as_ref()?;
    let side = tree.side(first)?;
    let mut moves = Vec::new();
    list_by_weight(tree, first, &mut moves);
    moves.retain(|entry| is_compared(entry.branch));
    if moves.is_empty() {
        return None;
    }
    let mut rows = Rows { values: Vec::new(), times: Vec::new() };
    let (mut nodes, mut costliest) = (0, 0);
    while let Some((world, times)) = next {
        let before = nodes;
        for entry in &moves {
            let mut after = world.clone();
            tree.play(&mut after, entry.branch);
            nodes += 1;
            rows.values.push(tree.value(&after, &mut nodes)[side]);
        }
        rows.times.push(times);
        costliest = costliest.max(nodes - before);
        if budget.lacks_room(nodes, costliest) {
            break;
        }
        next = worlds.next(tree);
    }
    Some(rows.compare(&moves, nodes))
}

/// The value of each move in each world.
struct Rows {
    values: Vec<i32>,
    /// Number of times that each world counts.
    times: Vec<u32>,
}

impl Rows {
    fn compare<B: Copy>(&self, moves: &Branches<B>, nodes: u64) -> Comparison<B> {
        let rows = || self.values.chunks(moves.len()).zip(&self.times);
        let mut totals = vec![(0_i64, 0_u32); moves.len()];
        for (row, &times) in rows() {
            let best = row.iter().max();
            for ((total, best_in), value) in totals.iter_mut().zip(row) {
                *total += i64::from(*value) * i64::from(times);
                *best_in += if Some(value) == best { times } else { 0 };
            }
        }
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&nth| Reverse(totals[nth]));
        let best = order[0];
        let compared = order.iter().map(|&nth| {
            let (mut value, mut cost) = (Sum::default(), Sum::default());
            for (row, &times) in rows() {
                value.add(row[nth], times);
                cost.add(row[best] - row[nth], times);
            }
            let error = if nth == best { value.error() } else { cost.error() };
            let (mean, cost) = (value.mean(), cost.mean());
            Compared { branch: moves[nth].branch, mean, cost, error, worlds: totals[nth].1 }
        });
        Comparison { moves: compared.collect(), worlds: self.times.iter().sum(), nodes }
    }
}
