//! What can go wrong with an archive, and what a person can do then.

use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::server::words;

/// Something that an archive holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stored {
    /// The match with this id.
    Match(String),
    /// The script whose bundle has this hash.
    Source(String),
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stored::Match(id) => write!(f, "the match {id}"),
            Stored::Source(hash) => write!(f, "the source {hash}"),
        }
    }
}

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
    #[error("{what} in {} cannot be read: {why}", path.display())]
    Damaged {
        /// The path.
        path: PathBuf,
        /// What it should be.
        what: Stored,
        /// What is wrong with it.
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
            ArchiveError::Damaged { what: Stored::Match(id), why, .. } => {
                words::match_unreadable(id, why)
            }
            ArchiveError::Damaged { what: Stored::Source(hash), why, .. } => {
                words::source_unreadable(hash, why)
            }
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
