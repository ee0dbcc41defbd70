//! The order of a bot's candidates, the choice among them, and their scores as text.

use std::cmp::Reverse;

use crate::cards::{Card, Cards};
use crate::dominoes::{Dominoes, Move, Signal, Tile};
use juez_core::{Stream, Turn, option_words};

option_words! {
    /// The choice among equal candidates.
    pub enum TieBreak {
        /// The first in the hand as dealt: the order of the tiles is drawn for the hand.
        Random = "random",
        /// The first in a hand sorted by notation: `50` before `63`.
        First = "first",
        /// The one with the most pips, as in the article's second table (`ficha_mayor`); among
        /// equally heavy ones, the first in the hand as dealt.
        Pips = "pips",
    }
}

option_words! {
    /// The end tried first for a tile that fits both.
    pub enum End {
        /// The left one, as the chain is drawn.
        Left = "left",
        /// The one that shows the lower number.
        Low = "low",
        /// The one that shows the higher number.
        High = "high",
        /// An end drawn for the decision.
        Random = "random",
    }
}

/// Serializes a switch as `on` or `off`.
pub(super) mod on_off {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// The words for on and off, in this order.
    pub const WORDS: &[&str] = &["on", "off"];

    pub fn serialize<S: Serializer>(on: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        WORDS[usize::from(!on)].serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        Ok(String::deserialize(deserializer)? == WORDS[0])
    }
}

/// The candidates of a decision, in the order of search.
pub(super) struct Found {
    /// The legal moves, tile by tile and then by end.
    pub moves: Vec<Move>,
    /// The number at the end tried first; `None` before the first tile.
    pub first_end: Option<u8>,
}

impl Found {
    /// Orders the legal moves. A view has the hand as a set, so the order of its tiles is drawn
    /// from the bot's own seed and the number of the hand, and stays the same until the hand is
    /// over.
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

/// Doubles from which a seat that is asked opens: more than an average hand has.
const OPENING_DOUBLES: u8 = 2;

/// Returns true if a seat with this signal opens when it is asked, and the reason.
pub(super) fn opens_with(signal: Signal) -> (bool, String) {
    let doubles = signal.doubles();
    (doubles >= OPENING_DOUBLES, format!("I have {doubles} doubles"))
}

/// Returns the pips of the tile that `mv` plays, 0 without a tile.
pub(super) fn pips(mv: Move) -> u32 {
    mv.tile().map_or(0, Tile::pips)
}

/// Returns the number of `tiles` that show `number`; a double counts once.
pub(super) fn repetitions(tiles: Cards<Tile>, number: u8) -> usize {
    (tiles & Tile::showing(number)).len()
}

/// Returns the first item with the highest score.
pub(super) fn best<T: Copy, K: Ord>(items: &[T], score: impl Fn(T) -> K) -> Option<T> {
    items.iter().rev().copied().max_by_key(|&item| score(item))
}

/// Formats up to 8 candidates with their scores, best first and equals as given: `63@6 9, 50@0 5`.
pub(super) fn scored<K: Ord + Copy + std::fmt::Display>(
    moves: &[Move],
    score: impl Fn(Move) -> K,
) -> String {
    let mut rows: Vec<(K, Move)> = moves.iter().map(|&mv| (score(mv), mv)).collect();
    rows.sort_by_key(|&(value, _)| Reverse(value));
    let rows = rows.iter().take(8).map(|(value, mv)| format!("{mv} {value}"));
    rows.collect::<Vec<_>>().join(", ")
}
