//! Reads a folder of submissions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use tempfile::TempDir;

use super::spelling::{Owner, stamp, without_copy};
use super::submission::{Fate, Ignored, Submission, SubmissionsError, Version};
use super::zip::{self, Quota, Scratch, is_zip};
use crate::core::plain;
use crate::script::{LANGUAGES, Language};
use crate::tournament::class::deadline::Deadline;
use crate::tournament::class::name::loose;

/// Files that packing programs leave beside the folders of students.
const LEFT_OVER: [&str; 3] = ["__MACOSX", "desktop.ini", "Thumbs.db"];
/// The folders in which Teams keeps those of the students.
const OF_TEAMS: [&str; 2] = ["Submitted files", "Working files"];
/// Folders within that of a student in which versions are looked for.
const MAX_DEPTH: u32 = 4;

pub(super) const LINK: &str = "a link, which is not followed";
const NO_SCRIPT: &str = "neither a script nor a folder with a main file";

/// Every student with all versions, the newest first, none of them looked at yet.
pub(super) fn read(
    place: &Path,
    deadline: Option<&Deadline>,
) -> Result<Vec<Submission>, SubmissionsError> {
    let zone = deadline.map_or_else(TimeZone::system, |deadline| deadline.zone().clone());
    let mut class = ClassFolder {
        zone,
        students: BTreeMap::new(),
        scratch: None,
        unpacked: Vec::new(),
        left_out: BTreeMap::new(),
        quota: Quota::new(zip::OF_A_CLASS),
        quotas: BTreeMap::new(),
    };
    let root = if place.is_file() && is_zip(place) {
        class
            .unpack(place, None)
            .map_err(|why| SubmissionsError::Zip { path: place.to_path_buf(), why })?
    } else {
        place.to_path_buf()
    };
    for (path, kind) in entries(&inner(&root, place)?)? {
        if kind.is_dir() {
            class.folder(path);
        } else if is_script(&path) || is_zip(&path) {
            let at = At { owner: Owner::of_file(&stem_of(&path)), zip: None, left: MAX_DEPTH };
            class.found(&at, path, kind);
        }
    }
    if class.students.is_empty() {
        return Err(SubmissionsError::Empty(place.to_path_buf()));
    }
    let mut submissions: Vec<Submission> = class.students.into_values().collect();
    for submission in &mut submissions {
        let key = |version: &Version| (version.time.timestamp(), version.path.clone());
        submission.versions.sort_by_cached_key(|version| std::cmp::Reverse(key(version)));
        submission.ignored.sort_by(|a, b| a.path.cmp(&b.path));
    }
    tell_apart(&mut submissions);
    Ok(submissions)
}

/// The folder in which the students are: the one folder of `root`, if it is called as the whole is.
fn inner(root: &Path, place: &Path) -> Result<PathBuf, SubmissionsError> {
    let (found, called) = (entries(root)?, stem_of(place));
    let whole = |name: &str| {
        loose(name) == loose(without_copy(&called))
            || OF_TEAMS.iter().any(|n| loose(n) == loose(name))
    };
    Ok(match &found[..] {
        [(path, kind)] if kind.is_dir() && !has_main(path) && whole(&name_of(path)) => path.clone(),
        _ => root.to_path_buf(),
    })
}

/// Gives students of one name different ones, with the number behind the name where there is one.
fn tell_apart(submissions: &mut [Submission]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for submission in submissions.iter() {
        *times.entry(submission.name.clone()).or_default() += 1;
    }
    let mut taken: BTreeSet<String> =
        times.iter().filter(|(_, times)| **times == 1).map(|(name, _)| name.clone()).collect();
    for submission in submissions.iter_mut().filter(|submission| times[&submission.name] > 1) {
        let name = &submission.name;
        let first = match &submission.number {
            Some(number) => format!("{name} ({number})"),
            None => name.clone(),
        };
        let others = (2..).map(|n| format!("{name} ({n})"));
        let free = [first].into_iter().chain(others).find(|called| !taken.contains(called));
        submission.student = free.unwrap_or_else(|| name.clone());
        taken.insert(submission.student.clone());
    }
}

