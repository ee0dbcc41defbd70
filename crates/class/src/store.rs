//! Opens, locks and copies the file of a class.

use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags, Transaction};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::error::{ClassError, Result};
use super::tables::CLASS;
use juez_storage::sqlite_file::{BUSY_TIMEOUT, FileState, Unusable, create_private};

/// Name of the class file in its folder.
pub const CLASS_FILE: &str = "class.db";
/// Locked while a process has the class open.
const LOCK: &str = "class.lock";

/// A class. All changes go through one connection, each in its own transaction, and are on disk
/// before the answer: a kill loses nothing that was confirmed.
///
/// # Blocking
/// Methods can wait for the disk: call them in `spawn_blocking`.
pub struct Class {
    db: Mutex<Connection>,
    path: PathBuf,
    // Dropped after the connection.
    _lock: File,
}

impl Class {
    /// Opens the class file in a folder, which is created if missing.
    pub(super) fn open_file(folder: &Path) -> Result<Class> {
        Class::make_folder(folder)?;
        let cannot = |source| ClassError::Folder { path: folder.to_path_buf(), source };
        let path = folder.join(CLASS_FILE);
        CLASS.examine(&path).map_err(|why| ClassError::unusable(&path, why))?;
        // Only its owner can open the lock file, since anyone who can open it can hold the lock.
        create_private(&folder.join(LOCK)).map_err(cannot)?;
        let lock = File::options().write(true).open(folder.join(LOCK)).map_err(cannot)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ClassError::Busy(folder.to_path_buf())),
            Err(TryLockError::Error(source)) => return Err(cannot(source)),
        }
        create_private(&path).map_err(cannot)?;
        let db = connect(&path).map_err(|why| ClassError::unusable(&path, why))?;
        Ok(Class { db: Mutex::new(db), path, _lock: lock })
    }

    /// Creates the folder of a class if missing. Other users of the machine cannot open a new
    /// folder.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn make_folder(folder: &Path) -> Result<()> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let cannot = |source| ClassError::Folder { path: folder.to_path_buf(), source };
        builder.create(folder).map_err(cannot)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a copy of the class file in a folder, even while another process has the class open.
    ///
    /// # Errors
    /// If there is no class, or the copy cannot be written.
    pub fn copy(folder: &Path, to: &Path) -> Result<()> {
        let path = folder.join(CLASS_FILE);
        match CLASS.examine(&path).map_err(|why| ClassError::unusable(&path, why))? {
            FileState::Ours => {}
            FileState::Nothing | FileState::Empty => {
                return Err(ClassError::Absent(folder.to_path_buf()));
            }
        }
        CLASS.copy(&path, to).map_err(|why| ClassError::unusable(&path, why))
    }

    /// Runs `work` in a transaction, which an error rolls back.
    pub(super) fn with<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let mut db = self.db.lock();
        let run = || {
            let transaction = db.transaction()?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        run().map_err(|error| match error {
            ClassError::Sqlite(source) => ClassError::of(&self.path, source),
            error => error,
        })
    }
}

fn connect(path: &Path) -> Result<Connection, Unusable> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE;
    let db = Connection::open_with_flags(path, flags)?;
    db.set_prepared_statement_cache_capacity(64);
    db.busy_timeout(BUSY_TIMEOUT)?;
    CLASS.guard(&db)?;
    CLASS.migrate(&db)?;
    db.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON",
    )?;
    Ok(db)
}
