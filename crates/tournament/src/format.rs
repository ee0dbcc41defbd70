//! The format, partner mode and openings of a tournament, as chosen.

use serde::{Deserialize, Serialize};
use std::fmt;

use juez_core::named;

/// The way a tournament finds its pairings. Its methods are the facts that tables, reports and the
/// runner need; `schedule` draws its rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every entrant meets every other.
    RoundRobin,
    /// The first entrants, the challengers, meet all others.
    Gauntlet {
        /// Number of challengers among the entrants.
        challengers: u32,
    },
    /// Each round pairs entrants with similar scores.
    Swiss,
    /// The loser of a tie is eliminated.
    Knockout {
        /// True if the losers of the semi-finals play for third place.
        third_place: bool,
    },
}

impl Format {
    /// Returns true if a round can be drawn only after the rounds before it. In other formats, the
    /// pairings are known from the start.
    pub fn follows_from_results(self) -> bool {
        match self {
            Format::RoundRobin | Format::Gauntlet { .. } => false,
            Format::Swiss | Format::Knockout { .. } => true,
        }
    }

    /// Returns true if entrants drop out. Ranks then show how far each got, and a drawn tie is
    /// replayed.
    pub fn is_elimination(self) -> bool {
        matches!(self, Format::Knockout { .. })
    }

    /// Returns true if opponents' scores separate equal scores.
    pub fn has_buchholz(self) -> bool {
        self == Format::Swiss
    }

    /// Returns true if a balanced sample of the tables can replace all of them.
    pub fn has_samples(self) -> bool {
        self == Format::RoundRobin
    }

    /// Returns true if smaller tables take the entrants that do not fill a planned one.
    pub fn has_smaller_tables(self) -> bool {
        self == Format::Swiss
    }

    /// Returns true if the losers of the semi-finals play for third place.
    pub fn has_third_place(self) -> bool {
        self == Format::Knockout { third_place: true }
    }

    /// Returns the number of challengers of a gauntlet.
    pub fn challengers(self) -> Option<u32> {
        match self {
            Format::Gauntlet { challengers } => Some(challengers),
            _ => None,
        }
    }
}

/// A format without its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum FormatName {
    /// [`Format::RoundRobin`].
    #[default]
    RoundRobin,
    /// [`Format::Gauntlet`].
    Gauntlet,
    /// [`Format::Swiss`].
    Swiss,
    /// [`Format::Knockout`].
    Knockout,
}

named! {
    FormatName, "format":
    RoundRobin = "round-robin",
    Gauntlet = "gauntlet",
    Swiss = "swiss",
    Knockout = "knockout",
}

impl FormatName {
    /// Returns the format with these parameters, as far as it has them.
    pub fn with(self, challengers: u32, third_place: bool) -> Format {
        match self {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet { challengers },
            FormatName::Swiss => Format::Swiss,
            FormatName::Knockout => Format::Knockout { third_place },
        }
    }
}

impl From<Format> for FormatName {
    fn from(format: Format) -> FormatName {
        match format {
            Format::RoundRobin => FormatName::RoundRobin,
            Format::Gauntlet { .. } => FormatName::Gauntlet,
            Format::Swiss => FormatName::Swiss,
            Format::Knockout { .. } => FormatName::Knockout,
        }
    }
}

impl fmt::Display for Format {
    /// Writes the format in words: `round robin`, `gauntlet of 2 challengers`.
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

/// The assignment of partners in a game of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Partners {
    /// One entrant fills all seats of its side.
    #[default]
    Same,
    /// Each seat has its own entrant, which partners every other at its table in turn.
    Mixed,
}

named! { Partners, "way to part partners": Same = "same", Mixed = "mixed" }

/// The starting positions of matches in a game without chance.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// The game's own starting position.
    #[default]
    None,
    /// This many random legal moves, different in each block.
    Random {
        /// Moves made before the first decision of a bot.
        plies: u32,
    },
    /// A list of positions, one per block; starts over after the last.
    Positions(Vec<Opening>),
}

impl fmt::Display for Openings {
    /// Writes `none`, `random:2` or `40 positions`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::None => f.write_str("none"),
            Openings::Random { plies } => write!(f, "random:{plies}"),
            Openings::Positions(list) => write!(f, "{} positions", list.len()),
        }
    }
}

/// A position to start from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Moves already made.
    pub moves: Vec<String>,
}
