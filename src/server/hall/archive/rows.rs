//! Rows of the tables, not yet checked.

use rusqlite::Row;

use super::read::seat;
use super::{Brief, Decided, StoredMove, write};
use crate::core::Seat;
use crate::server::Status;

/// A match.
pub(super) struct MatchRow {
    pub number: i64,
    pub begun: u64,
    pub plan: String,
    pub status: String,
    pub why: Option<String>,
    pub rematch: Option<String>,
    pub record: Option<Vec<u8>>,
    pub times: Option<String>,
}

impl MatchRow {
    /// Takes an id.
    pub const SQL: &str = "SELECT number, begun, plan, status, why, rematch, record, times
                           FROM match WHERE id = ?1";

    pub fn of(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
        Ok(MatchRow {
            number: row.get(0)?,
            begun: number(row, 1)?.unwrap_or_default(),
            plan: row.get(2)?,
            status: row.get(3)?,
            why: row.get(4)?,
            rematch: row.get(5)?,
            record: row.get(6)?,
            times: row.get(7)?,
        })
    }
}

/// A match in the list.
pub(super) struct BriefRow {
    id: String,
    game: String,
    begun: u64,
    status: String,
    names: String,
    plies: Option<u32>,
    ranks: Option<String>,
}

impl BriefRow {
    /// Takes how many.
    pub const SQL: &str = "SELECT id, game, begun, status, names, plies, ranks FROM match
                           WHERE status <> 'running' ORDER BY number DESC LIMIT ?1";

    pub fn of(row: &Row<'_>) -> rusqlite::Result<BriefRow> {
        Ok(BriefRow {
            id: row.get(0)?,
            game: row.get(1)?,
            begun: number(row, 2)?.unwrap_or_default(),
            status: row.get(3)?,
            names: row.get(4)?,
            plies: row.get(5)?,
            ranks: row.get(6)?,
        })
    }

    /// What it says, if it makes sense.
    pub fn read(self) -> Option<Brief> {
        Some(Brief {
            status: read_status(&self.status)?,
            names: serde_json::from_str(&self.names).ok()?,
            plies: self.plies.unwrap_or_default(),
            ranks: self.ranks.and_then(|ranks| serde_json::from_str(&ranks).ok()),
            id: self.id,
            game: self.game,
            begun: self.begun,
        })
    }
}

/// A move of a match that runs.
pub(super) struct MoveRow {
    ply: u32,
    seat: Seat,
    decided: String,
    text: Option<String>,
    ms: Option<u64>,
}

impl MoveRow {
    /// Takes the number of a match.
    pub const SQL: &str =
        "SELECT ply, seat, decided, text, ms FROM move WHERE match = ?1 ORDER BY ply";

    pub fn of(row: &Row<'_>) -> rusqlite::Result<MoveRow> {
        Ok(MoveRow {
            ply: row.get(0)?,
            seat: seat(row, 1)?,
            decided: row.get(2)?,
            text: row.get(3)?,
            ms: number(row, 4)?,
        })
    }

    /// What it says, if it is of this ply.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(self, ply: u32) -> Result<StoredMove, String> {
        let MoveRow { seat, text: mv, ms, .. } = self;
        if self.ply != ply {
            return Err(format!("move {} is not there", ply + 1));
        }
        use Decided::{Bot, Chance, Nobody, Person, Resigned};
        let all = [Bot, Person, Chance, Resigned, Nobody];
        match all.into_iter().find(|decided| decided.text() == self.decided) {
            Some(decided) => Ok(StoredMove { seat, decided, mv, ms }),
            None => Err(format!("no decider is called {}", self.decided)),
        }
    }
}

/// A number that is never negative.
fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    let number: Option<i64> = row.get(column)?;
    Ok(number.and_then(|number| number.try_into().ok()))
}

/// The status that is stored so.
pub(super) fn read_status(text: &str) -> Option<Status> {
    let all = [Status::Running, Status::Finished, Status::Stopped, Status::Broken];
    all.into_iter().find(|status| write::text(*status) == text)
}
