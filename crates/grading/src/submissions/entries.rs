//! The entries of a folder of submissions: files on disk, and files left out of zips.

use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use super::submission::SubmissionsError;
use super::zip::LeftOut;
use juez_script::{LANGUAGES, Language};

/// Files that packing programs leave next to students' folders.
const LEFT_OVER: [&str; 3] = ["__MACOSX", "desktop.ini", "Thumbs.db"];
/// Endings of archives that juez does not unpack.
const ARCHIVES: [&str; 11] =
    ["7z", "rar", "tar", "gz", "tgz", "bz2", "tbz", "xz", "txz", "zst", "lha"];
/// Endings of sources in other languages, and of files mistaken for bots.
const SOURCES: [&str; 14] =
    ["py", "ipynb", "js", "ts", "java", "jar", "c", "cpp", "cs", "go", "rs", "rb", "lua~", "luac"];
/// Endings of documents that people hand in with a bot.
const DOCUMENTS: [&str; 20] = [
    "pdf", "doc", "docx", "odt", "rtf", "md", "html", "htm", "png", "jpg", "jpeg", "gif", "svg",
    "csv", "json", "jsonl", "xls", "xlsx", "log", "url",
];

/// A kind of entry in a folder of submissions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    Other,
    /// It was left out of a zip and is not on disk.
    LeftOut,
}

impl Kind {
    fn of(kind: FileType) -> Kind {
        match kind {
            kind if kind.is_symlink() => Kind::Link,
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_file() => Kind::File,
            _ => Kind::Other,
        }
    }
}

/// Returns the visible entries of a folder, by name, including those left out of a zip.
pub(super) fn entries(
    folder: &Path,
    left_out: &LeftOut,
) -> Result<Vec<(PathBuf, Kind)>, SubmissionsError> {
    let kind = |entry: io::Result<DirEntry>| {
        let entry = entry?;
        Ok((entry.path(), Kind::of(entry.file_type()?)))
    };
    let listed = fs::read_dir(folder).and_then(|found| found.map(kind).collect::<io::Result<_>>());
    let failed = |source| SubmissionsError::Io { path: folder.to_path_buf(), source };
    let mut entries: Vec<(PathBuf, Kind)> = listed.map_err(failed)?;
    entries.retain(|(path, _)| !is_hidden(&name_of(path)));
    let missing = left_out.keys().filter(|path| path.parent() == Some(folder) && !path.exists());
    entries.extend(missing.map(|path| (path.clone(), Kind::LeftOut)));
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

/// Returns true if a folder has a main file, or had one that was left out.
pub(super) fn has_main(folder: &Path, left_out: &LeftOut) -> bool {
    let is_main = |path: PathBuf| path.is_file() || left_out.contains_key(&path);
    LANGUAGES.iter().any(|language| is_main(folder.join(format!("main.{}", language.id))))
}

/// Returns true for names of files and folders to skip.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || LEFT_OVER.contains(&name)
}

/// Returns true for the name of a script, even if a browser or Windows has appended `.txt`.
pub(super) fn is_script(path: &Path) -> bool {
    Language::of_file(path).is_some() || undisguised(path).is_some()
}

/// Returns the name of a script saved as text: `bot.lua` for `bot.lua.txt`.
pub(super) fn undisguised(path: &Path) -> Option<String> {
    let stem = stem_of(path);
    let is_text = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
    (is_text && Language::of_file(Path::new(&stem)).is_some()).then_some(stem)
}

/// Returns true for files that were probably meant as a bot but are not one.
pub(super) fn is_attempt(path: &Path) -> bool {
    let extension = extension_of(path);
    ARCHIVES.contains(&&*extension) || SOURCES.contains(&&*extension)
}

/// Returns true for files that can accompany a bot and do not affect it.
pub(super) fn is_document(path: &Path) -> bool {
    let stem = stem_of(path).to_lowercase();
    DOCUMENTS.contains(&&*extension_of(path)) || ["readme", "license"].contains(&&*stem)
}

fn extension_of(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

pub(super) fn stem_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns a file name without its complete ending: `ana` for `ana.tar.gz` and for `ana.lua.txt`.
pub(super) fn bare_stem_of(path: &Path) -> String {
    let stem = stem_of(path);
    let inner = Path::new(&stem);
    let is_double = Language::of_file(inner).is_some() && undisguised(path).is_some()
        || extension_of(inner) == "tar";
    if is_double { stem_of(inner) } else { stem }
}
