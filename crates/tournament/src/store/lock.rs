//! One writer at a time, during its whole run.
//!
//! SQLite locks only for a transaction. Two runners that take turns would both play every match, so
//! the writing process holds a system lock on a file next to the tournament. The system releases it
//! when the process ends in any way.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::files::beside;

/// The exclusive right to write a tournament.
pub(super) struct Lock {
    path: PathBuf,
    // Holds the lock until it is closed.
    _file: File,
}

impl Lock {
    /// Takes the lock of the tournament at `real`, called `path` by the user.
    pub fn take(path: &Path, real: &Path) -> Result<Lock, StoreError> {
        let lock = beside(real, ".lock");
        let wrong = |error| StoreError::io(path, error);
        loop {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&lock)
                .map_err(wrong)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(locked(path, file)),
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
            }
            // The previous owner can have removed it between the two steps.
            if is_still_there(&lock, &file) {
                // Only used in messages, so a full disk is no reason to stop.
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                return Ok(Lock { path: lock, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While held: a process that has already opened it sees that it is gone, and makes another.
        let _ = fs::remove_file(&self.path);
    }
}

fn locked(path: &Path, file: File) -> StoreError {
    let mut text = String::new();
    let process = file.take(20).read_to_string(&mut text).ok().and_then(|_| text.parse().ok());
    StoreError::Locked { path: path.to_path_buf(), process }
}

fn is_still_there(path: &Path, file: &File) -> bool {
    let held = file.try_clone().and_then(same_file::Handle::from_file);
    match (same_file::Handle::from_path(path), held) {
        (Ok(there), Ok(held)) => there == held,
        _ => false,
    }
}
