//! A fault as JSON: the same facts as on a fault card.

use serde::Serialize;

use juez_core::{Record, SeatFault};
use juez_match::registry::{AnyGame, PlayerSpec};

/// Facts that help to fix a fault.
#[derive(Serialize)]
pub(super) struct FaultDetails {
    /// The faulty line with a caret; null if the fault names no line.
    excerpt: Option<String>,
    /// Position of the call, as a record without an end; null after the end of the match.
    position: Option<Record>,
    /// Commands that play the match and ask the bot again; empty for a program, whose answer could
    /// differ.
    again: Vec<String>,
}

impl FaultDetails {
    /// Collects the details of a fault of `player` in a recorded match.
    pub fn of(
        game: &dyn AnyGame,
        player: &PlayerSpec,
        record: &Record,
        fault: &SeatFault,
        again: impl IntoIterator<Item = String>,
    ) -> FaultDetails {
        FaultDetails {
            excerpt: player.mind.script().and_then(|spec| spec.excerpt(&fault.fault)),
            position: game.position_after(record, fault.ply).ok(),
            again: again.into_iter().filter(|_| player.mind.time().is_none()).collect(),
        }
    }
}
