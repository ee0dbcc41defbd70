//! Matches that continue from a position of another.

use super::error::RefusalKind::{Conflict, Wrong};
use super::error::Result;
use super::plan::PlannedPlayer;
use super::table::MatchTable;
use crate::words;
use juez_core::{Branch, Record, Seat};
use juez_match::registry::{AnyGame, RecordFault};

/// A position to continue from, with the players of its seats.
pub(super) struct BranchOrigin {
    pub branch: Branch,
    /// The position: options, deals and moves.
    pub position: Record,
    players: Vec<PlannedPlayer>,
}

impl BranchOrigin {
    /// Returns the position of a match after `ply` moves.
    ///
    /// # Errors
    /// If the match is not over or of another game, has no record, or no move can follow there.
    pub fn of_table(game: &dyn AnyGame, table: &MatchTable, ply: u32) -> Result<BranchOrigin> {
        if table.live().over().is_none() {
            return Err(Conflict.because(words::is_not_over()));
        }
        let record = table.record().ok_or_else(|| Conflict.because(words::no_record_yet()))?;
        let players = table.plan.players.clone();
        BranchOrigin::of(game, Some(table.id.clone()), &record, players, ply)
    }

    /// Returns the position of a record after `ply` moves.
    ///
    /// # Errors
    /// If the line is not a record, or no move can follow there.
    pub fn of_line(game: &dyn AnyGame, line: &str, ply: u32) -> Result<BranchOrigin> {
        let record = Record::from_line(line).map_err(|error| Wrong.because(error))?;
        let players = record.players.iter().cloned().map(PlannedPlayer::from).collect();
        BranchOrigin::of(game, None, &record, players, ply)
    }

    fn of(
        game: &dyn AnyGame,
        of: Option<String>,
        record: &Record,
        players: Vec<PlannedPlayer>,
        ply: u32,
    ) -> Result<BranchOrigin> {
        let wrong = |fault: RecordFault| Wrong.because(fault.error);
        let position = game.position_after(record, ply).map_err(wrong)?;
        let branch = Branch { of, ply, hands_seen: game.info().hidden };
        Ok(BranchOrigin { branch, position, players })
    }

    /// Returns the same position with people in place of scripts.
    pub fn without_scripts(mut self) -> BranchOrigin {
        for planned in &mut self.players {
            if planned.script().is_some() {
                *planned = PlannedPlayer::person(planned.player.name.clone());
            }
        }
        self
    }

    /// Returns the bot that had a seat there.
    ///
    /// # Errors
    /// If a person had the seat.
    pub fn bot(&self, seat: Seat) -> Result<&PlannedPlayer> {
        let player = self.players.get(seat.index()).filter(|player| player.is_bot());
        player.ok_or_else(|| Wrong.because(words::no_bot_there(seat)))
    }
}
