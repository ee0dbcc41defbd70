//! The shared part of juez's SQLite files: a check of a file before SQLite opens it, a check of its
//! schema, versions of the tables, and files in a zip.

mod schema;
mod unpack;

use rusqlite::{Connection, OpenFlags};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

pub use unpack::{UnpackError, unpack_file};

/// Time to wait for another process that copies the file.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of the header of a SQLite file.
const HEADER_BYTES: usize = 100;
/// First bytes of a SQLite file.
pub const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// A kind of file: its identification and its tables.
#[derive(Clone, Copy, Debug)]
pub struct FileKind<'s> {
    /// The number in the header that identifies files of this kind.
    pub application_id: u32,
    /// The oldest supported version; earlier ones belong to juez 0.1.
    pub oldest: u32,
    /// The tables of the oldest version, then the changes to each later one. Released steps never change.
    pub steps: &'s [&'s str],
}

/// The state of a path before SQLite opens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileState {
    /// There is no file.
    Nothing,
    /// A file of no bytes.
    Empty,
    /// A file of this kind, of a known version.
    Ours,
}

/// The reason why a path is not a usable file of its kind.
#[derive(Debug)]
pub enum Unusable {
    /// It is a folder.
    Folder,
    /// Another kind of file, or a foreign schema, with the reason in words.
    Foreign(Cow<'static, str>),
    /// A version before the oldest supported one.
    TooOld,
    /// A version after the newest known one.
    Newer(NewerTables),
    /// The system cannot read it.
    Io(io::Error),
    /// SQLite cannot read it.
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Unusable {
    fn from(error: rusqlite::Error) -> Unusable {
        Unusable::Sqlite(error)
    }
}

/// Tables written by a newer juez.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "was made by a newer juez: its tables are version {found}, and this juez knows none above {known}; it was not changed"
)]
pub struct NewerTables {
    /// Version of the file.
    pub found: u32,
    /// Newest known version.
    pub known: u32,
}

impl FileKind<'_> {
    /// Returns the newest version of the tables.
    pub const fn version(&self) -> u32 {
        self.oldest - 1 + self.steps.len() as u32
    }

    /// Reads the header of `path` without SQLite, which would create or repair the file.
    ///
    /// # Errors
    /// If the path exists and is neither empty nor a file of this kind in a known version.
    pub fn examine(&self, path: &Path) -> Result<FileState, Unusable> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(metadata) if metadata.is_dir() => return Err(Unusable::Folder),
            Ok(_) => return Err(Unusable::Foreign("it is not an ordinary file".into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileState::Nothing),
            Err(error) => return Err(Unusable::Io(error)),
        }
        let mut header = Vec::new();
        let file = File::open(path).map_err(Unusable::Io)?;
        match file.take(HEADER_BYTES as u64).read_to_end(&mut header).map_err(Unusable::Io)? {
            0 => return Ok(FileState::Empty),
            HEADER_BYTES if header.starts_with(MAGIC) => {}
            _ => return Err(Unusable::Foreign("it is not an SQLite database".into())),
        }
        let number =
            |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().expect("four bytes"));
        // Written with the first table and never again, so the first page has it even if a WAL
        // exists.
        if number(68) != self.application_id {
            return Err(Unusable::Foreign("it is a database of another program".into()));
        }
        self.check_version(number(60)).map(|()| FileState::Ours)
    }

    /// Refuses versions that this juez does not support. Version 0 has no tables yet.
    pub fn check_version(&self, found: u32) -> Result<(), Unusable> {
        let known = self.version();
        match found {
            _ if found > known => Err(Unusable::Newer(NewerTables { found, known })),
            _ if (1..self.oldest).contains(&found) => Err(Unusable::TooOld),
            _ => Ok(()),
        }
    }

    /// Returns the start of each step's blake3 hash, so that a test detects an edit of a released
    /// step.
    pub fn step_hashes(&self) -> Vec<String> {
        let hash = |sql: &&str| blake3::hash(sql.as_bytes()).to_hex()[..16].to_string();
        self.steps.iter().map(hash).collect()
    }

    /// Copies a file, even while another process has it open.
    ///
    /// # Errors
    /// If it is not a file of this kind, or the copy cannot be written.
    pub fn copy(&self, path: &Path, to: &Path) -> Result<(), Unusable> {
        let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        db.busy_timeout(BUSY_TIMEOUT)?;
        self.guard(&db)?;
        db.execute("VACUUM INTO ?1", [&*to.to_string_lossy()])?;
        Ok(())
    }

    /// Migrates the tables of an open file to the newest version, each step in a transaction.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn migrate(&self, db: &Connection) -> rusqlite::Result<()> {
        // A step can replace a table that rows refer to.
        db.execute_batch("PRAGMA foreign_keys = OFF")?;
        let seen = version(db)?.saturating_sub(self.oldest - 1);
        for (version, sql) in (self.oldest..).zip(self.steps).skip(seen as usize) {
            let step = db.unchecked_transaction()?;
            step.execute_batch(sql)?;
            step.pragma_update(None, "application_id", self.application_id)?;
            step.pragma_update(None, "user_version", version)?;
            step.commit()?;
        }
        db.execute_batch("PRAGMA foreign_keys = ON")
    }
}

/// Creates an empty file that only its user can read, if there is none, because it will hold
/// people's matches and sources.
///
/// # Errors
/// If it cannot be created.
pub fn create_private(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Returns the version of the tables in an open file; 0 without tables.
///
/// # Errors
/// If the file cannot be read.
pub fn version(db: &Connection) -> rusqlite::Result<u32> {
    db.query_row("PRAGMA user_version", [], |row| row.get(0))
}
