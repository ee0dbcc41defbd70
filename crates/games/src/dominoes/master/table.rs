//! A hand in progress with all tiles known, as a few words.

use crate::cards::{Card, Cards};
use crate::dominoes::{Move, Numbers, Public, SEATS, Tile};
use juez_core::Seat;
use juez_search::Code;

pub(super) const PASS: Code = 2 * Tile::COUNT as Code;
/// One more than the highest code.
pub(super) const CODES: usize = PASS as usize + 1;

/// A hand in progress, from the first tile on.
///
/// A move is a [`Code`]: twice the number of the tile, and one more if it joins its higher number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::dominoes) struct Table {
    pub hands: [Cards<Tile>; SEATS as usize],
    pub lacks: [Numbers; SEATS as usize],
    /// The open ends; `None` before the first tile.
    pub ends: Option<(u8, u8)>,
    pub turn: u8,
    /// Passes since the last tile.
    pub passes: u8,
    /// The seat that plays or played the first tile.
    pub opener: u8,
}

/// Returns the tile of a code and the number that it joins; `None` for a pass.
pub(super) fn tile_of(code: Code) -> Option<(Tile, u8)> {
    (code < PASS).then(|| {
        let tile = Tile::new((code / 2) as u8);
        (tile, if code % 2 == 1 { tile.high() } else { tile.low() })
    })
}

/// Returns the code of a tile that joins `end`.
pub(super) fn code_of(tile: Tile, end: u8) -> Code {
    2 * Code::from(tile.index()) + Code::from(end == tile.high())
}

/// Returns the move of a code; `is_first` is true before the first tile.
pub(in crate::dominoes) fn move_of(code: Code, is_first: bool) -> Move {
    match tile_of(code) {
        Some((tile, _)) if is_first => Move::First(tile),
        Some((tile, end)) => Move::Join(tile, end),
        None => Move::Pass,
    }
}

impl Table {
    /// Creates the table of a hand in progress with these hands.
    pub fn new(public: &Public, hands: [Cards<Tile>; SEATS as usize]) -> Table {
        let seat = |seat: Option<Seat>| seat.unwrap_or_default().index() as u8;
        Table {
            hands,
            lacks: public.lacks,
            ends: public.chain.ends(),
            turn: seat(public.to_move()),
            passes: public.passes,
            opener: seat(public.chain.opener().or(public.opener)),
        }
    }

    /// Returns true if the hand is over.
    pub fn is_over(&self) -> bool {
        self.passes == SEATS || self.out().is_some()
    }

    /// Returns the seat that has gone out.
    pub fn out(&self) -> Option<u8> {
        // Only the seat before the one to move can have played its last tile.
        let last = (self.turn + SEATS - 1) % SEATS;
        self.hands[usize::from(last)].is_empty().then_some(last)
    }

    /// Returns the tiles that a seat can play.
    pub fn fitting(&self, seat: u8) -> Cards<Tile> {
        let hand = self.hands[usize::from(seat)];
        match self.ends {
            None => hand,
            Some((left, right)) => hand & (Tile::showing(left) | Tile::showing(right)),
        }
    }

    /// Calls `each` for the moves of the seat to move with tiles; it passes without one.
    pub fn each_move(&self, mut each: impl FnMut(Tile, u8)) {
        let hand = self.hands[usize::from(self.turn)];
        match self.ends {
            None => hand.iter().for_each(|tile| each(tile, tile.high())),
            Some((left, right)) => {
                (hand & Tile::showing(left)).iter().for_each(|tile| each(tile, left));
                if left != right {
                    (hand & Tile::showing(right)).iter().for_each(|tile| each(tile, right));
                }
            }
        }
    }

    /// Returns the ends after a move, the newly exposed one last.
    pub fn ends_after(&self, tile: Tile, joined: u8) -> (u8, u8) {
        match self.ends {
            None => (tile.high(), tile.low()),
            Some((left, right)) => (if left == joined { right } else { left }, tile.other(joined)),
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, code: Code) {
        let seat = usize::from(self.turn);
        match tile_of(code) {
            Some((tile, joined)) => {
                self.ends = Some(self.ends_after(tile, joined));
                self.hands[seat].remove(tile);
                self.passes = 0;
            }
            None => {
                if let Some((left, right)) = self.ends {
                    self.lacks[seat] = self.lacks[seat].with(left).with(right);
                }
                self.passes += 1;
            }
        }
        self.turn = (self.turn + 1) % SEATS;
    }

    /// Lets seats pass until one has a tile that fits, or the hand is over.
    pub fn skip_passes(&mut self) {
        while !self.is_over() && self.fitting(self.turn).is_empty() {
            self.play(PASS);
        }
    }

    /// Returns the number of tiles in all hands.
    pub fn tiles(&self) -> usize {
        self.hands.iter().map(|hand| hand.len()).sum()
    }
}
