//! Moves and their notation.

use std::fmt;
use std::str::FromStr;

use super::Square;
use super::square::clipped;
use juez_core::{notation, sentences, serde_forms};

/// A wall: two squares long, named by the square at its south-west corner and `h` or `v`.
///
/// `e3h` runs between rows 3 and 4 over files e and f; `e3v` between files e and f over rows 3 and
/// 4. Numbered in the order of the notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall(u8);

impl Wall {
    /// Slots along a side of the board.
    pub(super) const SLOTS: u8 = Square::SIDE - 1;
    /// Number of walls that fit on an empty board, one at a time.
    pub const COUNT: usize = 128;

    /// Returns the wall whose south-west corner is the square on this file and rank, from 0; `None`
    /// beyond file h or row 8.
    pub const fn at(file: u8, rank: u8, vertical: bool) -> Option<Wall> {
        if file < Wall::SLOTS && rank < Wall::SLOTS {
            Some(Wall((file * Wall::SLOTS + rank) << 1 | vertical as u8))
        } else {
            None
        }
    }

    /// Returns the wall with this number in the order of the notation.
    ///
    /// # Panics
    /// If `index` is not below [`Wall::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Wall {
        assert!(index < Wall::COUNT, "a board has room for 128 walls");
        Wall(index as u8)
    }

    /// Returns the wall on a slot below 64.
    #[inline]
    pub(super) const fn on_slot(slot: u32, vertical: bool) -> Wall {
        Wall((slot as u8 & 63) << 1 | vertical as u8)
    }

    /// Returns its slot, from 0 (a1) to 63 (h8), file by file.
    #[inline]
    pub(super) const fn slot(self) -> u32 {
        (self.0 >> 1) as u32
    }

    /// Returns its number in the order of the notation, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns true if it runs from south to north.
    #[inline]
    pub const fn is_vertical(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the square at its south-west corner.
    #[inline]
    pub const fn corner(self) -> Square {
        // A file has one square more than slots.
        let slot = self.slot() as usize;
        Square::from_index(slot + slot / Wall::SLOTS as usize)
    }

    /// Returns the wall `files` east and `ranks` north of this one; `None` off the board.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Wall> {
        let corner = self.corner().offset(files, ranks)?;
        Wall::at(corner.file(), corner.rank(), self.is_vertical())
    }

    /// Returns the wall that would cross this one.
    #[inline]
    pub const fn across(self) -> Wall {
        Wall(self.0 ^ 1)
    }

    /// Returns every wall, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Wall> + Clone {
        (0..Wall::COUNT as u8).map(Wall)
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.is_vertical() { b'v' } else { b'h' };
        let text = [b'a' + self.corner().file(), b'1' + self.corner().rank(), letter];
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Wall {
    type Err = String;
    fn from_str(text: &str) -> Result<Wall, String> {
        let wall = match text.as_bytes() {
            [file, rank, side @ (b'h' | b'v')] => {
                Wall::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'), *side == b'v')
            }
            _ => None,
        };
        wall.ok_or_else(|| format!("{} is not a wall: walls are a1h to h8v", clipped(text)))
    }
}

serde_forms!(Wall as text, u8, |wall| wall.0, |index| {
    (usize::from(index) < Wall::COUNT).then_some(Wall(index))
});

/// A decision: the next square of the pawn, or a wall.
///
/// ```
/// use juez_games::quoridor::Move;
/// let step: Move = "e2".parse()?;
/// let wall: Move = "e3h".parse()?;
/// assert!(matches!((step, wall), (Move::Pawn(_), Move::Wall(_))));
/// assert!(step < wall, "moves are ordered like their text");
/// # Ok::<(), juez_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// The pawn goes to this square, by a step or a jump.
    Pawn(Square),
    /// This wall is put on the board.
    Wall(Wall),
    /// No other move is possible; only with four players.
    Pass,
}

impl Move {
    /// Returns a number in the byte order of the texts: a1, a1h, a1v, a2, .. pass. Of 81 squares 64
    /// are the corners of two walls each.
    pub(super) const fn index(self) -> u8 {
        match self {
            Move::Pawn(square) => 3 * square.index() as u8,
            Move::Wall(wall) => 3 * wall.corner().index() as u8 + 1 + wall.is_vertical() as u8,
            Move::Pass => 3 * Square::COUNT as u8,
        }
    }

    pub(super) fn of_index(index: u8) -> Option<Move> {
        let (nth, kind) = (index / 3, index % 3);
        if usize::from(nth) == Square::COUNT {
            return (kind == 0).then_some(Move::Pass);
        }
        let square = Square::at(nth / Square::SIDE, nth % Square::SIDE)?;
        match kind {
            0 => Some(Move::Pawn(square)),
            _ => Wall::at(square.file(), square.rank(), kind == 2).map(Move::Wall),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pawn(square) => square.fmt(f),
            Move::Wall(wall) => wall.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

notation! {
    Move: "a square a1 to i9, or a wall such as e3h", exact, hint;
    numbered u8, Move::index, Move::of_index;
}

fn exact(text: &str) -> Option<Move> {
    if text == "pass" {
        return Some(Move::Pass);
    }
    match text.len() {
        2 => text.parse().ok().map(Move::Pawn),
        3 => text.parse().ok().map(Move::Wall),
        _ => None,
    }
}

sentences! {
    /// Hints about text that is not a move.
    HINTS:
    small_squares(mv) = "squares are written in small letters: {mv}";
    small_walls(mv) = "walls are written in small letters: {mv}";
    small_pass() = "pass is written in small letters";
    walls_are() = "walls are a1h to h8v";
    squares_are() = "squares are a1 to i9";
    letter_last(wall) = "the letter of a wall's direction comes last: {wall}";
}

/// Guesses the mistake in a text that is not a move, without surrounding blanks.
fn hint(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    match exact(&lower) {
        Some(mv @ Move::Pawn(_)) => return Some(small_squares(mv)),
        Some(mv @ Move::Wall(_)) => return Some(small_walls(mv)),
        Some(Move::Pass) => return Some(small_pass()),
        None => {}
    }
    let bytes = lower.as_bytes();
    let square = bytes.len() >= 2 && bytes[0].is_ascii_lowercase() && bytes[1].is_ascii_digit();
    match bytes {
        [.., b'h' | b'v'] if square && bytes[1..bytes.len() - 1].iter().all(u8::is_ascii_digit) => {
            Some(walls_are())
        }
        _ if square && bytes[1..].iter().all(u8::is_ascii_digit) => Some(squares_are()),
        [side @ (b'h' | b'v'), file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            let wall: String = [file, rank, side].map(|byte| char::from(*byte)).iter().collect();
            Some(letter_last(wall))
        }
        _ => None,
    }
}
