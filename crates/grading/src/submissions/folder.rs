//! Reads a folder of submissions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use tempfile::TempDir;

use super::class_folder;
use super::entries::{
    Kind, bare_stem_of, entries, has_main, is_attempt, is_document, is_script, name_of, stem_of,
    undisguised,
};
use super::platforms::{self, TIMESTAMP, is_receipt, sakai_time};
use super::spelling::Owner;
use super::stamp::stamp;
use super::submission::{Collected, Fate, Ignored, Submission, SubmissionsError, Version};
use super::zip::{self, LINK, LeftOut, Quota, Scratch, is_zip};
use crate::deadline::Deadline;
use crate::people::{Called, People};
use juez_core::plain;
use juez_script::{Bundle, read_file, read_text};

/// Maximum depth of folders within a student's folder that are searched for versions.
const MAX_DEPTH: u32 = 4;
/// Maximum bytes of a file that contains only a time.
const MAX_TIMESTAMP: u64 = 100;

const NO_SCRIPT: &str = "neither a script nor a zip";
const NO_VERSION: &str = "a folder without a bot";
const NESTED: &str = "a zip within a zip, which is not unpacked";
const RECEIPT: &str = "a receipt from the platform, not a script";

/// Returns all students with all versions, newest first, none of them checked yet.
pub(super) fn read(
    place: &Path,
    deadline: Option<&Deadline>,
    people: Option<&People<'_>>,
) -> Result<Collected, SubmissionsError> {
    let zone = deadline.map_or_else(TimeZone::system, |deadline| deadline.zone().clone());
    let mut class = ClassFolder {
        zone,
        people,
        students: BTreeMap::new(),
        loose: Vec::new(),
        receipts: Vec::new(),
        scratch: None,
        unpacked: Vec::new(),
        made: 0,
        left_out: LeftOut::new(),
        quota: Quota::new(zip::OF_A_CLASS),
        quotas: BTreeMap::new(),
        notes: Vec::new(),
    };
    let root = if place.is_file() && is_zip(place) {
        class
            .unpack(place, None)
            .map_err(|why| SubmissionsError::Zip { path: place.to_path_buf(), why })?
    } else {
        place.to_path_buf()
    };
    let (root, note) = class_folder::within(&root, place, &class.left_out, people)?;
    class.notes.extend(note);
    for (path, kind) in entries(&root, &class.left_out)? {
        if kind == Kind::Folder {
            class.folder(path);
        } else if is_script(&path) || is_zip(&path) {
            let at = At { owner: Owner::of_file(&bare_stem_of(&path)), zip: None, left: MAX_DEPTH };
            class.found(&at, path, kind);
        } else {
            class.loose.push(path);
        }
    }
    class.settle_loose();
    if class.students.values().all(|submission| submission.is_loose) {
        return Err(SubmissionsError::Empty(place.to_path_buf()));
    }
    let mut submissions: Vec<Submission> = class.students.into_values().collect();
    for submission in &mut submissions {
        let key =
            |version: &Version| (version.order, version.time.timestamp(), version.path.clone());
        submission.versions.sort_by_cached_key(|version| std::cmp::Reverse(key(version)));
        submission.ignored.sort_by(|a, b| a.path.cmp(&b.path));
    }
    tell_apart(&mut submissions);
    Ok(Collected { submissions, notes: class.notes })
}

/// Gives students with the same name unique ones, by appending their number if they have one.
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

/// The context of an entry.
#[derive(Clone)]
struct At {
    owner: Owner,
    /// The hand-in time of the enclosing zip.
    zip: Option<Zoned>,
    /// Remaining depth of folders to search.
    left: u32,
}

struct ClassFolder<'p> {
    zone: TimeZone,
    people: Option<&'p People<'p>>,
    students: BTreeMap<Owner, Submission>,
    /// Files directly in the class folder that are not bots.
    loose: Vec<PathBuf>,
    /// Files that platforms write next to a student's hand-in.
    receipts: Vec<(Owner, PathBuf)>,
    scratch: Option<Scratch>,
    /// Each unpacked folder or file, with the path to show for it.
    unpacked: Vec<(PathBuf, PathBuf)>,
    /// Number of folders made for unpacking.
    made: usize,
    left_out: LeftOut,
    quota: Quota,
    /// The quota of each student's zips.
    quotas: BTreeMap<Owner, Quota>,
    notes: Vec<String>,
}

