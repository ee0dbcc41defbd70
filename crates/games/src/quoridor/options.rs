//! The type of the game, and the options of a match.

use juez_core::{Allowed, options};

/// Maximum number of walls of a seat at the start.
pub(super) const MAX_WALLS: usize = 20;

/// The game.
#[derive(Debug)]
pub enum Quoridor {}

options! {
    /// The options of a match.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub struct Options {
        seats: u8 = 2, Allowed::Numbers(&[2, 4]), "how many play";
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        walls: Option<u8> = None => "10 (2 seats) or 5 (4 seats)", Allowed::Range(0, MAX_WALLS as i64),
            "walls of each seat";
        third_pawn_side: bool = true, Allowed::Switch,
            "a third pawn behind the jumped one allows a diagonal jump, as a wall does";
        max_plies: u32 = 300, Allowed::Range(0, 100_000),
            "the ply at which the match is a draw; 0 for never";
        repetition: u8 = 0, Allowed::Numbers(&[0, 3]),
            "the third occurrence of a position is a draw; 0 for never";
    }
}

impl Options {
    /// Returns the number of walls of each seat at the start.
    pub fn walls_each(&self) -> u8 {
        self.walls.unwrap_or(if self.seats == 2 { 10 } else { 5 })
    }

    /// Returns the options with the number of walls filled in.
    #[must_use]
    pub fn resolved(self) -> Options {
        Options { walls: Some(self.walls_each()), ..self }
    }
}
