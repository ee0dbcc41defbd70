//! The matches on disk: one SQLite file, which may be killed at any moment.
//!
//! A match that runs is kept as what it was started with and the moves that were made since, each with
//! who decided it. That is enough to go on: bots are asked again and answer as they did, for chance and
//! fuel are the same. A match that is over is kept as its record, and its moves go.
//!
//! Whatever a page is shown was committed before: a move is stored, then told. So a server that is
//! killed goes on with the very position that all saw, and no confirmed move of a person is
//! forgotten. A commit is one write to the log of SQLite, tens of microseconds, and does not wait for
//! the disk: what is lost with the machine's power is the last moves, never the file.
//!
//! The file belongs to one process at a time: SQLite holds it locked until it is closed.

mod bundles;
mod error;
mod file;
mod read;
mod rows;
mod schema;
mod write;

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use error::ArchiveError;
pub(super) use read::StoredMatch;
pub(super) use write::Beginning;

use super::Visitor;
use crate::core::{PerSeat, Seat};
use crate::server::Status;

/// The file of a hall, or its like in memory.
pub(super) struct Archive {
    db: Mutex<Connection>,
    /// Where it is; for messages.
    path: PathBuf,
}

/// Who took the decision that led to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decided {
    /// The bot in the seat.
    Bot,
    /// A person chose the move.
    Person,
    /// The clock of a person ran out, and chance chose.
    Chance,
    /// A person gave up; the move that may follow is the referee's.
    Resigned,
    /// No player was asked.
    Nobody,
}

/// A move as it is stored while its match runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StoredMove {
    /// Who made it.
    pub seat: Seat,
    /// Who decided.
    pub decided: Decided,
    /// The move; nothing if a person gave up and no move has followed.
    pub mv: Option<String>,
    /// Milliseconds from the question to the answer.
    pub ms: Option<u64>,
}

/// A person at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sitter {
    /// Who.
    pub visitor: Visitor,
    /// The name for people.
    pub name: String,
}

/// A match as the list tells of it once it is over.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Brief {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// When it began, in seconds since 1970.
    pub begun: u64,
    /// How it ended.
    pub status: Status,
    /// Who played, in seat order.
    pub names: Vec<String>,
    /// Moves made.
    pub plies: u32,
    /// The rank of each seat, if it has any.
    pub ranks: Option<PerSeat<u8>>,
}

impl Archive {
    /// Opens an archive, or makes one where there is none; without a path, one in memory.
    ///
    /// # Errors
    /// If the file is something else (which then is left as it is), belongs to a newer juez, is held
    /// by another process, or cannot be written.
    pub fn open(path: Option<&Path>) -> Result<Archive, ArchiveError> {
        let db = match path {
            Some(path) => file::open(path)?,
            None => file::in_memory()?,
        };
        let path = path.unwrap_or(Path::new("memory")).to_path_buf();
        Ok(Archive { db: Mutex::new(db), path })
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A result of SQLite, its error with the path.
    fn told<T>(&self, result: rusqlite::Result<T>) -> Result<T, ArchiveError> {
        result.map_err(|error| ArchiveError::of(&self.path, error))
    }
}
