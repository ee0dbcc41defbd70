//! Training positions.

use crate::quoridor::Board;
use juez_core::Seat;

/// A training position. Pairs are in seat order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The slots of the horizontal walls and of the vertical ones, a bit each.
    pub walls: [u64; 2],
    /// The squares of the pawns.
    pub pawns: [u8; 2],
    /// The walls left.
    pub walls_left: [u8; 2],
    /// The path lengths.
    pub steps: [u8; 2],
    /// The seat to move.
    pub to_move: u8,
    /// The result of the match for the seat to move: 0 for a loss, 1 for a draw, 2 for a win.
    pub result: u8,
    /// The score of a search, from the point of view of the seat to move.
    pub score: i16,
}

impl Sample {
    /// Size of an encoded sample in bytes.
    pub const BYTES: usize = 26;

    /// Creates the sample of a board of two, with a draw as its result.
    pub fn new(board: &Board, score: i16) -> Sample {
        let mut walls = [0; 2];
        board.walls().each(|wall| {
            walls[usize::from(wall.is_vertical())] |= 1 << (wall.index() / 2);
        });
        let of_seats = |number: &dyn Fn(Seat) -> u8| [0, 1].map(|seat| number(Seat::new(seat)));
        Sample {
            walls,
            pawns: of_seats(&|seat| board.pawn(seat).index() as u8),
            walls_left: of_seats(&|seat| board.walls_left(seat)),
            steps: of_seats(&|seat| board.distance(seat)),
            to_move: board.to_move().index() as u8,
            result: 1,
            score,
        }
    }

    /// Encodes the sample.
    pub fn to_bytes(self) -> [u8; Sample::BYTES] {
        let mut bytes = [0; Sample::BYTES];
        bytes[..8].copy_from_slice(&self.walls[0].to_le_bytes());
        bytes[8..16].copy_from_slice(&self.walls[1].to_le_bytes());
        bytes[16..18].copy_from_slice(&self.pawns);
        bytes[18..20].copy_from_slice(&self.walls_left);
        bytes[20..22].copy_from_slice(&self.steps);
        bytes[22] = self.to_move;
        bytes[23] = self.result;
        bytes[24..].copy_from_slice(&self.score.to_le_bytes());
        bytes
    }

    /// Decodes a sample.
    pub fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Sample {
        let slots = |at: usize| std::array::from_fn(|nth| bytes[at + nth]);
        let pair = |at: usize| [bytes[at], bytes[at + 1]];
        Sample {
            walls: [0, 8].map(|at| u64::from_le_bytes(slots(at))),
            pawns: pair(16),
            walls_left: pair(18),
            steps: pair(20),
            to_move: bytes[22],
            result: bytes[23],
            score: i16::from_le_bytes(pair(24)),
        }
    }
}
