//! The order in which bots find their candidates, choosing among them, and telling why.

use std::cmp::Reverse;

use crate::core::{Stream, Turn, option_words};
use crate::games::cards::{Card, Cards};
use crate::games::dominoes::{Dominoes, Move, Tile};

option_words! {
    /// The choice among equal candidates.
    pub enum TieBreak {
        /// The first found in the hand as it was dealt: the tiles lie in an order drawn for the hand.
        Random = "random",
        /// The first found in a hand sorted by its notation: `50` before `63`.
        First = "first",
        /// The one with most pips, as the article's second table has it (`ficha_mayor`); of equally
        /// heavy ones the first found in the hand as it was dealt.
        Pips = "pips",
    }
}

option_words! {
    /// At which end a tile is looked at first that fits both.
    pub enum End {
        /// The left one, as the chain is drawn.
        Left = "left",
        /// The one that shows the lower number.
        Low = "low",
        /// The one that shows the higher number.
        High = "high",
        /// One drawn for the decision.
        Random = "random",
    }
}

/// A switch as `on` or `off`.
pub(super) mod on_off {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// The words, the one for a switch that is on first.
    pub const WORDS: &[&str] = &["on", "off"];

    pub fn serialize<S: Serializer>(on: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        WORDS[usize::from(!on)].serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        Ok(String::deserialize(deserializer)? == WORDS[0])
    }
}

/// The candidates of a decision in the order in which they are found.
pub(super) struct Found {
    /// The legal moves, tile by tile; those of one tile by its end.
    pub moves: Vec<Move>,
    /// The number at the end that is looked at first; `None` before the first tile.
    pub first_end: Option<u8>,
}

impl Found {
    /// A hand is a set, so the order in which its tiles were dealt is none of the view's: it is
    /// drawn from the bot's own seed and the number of the hand, and so stays the same until the
    /// hand is over.
    pub fn of(turn: &Turn<'_, Dominoes>, tie: TieBreak, end: End) -> Found {
        let public = &turn.view.public;
        let mut tiles: Vec<Tile> = (turn.view.hand | public.played(turn.seat)).iter().collect();
        if tie != TieBreak::First {
            turn.seed.child(Stream::Deal(public.hands)).rng().shuffle(&mut tiles);
        }
        let mut position = [0; Tile::COUNT as usize];
        for (n, tile) in tiles.iter().enumerate() {
            position[usize::from(tile.index())] = n;
        }
        let first_end = public.chain.ends().map(|(left, right)| match end {
            End::Left => left,
            End::Low => left.min(right),
            End::High => left.max(right),
            End::Random => {
                let mut rng = turn.seed.child(Stream::World { ply: turn.ply, n: 0 }).rng();
                *rng.choose(&[left, right])
            }
        });
        let mut moves = turn.legal.to_vec();
        moves.sort_by_key(|&mv| {
            let later = mv.joined() != first_end;
            (mv.tile().map(|tile| position[usize::from(tile.index())]), later)
        });
        Found { moves, first_end }
    }
}

/// The pips of the tile that `mv` plays.
pub(super) fn pips(mv: Move) -> u32 {
    mv.tile().map_or(0, Tile::pips)
}

/// Number of `tiles` that show `number`; a double counts once.
pub(super) fn repetitions(tiles: Cards<Tile>, number: u8) -> usize {
    (tiles & Tile::showing(number)).len()
}

/// The first of those with the highest score.
pub(super) fn best<T: Copy, K: Ord>(items: &[T], score: impl Fn(T) -> K) -> Option<T> {
    items.iter().rev().copied().max_by_key(|&item| score(item))
}

/// `63@6 9, 50@0 5`: candidates with their scores, best first and equals as given, a few.
pub(super) fn scored<K: Ord + Copy + std::fmt::Display>(
    moves: &[Move],
    score: impl Fn(Move) -> K,
) -> String {
    let mut rows: Vec<(K, Move)> = moves.iter().map(|&mv| (score(mv), mv)).collect();
    rows.sort_by_key(|&(value, _)| Reverse(value));
    let rows = rows.iter().take(8).map(|(value, mv)| format!("{mv} {value}"));
    rows.collect::<Vec<_>>().join(", ")
}
