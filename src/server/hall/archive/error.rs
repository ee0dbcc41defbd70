//! What can go wrong with an archive, and what a person can do then.

use rusqlite::ErrorCode;
use std::io;
use std::path::{Path, PathBuf};

use crate::server::words;

/// Why an archive cannot be used. Whatever the error, what was committed before is in it.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Something else.
    #[error("{} is no archive of matches: {what}; it was left as it is", path.display())]
    Foreign {
        /// The path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Tables that this juez does not know.
    #[error("{} was made by a newer juez: its tables are version {found}, and this juez knows none above {known}; it was left as it is", path.display())]
    Newer {
        /// The path.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version known.
        known: u32,
    },
    /// Another process has it.
    #[error("another juez serves the matches of {}; stop it, or name another file", path.display())]
    Busy {
        /// The path.
        path: PathBuf,
    },
    /// No space left.
    #[error("cannot write {}: the disk is full; nothing stored is lost", path.display())]
    Full {
        /// The path.
        path: PathBuf,
    },
    /// A row that makes no sense.
    #[error("{}: {}", path.display(), words::unreadable(.what, .why))]
    Damaged {
        /// The path.
        path: PathBuf,
        /// The match or source that it should be.
        what: String,
        /// The fault in it.
        why: String,
    },
    /// The system refuses.
    #[error("cannot open {}: {source}", path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Anything else that SQLite says.
    #[error("{}: {source}", path.display())]
    Sqlite {
        /// The path.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
}

impl ArchiveError {
    /// What visitors are told, who need not know where the file lies.
    pub fn plain(&self) -> String {
        match self {
            ArchiveError::Full { .. } => words::disk_is_full(),
            ArchiveError::Damaged { what, why, .. } => words::unreadable(what, why),
            ArchiveError::Sqlite { source, .. } => words::cannot_store(source),
            ArchiveError::Io { source, .. } => words::cannot_store(source),
            ArchiveError::Foreign { .. }
            | ArchiveError::Newer { .. }
            | ArchiveError::Busy { .. } => words::no_archive(),
        }
    }

    /// What SQLite said about the file at `path`.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> ArchiveError {
        let path = path.to_path_buf();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => ArchiveError::Full { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                ArchiveError::Busy { path }
            }
            _ => ArchiveError::Sqlite { path, source },
        }
    }
}
