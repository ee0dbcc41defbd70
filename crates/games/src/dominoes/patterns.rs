//! Kinds of decisions that cost points.

use super::{Dominoes, Move, Tile, pips};
use crate::cards::Cards;
use juez_core::{Misplay, Pattern};

/// Pips by which a kept tile is heavier than the one played.
const HEAVIER: u32 = 4;

pub const PATTERNS: &[Pattern<Dominoes>] = &[
    Pattern::new(
        "exposing a number of which you hold no tile",
        "view:showing(view:exposes(move)) is empty but for the tile played",
        |misplay| exposes_lack(misplay, misplay.played) && !exposes_lack(misplay, misplay.best),
    ),
    Pattern::new(
        "keeping a double",
        "the two numbers of view:numbers(tile) are equal for a double",
        |misplay| is_double(misplay.best) && !is_double(misplay.played),
    ),
    Pattern::new(
        "a double played too early",
        "view:showing(number) tells whether another tile can still join a double later",
        |misplay| is_double(misplay.played) && !is_double(misplay.best),
    ),
    Pattern::new(
        "keeping a heavy tile",
        "view:pips(tile) counts the points that a kept tile can cost",
        |misplay| weight(misplay.best) >= weight(misplay.played) + HEAVIER,
    ),
];

fn is_double(mv: Move) -> bool {
    mv.tile().is_some_and(Tile::is_double)
}

fn weight(mv: Move) -> u32 {
    mv.tile().map_or(0, |tile| pips(Cards::of(tile)))
}

/// Returns true if a move exposes a number that no other tile of the hand shows.
fn exposes_lack(misplay: &Misplay<'_, Dominoes>, mv: Move) -> bool {
    let Some((tile, number)) = mv.tile().zip(mv.exposes()) else { return false };
    !(misplay.view.hand - Cards::of(tile)).meets(Tile::showing(number))
}
