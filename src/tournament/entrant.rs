//! The entrants of a tournament.

use serde::{Deserialize, Serialize};

use crate::core::Player;

/// A bot that takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Name, kind of bot and source, as they stand in records. Names are unique.
    pub player: Player,
    /// A path, or a built-in bot with its options, as it was named.
    pub path: String,
    /// The student it belongs to, if a roster says so.
    pub student: Option<String>,
    /// Why it cannot play; it then takes no part.
    pub error: Option<String>,
}

impl Entrant {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.player.name
    }
}

/// An entrant that takes no further part after too many faults in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Benching {
    /// The entrant, by number.
    pub entrant: u32,
    /// The last match that it played, by its number in the schedule.
    pub after: u32,
}
