//! A fault for programs: what a fault card shows, as data.

use serde::Serialize;

use crate::core::{Record, SeatFault};
use crate::registry::{AnyGame, PlayerSpec};

/// The facts beside a fault that help to mend it.
#[derive(Serialize)]
pub(super) struct FaultDetails {
    /// The line it names, with a caret; null if it names none.
    excerpt: Option<String>,
    /// The position in which the bot was called, as a record without an end; null after the end of
    /// the match.
    position: Option<Record>,
    /// The commands that play the match and ask the bot again; none for a program, which would answer
    /// otherwise.
    again: Vec<String>,
}

impl FaultDetails {
    /// The details of a fault of `player` in the match of a record.
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
