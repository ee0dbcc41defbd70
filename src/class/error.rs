//! Errors of a class.

use rusqlite::ErrorCode;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use crate::sqlite_file::{NewerTables, Unusable};

/// Result of a request to a class.
pub(super) type Result<T, E = ClassError> = std::result::Result<T, E>;

/// Kind of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassErrorKind {
    /// The request makes no sense.
    Wrong,
    /// The sender is not logged in, or has the wrong code.
    Unknown,
    /// The person has no right to it.
    Forbidden,
    /// It does not exist, or not for this person.
    Missing,
    /// It does not fit the present state.
    Conflict,
    /// A limit is reached.
    Full,
    /// The platform failed.
    Broken,
}

impl ClassErrorKind {
    /// The refusal of this kind for a reason.
    pub(super) fn because(self, why: impl Into<String>) -> ClassError {
        ClassError::Refused { kind: self, why: why.into() }
    }
}

/// Error of a class; its text can be shown to people.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// A refused request.
    #[error("{why}")]
    Refused {
        /// Kind of the refusal.
        kind: ClassErrorKind,
        /// Reason, in words.
        why: String,
    },
    /// The folder cannot be made or read.
    #[error("cannot use the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The folder has no class.
    #[error("there is no class in {}", .0.display())]
    Absent(PathBuf),
    /// The file is something else.
    #[error("{} is no class: {what}; it was left as it is", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Description of the file.
        what: Cow<'static, str>,
    },
    /// A newer juez wrote the tables.
    #[error("{} {}", .0.display(), .1)]
    Newer(PathBuf, NewerTables),
    /// Another process uses the folder.
    #[error("another juez has the class in {} open; stop it first", .0.display())]
    Busy(PathBuf),
    /// No space left.
    #[error("cannot write {}: the disk is full; nothing stored is lost", .0.display())]
    Full(PathBuf),
    /// SQLite refuses.
    #[error("the file of the class: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The system has no random bits.
    #[error("the system has no random bits: {0}")]
    Random(#[source] io::Error),
}

impl ClassError {
    /// The kind of the error.
    pub fn kind(&self) -> ClassErrorKind {
        match self {
            ClassError::Refused { kind, .. } => *kind,
            ClassError::Full(_) => ClassErrorKind::Full,
            _ => ClassErrorKind::Broken,
        }
    }

    pub(super) fn of(path: &Path, source: rusqlite::Error) -> ClassError {
        let path = path.to_path_buf();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => ClassError::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ClassError::Busy(path),
            _ => ClassError::Sqlite(source),
        }
    }

    pub(super) fn unusable(path: &Path, why: Unusable) -> ClassError {
        let path = path.to_path_buf();
        match why {
            Unusable::Folder => ClassError::Foreign { path, what: "it is a folder".into() },
            Unusable::Foreign(what) => ClassError::Foreign { path, what },
            Unusable::TooOld => ClassError::Foreign { path, what: "its tables are too old".into() },
            Unusable::Newer(tables) => ClassError::Newer(path, tables),
            Unusable::Io(source) => ClassError::Folder { path, source },
            Unusable::Sqlite(source) => ClassError::of(&path, source),
        }
    }
}
