//! The seed of a match, from the seed of its day.
//!
//! In games with deals each table of versions draws its deals from a child of the seed of the day
//! that names all of them. So no version meets a deal that its authors have seen, and a new version
//! need not wait for the next day. In games without deals all tables of a day share its openings.

use juez_core::{Seed, Stream};

/// Returns the seed of the `nth` block of a table on a day: `names` are the players as
/// [`LadderPlayer`](super::LadderPlayer) writes them, in any order.
pub fn pairing_seed(day: Seed, game: &str, names: &[String], nth: u32) -> Seed {
    let mut names = names.to_vec();
    names.sort_unstable();
    derived(day, &(game, names)).child(Stream::Match(nth))
}

/// Returns the seed of the `nth` opening of a game on a day.
pub fn opening_seed(day: Seed, game: &str, nth: u32) -> Seed {
    derived(day, &game).child(Stream::Match(nth))
}

/// Derives a seed as BLAKE3 in its mode for keys does, from the seed and JSON.
fn derived(day: Seed, of: &impl serde::Serialize) -> Seed {
    let mut material = day.bytes().to_vec();
    material.extend(serde_json::to_vec(of).expect("plain data"));
    Seed::from_bytes(blake3::derive_key("juez/1 ladder", &material))
}
