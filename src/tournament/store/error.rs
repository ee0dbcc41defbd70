//! Errors of the file of a tournament, each with the way out.

use rusqlite::ErrorCode;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use super::packed::UnpackError;
use crate::registry::PlayerSpecError;
use crate::sqlite_file::{NewerTables, Unusable};
use crate::tournament::job::JobKey;

/// Why the file of a tournament cannot be used. Whatever the error, what was committed before is in it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No such file.
    #[error("there is no tournament {}", .0.display())]
    Missing(PathBuf),
    /// No folder to put it into.
    #[error("cannot make {}: there is no such folder", .0.display())]
    NoFolder(PathBuf),
    /// A folder.
    #[error("{} is a folder; expected the file of a tournament, such as {}", .0.display(), .0.join("class.db").display())]
    Folder(PathBuf),
    /// Something else.
    #[error("{} is no tournament of juez: {what}; it was left as it is", path.display())]
    Foreign {
        /// The path.
        path: PathBuf,
        /// Its kind.
        what: Cow<'static, str>,
    },
    /// Tables that this juez does not know.
    #[error("{} {}", .0.display(), .1)]
    Newer(PathBuf, NewerTables),
    /// Compressed in a way that this juez does not read.
    #[error("{} was made by juez 0.1, which compressed as zstd: only juez 0.1 reads it, and `juez report FILE --records all.jsonl` of that version writes its records for this one; it was left as it is", .0.display())]
    Zstd(PathBuf),
    /// Tables of an older version in a file that cannot be brought up to date.
    #[error("{} was made by an older juez: its tables are version {found}, and this juez reads {known}; copy it to where it can be written, and it is brought up to date", path.display())]
    Older {
        /// The path.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// Another process writes it.
    #[error("another juez{} is running the tournament {}; wait until it is done, or stop it", process.map(|id| format!(" (process {id})")).unwrap_or_default(), path.display())]
    Locked {
        /// The path.
        path: PathBuf,
        /// The other process, if it said so.
        process: Option<u32>,
    },
    /// Another program is in the way.
    #[error("another program holds {} locked; close it and go on with --resume", .0.display())]
    Busy(PathBuf),
    /// No space left.
    #[error("cannot write {}: the disk is full; nothing stored is lost: free some space and go on with --resume", .0.display())]
    Full(PathBuf),
    /// Not ours to write.
    #[error("cannot write {}: the file or its folder is read-only; copy it elsewhere, or ask for permission to write", .0.display())]
    ReadOnly(PathBuf),
    /// The last matches are in a WAL that cannot be read where it is.
    #[error("the run that wrote {} was cut off and its folder is read-only; copy the file and {}-wal into another folder and read them there", .0.display(), .0.display())]
    CutOff(PathBuf),
    /// Bytes that SQLite did not write.
    #[error("{} is damaged ({source}); `sqlite3 FILE .recover` saves what can still be read", path.display())]
    Corrupt {
        /// The path.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
    /// A row that makes no sense.
    #[error("{what} in {} cannot be read: {why}", path.display())]
    Damaged {
        /// The path.
        path: PathBuf,
        /// The content that was expected.
        what: String,
        /// The fault.
        why: String,
    },
    /// A record or source that cannot be unpacked.
    #[error("{what} in {} {source}", path.display())]
    Unpack {
        /// The path.
        path: PathBuf,
        /// The content that was expected.
        what: String,
        /// The fault.
        source: UnpackError,
    },
    /// The system refuses.
    #[error("cannot open {}: {source}", path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Anything else that SQLite says.
    #[error("{}: {source}", path.display())]
    Sqlite {
        /// The path.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
    /// A match came out twice, and not the same.
    #[error("match {key} was played again and came out differently than it is stored in {}: it is not deterministic; what is stored stays", path.display())]
    Mismatch {
        /// The path.
        path: PathBuf,
        /// The match.
        key: JobKey,
    },
    /// A round was drawn twice, and not the same.
    #[error("round {number} of revision {revision} was drawn again and came out differently than it is stored in {}", path.display())]
    OtherRound {
        /// The path.
        path: PathBuf,
        /// The revision.
        revision: u32,
        /// The round, from 0.
        number: u32,
    },
    /// No such revision.
    #[error("there is no revision {revision} in {}; it has {revisions}", path.display())]
    NoRevision {
        /// The path.
        path: PathBuf,
        /// The revision asked for.
        revision: u32,
        /// Their number.
        revisions: u32,
    },
    /// No such match in the schedule.
    #[error("there is no match {number} in revision {revision} of {}", path.display())]
    NoMatch {
        /// The path.
        path: PathBuf,
        /// The revision.
        revision: u32,
        /// The match asked for.
        number: u32,
    },
    /// No source to play from.
    #[error("the source of {name} is not in {}", path.display())]
    NoSource {
        /// The path.
        path: PathBuf,
        /// The entrant.
        name: String,
    },
    /// A program, whose command must come from a person.
    #[error("{name} is a program, and no command is taken from {}: give the command again that began the tournament, and it goes on", path.display())]
    Program {
        /// The path.
        path: PathBuf,
        /// The entrant.
        name: String,
    },
    /// A built-in bot that this juez does not have.
    #[error("{name} in {} cannot play: {source}", path.display())]
    BuiltIn {
        /// The path.
        path: PathBuf,
        /// The entrant.
        name: String,
        /// The fault.
        source: Box<PlayerSpecError>,
    },
}

impl StoreError {
    /// Makes an error of SQLite about the file at `path` ours.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> StoreError {
        use rusqlite::Error;
        let path = path.to_path_buf();
        match (source.sqlite_error_code(), &source) {
            (Some(ErrorCode::DiskFull), _) => StoreError::Full(path),
            // Not everything that fails for want of space says so.
            (Some(ErrorCode::SystemIoFailure), _) if is_full(&path) => StoreError::Full(path),
            (Some(ErrorCode::ReadOnly), _) => StoreError::ReadOnly(path),
            (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => {
                StoreError::Busy(path)
            }
            (Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase), _)
            | (
                None,
                Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::InvalidColumnType(..)
                | Error::Utf8Error(..),
            ) => StoreError::Corrupt { path, source },
            _ => StoreError::Sqlite { path, source },
        }
    }

    /// Error of a look at the file before it was opened.
    pub(super) fn unusable(path: &Path, why: Unusable) -> StoreError {
        let there = path.to_path_buf();
        match why {
            Unusable::Folder => StoreError::Folder(there),
            Unusable::Foreign(what) => StoreError::Foreign { path: there, what },
            Unusable::TooOld => StoreError::Zstd(there),
            Unusable::Newer(tables) => StoreError::Newer(there, tables),
            Unusable::Io(source) if source.kind() == io::ErrorKind::PermissionDenied => {
                StoreError::Io { path: there, source }
            }
            Unusable::Io(source) => StoreError::io(path, source),
            Unusable::Sqlite(source) => StoreError::of(path, source),
        }
    }

    /// Makes an error of the system from writing `path`, or beside it, ours.
    pub(super) fn io(path: &Path, source: io::Error) -> StoreError {
        use io::ErrorKind as Kind;
        let path = path.to_path_buf();
        match source.kind() {
            Kind::StorageFull | Kind::QuotaExceeded => StoreError::Full(path),
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => StoreError::ReadOnly(path),
            Kind::NotFound | Kind::NotADirectory => StoreError::NoFolder(path),
            _ => StoreError::Io { path, source },
        }
    }
}

/// True if the disk of a file is full.
#[cfg(unix)]
fn is_full(path: &Path) -> bool {
    rustix::fs::statvfs(path).is_ok_and(|disk| disk.f_bavail == 0)
}

/// Elsewhere SQLite has an error of its own for a full disk.
#[cfg(not(unix))]
fn is_full(_: &Path) -> bool {
    false
}
