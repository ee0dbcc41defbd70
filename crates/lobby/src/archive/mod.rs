//! The matches on disk: one SQLite file that survives a kill at any moment.
//!
//! A running match is stored as its plan and its moves, each with the kind of player that decided
//! it. That is enough to resume it: bots are asked again and give the same answers, since chance
//! and fuel are the same. A finished match is stored as its record, and its moves are deleted.
//!
//! A move is committed before any page shows it: after a kill the match continues from the last
//! position that was shown, and no confirmed move of a person is lost. A commit is one write to the
//! log of SQLite, takes tens of microseconds, and does not wait for the disk: a power cut loses the
//! last moves, but never corrupts the file.
//!
//! SQLite locks the file for one process until it is closed.

mod forget;
mod levels;
mod rated;
mod read;
mod reviews;
mod tables;
mod write;

pub use self::rated::{LadderRules, LadderStore, RatedMatch};
pub(super) use self::reviews::StoredReview;

use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::ArchiveError;
use super::plan::MatchPlan;
use super::seating::SeatedPerson;
use crate::{MatchStatus, VisitorId};
use juez_core::{Ply, Record, Seat, SeatFault};
use juez_storage::sqlite_file::{FileState, Unusable, create_private};

/// Time for a server that is shutting down to release the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// The archive of a lobby: a file, or a database in memory.
pub(super) struct Archive {
    db: Mutex<Connection>,
    /// The path, for messages.
    path: PathBuf,
}

/// The origin of the decision that led to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum DecidedBy {
    Bot,
    Person,
    /// Chance, after the clock of a person ran out.
    Chance,
    /// A person resigned; a move that follows is the referee's.
    Resigned,
    #[serde(rename = "nobody")]
    Unasked,
}

/// A move of a running match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StoredMove {
    pub seat: Seat,
    pub decided: DecidedBy,
    /// The move; `None` after a resignation without a move.
    pub mv: Option<String>,
    /// Milliseconds taken by the decision.
    pub ms: Option<u64>,
    /// Origin and notes; `None` after a resignation, or in an earlier version of the file.
    pub how: Option<Ply>,
}

/// A match in its stored form.
pub(super) struct StoredMatch {
    pub id: String,
    /// Seconds since 1970.
    pub begun: u64,
    pub plan: MatchPlan,
    pub status: MatchStatus,
    /// The reason why it is broken, or was stopped by the server.
    pub why: Option<String>,
    /// Id of the rematch, if any.
    pub rematch: Option<String>,
    /// Seats that a person has used, with the person who sits there now.
    pub occupants: Vec<(Seat, Option<SeatedPerson>)>,
    /// Hidden hands that visitors have seen.
    pub knows: Vec<(VisitorId, Seat)>,
    /// Number of moves of a running match.
    pub moves: u32,
    /// Calls of a running match that must not be made again.
    pub crashes: Vec<SeatFault>,
    /// The record of a finished match, if it has one.
    pub record: Option<Record>,
    /// Milliseconds per move of a finished match.
    pub times: Vec<Option<u64>>,
}

impl Archive {
    /// Opens an archive, or creates a missing one; without a path, one in memory. With `alone`, no
    /// other process can even read it.
    ///
    /// # Errors
    /// If the file is something else (then it stays unchanged), belongs to a newer juez, is used by
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

    /// Returns true if the file is an archive in a known version.
    pub fn is_one(path: &Path) -> bool {
        tables::ARCHIVE.examine(path).is_ok_and(|state| state == FileState::Ours)
    }

    /// Copies an archive that is not opened `alone`.
    ///
    /// # Errors
    /// If it is not an archive, or the copy cannot be written.
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
            // The lock is held from the first read to the end, so that two servers do not play the
            // same matches.
            if alone {
                let lock = "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT";
                db.execute_batch(lock)?;
            }
            tables::ARCHIVE.guard(&db)?;
            tables::ARCHIVE.migrate(&db)?;
            // After the tables, so that they are in the file itself, where the next `examine` finds
            // them.
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

    /// Checks a whole untrusted archive: its pages, and every match and script except the records.
    ///
    /// # Errors
    /// If juez would not have written it.
    pub fn check(&self) -> Result<(), ArchiveError> {
        let whole = tables::ARCHIVE.check_whole(&self.db.lock());
        whole.map_err(|why| ArchiveError::unusable(&self.path, why))?;
        self.check_scripts()?;
        self.check_rated()?;
        self.check_matches()
    }

    /// Runs `work` on the file while other threads wait.
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        work(&mut self.db.lock()).map_err(|error| ArchiveError::of(&self.path, error))
    }
}