impl ClassFolder<'_> {
    fn student(&mut self, owner: &Owner) -> &mut Submission {
        self.students.entry(owner.key()).or_insert_with(|| Submission {
            student: owner.name.clone(),
            name: owner.name.clone(),
            number: owner.id.clone(),
            others: owner.others.clone(),
            is_strange: owner.strange.is_some(),
            ..Submission::default()
        })
    }

    fn folder(&mut self, path: PathBuf) {
        let is_version = has_main(&path, &self.left_out);
        let mut owner = Owner::of_folder(&name_of(&path), is_version);
        // In any other folder, a file of that name belongs to the student.
        if platforms::is_of_sakai(&name_of(&path))
            && let Ok(written) = read_text(&path.join(TIMESTAMP), MAX_TIMESTAMP)
            && let Some(time) = sakai_time(&written)
        {
            owner.when.time = Some(time);
        }
        // A student who handed in an empty folder is in the class too.
        self.student(&owner);
        let at = At { owner, zip: None, left: MAX_DEPTH };
        if is_version {
            self.version(&at, path);
        } else {
            self.inside(&at, &path);
        }
    }

    /// Searches the folder of a student. Folders next to scripts are not further versions.
    ///
    /// Returns true if it found anything.
    fn inside(&mut self, at: &At, folder: &Path) -> bool {
        let found = match entries(folder, &self.left_out) {
            Ok(found) => found,
            Err(error) => {
                self.ignore(at, folder, format!("a folder that cannot be read: {error}"));
                return true;
            }
        };
        let before = self.count(&at.owner);
        let is_bot = |(path, kind): &(PathBuf, Kind)| {
            matches!(kind, Kind::File | Kind::LeftOut) && (is_script(path) || is_zip(path))
        };
        let left = if found.iter().any(is_bot) { 0 } else { at.left };
        for (path, kind) in found {
            if kind == Kind::File && is_receipt(&name_of(&path)) {
                self.receipts.push((at.owner.clone(), path));
            } else {
                self.found(&At { left, ..at.clone() }, path, kind);
            }
        }
        self.count(&at.owner) > before
    }

    fn found(&mut self, at: &At, path: PathBuf, kind: Kind) {
        let why = match kind {
            Kind::LeftOut if is_script(&path) => return self.version(at, path),
            Kind::LeftOut => self.left_out[&path].why.clone(),
            Kind::Link => LINK.to_string(),
            Kind::Folder if has_main(&path, &self.left_out) => return self.version(at, path),
            Kind::Folder
                if at.left > 0 && self.inside(&At { left: at.left - 1, ..at.clone() }, &path) =>
            {
                return;
            }
            Kind::Folder => NO_VERSION.to_string(),
            Kind::File if is_script(&path) => return self.version(at, path),
            // One level only: a student's own archive, as Moodle and Teams pass it on.
            Kind::File if is_zip(&path) && at.zip.is_none() => match self.packed(at, &path) {
                Ok(()) => return,
                Err(why) => why,
            },
            Kind::File if is_zip(&path) => NESTED.to_string(),
            _ => NO_SCRIPT.to_string(),
        };
        self.ignore(at, &path, why);
    }

    /// Reads a zip of one student. Its versions get the hand-in time of the zip, because the times
    /// of its files come from the student's clock.
    fn packed(&mut self, at: &At, path: &Path) -> Result<(), String> {
        let time = self.time(at, path).map_err(|error| error.to_string())?.0;
        let root = self.unpack(path, Some(&at.owner))?;
        let at = At { zip: Some(time), left: MAX_DEPTH, ..at.clone() };
        if has_main(&root, &self.left_out) {
            self.version(&at, root);
        } else if !self.inside(&at, &root) {
            return Err("a zip without a script".to_string());
        }
        Ok(())
    }

    /// Creates a new folder for unpacking.
    fn make_folder(&mut self) -> io::Result<PathBuf> {
        if self.scratch.is_none() {
            self.scratch = Some(Scratch::new(TempDir::with_prefix("juez-")?));
        }
        let base = self.scratch.as_ref().map_or(Path::new(""), |scratch| scratch.path());
        let root = base.join(self.made.to_string());
        fs::create_dir(&root)?;
        self.made += 1;
        Ok(root)
    }

    /// Unpacks a zip of a student, or the one around the class, into a new folder.
    fn unpack(&mut self, path: &Path, owner: Option<&Owner>) -> Result<PathBuf, String> {
        let failed = |error: io::Error| format!("a zip that cannot be unpacked: {error}");
        let root = self.make_folder().map_err(failed)?;
        let shown = PathBuf::from(self.shown(path));
        self.unpacked.push((root.clone(), shown.clone()));
        // The student's quota first, so that a zip refused there uses nothing of the class quota.
        let whole = || Quota::new(zip::OF_A_STUDENT);
        let own = owner.map(|owner| self.quotas.entry(owner.key()).or_insert_with(whole));
        let mut quotas: Vec<&mut Quota> = own.into_iter().chain([&mut self.quota]).collect();
        let people = self.people.filter(|_| owner.is_none());
        let finds = |name: &str| people.is_some_and(|people| leads_to(name, people));
        let unpacked = zip::unpack(path, &root, &mut quotas, &self.zone, &finds)?;
        self.left_out.extend(unpacked.left_out);
        if let Some(page) = unpacked.guess.filter(|_| owner.is_none()) {
            let shown = shown.display();
            self.notes.push(format!(
                "{shown} does not state the encoding of its names; they are read as {page}, which \
                 is a guess"
            ));
        }
        Ok(root)
    }

    /// Returns the path to show: for an unpacked file, the path of the zip and the path in it.
    fn shown(&self, path: &Path) -> String {
        let of_zip = self.unpacked.iter().rev().find_map(|(root, zip)| {
            let inside = path.strip_prefix(root).ok()?;
            Some(if inside.as_os_str().is_empty() { zip.clone() } else { zip.join(inside) })
        });
        plain(&of_zip.unwrap_or_else(|| path.to_path_buf()).display().to_string())
    }

    /// Returns the number of versions and other files of a student.
    fn count(&mut self, owner: &Owner) -> usize {
        let submission = self.student(owner);
        submission.versions.len() + submission.ignored.len()
    }

    fn ignore(&mut self, at: &At, path: &Path, why: String) {
        let meant = if is_document(path) { None } else { self.time(at, path).ok() };
        let meant = meant.map(|(time, _)| time);
        let path = PathBuf::from(self.shown(path));
        self.student(&at.owner).ignored.push(Ignored { path, why, meant });
    }

    /// Assigns loose files to the students that their names suggest. A file probably meant as a bot
    /// adds a student; other files mean nothing without the class list.
    fn settle_loose(&mut self) {
        for path in std::mem::take(&mut self.loose) {
            let stem = bare_stem_of(&path);
            let owner = Owner::of_file(&stem);
            if is_receipt(&name_of(&path)) && platforms::of_file(&stem).is_some() {
                self.receipts.push((owner, path));
                continue;
            }
            let is_new = !self.students.contains_key(&owner.key());
            let is_attempt = is_attempt(&path);
            let at = At { owner, zip: None, left: 0 };
            self.ignore(&at, &path, NO_SCRIPT.to_string());
            let student = self.student(&at.owner);
            student.is_loose = (student.is_loose || is_new) && !is_attempt;
        }
        for (owner, path) in std::mem::take(&mut self.receipts) {
            if self.count(&owner) == 0 {
                let why = RECEIPT.to_string();
                let path = PathBuf::from(self.shown(&path));
                self.student(&owner).ignored.push(Ignored { path, why, meant: None });
            }
        }
    }

    fn version(&mut self, at: &At, path: PathBuf) {
        let incomplete = self.incomplete(&path);
        let (time, named) = match self.time(at, &path) {
            Ok(found) => found,
            Err(error) => return self.ignore(at, &path, format!("not to be read: {error}")),
        };
        let shown = self.shown(&path);
        let path = match undisguised(&path).filter(|_| incomplete.is_none()) {
            Some(name) => match self.copied(&path, &name) {
                Ok(copy) => copy,
                Err(error) => return self.ignore(at, &path, format!("not to be read: {error}")),
            },
            None => path,
        };
        let is_packed = self.unpacked.iter().any(|(root, _)| path.starts_with(root));
        let scratch = self.scratch.clone().filter(|_| is_packed);
        let (is_late, order) = (at.owner.when.is_late, at.owner.when.order);
        let fate = Fate::Older;
        let version =
            Version { path, shown, time, named, fate, is_late, order, incomplete, scratch };
        self.student(&at.owner).versions.push(version);
    }

    /// Copies a script to this name.
    fn copied(&mut self, path: &Path, name: &str) -> io::Result<PathBuf> {
        let bytes = read_file(path, Bundle::BYTES)?;
        let copy = self.make_folder()?.join(name);
        fs::write(&copy, bytes)?;
        self.unpacked.push((copy.clone(), PathBuf::from(self.shown(path))));
        Ok(copy)
    }

    /// Returns the first script of a version that was left out of its zip, with the reason.
    fn incomplete(&self, version: &Path) -> Option<String> {
        let own = |(path, _): &(&PathBuf, _)| path.starts_with(version) && is_script(path);
        let (path, entry) = self.left_out.iter().find(own)?;
        Some(format!("{} is {}", self.shown(path), entry.why))
    }

    /// Returns the hand-in time of an entry; true if it is from its name.
    fn time(&self, at: &At, path: &Path) -> io::Result<(Zoned, bool)> {
        if let Some(time) = &at.zip {
            return Ok((time.clone(), false));
        }
        let when = at.owner.when;
        let name = if path.is_dir() { name_of(path) } else { stem_of(path) };
        let stamped = || stamp(&name).filter(|_| !when.is_free).map(|stamp| stamp.time);
        // A time skipped when clocks go forward counts as that much later.
        let named = when.time.or_else(stamped);
        match named.and_then(|time| self.zone.to_zoned(time).ok()) {
            Some(time) => Ok((time, true)),
            None => Ok((self.changed(path)?, false)),
        }
    }

    /// Returns when a file, or the newest script of a folder, was modified.
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
        let left_out = || self.left_out.get(path).and_then(|entry| entry.time);
        let time = match newest.or_else(left_out) {
            Some(time) => time,
            None => fs::symlink_metadata(path)?.modified()?,
        };
        let time = Timestamp::try_from(time).map_err(io::Error::other)?;
        Ok(time.to_zoned(self.zone.clone()))
    }
}

/// Returns true if a part of an entry's name is a student's name.
fn leads_to(name: &str, people: &People<'_>) -> bool {
    name.split(['/', '\\']).any(|part| {
        let owner = Owner::of_file(&bare_stem_of(Path::new(part)));
        people.knows(&Called { name: &owner.name, id: owner.id.as_deref(), others: &owner.others })
    })
}
