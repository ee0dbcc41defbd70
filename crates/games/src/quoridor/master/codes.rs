//! Conversion between moves and the codes of the search.

use crate::quoridor::{Move, Square, Wall};
use juez_search::Code;

/// One more than the highest code.
pub(super) const CODES: usize = PASS as usize + 1;
/// Code of the first wall.
pub(super) const WALL: Code = Square::COUNT as Code;
const PASS: Code = WALL + Wall::COUNT as Code;

/// Returns the code of a move.
#[inline]
pub(super) const fn code_of(mv: Move) -> Code {
    match mv {
        Move::Pawn(square) => square.index() as Code,
        Move::Wall(wall) => WALL + wall.index() as Code,
        Move::Pass => PASS,
    }
}

/// Returns the move of a code.
#[inline]
pub const fn move_of(code: Code) -> Move {
    if code < WALL {
        Move::Pawn(Square::from_index(code as usize))
    } else if code < PASS {
        Move::Wall(Wall::from_index((code - WALL) as usize))
    } else {
        Move::Pass
    }
}
