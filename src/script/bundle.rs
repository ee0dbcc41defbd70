//! The source of a bot: one file, or a folder with its helpers.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::file::{check_file, read_file};
use super::nearby::did_you_mean;
use super::neighbours::{is_main, main_file, named_in};
use super::{LANGUAGES, Language};
use crate::core::plain;

/// A bot's files by their name within the bundle, byte-order marks and carriage returns removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The file with the hooks.
    pub main: String,
    /// Every file, the main one included.
    pub files: BTreeMap<String, String>,
    /// blake3 over the sorted names and bytes as they stand on disk, 64 hex digits.
    pub hash: String,
}

/// Scripts that an error names at most.
const NAMED: usize = 5;

/// A bot that cannot be read from disk.
#[derive(Debug, thiserror::Error)]
pub enum ReadBundleError {
    /// No such file, or it cannot be read: a link or a pipe, for example.
    #[error("cannot read bot {}: {source}{}", path.display(), did_you_mean(path))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Not one of the languages.
    #[error("{} is no bot: expected a file ending in {extensions}, or a folder with a main file", path.display(), extensions = extensions())]
    Language {
        /// The file.
        path: PathBuf,
    },
    /// A folder without a main file.
    #[error("folder {} holds no bot: expected {} in it{}", path.display(), mains(), bots_in(path))]
    NoMain {
        /// The folder.
        path: PathBuf,
    },
    /// Bytes that are no text.
    #[error("{} is not UTF-8 text (byte {at})", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// Where the first bad byte is.
        at: usize,
    },
    /// More source than a bot may have.
    #[error("{} is too large: a bot may have {} KiB of source in {} files", path.display(), Bundle::BYTES / 1024, Bundle::FILES)]
    TooLarge {
        /// The file or folder.
        path: PathBuf,
    },
}

/// The scripts of a folder, each of which may be a bot of its own.
fn bots_in(folder: &Path) -> String {
    let is_script = |path: &PathBuf| {
        LANGUAGES.iter().any(|it| path.extension().is_some_and(|ending| ending == it.id))
    };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(is_script)
        .collect();
    paths.sort();
    let named: Vec<String> =
        paths.iter().take(NAMED).map(|path| path.display().to_string()).collect();
    let more = match paths.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match &named[..] {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        _ => format!("; did you mean one of {}{more}?", named.join(", ")),
    }
}

fn extensions() -> String {
    LANGUAGES.iter().map(|language| format!(".{}", language.id)).collect::<Vec<_>>().join(" or ")
}

fn mains() -> String {
    LANGUAGES.iter().map(|language| main_file(language.id)).collect::<Vec<_>>().join(" or ")
}

impl Bundle {
    /// The most bytes of source in a bundle.
    pub const BYTES: u64 = 1024 * 1024;
    /// The most files in a bundle.
    pub const FILES: usize = 64;