/// The surroundings in which something was found.
#[derive(Clone)]
struct At {
    owner: Owner,
    /// The time at which the zip around it was handed in.
    zip: Option<Zoned>,
    /// Folders that may still be gone into.
    left: u32,
}

struct ClassFolder {
    zone: TimeZone,
    students: BTreeMap<Owner, Submission>,
    scratch: Option<Scratch>,
    /// Each folder that holds an unpacked zip, with the zip.
    unpacked: Vec<(PathBuf, PathBuf)>,
    /// Entries of zips that were not unpacked, each with the reason.
    left_out: BTreeMap<PathBuf, String>,
    quota: Quota,
    /// Room for those of each student.
    quotas: BTreeMap<Owner, Quota>,
}

impl ClassFolder {
    fn student(&mut self, owner: &Owner) -> &mut Submission {
        self.students.entry(owner.key()).or_insert_with(|| Submission {
            student: owner.name.clone(),
            name: owner.name.clone(),
            number: owner.number.clone(),
            is_strange: owner.strange.is_some(),
            ..Submission::default()
        })
    }

    fn folder(&mut self, path: PathBuf) {
        let is_version = has_main(&path);
        let owner = Owner::of_folder(&name_of(&path), is_version);
        // A student who handed in an empty folder is one of the class too.
        self.student(&owner);
        let at = At { owner, zip: None, left: MAX_DEPTH };
        if is_version {
            self.version(&at, path);
        } else {
            self.inside(&at, &path);
        }
    }

    /// Goes through a folder of one student. Where scripts lie beside folders, the folders are no
    /// further versions.
    ///
    /// Returns true if anything came of it.
    fn inside(&mut self, at: &At, folder: &Path) -> bool {
        let found = match entries(folder) {
            Ok(found) => found,
            Err(error) => {
                self.ignore(at, folder, format!("a folder that cannot be read: {error}"));
                return true;
            }
        };
        let before = self.count(&at.owner);
        let is_bot = |(path, kind): &(PathBuf, FileType)| {
            kind.is_file() && (is_script(path) || is_zip(path))
        };
        let left = if found.iter().any(is_bot) { 0 } else { at.left };
        for (path, kind) in found {
            self.found(&At { left, ..at.clone() }, path, kind);
        }
        self.count(&at.owner) > before
    }

    fn found(&mut self, at: &At, path: PathBuf, kind: FileType) {
        let why = match kind {
            _ if self.left_out.contains_key(&path) => self.left_out[&path].clone(),
            kind if kind.is_symlink() => LINK.to_string(),
            kind if kind.is_dir() && has_main(&path) => return self.version(at, path),
            kind if kind.is_dir()
                && at.left > 0
                && self.inside(&At { left: at.left - 1, ..at.clone() }, &path) =>
            {
                return;
            }
            kind if kind.is_file() && is_script(&path) => return self.version(at, path),
            // One level: what a student has packed, as Moodle and Teams hand it out.
            kind if kind.is_file() && is_zip(&path) && at.zip.is_none() => {
                match self.packed(at, &path) {
                    Ok(()) => return,
                    Err(why) => why,
                }
            }
            _ => NO_SCRIPT.to_string(),
        };
        self.ignore(at, &path, why);
    }

    /// A zip of one student. Its versions are from when it was handed in: the times of its files
    /// are those of the student's own clock.
    fn packed(&mut self, at: &At, path: &Path) -> Result<(), String> {
        let time = self.time(at, path).map_err(|error| error.to_string())?.0;
        let root = self.unpack(path, Some(&at.owner))?;
        let at = At { zip: Some(time), left: MAX_DEPTH, ..at.clone() };
        if has_main(&root) {
            self.version(&at, root);
        } else if !self.inside(&at, &root) {
            return Err("a zip without a script".to_string());
        }
        Ok(())
    }

