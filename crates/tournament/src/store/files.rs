//! Examines a file before SQLite opens it, because SQLite would create, repair or clean it up.

use rusqlite::OpenFlags;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::schema::TOURNAMENT;
use juez_storage::sqlite_file::FileState;

/// Flags to write a file, or to read a writable one: no extra files are then left next to it.
pub(super) const WRITE: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE;
/// Flags to read a file that, or whose folder, cannot be written.
pub(super) const READ_ONLY: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY;
/// Flags to read a file that no process writes, in a folder that allows no new files.
pub(super) const STILL: OpenFlags = READ_ONLY.union(OpenFlags::SQLITE_OPEN_URI);

/// Examines `path` without touching it.
///
/// # Errors
/// If it exists and is neither empty nor a tournament of a known version.
pub(super) fn examine(path: &Path) -> Result<FileState, StoreError> {
    TOURNAMENT.examine(path).map_err(|why| StoreError::unusable(path, why))
}

/// Like [`examine`], but expects a tournament.
///
/// # Errors
/// If it is not a tournament of a known version.
pub(super) fn expect(path: &Path) -> Result<FileState, StoreError> {
    match examine(path)? {
        FileState::Nothing => Err(StoreError::Missing(path.to_path_buf())),
        FileState::Empty => {
            Err(StoreError::Foreign { path: path.to_path_buf(), what: "it is empty".into() })
        }
        FileState::Ours => Ok(FileState::Ours),
    }
}

/// Returns the absolute path without links. The lock and the files of SQLite are then found under
/// whatever name the user gives, and no path is mistaken for a URI.
pub(super) fn real(path: &Path) -> Result<PathBuf, StoreError> {
    let wrong = |error| StoreError::io(path, error);
    if path.exists() {
        return fs::canonicalize(path).map_err(wrong);
    }
    let absolute = std::path::absolute(path).map_err(wrong)?;
    let (Some(folder), Some(name)) = (absolute.parent(), absolute.file_name()) else {
        return Err(StoreError::Folder(path.to_path_buf()));
    };
    Ok(fs::canonicalize(folder).map_err(wrong)?.join(name))
}

/// Returns flags for reading a file.
///
/// # Errors
/// If its last matches are in a WAL that cannot be read in this folder.
pub(super) fn reach(path: &Path, real: &Path) -> Result<OpenFlags, StoreError> {
    let folder = real.parent().unwrap_or(real);
    if can_write(folder) {
        return Ok(if can_write(real) { WRITE } else { READ_ONLY });
    }
    match (size(real, "-wal"), size(real, "-shm")) {
        // The writing process shares its index of the WAL.
        (Some(_), Some(_)) => Ok(READ_ONLY),
        (None | Some(0), _) => Ok(STILL),
        (Some(_), None) => Err(StoreError::CutOff(path.to_path_buf())),
    }
}

#[cfg(unix)]
fn can_write(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
}

/// There, a file can be marked as read-only; the mark of a folder means nothing.
#[cfg(not(unix))]
fn can_write(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_dir() || !found.permissions().readonly())
}

/// Returns true if the file itself has all its content.
pub(super) fn is_whole(real: &Path) -> bool {
    size(real, "-wal").is_none_or(|bytes| bytes == 0)
}

/// Returns the name that makes SQLite treat a file as unchanging.
pub(super) fn immutable_uri(real: &Path) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(byte);
    let mut uri = "file:".to_string();
    for byte in real.as_os_str().as_encoded_bytes() {
        if plain(byte) { uri.push(*byte as char) } else { uri.push_str(&format!("%{byte:02X}")) }
    }
    uri + "?immutable=1"
}

/// Removes an empty file that was just created.
pub(super) fn remove_if_empty(real: &Path) {
    if fs::metadata(real).is_ok_and(|file| file.len() == 0) {
        let _ = fs::remove_file(real);
    }
}

/// Returns the size in bytes of a file that SQLite puts next to this one, if it exists.
fn size(real: &Path, suffix: &str) -> Option<u64> {
    fs::metadata(beside(real, suffix)).ok().map(|file| file.len())
}

/// Returns the path with `suffix` appended to its file name.
pub(super) fn beside(real: &Path, suffix: &str) -> PathBuf {
    let mut name = real.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
