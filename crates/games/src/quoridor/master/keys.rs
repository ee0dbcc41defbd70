//! Zobrist keys.

use crate::quoridor::{Square, Wall};

const SEATS: usize = 4;

pub(super) struct Keys {
    /// Indexed by seat and square.
    pub pawns: [[u64; Square::COUNT]; SEATS],
    pub walls: [u64; Wall::COUNT],
    /// Indexed by seat and number of walls left.
    pub left: [[u64; 32]; SEATS],
    /// Indexed by seat to move.
    pub turns: [u64; SEATS],
}

pub(super) static KEYS: Keys = {
    let mut keys = Keys {
        pawns: [[0; Square::COUNT]; SEATS],
        walls: [0; Wall::COUNT],
        left: [[0; 32]; SEATS],
        turns: [0; SEATS],
    };
    let mut state = 20_261_128;
    let mut seat = 0;
    while seat < SEATS {
        (state, keys.pawns[seat]) = random(state);
        (state, keys.left[seat]) = random(state);
        seat += 1;
    }
    (state, keys.walls) = random(state);
    (_, keys.turns) = random(state);
    keys
};

/// Returns pseudorandom words by splitmix64, with the next state of the generator.
const fn random<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut words = [0; N];
    let mut nth = 0;
    while nth < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        words[nth] = word ^ word >> 31;
        nth += 1;
    }
    (state, words)
}
