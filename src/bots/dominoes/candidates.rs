//! What the bots have in common: choosing among tiles, and telling why.

use crate::games::cards::Cards;
use crate::games::dominoes::{Move, Tile};

/// The pips of the tile that `mv` plays.
pub(super) fn pips(mv: Move) -> u32 {
    mv.tile().map_or(0, Tile::pips)
}

/// How many of `tiles` show `number`; a double counts once.
pub(super) fn repetitions(tiles: Cards<Tile>, number: u8) -> usize {
    (tiles & Tile::showing(number)).len()
}

/// The first of those with the highest score.
pub(super) fn best<T: Copy, K: Ord>(items: &[T], score: impl Fn(T) -> K) -> Option<T> {
    let mut best: Option<(K, T)> = None;
    for &item in items {
        let value = score(item);
        if best.as_ref().is_none_or(|(top, _)| value > *top) {
            best = Some((value, item));
        }
    }
    best.map(|(_, item)| item)
}

/// `63@6 9, 50@0 5`: candidates with their scores, best first, a few.
pub(super) fn scored<K: Ord + Copy + std::fmt::Display>(
    moves: &[Move],
    score: impl Fn(Move) -> K,
) -> String {
    let mut rows: Vec<(K, Move)> = moves.iter().map(|&mv| (score(mv), mv)).collect();
    rows.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let rows: Vec<String> =
        rows.iter().take(8).map(|(value, mv)| format!("{mv} {value}")).collect();
    rows.join(", ")
}
