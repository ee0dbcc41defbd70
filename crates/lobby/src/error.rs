//! Errors of the lobby and of its archive.

use rusqlite::ErrorCode;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use crate::words;
use juez_pool::PoolError;
use juez_storage::sqlite_file::{NewerTables, Unusable};

/// The class of an error, with its HTTP status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusalKind {
    /// The request makes no sense.
    Wrong = 400,
    /// The visitor is not allowed to do it.
    Forbidden = 403,
    /// The match or seat does not exist.
    Missing = 404,
    /// It does not fit the current state of the match.
    Conflict = 409,
    /// No capacity is left, or there was no result in time; trying again later may help.
    Full = 429,
    /// The platform failed.
    Broken = 500,
}

/// The result of lobby operations.
pub(super) type Result<T, E = LobbyError> = std::result::Result<T, E>;

impl RefusalKind {
    /// Creates the refusal of this class for a reason.
    pub(super) fn because(self, why: impl ToString) -> LobbyError {
        LobbyError::Refused { kind: self, why: why.to_string() }
    }
}

/// An error of the lobby; its text can be shown to people.
#[derive(Debug, thiserror::Error)]
pub enum LobbyError {
    /// A refused request.
    #[error("{why}")]
    Refused {
        kind: RefusalKind,
        /// Reason, in words.
        why: String,
    },
    /// Workers cannot be started, or one was lost.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The archive cannot be opened.
    #[error(transparent)]
    Open(ArchiveError),
    #[error("cannot read the folder of bots {}: {source}", path.display())]
    Bots { path: PathBuf, source: io::Error },
    /// The archive cannot be read or written.
    #[error("{}", .0.plain())]
    Archive(#[from] ArchiveError),
    /// The system has no threads or random bits.
    #[error("{why}")]
    System {
        /// The attempt, and its result.
        why: String,
        source: io::Error,
    },
}

impl LobbyError {
    /// Returns the class of the error.
    pub fn kind(&self) -> RefusalKind {
        match self {
            LobbyError::Refused { kind, .. } => *kind,
            _ => RefusalKind::Broken,
        }
    }
}

/// An error of the archive. Everything committed before it is in the file.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("{} is not an archive of matches: {what}; it was not changed", path.display())]
    Foreign { path: PathBuf, what: Cow<'static, str> },
    /// A newer juez wrote the tables.
    #[error("{} {}", .0.display(), .1)]
    Newer(PathBuf, NewerTables),
    #[error("{} was made by juez 0.1, which compressed as zstd: only juez 0.1 reads it; name another file for new matches; it was not changed", .0.display())]
    Zstd(PathBuf),
    #[error("another juez serves the matches of {}; stop it, or name another file", .0.display())]
    Busy(PathBuf),
    #[error("cannot write {}: the disk is full; nothing stored is lost", .0.display())]
    Full(PathBuf),
    /// A row cannot be read.
    #[error("{}: {}", path.display(), words::unreadable(.what, .why))]
    Damaged {
        path: PathBuf,
        /// The match or source in that row.
        what: String,
        why: String,
    },
    /// The system refuses to open the file.
    #[error("cannot open {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// Any other error of SQLite.
    #[error("{}: {source}", path.display())]
    Sqlite { path: PathBuf, source: rusqlite::Error },
}

impl ArchiveError {
    /// Returns the message for visitors, which hides the path of the file.
    pub fn plain(&self) -> String {
        match self {
            ArchiveError::Full(_) => words::disk_is_full(),
            ArchiveError::Damaged { what, why, .. } => words::unreadable(what, why),
            ArchiveError::Sqlite { source, .. } => words::cannot_store(source),
            ArchiveError::Io { source, .. } => words::cannot_store(source),
            ArchiveError::Foreign { .. }
            | ArchiveError::Newer(..)
            | ArchiveError::Zstd(_)
            | ArchiveError::Busy(_) => words::no_archive(),
        }
    }

    pub(super) fn of(path: &Path, source: rusqlite::Error) -> ArchiveError {
        let path = path.to_path_buf();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => ArchiveError::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ArchiveError::Busy(path),
            _ => ArchiveError::Sqlite { path, source },
        }
    }

    /// Converts an error of examining the file before it was opened.
    pub(super) fn unusable(path: &Path, why: Unusable) -> ArchiveError {
        let path = path.to_path_buf();
        match why {
            Unusable::Folder => {
                ArchiveError::Foreign { path, what: "it is not an ordinary file".into() }
            }
            Unusable::Foreign(what) => ArchiveError::Foreign { path, what },
            Unusable::Newer(tables) => ArchiveError::Newer(path, tables),
            Unusable::TooOld => ArchiveError::Zstd(path),
            Unusable::Io(source) => ArchiveError::Io { path, source },
            Unusable::Sqlite(source) => ArchiveError::of(&path, source),
        }
    }
}
