//! Reads the source of a bot from disk.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file::{check_file, read_file};
use super::nearby::did_you_mean;
use super::neighbours::{main_file, named_in};
use super::{Bundle, LANGUAGES, Language};
use juez_core::plain;

impl Language {
    /// Returns the language of a script by its file extension, ignoring case.
    pub fn of_file(path: &Path) -> Option<&'static Language> {
        let extension = path.extension()?.to_str()?;
        let is_it = |language: &&&Language| language.id.eq_ignore_ascii_case(extension);
        LANGUAGES.iter().find(is_it).copied()
    }
}

/// Maximum number of scripts that an error lists.
const NAMED: usize = 5;

/// A bot that cannot be read from disk.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ReadBundleError {
    /// The file is missing or unreadable: a link or a pipe, for example.
    #[error("cannot read bot {}: {source}{meant}", shown(path))]
    Io {
        path: PathBuf,
        /// The end of the sentence: a suggested path, or empty.
        meant: String,
        source: std::io::Error,
    },
    #[error("{} is not a bot: expected a file ending in {extensions}, or a folder with a main file", shown(.0), extensions = any_language(|id| format!(".{id}")))]
    Language(PathBuf),
    #[error(
        "folder {} holds no bot: expected {} in it{meant}",
        shown(path),
        any_language(main_file)
    )]
    NoMain {
        path: PathBuf,
        /// The end of the sentence: the bots in the folder, or empty.
        meant: String,
    },
    #[error("{}{} is not UTF-8 text: {hint}", shown(path), line.map(|line| format!(":{line}")).unwrap_or_default())]
    NotText {
        path: PathBuf,
        /// The line of the first invalid byte, from 1; `None` if the file has no readable lines.
        line: Option<usize>,
        /// The likely encoding of the file, and the remedy.
        hint: String,
    },
    #[error("{} is too large: a bot may have {} KiB of source in {} files", shown(.0), Bundle::BYTES / 1024, Bundle::FILES)]
    TooLarge(PathBuf),
}

/// Formats a path for an error; the path can come from an untrusted author.
fn shown(path: &Path) -> String {
    plain(&path.display().to_string())
}

/// Returns `; did you mean bots/runner.lua?` with the scripts in a folder, each possibly a bot;
/// empty if there are none.
fn bots_in(folder: &Path) -> String {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| Language::of_file(path).is_some())
        .collect();
    paths.sort();
    let named: Vec<String> = paths.iter().take(NAMED).map(|path| shown(path)).collect();
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

/// Joins a form of each language's name with "or".
fn any_language(form: fn(&str) -> String) -> String {
    LANGUAGES.iter().map(|language| form(language.id)).collect::<Vec<_>>().join(" or ")
}

