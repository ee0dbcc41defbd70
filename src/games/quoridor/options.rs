//! The house rules.

use serde::{Deserialize, Serialize};

use crate::core::{Allowed, OptionInfo, OptionsError, check_options};

/// The house rules of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many seats play, 2 or 4.
    pub seats: u8,
    /// Walls of each seat; `None` for 10 with two seats and 5 with four.
    pub walls: Option<u8>,
    /// Whether a third pawn behind the one to be jumped allows a diagonal jump, as a wall does.
    pub third_pawn_side: bool,
    /// The ply at which the match is a draw; 0 for never.
    pub max_plies: u32,
    /// The occurrence of a position that makes the match a draw, 3; 0 for none.
    pub repetition: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { seats: 2, walls: None, third_pawn_side: true, max_plies: 300, repetition: 0 }
    }
}

impl Options {
    /// Walls of each seat at the start.
    pub fn walls_each(&self) -> u8 {
        self.walls.unwrap_or(if self.seats == 2 { 10 } else { 5 })
    }

    /// The options with the number of walls filled in.
    #[must_use]
    pub fn resolved(self) -> Options {
        Options { walls: Some(self.walls_each()), ..self }
    }

    /// These options, if every value is one that [`OPTIONS`] allows.
    pub(super) fn checked(self) -> Result<Options, OptionsError> {
        let options = self.resolved();
        check_options("quoridor", OPTIONS, &options)?;
        Ok(options)
    }
}

/// What may be chosen.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "seats",
        allowed: Allowed::Numbers(&[2, 4]),
        default: "2",
        doc: "how many play",
    },
    OptionInfo {
        name: "walls",
        allowed: Allowed::Range(0, 20),
        default: "10 (2 seats) or 5 (4 seats)",
        doc: "walls of each seat",
    },
    OptionInfo {
        name: "third_pawn_side",
        allowed: Allowed::Switch,
        default: "true",
        doc: "a third pawn behind the jumped one allows a diagonal jump, as a wall does",
    },
    OptionInfo {
        name: "max_plies",
        allowed: Allowed::Range(0, 100_000),
        default: "300",
        doc: "the ply at which the match is a draw; 0 for never",
    },
    OptionInfo {
        name: "repetition",
        allowed: Allowed::Numbers(&[0, 3]),
        default: "0",
        doc: "the third occurrence of a position is a draw; 0 for never",
    },
];
