//! The tournaments that the teacher holds on the page. Their matches are in files of their own.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use super::error::ClassErrorKind::Missing;
use super::error::Result;
use super::{Class, now, words};
use juez_core::named;

/// Number of a tournament, from 1.
pub type TournamentId = i64;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TournamentState {
    /// Its entrants and matches are fixed; none has been played.
    Planned,
    /// It plays, also after the next start of the class.
    Running,
    /// It plays again when the teacher resumes it.
    Paused,
    /// The teacher has ended it before its last match.
    Stopped,
    /// All matches have been played.
    Finished,
}

impl TournamentState {
    /// True if no more match is played.
    pub fn is_over(self) -> bool {
        matches!(self, TournamentState::Stopped | TournamentState::Finished)
    }
}

named! {
    TournamentState, "state of a tournament":
    Planned = "planned",
    Running = "running",
    Paused = "paused",
    Stopped = "stopped",
    Finished = "finished",
}

/// A planned tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTournament {
    pub name: String,
    /// Id of its game.
    pub game: String,
    /// Number of matches.
    pub matches: u64,
    /// Estimated duration in seconds, if known.
    pub seconds: Option<u64>,
}

/// A tournament of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// Its number.
    pub id: TournamentId,
    pub plan: NewTournament,
    pub state: TournamentState,
    /// The time when it was planned, in seconds since 1970.
    pub at: i64,
}

const COLUMNS: &str = "id, name, game, state, matches, seconds, at";

impl Class {
    /// Adds a planned tournament and returns its number.
    ///
    /// # Errors
    /// If the class cannot be written.
    pub fn add_tournament(&self, new: &NewTournament) -> Result<TournamentId> {
        let NewTournament { name, game, matches, seconds } = new;
        self.with(|db| {
            let sql = "INSERT INTO tournament (name, game, state, matches, seconds, at)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let state = TournamentState::Planned.name();
            let seconds = seconds.map(|seconds| seconds as i64);
            db.execute(sql, params![name, game, state, *matches as i64, seconds, now()])?;
            Ok(db.last_insert_rowid())
        })
    }

    /// Returns the tournaments, newest first.
    ///
    /// # Errors
    /// If the class cannot be read.
    pub fn tournaments(&self) -> Result<Vec<Tournament>> {
        self.with(|db| {
            let sql = format!("SELECT {COLUMNS} FROM tournament ORDER BY id DESC");
            let mut statement = db.prepare_cached(&sql)?;
            let rows = statement.query_map([], read)?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns a tournament.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn tournament(&self, id: TournamentId) -> Result<Tournament> {
        self.with(|db| {
            let sql = format!("SELECT {COLUMNS} FROM tournament WHERE id = ?1");
            let found = db.prepare_cached(&sql)?.query_row([id], read).optional()?;
            found.ok_or_else(|| Missing.because(words::no_such_tournament()))
        })
    }

    /// Sets the state of a tournament.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn set_tournament_state(&self, id: TournamentId, state: TournamentState) -> Result<()> {
        self.with(|db| {
            let sql = "UPDATE tournament SET state = ?2 WHERE id = ?1";
            let changed = db.execute(sql, params![id, state.name()])?;
            if changed == 1 { Ok(()) } else { Err(Missing.because(words::no_such_tournament())) }
        })
    }

    /// Sets the state of a tournament after a run, unless the teacher has changed it meanwhile.
    ///
    /// # Errors
    /// If the class cannot be written.
    pub fn end_tournament_run(&self, id: TournamentId, state: TournamentState) -> Result<()> {
        self.with(|db| {
            let sql = "UPDATE tournament SET state = ?2 WHERE id = ?1 AND state = ?3";
            db.execute(sql, params![id, state.name(), TournamentState::Running.name()])?;
            Ok(())
        })
    }

    /// Deletes a tournament, without its file.
    ///
    /// # Errors
    /// If the class cannot be written.
    pub fn delete_tournament(&self, id: TournamentId) -> Result<()> {
        self.with(|db| Ok(db.execute("DELETE FROM tournament WHERE id = ?1", [id]).map(drop)?))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Tournament> {
    let state: String = row.get(3)?;
    let state = state.parse().map_err(|error: String| {
        rusqlite::Error::FromSqlConversionFailure(3, rusqlite::types::Type::Text, error.into())
    })?;
    let (matches, seconds): (i64, Option<i64>) = (row.get(4)?, row.get(5)?);
    let plan = NewTournament {
        name: row.get(1)?,
        game: row.get(2)?,
        matches: matches.max(0) as u64,
        seconds: seconds.map(|seconds| seconds.max(0) as u64),
    };
    Ok(Tournament { id: row.get(0)?, plan, state, at: row.get(6)? })
}
