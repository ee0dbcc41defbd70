//! Openings that decide a match by themselves: one seat wins with any players.
//!
//! Only built-in levels judge, so that no author can influence which openings are left out.

use std::collections::BTreeSet;

/// Random moves of an opening.
pub const OPENING_PLIES: u32 = 4;

/// The built-in levels that judge openings: near each other in strength, and quick.
pub const JUDGES: [&str; 3] = ["master:level=2", "master:level=3", "master:level=4"];

/// Returns the players of the matches that judge an opening, by seat: every two of the judges with
/// both seatings.
pub fn judging_matches() -> Vec<[&'static str; 2]> {
    let pairs = (0..JUDGES.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.flat_map(|(a, b)| [[JUDGES[a], JUDGES[b]], [JUDGES[b], JUDGES[a]]]).collect()
}

/// Returns true if an opening splits its matches by the seat: the same seat wins all of them. `ranks`
/// are the ranks by seat of the matches of the judges.
pub fn splits_by_seat(ranks: &[Vec<u8>]) -> bool {
    let winner = |ranks: &Vec<u8>| {
        let first = ranks.iter().filter(|rank| **rank == 1).count();
        (first == 1).then(|| ranks.iter().position(|rank| *rank == 1)).flatten()
    };
    let winners: BTreeSet<Option<usize>> = ranks.iter().map(winner).collect();
    ranks.len() >= 2 && winners.len() == 1 && !winners.contains(&None)
}
