//! Single hands between bots, and the lead of one of them.

use crate::common::series::{self, mean_and_z};
use juez_core::Record;
use serde_json::json;

/// Plays a single hand of this kind, without a fault.
#[track_caller]
pub fn play(players: &[&str], kind: &str, seed: u64) -> Record {
    let mut options = json!({"kind": kind});
    if kind != "solo9" {
        options["target"] = 0.into();
    }
    series::play("scopone", players, &options, seed)
}

/// Returns the lead of `one` in standard errors, over `deals` deals that are each played twice with
/// exchanged sides.
pub fn lead(one: &str, other: &str, kind: &str, deals: u64) -> f64 {
    let margin = |players: &[&str], seed: u64| {
        let end = play(players, kind, seed).end.expect("a played match ends");
        let points = end.points.as_slice();
        f64::from(points[0] - points[1])
    };
    let leads = (0..deals).map(|seed| {
        margin(&[one, other, one, other], seed) - margin(&[other, one, other, one], seed)
    });
    let (mean, z) = mean_and_z(&leads.collect::<Vec<f64>>(), 0.0);
    println!("{one} against {other}, {kind}: {:.2} points a hand, z {z:.1}", mean / 2.0);
    z
}
