//! The Plackett-Luce model of orders of any number of sides.
//!
//! A side is first among the sides R with probability e^t / Σ_R e^t, and so on among the rest
//! (Plackett, "The analysis of permutations", 1975; Luce, 1959). The strength of a side is the mean
//! of its members'. A tie counts as the average over the orders it allows, as a draw between two
//! counts as half a win. Then each proper subset S of the tied sides T comes before the rest with
//! probability 1 / C(|T|, |S|), and the sum is over R without S.

use super::newton::{Likelihood, Pull};
use juez_core::MAX_SEATS;

/// An observed order, prepared for counting.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Order {
    /// The entrants of each side.
    pub sides: Vec<Vec<usize>>,
    /// Sets of sides as bits, one of which came first, with their mean frequency.
    choices: Vec<(u32, f64)>,
    /// Mean number of times that each side came first among several.
    chosen: Vec<f64>,
}

impl Order {
    /// Prepares sides with their ranks, 1 the best.
    ///
    /// # Panics
    /// If there are more sides than seats at a table.
    pub fn new(sides: Vec<Vec<usize>>, ranks: &[u8]) -> Order {
        assert!(sides.len() <= MAX_SEATS, "{} sides at a table", sides.len());
        let mut choices: Vec<(u32, f64)> = Vec::new();
        let mut chosen = vec![1.0; sides.len()];
        let bits = |keep: &dyn Fn(u8) -> bool| {
            (0..ranks.len()).filter(|&side| keep(ranks[side])).fold(0, |set, side| set | 1 << side)
        };
        let mut different = ranks.to_vec();
        different.sort_unstable();
        different.dedup();
        for rank in different {
            let (tied, left): (u32, u32) =
                (bits(&|other| other == rank), bits(&|other| other >= rank));
            // Every subset of the tied sides except all of them.
            let mut placed = (tied - 1) & tied;
            loop {
                let weight = 1.0 / ways(tied.count_ones(), placed.count_ones());
                let set = left & !placed;
                match set.count_ones() {
                    // The last side left carries no information.
                    1 => chosen[set.trailing_zeros() as usize] -= weight,
                    _ => choices.push((set, weight)),
                }
                if placed == 0 {
                    break;
                }
                placed = (placed - 1) & tied;
            }
        }
        Order { sides, choices, chosen }
    }
}

/// Returns the binomial coefficient of `n` over `k`.
fn ways(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// The model of a field.
pub(super) struct PlackettLuce {
    pub entrants: usize,
    /// The distinct observations.
    pub orders: Vec<Order>,
}

impl Likelihood for PlackettLuce {
    fn name(&self) -> &'static str {
        "Plackett-Luce"
    }

    fn entrants(&self) -> usize {
        self.entrants
    }

    fn own_parameters(&self) -> usize {
        0
    }

    fn observations(&self) -> usize {
        self.orders.len()
    }

    fn pull(&self, observation: usize, at: &[f64], pull: &mut Pull) {
        let order = &self.orders[observation];
        let sides = order.sides.len();
        let mut strengths = [0.0; MAX_SEATS];
        for (strength, side) in strengths.iter_mut().zip(&order.sides) {
            *strength = side.iter().map(|&i| at[i]).sum::<f64>() / side.len() as f64;
        }
        let best = strengths[..sides].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds = strengths.map(|strength| libm::exp(strength - best));
        let mut gradient = [0.0; MAX_SEATS];
        let mut information = [[0.0; MAX_SEATS]; MAX_SEATS];
        for &(set, times) in &order.choices {
            let within = || (0..sides).filter(move |side| set & 1 << side != 0);
            let sum: f64 = within().map(|side| odds[side]).sum();
            pull.value -= times * (best + libm::log(sum));
            for i in within() {
                let p = odds[i] / sum;
                gradient[i] -= times * p;
                information[i][i] += times * p;
                for j in within() {
                    information[i][j] -= times * p * odds[j] / sum;
                }
            }
        }
        for (side, times) in order.chosen.iter().enumerate() {
            pull.value += times * strengths[side];
            gradient[side] += times;
        }
        for (i, side) in order.sides.iter().enumerate() {
            let g = gradient[i] / side.len() as f64;
            pull.gradient.extend(side.iter().map(|&a| (a, g)));
            for (j, other) in order.sides.iter().enumerate() {
                let h = information[i][j] / (side.len() * other.len()) as f64;
                for &a in side {
                    pull.information.extend(other.iter().map(|&b| (a, b, h)));
                }
            }
        }
    }
}
