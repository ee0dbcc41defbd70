//! A small neural network with integer weights that corrects the evaluation by distances and walls.
//!
//! It sees the board from one side, rotated so that this side moves north. Each feature adds a row
//! of [`HIDDEN`] weights to an accumulator: own pawn, opponent's pawn, each wall, both path
//! lengths, both numbers of walls left. A clipped ReLU follows, then one output layer per game
//! phase.

use super::weights::STEP;
use crate::quoridor::{Board, Square, Wall};
use juez_core::Seat;

/// Size of the hidden layer.
pub const HIDDEN: usize = 32;

/// A row of weights, or an accumulator.
pub type Row = [i16; HIDDEN];

/// Path lengths are clamped to this.
const MAX_STEPS: usize = 24;
/// Numbers of walls left are clamped to this.
const MAX_WALLS_LEFT: usize = 10;
const PHASES: usize = 7;
/// Walls left to both seats together in each game phase but the last, which has all higher numbers.
const WALLS_PER_PHASE: usize = 3;
/// Upper limit of the clipped ReLU.
pub const CEILING: i16 = 255;
/// Quantization scale of the output weights.
pub const OUTPUT_SCALE: i32 = 64;

/// Largest weight of the hidden layer: an accumulator has at most 26 rows.
const MAX_HIDDEN: u16 = i16::MAX as u16 / 26;
/// Largest weight of the output layer.
const MAX_OUTPUT: u16 = 4 * OUTPUT_SCALE as u16;

/// Bias row of the hidden layer.
pub const BIAS: usize = 0;
/// First row of the pawns: the own pawn by square, then the opponent's.
const PAWNS: usize = BIAS + 1;
/// First row of the walls.
pub const WALLS: usize = PAWNS + 2 * Square::COUNT;
/// First row of the two path lengths.
const DISTANCES: usize = WALLS + Wall::COUNT;
/// First row of the two numbers of walls left.
const WALLS_LEFT: usize = DISTANCES + (MAX_STEPS + 1) * (MAX_STEPS + 1);
/// First row of the output weights, one per phase.
pub const OUTPUT_WEIGHTS: usize = WALLS_LEFT + (MAX_WALLS_LEFT + 1) * (MAX_WALLS_LEFT + 1);
/// Row of the output biases, one per phase.
pub const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + PHASES;
/// Number of rows.
pub const ROWS: usize = OUTPUT_BIAS + 1;

/// The weights of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    rows: Vec<Row>,
}

/// Returns the row of a pawn as seen from `side`; `whose` is 0 for its own pawn, 1 for the
/// opponent's.
#[inline]
pub fn pawn_row(side: usize, whose: usize, square: Square) -> usize {
    let index = if side == 0 { square.index() } else { Square::COUNT - 1 - square.index() };
    PAWNS + whose * Square::COUNT + index
}

/// Returns the row of a wall as seen from `side`.
#[inline]
pub fn wall_row(side: usize, wall: Wall) -> usize {
    let index = wall.index();
    // A half turn reverses the order of the slots and keeps the orientation.
    WALLS + if side == 0 { index } else { (Wall::COUNT - 2 - (index & !1)) | index & 1 }
}

/// Returns the row of the two path lengths, own first.
#[inline]
pub fn distance_row(steps: [u8; 2]) -> usize {
    let [own, other] = steps.map(|steps| usize::from(steps).min(MAX_STEPS));
    DISTANCES + own * (MAX_STEPS + 1) + other
}

/// Returns the row of the two numbers of walls left, own first.
#[inline]
pub fn walls_left_row(left: [u8; 2]) -> usize {
    let [own, other] = left.map(|left| usize::from(left).min(MAX_WALLS_LEFT));
    WALLS_LEFT + own * (MAX_WALLS_LEFT + 1) + other
}

/// Returns the game phase for the numbers of walls left.
#[inline]
pub fn phase(left: [u8; 2]) -> usize {
    (usize::from(left[0] + left[1]) / WALLS_PER_PHASE).min(PHASES - 1)
}

