//! The wins of bots.

use crate::common::series::{mean_and_z, play};
use serde_json::json;

/// Returns the share of first places of `one` against `others` over all seats, a shared place
/// counted in part, and its lead over an equal share in standard errors.
pub fn share(one: &str, others: &str, seats: usize, matches: u64) -> (f64, f64) {
    let shares = (0..matches).map(|n| {
        let seat = n as usize % seats;
        let mut players = vec![others; seats];
        players[seat] = one;
        let end = play("tute", &players, &json!({}), n / seats as u64).end.expect("it ends");
        let ranks = end.ranks.as_slice();
        let first = ranks.iter().filter(|&&rank| rank == 1).count();
        if ranks[seat] == 1 { 1.0 / first as f64 } else { 0.0 }
    });
    let shares: Vec<f64> = shares.collect();
    mean_and_z(&shares, 1.0 / seats as f64)
}
