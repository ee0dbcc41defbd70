//! Errors of a class.

use rusqlite::ErrorCode;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use juez_storage::sqlite_file::{NewerTables, Unusable};

/// Result of a request to a class.
pub(super) type Result<T, E = ClassError> = std::result::Result<T, E>;

/// Kind of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassErrorKind {
    /// The request is invalid.
    Wrong,
    /// The sender is not logged in, or the code is wrong.
    Unknown,
    /// The person lacks the right.
    Forbidden,
    /// It does not exist for this person.
    Missing,
    /// It conflicts with the current state.
    Conflict,
    /// A limit is reached.
    Full,
    /// The platform failed.
    Broken,
}

impl ClassErrorKind {
    /// Returns a refusal of this kind.
    pub(super) fn because(self, why: impl Into<String>) -> ClassError {
        ClassError::Refused { kind: self, why: why.into() }
    }
}

/// Error of a class; its text can be shown to people.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// A refused request.
    #[error("{why}")]
    Refused { kind: ClassErrorKind, why: String },
    #[error("cannot use the folder {}: {source}", path.display())]
    Folder { path: PathBuf, source: io::Error },
    /// The folder has no class.
    #[error("no class in {}", .0.display())]
    Absent(PathBuf),
    #[error("{} is not a class: {what}; it was not changed", path.display())]
    Foreign { path: PathBuf, what: Cow<'static, str> },
    /// The file has tables of a newer juez.
    #[error("{} {}", .0.display(), .1)]
    Newer(PathBuf, NewerTables),
    #[error("another juez has the class in {} open; stop it first", .0.display())]
    Busy(PathBuf),
    #[error("cannot write {}: the disk is full; nothing stored is lost", .0.display())]
    Full(PathBuf),
    #[error("the file of the class: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the system has no random bits: {0}")]
    Random(#[source] io::Error),
}

impl ClassError {
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
