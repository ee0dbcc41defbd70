//! The formats of a tournament, its partners and openings, as they are chosen.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::core::named;

/// The way in which a tournament finds its pairings. The facts that tables, reports and the runner
/// need of a format are its methods; its rounds are drawn in `schedule`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// All entrants meet each other.
    RoundRobin,
    /// The first entrants, the challengers, meet all others.
    Gauntlet {
        /// Number of challengers among the entrants.
        challengers: u32,
    },
    /// In each round those meet who have done about equally well.
    Swiss,
    /// The loser of a tie is out.
    Knockout {
        /// True if those who lost before the final play for the third place.
        third_place: bool,
    },
}

impl Format {
    /// True if a round can only be drawn when those before it are over. Of others it is known
    /// beforehand which entrants meet.
    pub fn follows_from_results(self) -> bool {
        match self {
            Format::RoundRobin | Format::Gauntlet { .. } => false,
            Format::Swiss | Format::Knockout { .. } => true,
        }
    }

    /// True if entrants drop out, so that places say how far each got and a drawn tie is played
    /// again.
    pub fn is_elimination(self) -> bool {
        matches!(self, Format::Knockout { .. })
    }

    /// True if equal scores are separated by the scores of the opponents.
    pub fn has_buchholz(self) -> bool {
        self == Format::Swiss
    }

    /// True if a balanced sample of the tables can be played in place of all.
    pub fn has_samples(self) -> bool {
        self == Format::RoundRobin
    }

    /// True if smaller tables take the entrants that do not fill a planned one.
    pub fn has_smaller_tables(self) -> bool {
        self == Format::Swiss
    }

    /// True if those who lost before the final play for the third place.
    pub fn has_third_place(self) -> bool {
        self == Format::Knockout { third_place: true }
    }

    /// Number of challengers, of a gauntlet.
    pub fn challengers(self) -> Option<u32> {
        match self {
            Format::Gauntlet { challengers } => Some(challengers),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    /// In words: `round robin`, `gauntlet of 2 challengers`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::RoundRobin => f.write_str("round robin"),
            Format::Gauntlet { challengers: 1 } => f.write_str("gauntlet of 1 challenger"),
            Format::Gauntlet { challengers } => write!(f, "gauntlet of {challengers} challengers"),
            Format::Swiss => f.write_str("Swiss"),
            Format::Knockout { third_place: true } => f.write_str("knockout with a third place"),
            Format::Knockout { third_place: false } => f.write_str("knockout"),
        }
    }
}

/// The partners in a game of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Partners {
    /// An entrant fills all seats of its side.
    #[default]
    Same,
    /// Each seat has an entrant of its own, which sits with every other at its table in turn.
    Mixed,
}

named! { Partners, "way to part partners": Same = "same", Mixed = "mixed" }

/// The positions from which matches begin, in a game without chance.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// The game's own beginning.
    #[default]
    None,
    /// So many random legal moves, others in each block.
    Random {
        /// Moves made before the bots are asked.
        plies: u32,
    },
    /// A list of positions, one a block, from the beginning again after the last.
    Positions(Vec<Opening>),
}

/// A position to begin from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Moves already made.
    pub moves: Vec<String>,
}