#[inline]
fn add(to: &mut Row, row: &Row) {
    for (to, row) in to.iter_mut().zip(row) {
        *to = to.wrapping_add(*row);
    }
}

#[inline]
fn subtract(from: &mut Row, row: &Row) {
    for (from, row) in from.iter_mut().zip(row) {
        *from = from.wrapping_sub(*row);
    }
}

/// The weights of the built-in network; README.md describes the training.
static BYTES: &[u8] = include_bytes!("net.bin");

impl Net {
    /// Returns the built-in network.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn built_in() -> Net {
        Net::read(BYTES).expect("the rows of a network")
    }

    /// Reads a network from its rows as little-endian numbers; `None` if the size is wrong, or a
    /// weight so large that sums could overflow.
    pub fn read(bytes: &[u8]) -> Option<Net> {
        let numbers: Vec<i16> =
            bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let rows: Vec<Row> =
            numbers.chunks_exact(HIDDEN).map(|row| std::array::from_fn(|nth| row[nth])).collect();
        let most = |row: usize| if row >= OUTPUT_WEIGHTS { MAX_OUTPUT } else { MAX_HIDDEN };
        let is_small =
            |(nth, row): (usize, &Row)| row.iter().all(|n| n.unsigned_abs() <= most(nth));
        let fits = bytes.len() == 2 * HIDDEN * ROWS && rows.iter().enumerate().all(is_small);
        fits.then_some(Net { rows })
    }

    /// Creates a network from its rows.
    ///
    /// # Panics
    /// If their number is not [`ROWS`].
    pub fn from_rows(rows: Vec<Row>) -> Net {
        assert_eq!(rows.len(), ROWS, "rows of a network");
        Net { rows }
    }

    /// Returns its rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the bytes for [`Net::read`].
    pub fn write(&self) -> Vec<u8> {
        self.rows.iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Returns the accumulators of a board as seen from both sides.
    pub(super) fn accumulators(&self, board: &Board) -> [Row; 2] {
        let pawn = |side: usize| board.pawn(Seat::new(side as u8));
        [0, 1].map(|side| {
            let mut sum = self.rows[BIAS];
            add(&mut sum, &self.rows[pawn_row(side, 0, pawn(side))]);
            add(&mut sum, &self.rows[pawn_row(side, 1, pawn(1 - side))]);
            board.walls().each(|wall| add(&mut sum, &self.rows[wall_row(side, wall)]));
            sum
        })
    }

    /// Updates an accumulator of `side` after a pawn move of `mover`.
    #[inline]
    pub(super) fn move_pawn(
        &self,
        sum: &mut Row,
        side: usize,
        mover: usize,
        from: Square,
        to: Square,
    ) {
        let whose = usize::from(side != mover);
        subtract(sum, &self.rows[pawn_row(side, whose, from)]);
        add(sum, &self.rows[pawn_row(side, whose, to)]);
    }

    /// Updates an accumulator of `side` after a new wall.
    #[inline]
    pub(super) fn add_wall(&self, sum: &mut Row, side: usize, wall: Wall) {
        add(sum, &self.rows[wall_row(side, wall)]);
    }

    /// Returns the output for the side of the accumulator, in hundredths of a step; its own numbers
    /// come first.
    #[inline]
    pub(super) fn value(&self, sum: &Row, steps: [u8; 2], left: [u8; 2]) -> i32 {
        let distances = &self.rows[distance_row(steps)];
        let walls = &self.rows[walls_left_row(left)];
        let phase = phase(left);
        let weights = &self.rows[OUTPUT_WEIGHTS + phase];
        let mut total = i32::from(self.rows[OUTPUT_BIAS][phase]) * i32::from(CEILING);
        for nth in 0..HIDDEN {
            let sum = sum[nth].wrapping_add(distances[nth]).wrapping_add(walls[nth]);
            total += i32::from(sum.clamp(0, CEILING)) * i32::from(weights[nth]);
        }
        total * STEP / (i32::from(CEILING) * OUTPUT_SCALE)
    }
}
