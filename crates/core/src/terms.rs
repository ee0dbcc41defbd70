//! The terms of a match.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Limits, TimeControl};

/// The conditions of a match that are the same for all its players. Setups, plans of tournaments,
/// batches of the queue and stored matches include them; a [`Record`](super::Record) has the same
/// fields.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Terms {
    /// House rules; a missing one has its default, `seats` the number of players.
    pub options: Map<String, Value>,
    /// The budget of a bot, and the cost of a fault.
    pub limits: Limits,
    /// Disabled script methods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// The clock of external programs, which keep it themselves; `None` if none plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// True if bots get seat labels instead of names, their own included.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hide_names: bool,
}
