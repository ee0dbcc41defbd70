//! Looks at a file before SQLite does: SQLite would make, mend or tidy up what it is shown.

use rustix::fs::{Access, access};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::StoreError;
use super::schema::{APPLICATION_ID, VERSION};

/// Bytes of the header of a SQLite file.
const HEADER: usize = 100;
/// How that begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// What is at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// A file of no bytes.
    Empty,
    /// A tournament of a version that this juez knows, as far as its first page says.
    Ours,
}

impl Found {
    /// The error of who expected a tournament.
    pub fn missing(self, path: &Path) -> StoreError {
        let path = path.to_path_buf();
        match self {
            Found::Empty => StoreError::Foreign { path, what: "it is empty" },
            _ => StoreError::Missing { path },
        }
    }
}

/// How to connect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// To write.
    Write {
        /// Whether to make the file.
        create: bool,
    },
    /// To read a file that could be written: nothing is left beside it then.
    Read,
    /// To read a file or in a folder that cannot be written.
    ReadOnly,
    /// To read a file that no process writes and beside which nothing can be made.
    Still,
}

/// Sees what is at `path` without touching it.
///
/// # Errors
/// If it is something that is neither empty nor a tournament which this juez knows.
pub(super) fn examine(path: &Path) -> Result<Found, StoreError> {
    let foreign = |what| StoreError::Foreign { path: path.to_path_buf(), what };
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(StoreError::unreadable(path, error)),
    };
    if metadata.is_dir() {
        return Err(StoreError::Folder { path: path.to_path_buf() });
    }
    if !metadata.is_file() {
        return Err(foreign("it is no ordinary file"));
    }
    let mut header = Vec::new();
    let read = File::open(path).and_then(|f| f.take(HEADER as u64).read_to_end(&mut header));
    match read.map_err(|error| StoreError::unreadable(path, error))? {
        0 => return Ok(Found::Empty),
        HEADER if header.starts_with(MAGIC) => {}
        _ => return Err(foreign("it is no SQLite database")),
    }
    let number = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().expect("four bytes"));
    // Written with the first table and never again, so the first page has it whatever is in the WAL.
    if number(68) != APPLICATION_ID {
        return Err(foreign("it is a database of another program"));
    }
    let (found, known) = (number(60), VERSION);
    match found > known {
        true => Err(StoreError::Newer { path: path.to_path_buf(), found, known }),
        false => Ok(Found::Ours),
    }
}

/// The path without links, absolute: the lock and the files that SQLite puts beside a file are then
/// found under whatever name people use, and none is taken for a URI.
pub(super) fn real(path: &Path) -> Result<PathBuf, StoreError> {
    let wrong = |error| StoreError::io(path, error);
    if path.exists() {
        return fs::canonicalize(path).map_err(wrong);
    }
    let absolute = std::path::absolute(path).map_err(wrong)?;
    let (Some(folder), Some(name)) = (absolute.parent(), absolute.file_name()) else {
        return Err(StoreError::Folder { path: path.to_path_buf() });
    };
    Ok(fs::canonicalize(folder).map_err(wrong)?.join(name))
}

/// How a file can be read.
///
/// # Errors
/// If its last matches are in a WAL that cannot be read where it is.
pub(super) fn reach(path: &Path, real: &Path) -> Result<Reach, StoreError> {
    let folder = real.parent().unwrap_or(real);
    if access(folder, Access::WRITE_OK).is_ok() {
        let writable = access(real, Access::WRITE_OK).is_ok();
        return Ok(if writable { Reach::Read } else { Reach::ReadOnly });
    }
    match (size(real, "-wal"), size(real, "-shm")) {
        // The process that writes it shares its index of the WAL.
        (Some(_), Some(_)) => Ok(Reach::ReadOnly),
        (None | Some(0), _) => Ok(Reach::Still),
        (Some(_), None) => Err(StoreError::CutOff { path: path.to_path_buf() }),
    }
}

/// Whether all of it is in the file itself.
pub(super) fn is_whole(real: &Path) -> bool {
    size(real, "-wal").is_none_or(|bytes| bytes == 0)
}

/// The name by which SQLite reads a file that is not going to change.
pub(super) fn immutable_uri(real: &Path) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(byte);
    let mut uri = "file:".to_string();
    for byte in real.as_os_str().as_encoded_bytes() {
        match plain(byte) {
            true => uri.push(*byte as char),
            false => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri + "?immutable=1"
}

/// Removes a file that was made for nothing.
pub(super) fn remove_if_empty(real: &Path) {
    if fs::metadata(real).is_ok_and(|file| file.len() == 0) {
        let _ = fs::remove_file(real);
    }
}

/// The bytes of a file that SQLite puts beside, if it is there.
fn size(real: &Path, suffix: &str) -> Option<u64> {
    let mut name = real.as_os_str().to_owned();
    name.push(suffix);
    fs::metadata(name).ok().map(|file| file.len())
}
