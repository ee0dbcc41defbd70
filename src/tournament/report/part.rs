//! The parts of a report by name.

use std::fmt;
use std::str::FromStr;

use crate::core::one_of;

/// A part of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The standings.
    Standings,
    /// The verdicts on the criteria.
    Criteria,
    /// Everybody against everybody.
    CrossTable,
    /// The rounds with their tables.
    Rounds,
    /// Results by seat.
    Seats,
    /// The figures that the game counts in each hand.
    Hands,
    /// Faults of bots.
    Faults,
    /// Fuel and time.
    Costs,
    /// Ratings over time.
    History,
    /// Every match.
    Matches,
}

impl Part {
    /// All parts, in the order of a report.
    pub const ALL: [Part; 10] = [
        Part::Standings,
        Part::Criteria,
        Part::CrossTable,
        Part::Rounds,
        Part::Seats,
        Part::Hands,
        Part::Faults,
        Part::Costs,
        Part::History,
        Part::Matches,
    ];

    /// Its name on the command line, also that of its CSV file.
    pub fn name(self) -> &'static str {
        match self {
            Part::Standings => "standings",
            Part::Criteria => "criteria",
            Part::CrossTable => "cross-table",
            Part::Rounds => "rounds",
            Part::Seats => "seats",
            Part::Hands => "hands",
            Part::Faults => "faults",
            Part::Costs => "costs",
            Part::History => "rating-over-time",
            Part::Matches => "matches",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Part {
    type Err = String;
    fn from_str(text: &str) -> Result<Part, String> {
        one_of("part of a report", text, &Part::ALL.map(|part| (part.name(), part)))
    }
}
