//! The tiles on the table, joined end to end.

use serde::{Deserialize, Serialize};

use super::{SEATS, Tile};
use crate::cards::Card;
use juez_core::{Seat, serde_forms};

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The tile.
    pub tile: Tile,
    /// The seat that played it.
    pub seat: Seat,
    /// The open end it was joined to; `None` for the first tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub end: Option<u8>,
}

/// All tiles played in a hand, in the order of play. Serialized as that list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<Placed>", try_from = "Vec<Placed>", remote = "Self")]
pub struct Chain {
    placed: [Placed; Tile::COUNT as usize],
    len: u8,
    left: u8,
    right: u8,
}

impl Chain {
    /// The chain before the first tile.
    pub const EMPTY: Chain = {
        let none = Placed { tile: Tile::DOUBLE_SIX, seat: Seat::new(0), end: None };
        Chain { placed: [none; Tile::COUNT as usize], len: 0, left: 0, right: 0 }
    };

    /// Returns the tiles in the order of play.
    pub fn placed(&self) -> &[Placed] {
        &self.placed[..self.len.into()]
    }

    /// Returns the seat that played the first tile.
    pub fn opener(&self) -> Option<Seat> {
        self.placed().first().map(|placed| placed.seat)
    }

    /// Returns the seat that played the last tile.
    pub fn last_player(&self) -> Option<Seat> {
        self.placed().last().map(|placed| placed.seat)
    }

    /// Returns every turn from the first tile on, and `passes` passes after the last: the seat,
    /// with its tile or `None` for a pass. Every seat between two tiles has passed.
    pub fn turns(&self, passes: u8) -> Vec<(Seat, Option<Placed>)> {
        let mut turns: Vec<(Seat, Option<Placed>)> = Vec::new();
        let mut seat = self.opener().unwrap_or_default();
        for &placed in self.placed() {
            while seat != placed.seat {
                turns.push((seat, None));
                seat = seat.next(SEATS);
            }
            turns.push((seat, Some(placed)));
            seat = seat.next(SEATS);
        }
        for _ in 0..passes {
            turns.push((seat, None));
            seat = seat.next(SEATS);
        }
        turns
    }

    /// Returns the numbers at the two open ends as drawn, left and right; `None` before the first
    /// tile.
    pub fn ends(&self) -> Option<(u8, u8)> {
        (self.len > 0).then_some((self.left, self.right))
    }

    /// Lays the first tile of a hand.
    pub(super) fn begin(&mut self, tile: Tile, seat: Seat) {
        (self.left, self.right) = (tile.high(), tile.low());
        self.push(Placed { tile, seat, end: None });
    }

    /// Joins a tile to an open end; both show `end`.
    pub(super) fn join(&mut self, tile: Tile, end: u8, seat: Seat) {
        if self.right == end {
            self.right = tile.other(end);
        } else {
            self.left = tile.other(end);
        }
        self.push(Placed { tile, seat, end: Some(end) });
    }

    fn push(&mut self, placed: Placed) {
        self.placed[usize::from(self.len)] = placed;
        self.len += 1;
    }

    /// Returns the chain as it lies, from left to right: both numbers of each tile, and its player.
    pub fn laid_out(&self) -> Vec<(u8, u8, Seat)> {
        let mut row = std::collections::VecDeque::with_capacity(self.len.into());
        let mut right = 0;
        for placed in self.placed() {
            let (tile, seat) = (placed.tile, placed.seat);
            match placed.end {
                None => {
                    right = tile.low();
                    row.push_back((tile.high(), tile.low(), seat));
                }
                Some(end) if end == right => {
                    right = tile.other(end);
                    row.push_back((end, right, seat));
                }
                Some(end) => row.push_front((tile.other(end), end, seat)),
            }
        }
        row.into()
    }
}

serde_forms!(
    Chain,
    Vec<(Tile, Seat, Option<u8>)>,
    |chain| chain.placed().iter().map(|placed| (placed.tile, placed.seat, placed.end)).collect(),
    |list| {
        let placed = list.into_iter().map(|(tile, seat, end)| Placed { tile, seat, end });
        Chain::try_from(placed.collect::<Vec<_>>()).ok()
    },
);

impl From<Chain> for Vec<Placed> {
    fn from(chain: Chain) -> Vec<Placed> {
        chain.placed().to_vec()
    }
}

impl TryFrom<Vec<Placed>> for Chain {
    type Error = String;

    fn try_from(list: Vec<Placed>) -> Result<Chain, String> {
        let mut chain = Chain::EMPTY;
        for placed in list {
            let Placed { tile, seat, end } = placed;
            if chain.placed().iter().any(|other| other.tile == tile) {
                return Err(format!("{tile} is in the chain twice"));
            }
            match (chain.ends(), end) {
                (None, None) => chain.begin(tile, seat),
                (Some((left, right)), Some(end))
                    if tile.shows(end) && (left == end || right == end) =>
                {
                    chain.join(tile, end, seat);
                }
                _ => return Err(format!("{tile} does not fit the chain")),
            }
        }
        Ok(chain)
    }
}
