//! Errors of a tournament file, each with a way out.

use rusqlite::ErrorCode;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use super::packed::UnpackError;
use crate::job::JobKey;
use juez_match::registry::PlayerSpecError;
use juez_storage::sqlite_file::{NewerTables, Unusable};

/// Why the file of a tournament cannot be used. After any error, the file still has everything that
/// was committed before.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("file {} does not exist", .0.display())]
    Missing(PathBuf),
    #[error("cannot create {}: its folder does not exist", .0.display())]
    NoFolder(PathBuf),
    #[error("{} is a folder; expected the file of a tournament, such as {}", .0.display(), .0.join("class.db").display())]
    Folder(PathBuf),
    #[error("{} is not a juez tournament: {what}; it was not changed", path.display())]
    Foreign { path: PathBuf, what: Cow<'static, str> },
    /// The tables are newer than this juez.
    #[error("{} {}", .0.display(), .1)]
    Newer(PathBuf, NewerTables),
    #[error("{} was made by juez 0.1, which compressed as zstd: only juez 0.1 reads it, and `juez report FILE --records all.jsonl` of that version writes its records for this one; it was not changed", .0.display())]
    Zstd(PathBuf),
    #[error("{} was made by an older juez: its tables are version {found}, and this juez reads {known}; copy it to a place where it can be written, and it is upgraded", path.display())]
    Older {
        path: PathBuf,
        found: u32,
        /// The version that is read.
        known: u32,
    },
    #[error("another juez{} is running the tournament {}; wait until it is done, or stop it", process.map(|id| format!(" (process {id})")).unwrap_or_default(), path.display())]
    Locked {
        path: PathBuf,
        /// The other process, if known.
        process: Option<u32>,
    },
    #[error("another program has locked {}; close it and continue with --resume", .0.display())]
    Busy(PathBuf),
    #[error("cannot write {}: the disk is full; nothing stored is lost: free some space and continue with --resume", .0.display())]
    Full(PathBuf),
    #[error("cannot write {}: the file or its folder is read-only; copy it elsewhere, or ask for permission to write", .0.display())]
    ReadOnly(PathBuf),
    /// The last matches are in a WAL that cannot be read in this folder.
    #[error("the run that wrote {} was cut off and its folder is read-only; copy the file and {}-wal into another folder and read them there", .0.display(), .0.display())]
    CutOff(PathBuf),
    #[error("{} is damaged ({source}); `sqlite3 FILE .recover` saves what can still be read", path.display())]
    Corrupt { path: PathBuf, source: rusqlite::Error },
    #[error("{what} in {} cannot be read: {why}", path.display())]
    Damaged { path: PathBuf, what: String, why: String },
    /// A record or source cannot be unpacked.
    #[error("{what} in {} {source}", path.display())]
    Unpack { path: PathBuf, what: String, source: UnpackError },
    /// The system refused.
    #[error("cannot open {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// Any other error of SQLite.
    #[error("{}: {source}", path.display())]
    Sqlite { path: PathBuf, source: rusqlite::Error },
    #[error("match {key} was played again and came out differently than it is stored in {}: it is not deterministic; the stored match stays", path.display())]
    Mismatch { path: PathBuf, key: JobKey },
    #[error("round {number} of revision {revision} was drawn again and came out differently than it is stored in {}", path.display())]
    OtherRound {
        path: PathBuf,
        revision: u32,
        /// The round, from 0.
        number: u32,
    },
    #[error("no revision {revision} in {}; it has {revisions}", path.display())]
    NoRevision { path: PathBuf, revision: u32, revisions: u32 },
    #[error("no match {number} in revision {revision} of {}", path.display())]
    NoMatch { path: PathBuf, revision: u32, number: u32 },
    #[error("the source of {name} is not in {}", path.display())]
    NoSource { path: PathBuf, name: String },
    /// The entrant is an external program, whose command must come from the user.
    #[error("{name} is a program, and no command is taken from {}: repeat the command that began the tournament, and it continues", path.display())]
    Program { path: PathBuf, name: String },
    /// This juez lacks the built-in bot.
    #[error("{name} in {} cannot play: {source}", path.display())]
    BuiltIn { path: PathBuf, name: String, source: Box<PlayerSpecError> },
}

impl StoreError {
    /// Converts an error of SQLite about the file at `path`.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> StoreError {
        use rusqlite::Error;
        let path = path.to_path_buf();
        match (source.sqlite_error_code(), &source) {
            (Some(ErrorCode::DiskFull), _) => StoreError::Full(path),
            // Not every failure from lack of space is reported as one.
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

    /// Converts an error found in a file before it was opened.
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

    /// Converts an error of the system from writing `path` or a file next to it.
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

/// Returns true if the disk of a file is full.
#[cfg(unix)]
fn is_full(path: &Path) -> bool {
    rustix::fs::statvfs(path).is_ok_and(|disk| disk.f_bavail == 0)
}

/// Elsewhere SQLite has a separate error for a full disk.
#[cfg(not(unix))]
fn is_full(_: &Path) -> bool {
    false
}
