//! One writer at a time, for as long as it runs.
//!
//! SQLite locks for a transaction only. Two runners that take turns would both play every match, so
//! the process that writes holds a lock of the system on a file beside the tournament. It goes with the
//! process, however that ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::files::beside;

/// The right to write a tournament.
pub(super) struct Lock {
    path: PathBuf,
    // Holds the lock until it is closed.
    _file: File,
}

impl Lock {
    /// Takes the lock of the tournament at `real`, which people call `path`.
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
            // The one before may have removed it between the two steps.
            if is_still_there(&lock, &file) {
                // For the message to others only, so a full disk is no reason to stop here.
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                return Ok(Lock { path: lock, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is held: a process that has opened it already sees that it is gone, and makes another.
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
