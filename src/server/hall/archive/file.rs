//! Opens the file of an archive, after a look at it: SQLite would make or mend what it is shown.

use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use super::ArchiveError;
use super::schema::{APPLICATION_ID, VERSION, migrate, version};

/// How long a server that is about to end may be in the way.
const PATIENCE: Duration = Duration::from_secs(1);
/// Bytes of the header of a SQLite file.
const HEADER: usize = 100;
/// How that begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The archive at `path`, ready and held for this process alone.
pub(super) fn open(path: &Path) -> Result<Connection, ArchiveError> {
    examine(path)?;
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE;
    make_ready(path, Connection::open_with_flags(path, flags))
        .map_err(|error| ArchiveError::of(path, error))
}

/// An archive that is gone when it is closed.
pub(super) fn in_memory() -> Result<Connection, ArchiveError> {
    let path = Path::new("memory");
    make_ready(path, Connection::open_in_memory()).map_err(|error| ArchiveError::of(path, error))
}

fn make_ready(path: &Path, opened: rusqlite::Result<Connection>) -> rusqlite::Result<Connection> {
    let db = opened?;
    db.set_prepared_statement_cache_capacity(32);
    db.busy_timeout(PATIENCE)?;
    // A file may come from anywhere: what its schema says is not run. Held from the first look to the
    // end, so that two servers do not play the same matches.
    db.execute_batch(
        "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
         PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT",
    )?;
    debug_assert!(version(&db)? <= VERSION, "{} was looked at before", path.display());
    migrate(&db)?;
    // After the tables: they are then in the file itself, where the next look finds them.
    db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")?;
    Ok(db)
}

/// Sees what is at `path` without touching it.
///
/// # Errors
/// If it is something that is neither empty nor an archive which this juez knows.
fn examine(path: &Path) -> Result<(), ArchiveError> {
    let foreign = |what| ArchiveError::Foreign { path: path.to_path_buf(), what };
    let wrong = |source| ArchiveError::Io { path: path.to_path_buf(), source };
    match fs::metadata(path) {
        Ok(about) if about.is_file() => {}
        Ok(_) => return Err(foreign("it is no ordinary file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(wrong(error)),
    }
    let file = File::open(path).map_err(wrong)?;
    let mut header = Vec::new();
    match file.take(HEADER as u64).read_to_end(&mut header).map_err(wrong)? {
        0 => return Ok(()),
        HEADER if header.starts_with(MAGIC) => {}
        _ => return Err(foreign("it is no SQLite database")),
    }
    let number = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().expect("four bytes"));
    if number(68) != APPLICATION_ID {
        return Err(foreign("it is a database of another program"));
    }
    let (found, known) = (number(60), VERSION);
    match found > known {
        true => Err(ArchiveError::Newer { path: path.to_path_buf(), found, known }),
        false => Ok(()),
    }
}
