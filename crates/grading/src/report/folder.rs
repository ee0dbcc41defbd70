//! Folders for reports, and the files in them that can be overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file that marks a report folder.
const MARKER: &str = "juez-report.txt";
const MARKED: &str = "This folder was written by `juez report`, which writes it anew each time.\n";

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{} holds other files and no report: name an empty or a new folder", .0.display())]
    Foreign(PathBuf),
    #[error("{} is a file: name a folder", .0.display())]
    File(PathBuf),
    /// The system refused.
    #[error("cannot write {}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl FolderError {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError + '_ {
        |source| FolderError::Write { path: path.to_path_buf(), source }
    }
}

/// Claims `folder` for a report: creates it, or accepts an empty or an earlier report folder.
pub(super) fn claim(folder: &Path) -> Result<(), FolderError> {
    let marker = folder.join(MARKER);
    match fs::read_dir(folder) {
        Ok(mut files) => {
            if files.next().is_some() && !marker.is_file() {
                return Err(FolderError::Foreign(folder.to_path_buf()));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(FolderError::at(folder))?;
        }
        Err(_) if folder.is_file() => return Err(FolderError::File(folder.to_path_buf())),
        Err(error) => return Err(FolderError::at(folder)(error)),
    }
    write(&marker, MARKED.as_bytes())
}

/// Writes a file atomically: readers see the old or the new content.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    write_by(path, |out| out.write_all(bytes))
}

/// Like [`write`], with content that `fill` writes in parts.
pub fn write_by(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FolderError> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    let written = || {
        let mut out = BufWriter::new(File::create(&new)?);
        fill(&mut out)?;
        out.flush()?;
        fs::rename(&new, path)
    };
    written().map_err(|source| {
        // A partial file is useless.
        let _ = fs::remove_file(&new);
        FolderError::Write { path: path.to_path_buf(), source }
    })
}

/// Removes the files of an older report selected by `goes`; other files stay.
pub(super) fn clear(folder: &Path, goes: impl Fn(&str) -> bool) -> Result<(), FolderError> {
    for file in fs::read_dir(folder).map_err(FolderError::at(folder))? {
        let path = file.map_err(FolderError::at(folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if goes(name) {
            fs::remove_file(&path).map_err(FolderError::at(&path))?;
        }
    }
    Ok(())
}

/// Creates the folder for records in a report folder; removes records of an older report.
pub(super) fn records(folder: &Path) -> Result<PathBuf, FolderError> {
    let records = folder.join("records");
    fs::create_dir_all(&records).map_err(FolderError::at(&records))?;
    clear(&records, |name| {
        let number = name.strip_suffix(".jsonl").unwrap_or_default();
        !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
    })?;
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_other_files_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("bot.lua"), "return {}").expect("written");
        let error = claim(folder.path()).expect_err("it holds a bot").to_string();
        assert!(error.ends_with("holds other files and no report: name an empty or a new folder"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_new_an_empty_and_an_own_folder_are_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        claim(folder.path()).expect("an empty one");
        fs::write(folder.path().join("index.html"), "").expect("written");
        claim(folder.path()).expect("an own one");
        claim(&folder.path().join("deep/er")).expect("a new one");
        let file = folder.path().join("index.html");
        assert!(matches!(claim(&file), Err(FolderError::File(_))));
    }

    #[test]
    fn old_records_go_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let records_of = records(folder.path()).expect("made");
        for name in ["000001.jsonl", "mine.jsonl", "2.txt"] {
            fs::write(records_of.join(name), "").expect("written");
        }
        records(folder.path()).expect("cleared");
        let mut left: Vec<_> = fs::read_dir(records_of)
            .expect("a folder")
            .map(|file| file.expect("a file").file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["2.txt", "mine.jsonl"]);
    }
}
