//! The matches on disk: one SQLite file that survives a kill at any moment.
//!
//! A running match is kept as its plan and the moves made since, each with the kind of player that
//! decided it. That is enough to go on: bots are asked again and answer the same, since chance and fuel
//! are the same. A match that is over is kept as its record, and its moves are deleted.
//!
//! A move is committed before any page shows it: after a kill the match goes on from the very position
//! that all saw, and no confirmed move of a person is lost. A commit is one write to the log of SQLite,
//! tens of microseconds, and does not wait for the disk: a power cut loses the last moves, never the
//! file.
//!
//! SQLite keeps the file locked for one process until it is closed.

mod read;
mod tables;
mod write;

use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::ArchiveError;
use super::plan::MatchPlan;
use super::seating::SeatedPerson;
use crate::core::{Ply, Record, Seat, SeatFault};
use crate::server::{MatchStatus, VisitorId};
use crate::sqlite_file::{Unusable, create_private};

/// Time that a server about to end has to release the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// The archive of a lobby: a file, or a database in memory.
pub(super) struct Archive {
    db: Mutex<Connection>,
    /// The path, for messages.
    path: PathBuf,
}

/// Origin of the decision that led to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum DecidedBy {
    Bot,
    Person,
    /// Chance, after the clock of a person ran out.
    Chance,
    /// A person resigned; a move that follows is the referee's.
    Resigned,
    /// No player was asked.
    #[serde(rename = "nobody")]
    Unasked,
}

/// A move of a running match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StoredMove {
    pub seat: Seat,
    pub decided: DecidedBy,
    /// The move; `None` after a resignation that no move has followed.
    pub mv: Option<String>,
    /// Milliseconds that the decision took.
    pub ms: Option<u64>,
    /// Origin and notes; `None` after a resignation, and of an earlier version of the file.
    pub how: Option<Ply>,
}

/// A match as it is stored.
pub(super) struct StoredMatch {
    pub id: String,
    /// Seconds since 1970.
    pub begun: u64,
    pub plan: MatchPlan,
    pub status: MatchStatus,
    /// Reason why it is broken, or was stopped by the server.
    pub why: Option<String>,
    /// Id of the rematch.
    pub rematch: Option<String>,
    /// Seats that a person has used, with the person who sits there now.
    pub occupants: Vec<(Seat, Option<SeatedPerson>)>,
    /// Hidden hands that visitors have seen.
    pub knows: Vec<(VisitorId, Seat)>,
    /// Number of moves of a running match.
    pub moves: u32,
    /// Calls of a running match that are not to be made again.
    pub crashes: Vec<SeatFault>,
    /// Record of a match that is over, if it has one.
    pub record: Option<Record>,
    /// Milliseconds of each move of a match that is over.
    pub times: Vec<Option<u64>>,
}

impl Archive {
    /// Opens an archive, or creates one where there is none; without a path, one in memory. Opened
    /// `alone`, no other process may even read it.
    ///
    /// # Errors
    /// If the file is something else (which is left as it is), belongs to a newer juez, is used by
    /// another process, or cannot be written.
    pub fn open(path: Option<&Path>, alone: bool) -> Result<Archive, ArchiveError> {
        let Some(path) = path else {
            return Archive::prepare(Path::new("memory"), Connection::open_in_memory(), alone);
        };
        tables::ARCHIVE.examine(path).map_err(|why| ArchiveError::unusable(path, why))?;
        create_private(path).map_err(|error| ArchiveError::unusable(path, Unusable::Io(error)))?;
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE;
        Archive::prepare(path, Connection::open_with_flags(path, flags), alone)
    }

    /// Writes a copy of an archive that is not open alone.
    ///
    /// # Errors
    /// If it is none, or the copy cannot be written.
    pub fn copy(path: &Path, to: &Path) -> Result<(), ArchiveError> {
        tables::ARCHIVE.examine(path).map_err(|why| ArchiveError::unusable(path, why))?;
        tables::ARCHIVE.copy(path, to).map_err(|why| ArchiveError::unusable(path, why))
    }

    fn prepare(
        path: &Path,
        opened: rusqlite::Result<Connection>,
        alone: bool,
    ) -> Result<Archive, ArchiveError> {
        let prepare = |db: Connection| {
            db.set_prepared_statement_cache_capacity(32);
            db.busy_timeout(BUSY_TIMEOUT)?;
            // The lock is held from the first look to the end, so that two servers do not play the same
            // matches.
            if alone {
                let lock = "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT";
                db.execute_batch(lock)?;
            }
            tables::ARCHIVE.guard(&db)?;
            tables::ARCHIVE.migrate(&db)?;
            // After the tables: they are then in the file itself, where the next look finds them.
            db.execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON",
            )?;
            Ok(db)
        };
        match opened.map_err(Unusable::from).and_then(prepare) {
            Ok(db) => Ok(Archive { db: Mutex::new(db), path: path.to_path_buf() }),
            Err(why) => Err(ArchiveError::unusable(path, why)),
        }
    }

    /// Reads all of an archive of unknown origin: its pages, and every match and script but the records.
    ///
    /// # Errors
    /// If juez would not have written it.
    pub fn check(&self) -> Result<(), ArchiveError> {
        let whole = tables::ARCHIVE.check_whole(&self.db.lock());
        whole.map_err(|why| ArchiveError::unusable(&self.path, why))?;
        self.check_scripts()?;
        self.check_matches()
    }

    /// Runs `work` on the file; other threads wait meanwhile.
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        work(&mut self.db.lock()).map_err(|error| ArchiveError::of(&self.path, error))
    }
}
