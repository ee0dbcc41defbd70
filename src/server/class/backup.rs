//! A class as one archive: a zip of its two files. A copy may come from anywhere, so nothing of it is used
//! before all of it was checked.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::class::{CLASS_FILE, Class, ClassError};
use crate::server::{Lobby, LobbyError};
use crate::sqlite_file::{UnpackError, create_private, unpack_file};

/// The file of the matches in the folder of a class.
pub const MATCHES_FILE: &str = "matches.db";

/// Reason why a class cannot be copied, or a copy not be restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// An older copy is not overwritten.
    #[error("{} is there already: name another file", .0.display())]
    Exists(PathBuf),
    /// A class is not overwritten.
    #[error("{} has a class already: name a new folder", .0.display())]
    HasClass(PathBuf),
    /// The copy is something else, damaged, or was changed.
    #[error("{} is no copy of a class: {why}", path.display())]
    NotOurs {
        /// The copy.
        path: PathBuf,
        /// Reason, in words.
        why: String,
    },
    /// The system does not read a file.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The system does not write a file.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The class cannot be read.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// Its matches cannot be read.
    #[error(transparent)]
    Matches(#[from] LobbyError),
}

/// Writes a copy of the class in `folder` to a new file, also while another juez has the class open.
///
/// # Errors
/// If there is no class, the file is there already, or it cannot be written.
pub fn backup(folder: &Path, file: &Path) -> Result<(), BackupError> {
    if file.exists() {
        return Err(BackupError::Exists(file.to_path_buf()));
    }
    let cannot = |source| BackupError::Write { path: file.to_path_buf(), source };
    let work = tempfile::tempdir_in(beside(file)).map_err(cannot)?;
    // People first: a match that begins meanwhile is in the copy without a person who is not.
    Class::copy(folder, &work.path().join(CLASS_FILE))?;
    Lobby::copy_store(&folder.join(MATCHES_FILE), &work.path().join(MATCHES_FILE))?;
    let packed = work.path().join("packed.zip");
    pack(work.path(), &packed).map_err(cannot)?;
    // Either the whole archive is there or none.
    fs::rename(&packed, file).map_err(cannot)
}

fn pack(folder: &Path, packed: &Path) -> io::Result<()> {
    create_private(packed)?;
    let mut zip = ZipWriter::new(File::options().write(true).open(packed)?);
    for name in [CLASS_FILE, MATCHES_FILE] {
        zip.start_file(name, SimpleFileOptions::default().large_file(true))?;
        io::copy(&mut File::open(folder.join(name))?, &mut zip)?;
    }
    zip.finish()?.sync_all()
}

/// Makes `folder` from a copy; the number of people in the class. The copy is checked as by
/// [`check_backup`], and the folder gets nothing of one that fails.
///
/// # Errors
/// If the folder has a class, or the copy is none or cannot be unpacked.
pub fn restore(folder: &Path, file: &Path) -> Result<usize, BackupError> {
    if [CLASS_FILE, MATCHES_FILE].iter().any(|name| folder.join(name).exists()) {
        return Err(BackupError::HasClass(folder.to_path_buf()));
    }
    let cannot = |source| BackupError::Write { path: folder.to_path_buf(), source };
    // On the same disk.
    let near = if folder.is_dir() { folder } else { beside(folder) };
    let work = tempfile::tempdir_in(near).map_err(cannot)?;
    let people = unpack_checked(file, &work)?;
    Class::make_folder(folder)?;
    // The class last: without it the folder has none yet.
    let put = |name| fs::rename(work.path().join(name), folder.join(name));
    let placed = [MATCHES_FILE, CLASS_FILE].into_iter().try_for_each(put);
    placed.map_err(|error| {
        // Else the folder could not be restored again.
        let _ = fs::remove_file(folder.join(MATCHES_FILE));
        cannot(error)
    })?;
    Ok(people)
}

/// Checks a copy of a class without restoring it; the number of people in it. The schema of both files is
/// compared with that of juez, every page and row is read, and nothing in them is run.
///
/// # Errors
/// If it is no copy of a class that juez has made, or it is damaged.
pub fn check_backup(file: &Path) -> Result<usize, BackupError> {
    let cannot = |source| BackupError::Write { path: std::env::temp_dir(), source };
    unpack_checked(file, &tempfile::tempdir().map_err(cannot)?)
}

fn unpack_checked(file: &Path, work: &TempDir) -> Result<usize, BackupError> {
    let not_ours = |why: String| BackupError::NotOurs { path: file.to_path_buf(), why };
    let cannot_read = |source| BackupError::Read { path: file.to_path_buf(), source };
    // To open a pipe waits for its writer.
    if !fs::metadata(file).map_err(cannot_read)?.is_file() {
        return Err(not_ours("it is no ordinary file".to_string()));
    }
    let opened = File::open(file).map_err(cannot_read)?;
    let length = opened.metadata().map_err(cannot_read)?.len();
    let mut zip = ZipArchive::new(opened).map_err(|error| not_ours(error.to_string()))?;
    for name in [MATCHES_FILE, CLASS_FILE] {
        let unpacked = unpack_file(&mut zip, length, name, &work.path().join(name));
        unpacked.map_err(|error| match error {
            UnpackError::Zip(ZipError::FileNotFound) => not_ours(format!("it has no {name}")),
            UnpackError::Write { path, source } => BackupError::Write { path, source },
            error => not_ours(format!("{name}: {error}")),
        })?;
    }
    // Errors of these name a file that is gone when they are read.
    let inside = |name: &str, error: String| {
        let path = work.path().join(name).display().to_string();
        not_ours(error.replace(&path, name))
    };
    Lobby::check_store(&work.path().join(MATCHES_FILE))
        .map_err(|error| inside(MATCHES_FILE, error.to_string()))?;
    Class::check(work.path()).map_err(|error| inside(CLASS_FILE, error.to_string()))
}

/// The folder that a path is in, as far as it is there.
fn beside(path: &Path) -> &Path {
    path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."))
}
