//! The entries of a folder of submissions: files on disk, and files left out of zips.

use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use super::submission::SubmissionsError;
use super::zip::LeftOut;
use crate::script::{LANGUAGES, Language};

/// Files that packing programs leave next to the folders of students.
const LEFT_OVER: [&str; 3] = ["__MACOSX", "desktop.ini", "Thumbs.db"];
/// Endings of archives that juez does not unpack.
const ARCHIVES: [&str; 11] =
    ["7z", "rar", "tar", "gz", "tgz", "bz2", "tbz", "xz", "txz", "zst", "lha"];
/// Endings of sources in other languages, and of what a bot is by mistake.
const SOURCES: [&str; 14] =
    ["py", "ipynb", "js", "ts", "java", "jar", "c", "cpp", "cs", "go", "rs", "rb", "lua~", "luac"];
/// Endings of what people hand in next to a bot.
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
    /// It was in a zip and is not on disk.
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

/// The entries of a folder that count, by name, those included that were left out of a zip.
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

/// True if a folder has a main file, or had one before something was left out of it.
pub(super) fn has_main(folder: &Path, left_out: &LeftOut) -> bool {
    let is_main = |path: PathBuf| path.is_file() || left_out.contains_key(&path);
    LANGUAGES.iter().any(|language| is_main(folder.join(format!("main.{}", language.id))))
}

/// True for names of files and folders that are not looked at.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || LEFT_OVER.contains(&name)
}

/// True for a script by its name, also for one to which a browser or Windows has added `.txt`.
pub(super) fn is_script(path: &Path) -> bool {
    Language::of_file(path).is_some() || undisguised(path).is_some()
}

/// The name of a script that was saved as a text: `bot.lua` of `bot.lua.txt`.
pub(super) fn undisguised(path: &Path) -> Option<String> {
    let stem = stem_of(path);
    let is_text = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
    (is_text && Language::of_file(Path::new(&stem)).is_some()).then_some(stem)
}

/// True for what may well be meant as a bot and is none.
pub(super) fn is_attempt(path: &Path) -> bool {
    let extension = extension_of(path);
    ARCHIVES.contains(&&*extension) || SOURCES.contains(&&*extension)
}

/// True for what may be of a student who handed in a bot too, and says nothing about it.
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

/// The name of a file without all of its ending: `ana` of `ana.tar.gz` and of `ana.lua.txt`.
pub(super) fn bare_stem_of(path: &Path) -> String {
    let stem = stem_of(path);
    let inner = Path::new(&stem);
    let is_double = Language::of_file(inner).is_some() && undisguised(path).is_some()
        || extension_of(inner) == "tar";
    if is_double { stem_of(inner) } else { stem }
}
