//! Tournaments on disk: one SQLite file each, safe against a kill at any moment.
//!
//! A file holds *revisions*: a plan, its entrants and the rounds drawn. Matches are stored
//! separately by [`JobKey`](super::JobKey), so that revisions share equal matches. Once
//! [`Store::commit`] has returned, the data survives any end of the process; data put later is lost
//! as a whole.
//!
//! The tables are designed to be read with other tools too; see `schema.rs`.

mod bundles;
mod error;
mod files;
mod lock;
mod packed;
mod read;
mod rename;
mod schema;
mod sense;
#[cfg(test)]
mod tests;
mod workers;
mod write;

use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use error::StoreError;
pub use packed::{Packed, UnpackError};
pub use rename::NewName;

use files::{STILL, WRITE};
use juez_storage::sqlite_file::{self, FileState};
use lock::Lock;
use schema::{TOURNAMENT, VERSION};

/// Longest wait for another program that holds the file, such as a writing shell.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The file of a tournament.
///
/// One process at a time writes it; any number read it meanwhile.
pub struct Store {
    // Closed before the lock is released, so no other process writes while SQLite cleans up.
    db: Connection,
    path: PathBuf,
    _lock: Option<Lock>,
}

impl Store {
    /// Opens the file of a tournament for writing, or creates it.
    ///
    /// # Errors
    /// If the file is something else (which stays untouched), belongs to a newer juez, is being
    /// written by another process, or cannot be written.
    pub fn create_or_open(path: &Path) -> Result<Store, StoreError> {
        Store::for_writing(path, true)
    }

    /// Opens the file of a tournament for writing.
    ///
    /// # Errors
    /// As [`Store::create_or_open`], and if the file does not exist.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::for_writing(path, false)
    }

    /// Opens the file of a tournament for reading, even while another process writes it or in a
    /// folder that cannot be written. All reads see the file as of this call.
    ///
    /// # Errors
    /// If the file does not exist, is something else, belongs to a newer juez or is damaged.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        let store = Store::for_reading(path)?;
        if store.version()? == VERSION {
            return Ok(store);
        }
        // Readers know only the current tables.
        let older =
            StoreError::Older { path: path.to_path_buf(), found: store.version()?, known: VERSION };
        drop(store);
        match Store::open(path) {
            Ok(_) => Store::for_reading(path),
            Err(StoreError::ReadOnly { .. } | StoreError::Locked { .. }) => Err(older),
            Err(error) => Err(error),
        }
    }

    /// Like [`Store::read`], but returns `None` without a file, or for an empty one, which remains
    /// if a tournament is killed before anything was planned.
    ///
    /// # Errors
    /// As [`Store::read`], except for a missing file.
    pub fn read_if_any(path: &Path) -> Result<Option<Store>, StoreError> {
        match files::examine(path)? {
            FileState::Nothing | FileState::Empty => Ok(None),
            FileState::Ours => Store::read(path).map(Some),
        }
    }

    /// Copies the file of a tournament to a new path, also while another process writes it.
    ///
    /// # Errors
    /// If there is none, or the copy cannot be written.
    pub fn copy(path: &Path, to: &Path) -> Result<(), StoreError> {
        files::expect(path)?;
        TOURNAMENT.copy(path, to).map_err(|why| StoreError::unusable(path, why))
    }

    /// Checks the schema and every page of a file of unknown origin.
    ///
    /// # Errors
    /// If juez has not written it.
    pub fn check(path: &Path) -> Result<(), StoreError> {
        let store = Store::open(path)?;
        TOURNAMENT.check_whole(&store.db).map_err(|why| StoreError::unusable(path, why))
    }

    /// Returns its path, as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn for_writing(path: &Path, create: bool) -> Result<Store, StoreError> {
        let examine = if create { files::examine } else { files::expect };
        // Before anything is created next to it.
        examine(path)?;
        let real = files::real(path)?;
        let lock = Lock::take(path, &real)?;
        let found = examine(path)?;
        let make = if create { OpenFlags::SQLITE_OPEN_CREATE } else { OpenFlags::empty() };
        let store = Store::connect(path, &real, WRITE | make, Some(lock));
        let made = store.and_then(|mut store| {
            store.make_ready()?;
            Ok(store)
        });
        if made.is_err() && found == FileState::Nothing {
            files::remove_if_empty(&real);
        }
        made
    }

    fn for_reading(path: &Path) -> Result<Store, StoreError> {
        files::expect(path)?;
        let real = files::real(path)?;
        let at_one_moment = |flags| {
            let store = Store::connect(path, &real, flags, None)?;
            store.batch("PRAGMA query_only = ON; BEGIN")?;
            store.guard()?;
            Ok(store)
        };
        match at_one_moment(files::reach(path, &real)?) {
            // Reading can also need space: an index is made even of an empty WAL.
            Err(StoreError::Full { .. }) if files::is_whole(&real) => at_one_moment(STILL),
            read => read,
        }
    }

    /// Connects to a file known to be a tournament or empty.
    fn connect(
        path: &Path,
        real: &Path,
        flags: OpenFlags,
        lock: Option<Lock>,
    ) -> Result<Store, StoreError> {
        let name = if flags == STILL { files::immutable_uri(real).into() } else { real.into() };
        let opened =
            Connection::open_with_flags::<PathBuf>(name, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        let db = opened.map_err(|error| StoreError::of(path, error))?;
        #[cfg(test)]
        let db = tests::killed::armed(db);
        let store = Store { db, path: path.to_path_buf(), _lock: lock };
        store.checked(store.db.busy_timeout(BUSY_TIMEOUT))?;
        store.db.set_prepared_statement_cache_capacity(64);
        Ok(store)
    }

    /// Upgrades the tables and sets the write mode.
    fn make_ready(&mut self) -> Result<(), StoreError> {
        use rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE as STAY;
        // Until its version is known nothing is written, not even on close.
        self.checked(self.db.set_db_config(STAY, true))?;
        self.guard()?;
        self.checked(self.db.set_db_config(STAY, false))?;
        // SQLite falls back to read-only if it cannot write.
        if self.checked(self.db.is_readonly("main"))? {
            return Err(StoreError::ReadOnly(self.path.clone()));
        }
        let migrated = TOURNAMENT.migrate(&self.db);
        self.checked(migrated)?;
        // After the tables, which are then in the file itself, written in one piece.
        self.batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    }

    /// Checks a file of unknown origin.
    fn guard(&self) -> Result<(), StoreError> {
        TOURNAMENT.guard(&self.db).map_err(|why| StoreError::unusable(&self.path, why))
    }

    fn version(&self) -> Result<u32, StoreError> {
        self.checked(sqlite_file::version(&self.db))
    }

    fn batch(&self, sql: &str) -> Result<(), StoreError> {
        self.checked(self.db.execute_batch(sql))
    }

    /// Converts the error of a result, adding the path.
    fn checked<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::of(&self.path, error))
    }
}
