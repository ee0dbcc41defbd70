//! Zobrist keys of boards, from scratch and after a move.

use crate::quoridor::board::MAX_SEATS;
use crate::quoridor::options::MAX_WALLS;
use crate::quoridor::{Board, Move, Square, Wall};
use juez_core::Seat;

/// Number of keys for the walls left of a seat: a power of two, so that a mask replaces the bounds
/// check.
const COUNTS: usize = (MAX_WALLS + 1).next_power_of_two();

/// The words whose exclusive or is the key of a board.
struct Words {
    /// Indexed by seat and square.
    pawns: [[u64; Square::COUNT]; MAX_SEATS],
    walls: [u64; Wall::COUNT],
    /// Indexed by seat and number of walls left.
    left: [[u64; COUNTS]; MAX_SEATS],
    /// Indexed by seat to move.
    turns: [u64; MAX_SEATS],
}

static WORDS: Words = {
    let mut words = Words {
        pawns: [[0; Square::COUNT]; MAX_SEATS],
        walls: [0; Wall::COUNT],
        left: [[0; COUNTS]; MAX_SEATS],
        turns: [0; MAX_SEATS],
    };
    let mut state = 20_261_128;
    let mut seat = 0;
    while seat < MAX_SEATS {
        (state, words.pawns[seat]) = random(state);
        (state, words.left[seat]) = random(state);
        seat += 1;
    }
    (state, words.walls) = random(state);
    (_, words.turns) = random(state);
    words
};

impl Words {
    #[inline]
    fn left(&self, seat: Seat, left: u8) -> u64 {
        self.left[seat.index()][usize::from(left) & (COUNTS - 1)]
    }
}

pub(super) fn key_of(board: &Board) -> u64 {
    let mut key = WORDS.turns[board.to_move().index()];
    board.walls().each(|wall| key ^= WORDS.walls[wall.index()]);
    for seat in Seat::all(board.seats()) {
        key ^= WORDS.pawns[seat.index()][board.pawn(seat).index()];
        key ^= WORDS.left(seat, board.walls_left(seat));
    }
    key
}

/// Returns the exclusive or of the keys of a board before and after a legal move.
#[inline]
pub(super) fn key_change(before: &Board, mv: Move) -> u64 {
    let seat = before.to_move();
    let next = seat.next(before.seats());
    let turn = WORDS.turns[seat.index()] ^ WORDS.turns[next.index()];
    match mv {
        Move::Pawn(square) => {
            let words = &WORDS.pawns[seat.index()];
            turn ^ words[before.pawn(seat).index()] ^ words[square.index()]
        }
        Move::Wall(wall) => {
            let left = before.walls_left(seat);
            let spent = WORDS.left(seat, left) ^ WORDS.left(seat, left.wrapping_sub(1));
            turn ^ WORDS.walls[wall.index()] ^ spent
        }
        Move::Pass => turn,
    }
}

/// The increment of splitmix64: 2^64 divided by the golden ratio, rounded to an odd number.
pub(super) const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns pseudorandom words by splitmix64, with the next state of the generator.
const fn random<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut words = [0; N];
    let mut nth = 0;
    while nth < N {
        state = state.wrapping_add(GOLDEN_GAMMA);
        let mut word = state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        words[nth] = word ^ word >> 31;
        nth += 1;
    }
    (state, words)
}