impl Bundle {
    /// Reads a file or a folder with `main.lua` or `main.rhai`. The path of a main file means its
    /// folder.
    ///
    /// # Errors
    /// If it is missing, not a script, not text, or too large.
    pub fn read(path: &Path) -> Result<(&'static Language, Bundle), ReadBundleError> {
        if !check_file(path, true).map_err(unreadable(path))?.is_dir() {
            let language = Language::of_file(path)
                .ok_or_else(|| ReadBundleError::Language(path.to_path_buf()))?;
            if let Some(folder) = Bundle::folder(path) {
                return Ok((language, Bundle::read_folder(&folder, language)?));
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = plain(&format!("{stem}.{}", language.id));
            let bytes = read_bytes(path)?;
            return Ok((language, Bundle::from_bytes(name.clone(), [(name, bytes)].into(), path)?));
        }
        let there = |main: PathBuf| fs::symlink_metadata(main).is_ok();
        let language =
            LANGUAGES.iter().find(|language| there(path.join(main_file(language.id)))).ok_or_else(
                || ReadBundleError::NoMain { path: path.to_path_buf(), meant: bots_in(path) },
            )?;
        Ok((language, Bundle::read_folder(path, language)?))
    }

    /// Returns the folder of a bot: `path` itself, or the parent of a `main.lua` or `main.rhai`.
    /// `None` for a single-file bot.
    pub fn folder(path: &Path) -> Option<PathBuf> {
        if path.is_dir() {
            return Some(path.to_path_buf());
        }
        let is_main =
            |name: &OsStr| LANGUAGES.iter().any(|language| name == &*main_file(language.id));
        let folder = path.parent().filter(|_| path.file_name().is_some_and(is_main))?;
        let here = folder.as_os_str().is_empty();
        Some(if here { PathBuf::from(".") } else { folder.to_path_buf() })
    }

    /// Reads the main file, every script in its folder, and those in subfolders that one of them
    /// mentions.
    fn read_folder(path: &Path, language: &'static Language) -> Result<Bundle, ReadBundleError> {
        let main = main_file(language.id);
        let mut files = BTreeMap::new();
        read_into(&mut files, &path.join(&main), main.clone(), path)?;
        let entries =
            fs::read_dir(path).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        let mut entries = entries.map_err(unreadable(path))?;
        // Sorted so that `a.lua` wins over `a.LUA` if both exist.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.file_name()));
        for entry in entries {
            // Links are skipped: a bundle is the contents of its folder.
            let is_file = entry.file_type().map_err(unreadable(path))?.is_file();
            if let Some(name) = name_of(&entry.path(), language).filter(|_| is_file) {
                read_into(&mut files, &entry.path(), name, path)?;
            }
        }
        let mut unread: Vec<String> = files.keys().cloned().collect();
        while let Some(asker) = unread.pop() {
            let text = String::from_utf8_lossy(&files[&asker]).into_owned();
            for file in named_in(&text, &asker, language.id) {
                if !files.contains_key(&file) && plain(&file) == file && lies_in(path, &file) {
                    read_into(&mut files, &path.join(&file), file.clone(), path)?;
                    unread.push(file);
                }
            }
        }
        Bundle::from_bytes(main, files, path)
    }

    /// Creates a bundle of one file that is not on disk.
    pub fn from_source(name: &str, source: &str) -> Bundle {
        let files = BTreeMap::from([(name.to_string(), source.as_bytes().to_vec())]);
        Bundle::from_bytes(name.to_string(), files, Path::new(name)).expect("text is UTF-8")
    }

    /// Creates a bundle of files that are not on disk; `main` has the hooks. The size is not
    /// checked.
    pub fn from_texts(main: &str, files: BTreeMap<String, String>) -> Bundle {
        let hash = hash_of(files.iter().map(|(name, text)| (name, text.as_bytes())));
        let files = files.into_iter().map(|(name, text)| (name, as_compiled(&text))).collect();
        Bundle { main: main.to_string(), files, hash }
    }

    fn from_bytes(
        main: String,
        files: BTreeMap<String, Vec<u8>>,
        path: &Path,
    ) -> Result<Bundle, ReadBundleError> {
        check_size(&files, path)?;
        let hash = hash_of(files.iter().map(|(name, bytes)| (name, &bytes[..])));
        let mut texts = BTreeMap::new();
        for (name, bytes) in files {
            let text = String::from_utf8(bytes).map_err(|error| {
                let path = if path.is_dir() { path.join(&name) } else { path.to_path_buf() };
                not_text(path, error.as_bytes(), error.utf8_error().valid_up_to())
            })?;
            texts.insert(name, as_compiled(&text));
        }
        Ok(Bundle { main, files: texts, hash })
    }
}

/// Prepares a text for the compiler: strips the byte-order mark, carriage returns and the text of a
/// first line `#!...`, which names an interpreter. Line numbers stay the same.
fn as_compiled(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.find('\n').unwrap_or(text.len());
    let text = if text.starts_with("#!") { &text[first..] } else { text };
    text.replace("\r\n", "\n")
}

/// Returns the error for a file whose byte at `bad` is the first invalid UTF-8.
fn not_text(path: PathBuf, bytes: &[u8], bad: usize) -> ReadBundleError {
    let save = "save it as UTF-8 in your editor";
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return ReadBundleError::NotText {
            path,
            line: None,
            hint: format!("it is UTF-16; {save}"),
        };
    }
    let line = Some(1 + bytes[..bad].iter().filter(|byte| **byte == b'\n').count());
    let is_text = !bytes.contains(&0);
    let hint = if is_text {
        format!("byte {:#04x} looks like a letter of Windows-1252 (\"ANSI\"); {save}", bytes[bad])
    } else {
        "it is not source code; hand in the text of the bot".to_string()
    };
    ReadBundleError::NotText { path, line, hint }
}

/// Hashes a bundle: names and bytes, each preceded by its length.
fn hash_of<'f>(files: impl Iterator<Item = (&'f String, &'f [u8])>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, bytes) in files {
        for part in [name.as_bytes(), bytes] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
    }
    hasher.finalize().to_hex().to_string()
}

/// Returns the name by which the files of a bot refer to this script, with the extension in lower
/// case. `None` if the name is not text on a single line.
fn name_of(path: &Path, language: &Language) -> Option<String> {
    let stem = path.file_stem()?.to_str().filter(|stem| plain(stem) == **stem)?;
    let is_ours = Language::of_file(path)?.id == language.id;
    is_ours.then(|| format!("{stem}.{}", language.id))
}

