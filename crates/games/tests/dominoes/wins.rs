//! The wins of a pair of bots.

use crate::common::series::play;
use juez_core::{By, Seat};
use serde_json::Value;

/// Returns the matches that `one` won and the matches it played against `other`, each seed once in
/// each pair of seats.
#[track_caller]
pub fn wins(one: &str, other: &str, options: &Value, seeds: u64) -> (u32, u32) {
    let (mut won, mut played) = (0, 0);
    for seed in 0..seeds {
        for (names, mine) in [([one, other], 0), ([other, one], 1)] {
            let record = play("dominoes", &names, options, seed);
            assert!(record.plies.iter().all(|ply| ply.by != By::Bot
                || names.contains(&"random")
                || ply.log.as_ref().is_some_and(|log| !log.is_empty())));
            won += u32::from(record.end.expect("a played match ends").ranks[Seat::new(mine)] == 1);
            played += 1;
        }
    }
    (won, played)
}
