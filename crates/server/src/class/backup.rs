//! Copies of a class: a zip of its two files. A copy is untrusted, so all of it is checked before
//! use.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use juez_class::{CLASS_FILE, Class, ClassError};
use juez_lobby::{Lobby, LobbyError};
use juez_storage::sqlite_file::{UnpackError, create_private, unpack_file};

/// Name of the file of matches in the folder of a class.
pub const MATCHES_FILE: &str = "matches.db";

/// Error of a backup or its restoration.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// An older copy is not overwritten.
    #[error("{} already exists: name another file", .0.display())]
    Exists(PathBuf),
    /// A class is not overwritten.
    #[error("{} already has a class: name a new folder", .0.display())]
    HasClass(PathBuf),
    /// The copy is something else, damaged, or was changed.
    #[error("{} is not a copy of a class: {why}", path.display())]
    NotOurs {
        /// The copy.
        path: PathBuf,
        /// Reason as a sentence.
        why: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// A file cannot be written.
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

/// Writes a copy of the class in `folder` to a new file, even while another process has the class
/// open.
///
/// # Errors
/// If there is no class, or the file exists or cannot be written.
pub fn backup(folder: &Path, file: &Path) -> Result<(), BackupError> {
    if file.exists() {
        return Err(BackupError::Exists(file.to_path_buf()));
    }
    let cannot = |source| BackupError::Write { path: file.to_path_buf(), source };
    let work = tempfile::tempdir_in(beside(file)).map_err(cannot)?;
    // The class first: a match that begins in between is copied, even if its person is too new for
    // the copy.
    Class::copy(folder, &work.path().join(CLASS_FILE))?;
    Lobby::copy_store(&folder.join(MATCHES_FILE), &work.path().join(MATCHES_FILE))?;
    let packed = work.path().join("packed.zip");
    pack(work.path(), &packed).map_err(cannot)?;
    // Atomic: either the whole archive appears or none.
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

/// Makes `folder` from a copy and returns the number of people in the class. Checks the copy first,
/// as [`check_backup`] does, and leaves the folder alone if that fails.
///
/// # Errors
/// If the folder has a class, or the file is not a valid copy.
pub fn restore(folder: &Path, file: &Path) -> Result<usize, BackupError> {
    if [CLASS_FILE, MATCHES_FILE].iter().any(|name| folder.join(name).exists()) {
        return Err(BackupError::HasClass(folder.to_path_buf()));
    }
    let cannot = |source| BackupError::Write { path: folder.to_path_buf(), source };
    // On the same disk, so that files can be renamed into the folder.
    let near = if folder.is_dir() { folder } else { beside(folder) };
    let work = tempfile::tempdir_in(near).map_err(cannot)?;
    let people = unpack_checked(file, &work)?;
    Class::make_folder(folder)?;
    // The class last, because its presence marks the folder as complete.
    let put = |name| fs::rename(work.path().join(name), folder.join(name));
    let placed = [MATCHES_FILE, CLASS_FILE].into_iter().try_for_each(put);
    placed.map_err(|error| {
        // A leftover file of matches would block another attempt.
        let _ = fs::remove_file(folder.join(MATCHES_FILE));
        cannot(error)
    })?;
    Ok(people)
}

/// Checks a copy of a class without restoring it and returns the number of people in it. Compares
/// the schema of both files with juez's own and reads every page and row. Runs nothing in them.
///
/// # Errors
/// If it is not an intact copy of a class made by juez.
pub fn check_backup(file: &Path) -> Result<usize, BackupError> {
    let cannot = |source| BackupError::Write { path: std::env::temp_dir(), source };
    unpack_checked(file, &tempfile::tempdir().map_err(cannot)?)
}

fn unpack_checked(file: &Path, work: &TempDir) -> Result<usize, BackupError> {
    let not_ours = |why: String| BackupError::NotOurs { path: file.to_path_buf(), why };
    let cannot_read = |source| BackupError::Read { path: file.to_path_buf(), source };
    // Opening a pipe would block until there is a writer.
    if !fs::metadata(file).map_err(cannot_read)?.is_file() {
        return Err(not_ours("it is not an ordinary file".to_string()));
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
    // Their errors name a temporary file, which is gone when people read them.
    let inside = |name: &str, error: String| {
        let path = work.path().join(name).display().to_string();
        not_ours(error.replace(&path, name))
    };
    Lobby::check_store(&work.path().join(MATCHES_FILE))
        .map_err(|error| inside(MATCHES_FILE, error.to_string()))?;
    Class::check(work.path()).map_err(|error| inside(CLASS_FILE, error.to_string()))
}

/// Returns the nearest existing folder of a path.
fn beside(path: &Path) -> &Path {
    path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."))
}