/// Reads a file of a folder under this name, unless the name is taken. Stops at the size limit.
fn read_into(
    files: &mut BTreeMap<String, Vec<u8>>,
    path: &Path,
    name: String,
    folder: &Path,
) -> Result<(), ReadBundleError> {
    if let Entry::Vacant(entry) = files.entry(name) {
        entry.insert(read_bytes(path)?);
        check_size(files, folder)?;
    }
    Ok(())
}

fn check_size(files: &BTreeMap<String, Vec<u8>>, path: &Path) -> Result<(), ReadBundleError> {
    let bytes: usize = files.values().map(Vec::len).sum();
    if files.len() > Bundle::FILES || bytes as u64 > Bundle::BYTES {
        return Err(ReadBundleError::TooLarge(path.to_path_buf()));
    }
    Ok(())
}

/// Returns true if a file lies below a folder and no component is a link.
fn lies_in(folder: &Path, file: &str) -> bool {
    let is = |part: &str, wanted: fn(&fs::Metadata) -> bool| {
        fs::symlink_metadata(folder.join(part)).is_ok_and(|about| wanted(&about))
    };
    let mut folders = file.match_indices('/').map(|(at, _)| &file[..at]);
    folders.all(|part| is(part, fs::Metadata::is_dir)) && is(file, fs::Metadata::is_file)
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadBundleError> {
    read_file(path, Bundle::BYTES).map_err(|source| match source.kind() {
        io::ErrorKind::FileTooLarge => ReadBundleError::TooLarge(path.to_path_buf()),
        _ => unreadable(path)(source),
    })
}

/// Returns the error for an unreadable path, with a suggestion.
fn unreadable(path: &Path) -> impl Fn(io::Error) -> ReadBundleError {
    move |source| ReadBundleError::Io {
        path: path.to_path_buf(),
        meant: did_you_mean(path),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_for_the_system_is_left_out_and_lines_keep_their_numbers() {
        for (text, read) in [
            ("#!/usr/bin/env luau\nx", "\nx"),
            ("\u{feff}#!/usr/bin/luau -O2\r\nx\r\ny", "\nx\ny"),
            ("#!", ""),
            ("x\n#!y", "x\n#!y"),
            ("# x", "# x"),
        ] {
            let files = BTreeMap::from([("bot.lua".to_string(), text.to_string())]);
            let texts = Bundle::from_texts("bot.lua", files);
            let source = Bundle::from_source("bot.lua", text);
            assert_eq!(texts.files["bot.lua"], read, "{text:?}");
            assert_eq!(source, texts, "{text:?}");
            // The hash covers the bytes of the file.
            let plain = Bundle::from_source("bot.lua", read);
            assert_eq!(source.hash == plain.hash, text == read, "{text:?}");
        }
    }

    #[test]
    fn an_error_says_what_was_meant_when_it_was_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = folder.path().join("runner.LUA");
        fs::write(&bot, "").expect("a file");
        let slip = Bundle::read(&folder.path().join("runer.LUA")).err().expect("it is not there");
        let no_main = Bundle::read(folder.path()).err().expect("it holds no main file");
        fs::remove_file(&bot).expect("a file");
        for error in [slip, no_main] {
            let text = error.to_string();
            assert!(text.ends_with(&format!("; did you mean {}?", bot.display())), "{text}");
        }
    }

    #[test]
    fn what_is_no_utf_8_is_told_with_its_line_and_what_it_may_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = folder.path().join("bot.lua");
        for (bytes, hint) in [
            (&b"-- a\n-- caf\xe9\n"[..], "bot.lua:2 is not UTF-8 text: byte 0xe9 looks like"),
            (&b"\xff\xfe-\0-\0"[..], "bot.lua is not UTF-8 text: it is UTF-16; save it as UTF-8"),
            (&b"\x1bLua\0\xff"[..], "bot.lua:1 is not UTF-8 text: it is not source code"),
        ] {
            fs::write(&bot, bytes).expect("a file");
            let error = Bundle::read(&bot).err().expect("no text").to_string();
            assert!(error.contains(hint), "{error}");
        }
    }

    #[test]
    fn of_two_files_of_one_name_that_in_small_letters_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, text) in
            [("main.lua", "1"), ("main.LUA", "2"), ("a.lua", "3"), ("a.Lua", "4"), ("b.LUA", "5")]
        {
            fs::write(folder.path().join(file), text).expect("a file");
        }
        let (_, bundle) = Bundle::read(folder.path()).expect("it can be read");
        let files: Vec<&str> = bundle.files.values().map(String::as_str).collect();
        // On a case-insensitive disk, each name is a single file.
        let whole = fs::read_dir(folder.path()).expect("a folder").count() == 5;
        assert!(!whole || files == ["3", "5", "1"], "{files:?}");
    }
}