    /// Unpacks a zip of a student, or the one around the class, into a folder of its own.
    fn unpack(&mut self, path: &Path, owner: Option<&Owner>) -> Result<PathBuf, String> {
        let failed = |error: io::Error| format!("a zip that cannot be unpacked: {error}");
        if self.scratch.is_none() {
            let made = TempDir::with_prefix("juez-").map_err(failed)?;
            self.scratch = Some(Scratch::new(made));
        }
        let base = self.scratch.as_ref().map_or(Path::new(""), |scratch| scratch.path());
        let root = base.join(self.unpacked.len().to_string());
        fs::create_dir(&root).map_err(failed)?;
        let shown = PathBuf::from(self.shown(path));
        self.unpacked.push((root.clone(), shown));
        // The student's own first: one that is refused there takes nothing from the class.
        let whole = || Quota::new(zip::OF_A_STUDENT);
        let own = owner.map(|owner| self.quotas.entry(owner.key()).or_insert_with(whole));
        let mut quotas: Vec<&mut Quota> = own.into_iter().chain([&mut self.quota]).collect();
        self.left_out.extend(zip::unpack(path, &root, &mut quotas, &self.zone)?);
        Ok(root)
    }

    /// A path as people know it: of something unpacked, that of the zip and the way in it.
    fn shown(&self, path: &Path) -> String {
        let of_zip = self.unpacked.iter().rev().find_map(|(root, zip)| {
            let inside = path.strip_prefix(root).ok()?;
            Some(if inside.as_os_str().is_empty() { zip.clone() } else { zip.join(inside) })
        });
        plain(&of_zip.unwrap_or_else(|| path.to_path_buf()).display().to_string())
    }

    /// Everything that is known of what a student handed in.
    fn count(&mut self, owner: &Owner) -> usize {
        let submission = self.student(owner);
        submission.versions.len() + submission.ignored.len()
    }

    fn ignore(&mut self, at: &At, path: &Path, why: String) {
        let path = PathBuf::from(self.shown(path));
        self.student(&at.owner).ignored.push(Ignored { path, why });
    }

    fn version(&mut self, at: &At, path: PathBuf) {
        let (time, named) = match self.time(at, &path) {
            Ok(found) => found,
            Err(error) => return self.ignore(at, &path, format!("not to be read: {error}")),
        };
        let is_packed = self.unpacked.iter().any(|(root, _)| path.starts_with(root));
        let scratch = self.scratch.clone().filter(|_| is_packed);
        let shown = self.shown(&path);
        let version = Version { path, shown, time, named, fate: Fate::Older, scratch };
        self.student(&at.owner).versions.push(version);
    }

    /// The time at which something was handed in; true if its name says so.
    fn time(&self, at: &At, path: &Path) -> io::Result<(Zoned, bool)> {
        if let Some(time) = &at.zip {
            return Ok((time.clone(), false));
        }
        let name = if path.is_dir() { name_of(path) } else { stem_of(path) };
        // A time that a zone leaves out, when its clocks go forward, is that much later.
        let named = stamp(&name).filter(|_| at.owner.is_timed);
        match named.and_then(|stamp| self.zone.to_zoned(stamp.time).ok()) {
            Some(time) => Ok((time, true)),
            None => Ok((self.changed(path)?, false)),
        }
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

/// The entries of a folder that count, by name.
fn entries(folder: &Path) -> Result<Vec<(PathBuf, FileType)>, SubmissionsError> {
    let kind = |entry: io::Result<DirEntry>| {
        let entry = entry?;
        Ok((entry.path(), entry.file_type()?))
    };
    let listed = fs::read_dir(folder).and_then(|found| found.map(kind).collect::<io::Result<_>>());
    let failed = |source| SubmissionsError::Io { path: folder.to_path_buf(), source };
    let mut entries: Vec<(PathBuf, FileType)> = listed.map_err(failed)?;
    entries.retain(|(path, _)| !is_hidden(&name_of(path)));
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

/// True for names of files and folders that are not looked at.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || LEFT_OVER.contains(&name)
}

pub(super) fn is_script(path: &Path) -> bool {
    Language::of_file(path).is_some()
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
