//! Copies of a class: a zip of its files. A copy is untrusted, so all of it is checked before use.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::tournaments::TOURNAMENTS_FOLDER;
use juez_class::{CLASS_FILE, Class, ClassError};
use juez_lobby::{Lobby, LobbyError};
use juez_storage::sqlite_file::{UnpackError, create_private, unpack_file};
use juez_tournament::{Store, StoreError};

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
    /// A tournament cannot be read.
    #[error(transparent)]
    Tournament(#[from] StoreError),
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
    fs::create_dir(work.path().join(TOURNAMENTS_FOLDER)).map_err(cannot)?;
    let mut names = tournaments_in(folder);
    for name in &names {
        Store::copy(&folder.join(name), &work.path().join(name))?;
    }
    names.extend([CLASS_FILE, MATCHES_FILE].map(str::to_string));
    let packed = work.path().join("packed.zip");
    pack(work.path(), &names, &packed).map_err(cannot)?;
    // Atomic: either the whole archive appears or none.
    fs::rename(&packed, file).map_err(cannot)
}

/// Returns the files of tournaments in the folder of a class, as they are named in a copy.
fn tournaments_in(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder.join(TOURNAMENTS_FOLDER)).into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    names
        .map(|name| format!("{TOURNAMENTS_FOLDER}/{name}"))
        .filter(|name| is_tournament(name))
        .collect()
}

/// True for the name of a tournament in a copy.
fn is_tournament(name: &str) -> bool {
    let name = name.strip_prefix(TOURNAMENTS_FOLDER).and_then(|name| name.strip_prefix('/'));
    let number = name.and_then(|name| name.strip_suffix(".db")).unwrap_or_default();
    (1..=18).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
}

fn pack(folder: &Path, names: &[String], packed: &Path) -> io::Result<()> {
    create_private(packed)?;
    let mut zip = ZipWriter::new(File::options().write(true).open(packed)?);
    for name in names {
        zip.start_file(name.as_str(), SimpleFileOptions::default().large_file(true))?;
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
    Class::make_folder(&folder.join(TOURNAMENTS_FOLDER))?;
    // The class last, because its presence marks the folder as complete.
    let put = |name: &String| fs::rename(work.path().join(name), folder.join(name));
    let rest = [MATCHES_FILE, CLASS_FILE].map(str::to_string);
    let placed = tournaments_in(work.path()).iter().chain(&rest).try_for_each(put);
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
    fs::create_dir(work.path().join(TOURNAMENTS_FOLDER))
        .map_err(|source| BackupError::Write { path: work.path().to_path_buf(), source })?;
    let tournaments: Vec<String> = zip
        .file_names()
        .flatten()
        .map(Cow::into_owned)
        .filter(|name| is_tournament(name))
        .collect();
    for name in [MATCHES_FILE, CLASS_FILE].into_iter().chain(tournaments.iter().map(String::as_str))
    {
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
    for name in &tournaments {
        Store::check(&work.path().join(name)).map_err(|error| inside(name, error.to_string()))?;
    }
    Lobby::check_store(&work.path().join(MATCHES_FILE))
        .map_err(|error| inside(MATCHES_FILE, error.to_string()))?;
    Class::check(work.path()).map_err(|error| inside(CLASS_FILE, error.to_string()))
}

/// Returns the nearest existing folder of a path.
fn beside(path: &Path) -> &Path {
    path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."))
}