    /// Reads a file, or a folder with `main.lua` or `main.rhai`, which stands for its folder.
    ///
    /// # Errors
    /// If it is not there, no script, no text or too large.
    pub fn read(path: &Path) -> Result<(&'static Language, Bundle), ReadBundleError> {
        let io = |source| ReadBundleError::Io { path: path.to_path_buf(), source };
        if !check_file(path, true).map_err(io)?.is_dir() {
            let language = Language::of_file(path)
                .ok_or_else(|| ReadBundleError::Language { path: path.to_path_buf() })?;
            if let Some(folder) = Bundle::folder(path) {
                return Ok((language, Bundle::read_folder(&folder, language)?));
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = plain(&format!("{stem}.{}", language.id));
            let bytes = read_bytes(path)?;
            return Ok((language, Bundle::from_bytes(name.clone(), [(name, bytes)].into(), path)?));
        }
        let there = |main: PathBuf| fs::symlink_metadata(main).is_ok();
        let language = LANGUAGES
            .iter()
            .find(|language| there(path.join(main_file(language.id))))
            .ok_or_else(|| ReadBundleError::NoMain { path: path.to_path_buf() })?;
        Ok((language, Bundle::read_folder(path, language)?))
    }

    /// The folder whose files are those of the bot at `path`: the folder itself, or that of a file
    /// called `main.lua` or `main.rhai`. `None` for a bot that is one file.
    pub fn folder(path: &Path) -> Option<PathBuf> {
        if path.is_dir() {
            return Some(path.to_path_buf());
        }
        let folder = path.parent().filter(|_| path.file_name().is_some_and(is_main_name))?;
        let here = folder.as_os_str().is_empty();
        Some(if here { PathBuf::from(".") } else { folder.to_path_buf() })
    }

    /// The main file, every script beside it, and those in folders below that one of them names.
    fn read_folder(path: &Path, language: &'static Language) -> Result<Bundle, ReadBundleError> {
        let io = |source| ReadBundleError::Io { path: path.to_path_buf(), source };
        let main = main_file(language.id);
        let mut found = Found { folder: path, files: BTreeMap::new(), bytes: 0 };
        found.read(&path.join(&main), main.clone())?;
        for entry in fs::read_dir(path).map_err(io)? {
            let entry = entry.map_err(io)?;
            // Links are left out: a bundle is what lies in its folder.
            let is_file = entry.file_type().map_err(io)?.is_file();
            if let Some(name) = name_of(&entry.path(), language).filter(|_| is_file) {
                found.read(&entry.path(), name)?;
            }
        }
        let mut unread: Vec<String> = found.files.keys().cloned().collect();
        while let Some(asker) = unread.pop() {
            let text = String::from_utf8_lossy(&found.files[&asker]).into_owned();
            for file in named_in(&text, &asker, language.id) {
                if !found.files.contains_key(&file) && lies_in(path, &file) {
                    found.read(&path.join(&file), file.clone())?;
                    unread.push(file);
                }
            }
        }
        Bundle::from_bytes(main, found.files, path)
    }

    /// A bundle of one file that is not on disk.
    pub fn from_source(name: &str, source: &str) -> Bundle {
        let files = BTreeMap::from([(name.to_string(), source.as_bytes().to_vec())]);
        Bundle::from_bytes(name.to_string(), files, Path::new(name)).expect("text is UTF-8")
    }

    fn from_bytes(
        main: String,
        files: BTreeMap<String, Vec<u8>>,
        path: &Path,
    ) -> Result<Bundle, ReadBundleError> {
        let bytes: usize = files.values().map(Vec::len).sum();
        if files.len() > Bundle::FILES || bytes as u64 > Bundle::BYTES {
            return Err(ReadBundleError::TooLarge { path: path.to_path_buf() });
        }
        let mut hasher = blake3::Hasher::new();
        for (name, bytes) in &files {
            for part in [name.as_bytes(), bytes] {
                hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
            }
        }
        let mut texts = BTreeMap::new();
        for (name, bytes) in files {
            let text = String::from_utf8(bytes).map_err(|error| ReadBundleError::NotText {
                path: if path.is_dir() { path.join(&name) } else { path.to_path_buf() },
                at: error.utf8_error().valid_up_to(),
            })?;
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n");
            texts.insert(name, text);
        }
        Ok(Bundle { main, files: texts, hash: hasher.finalize().to_hex().to_string() })
    }

    /// Line `line` (from 1) of a file.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        self.files.get(file)?.lines().nth(line.checked_sub(1)? as usize)
    }
}

fn is_main_name(name: &OsStr) -> bool {
    name.to_str().is_some_and(is_main)
}

/// The name by which a script of this language in a bot's folder can be asked for. Its extension is
/// in small letters. A file whose name is no text, or not on one line, has none.
fn name_of(path: &Path, language: &Language) -> Option<String> {
    let stem = path.file_stem()?.to_str().filter(|stem| plain(stem) == **stem)?;
    let is_ours = Language::of_file(path)?.id == language.id;
    is_ours.then(|| format!("{stem}.{}", language.id))
}

/// The files of a folder that were read so far.
struct Found<'a> {
    folder: &'a Path,
    files: BTreeMap<String, Vec<u8>>,
    bytes: u64,
}

impl Found<'_> {
    /// Reads one more under this name, unless there is one. What is too much is not read to its end.
    fn read(&mut self, path: &Path, name: String) -> Result<(), ReadBundleError> {
        if self.files.contains_key(&name) {
            return Ok(());
        }
        let bytes = read_bytes(path)?;
        self.bytes += bytes.len() as u64;
        self.files.insert(name, bytes);
        match self.files.len() > Bundle::FILES || self.bytes > Bundle::BYTES {
            true => Err(ReadBundleError::TooLarge { path: self.folder.to_path_buf() }),
            false => Ok(()),
        }
    }
}

/// True if a file lies below a folder, with no link on the way.
fn lies_in(folder: &Path, file: &str) -> bool {
    let mut path = folder.to_path_buf();
    let mut parts = file.split('/').peekable();
    while let Some(part) = parts.next() {
        path.push(part);
        let Ok(metadata) = fs::symlink_metadata(&path) else { return false };
        match parts.peek() {
            Some(_) if metadata.is_dir() => {}
            Some(_) => return false,
            None => return metadata.is_file(),
        }
    }
    false
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadBundleError> {
    read_file(path, Bundle::BYTES).map_err(|source| match source.kind() {
        ErrorKind::FileTooLarge => ReadBundleError::TooLarge { path: path.to_path_buf() },
        _ => ReadBundleError::Io { path: path.to_path_buf(), source },
    })
}
