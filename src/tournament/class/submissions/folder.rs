//! What lies in a folder of submissions.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use super::stamp::stamp;
use super::{Fate, Ignored, Submission, SubmissionsError, Version};
use crate::script::LANGUAGES;
use crate::tournament::class::Deadline;

/// What packing programs leave beside the folders of students.
const LEFT_OVER: [&str; 3] = ["__MACOSX", "desktop.ini", "Thumbs.db"];

const LINK: &str = "a link, which is not followed";
const NO_SCRIPT: &str = "neither a script nor a folder with a main file";

type Result<T> = std::result::Result<T, SubmissionsError>;

/// Every student with all versions, the newest first, none of them looked at yet.
pub(super) fn read(folder: &Path, deadline: Option<&Deadline>) -> Result<Vec<Submission>> {
    let zone = deadline.map_or_else(TimeZone::system, |deadline| deadline.zone().clone());
    let mut class = Class { zone, students: BTreeMap::new() };
    for (path, kind) in entries(folder)? {
        let name = name_of(&path);
        if kind.is_dir() {
            class.folder(name, path)?;
        } else if is_script(&path) {
            let student = student(&stem_of(&path));
            class.found(student, path, kind)?;
        }
    }
    if class.students.is_empty() {
        return Err(SubmissionsError::Empty { path: folder.to_path_buf() });
    }
    let mut submissions: Vec<Submission> = class.students.into_values().collect();
    for submission in &mut submissions {
        let key = |version: &Version| (version.time.timestamp(), version.path.clone());
        submission.versions.sort_by_cached_key(|version| std::cmp::Reverse(key(version)));
        submission.ignored.sort_by(|a, b| a.path.cmp(&b.path));
    }
    Ok(submissions)
}

struct Class {
    zone: TimeZone,
    students: BTreeMap<String, Submission>,
}

impl Class {
    fn student(&mut self, student: String) -> &mut Submission {
        self.students.entry(student).or_insert_with_key(|student| Submission {
            student: student.clone(),
            versions: Vec::new(),
            ignored: Vec::new(),
        })
    }

    /// A student's own folder.
    fn folder(&mut self, name: String, path: PathBuf) -> Result<()> {
        if has_main(&path) {
            return self.version(student(&name), path);
        }
        // One who handed in an empty folder is one of the class too.
        self.student(name.clone());
        for (path, kind) in entries(&path)? {
            self.found(name.clone(), path, kind)?;
        }
        Ok(())
    }

    fn found(&mut self, student: String, path: PathBuf, kind: FileType) -> Result<()> {
        let why = match kind {
            kind if kind.is_symlink() => LINK,
            kind if kind.is_dir() && has_main(&path) => return self.version(student, path),
            kind if kind.is_file() && is_script(&path) => return self.version(student, path),
            _ => NO_SCRIPT,
        };
        self.student(student).ignored.push(Ignored { path, why });
        Ok(())
    }

    fn version(&mut self, student: String, path: PathBuf) -> Result<()> {
        let name = if path.is_dir() { name_of(&path) } else { stem_of(&path) };
        // A time that a zone leaves out, when its clocks go forward, is that much later.
        let named = stamp(&name).and_then(|stamp| self.zone.to_zoned(stamp.time).ok());
        let version = Version {
            time: match &named {
                Some(time) => time.clone(),
                None => self.changed(&path).map_err(|source| failed(&path, source))?,
            },
            named: named.is_some(),
            path,
            fate: Fate::Older,
        };
        self.student(student).versions.push(version);
        Ok(())
    }

    /// When a file was changed, or the newest script of a folder.
    fn changed(&self, path: &Path) -> io::Result<Zoned> {
        let mut newest = None;
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                let entry = entry?;
                if entry.file_type()?.is_file() && is_script(&entry.path()) {
                    newest = newest.max(Some(entry.metadata()?.modified()?));
                }
            }
        }
        let time = newest.map_or_else(|| fs::metadata(path)?.modified(), Ok)?;
        let time = Timestamp::try_from(time).map_err(io::Error::other)?;
        Ok(time.to_zoned(self.zone.clone()))
    }
}

/// What lies in a folder and is to be looked at, by name.
fn entries(folder: &Path) -> Result<Vec<(PathBuf, FileType)>> {
    let kind = |entry: io::Result<DirEntry>| {
        let entry = entry?;
        Ok((entry.path(), entry.file_type()?))
    };
    let listed = fs::read_dir(folder).and_then(|found| found.map(kind).collect::<io::Result<_>>());
    let mut entries: Vec<(PathBuf, FileType)> = listed.map_err(|source| failed(folder, source))?;
    entries.retain(|(path, _)| {
        let name = name_of(path);
        !name.starts_with('.') && !LEFT_OVER.contains(&name.as_str())
    });
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

fn failed(path: &Path, source: io::Error) -> SubmissionsError {
    SubmissionsError::Io { path: path.to_path_buf(), source }
}

fn is_script(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    LANGUAGES.iter().any(|language| Some(language.id) == extension)
}

fn has_main(folder: &Path) -> bool {
    LANGUAGES.iter().any(|language| folder.join(format!("main.{}", language.id)).is_file())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn stem_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whose version a name is: what stands before its time, or behind it, or all of it.
pub(super) fn student(name: &str) -> String {
    let Some(stamp) = stamp(name) else { return name.to_string() };
    let is_mark = |c: char| matches!(c, '.' | '-' | '_' | ' ');
    let before = name[..stamp.from].trim_end_matches(is_mark);
    let after = name[stamp.to..].trim_start_matches(is_mark);
    [before, after, name].into_iter().find(|part| !part.is_empty()).unwrap_or(name).to_string()
}
