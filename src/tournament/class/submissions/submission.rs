//! A student's submission: its versions, and which of them plays.

use std::path::PathBuf;

use jiff::Zoned;

use super::zip::Scratch;
use crate::core::plain;
use crate::tournament::class::people::Called;

/// The fate of a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It takes part.
    Taken,
    /// A newer one takes part; whether this one could has not been looked at.
    Older,
    /// It came after the deadline.
    Late,
    /// It cannot play, for this reason.
    Refused(String),
}

/// One version of a student's bot.
#[derive(Clone, Debug)]
pub struct Version {
    /// Where it lies.
    pub path: PathBuf,
    /// The path as people know it, on one line: of what was unpacked, that of the zip and the way
    /// in it.
    pub shown: String,
    /// When it was handed in.
    pub time: Zoned,
    /// True if its name says so; else its files do.
    pub named: bool,
    /// Its fate.
    pub fate: Fate,
    /// True if the platform calls it late, false if in time; `None` where the time decides.
    pub is_late: Option<bool>,
    /// The number that the platform gave it: of two versions the later one has the higher number.
    pub order: u64,
    /// A file of it that was left out of its zip, with the reason: it cannot play then.
    pub incomplete: Option<String>,
    /// The folder it was unpacked into, which is there as long as this is.
    pub scratch: Option<Scratch>,
}

/// Something among a student's versions that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ignored {
    /// The path, as people know it.
    pub path: PathBuf,
    /// A description of it, to stand behind "is".
    pub why: String,
    /// When it was handed in, of something that may well be meant as a bot: an archive, a source under
    /// another ending.
    pub meant: Option<Zoned>,
}

/// All that a student has handed in.
#[derive(Clone, Default, Debug)]
pub struct Submission {
    /// The student, by a name that no other has; the roster's, once it is matched.
    pub student: String,
    /// The name that the files say.
    pub name: String,
    /// The id that a platform puts next to it: a number of Moodle or Canvas, a username of Sakai.
    pub number: Option<String>,
    /// Further names that may be meant.
    pub others: Vec<String>,
    /// True if the only entries under this name are files that may belong to no student.
    pub is_loose: bool,
    /// True if the name was written with characters that no name should have.
    pub is_strange: bool,
    /// The reason why the submission is unclear, if that is so.
    pub unclear: Option<String>,
    /// The versions, the newest first.
    pub versions: Vec<Version>,
    /// Other files there, by path.
    pub ignored: Vec<Ignored>,
}

/// Everything that a class has handed in.
#[derive(Clone, Debug)]
pub struct Collected {
    /// The submission of each student, ascending.
    pub submissions: Vec<Submission>,
    /// Sentences for the teacher about guesses.
    pub notes: Vec<String>,
}

/// Submissions that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionsError {
    /// It cannot be read.
    #[error("cannot read submissions in {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// It is a zip that cannot be unpacked.
    #[error("cannot read submissions in {}: it is {why}", path.display())]
    Zip {
        /// The zip.
        path: PathBuf,
        /// A description of the fault, to stand behind "is".
        why: String,
    },
    /// Nothing lies in it.
    #[error("no submissions in {}; expected a folder for each student, or files named after them", .0.display())]
    Empty(PathBuf),
}

impl Submission {
    /// The names by which its student is looked for.
    pub(super) fn called(&self) -> Called<'_> {
        Called { name: &self.name, id: self.number.as_deref(), others: &self.others }
    }

    /// The version that takes part.
    pub fn taken(&self) -> Option<&Version> {
        self.versions.iter().find(|version| version.fate == Fate::Taken)
    }

    /// Why no version takes part; `None` if one does.
    pub fn problem(&self) -> Option<String> {
        if self.taken().is_some() {
            return None;
        }
        if self.unclear.is_some() {
            return self.unclear.clone();
        }
        let refused = self.versions.iter().find_map(|version| match &version.fate {
            Fate::Refused(error) => Some(error),
            _ => None,
        });
        Some(match (refused, self.versions.first(), self.ignored.first()) {
            (Some(error), ..) => format!("no version can play; the newest: {error}"),
            (None, Some(late), _) => format!("handed in too late, {}", lateness(late)),
            (None, None, Some(Ignored { path, why, .. })) => {
                format!("handed in no bot: {} is {why}", plain(&path.display().to_string()))
            }
            (None, None, None) => "handed in nothing".to_string(),
        })
    }

    /// Sentences for the student: one about an odd name, and one about everything that is newer than the
    /// version that takes part, or as new. Where no version takes part, [`Submission::problem`] says why.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.is_strange {
            let student = &self.student;
            notes.push(format!(
                "{student}: this name has characters that no name of a file should have"
            ));
        }
        let Some(taken) = self.taken() else { return notes };
        let newer = self.versions.iter().take_while(|version| version.fate != Fate::Taken);
        let listed = newer.map(|version| {
            let why = match &version.fate {
                Fate::Refused(error) => {
                    format!("cannot play: {}", error.lines().next().unwrap_or_default())
                }
                _ => format!("came too late, {}", lateness(version)),
            };
            format!("{}: {} {why}", self.student, version.shown)
        });
        let dropped = self.ignored.iter().filter(|ignored| {
            ignored.meant.as_ref().is_some_and(|time| time.timestamp() >= taken.time.timestamp())
        });
        let dropped = dropped.map(|Ignored { path, why, .. }| {
            format!("{}: {} is {why}", self.student, path.display())
        });
        let twins = self.versions.iter().filter(|version| {
            let is_twin = (version.order, &version.time) == (taken.order, &taken.time);
            version.fate == Fate::Older && is_twin
        });
        let twins = twins.map(|version| {
            format!("{}: {} is of the same time and does not play", self.student, version.shown)
        });
        let before = notes.len();
        notes.extend(listed.chain(dropped).chain(twins));
        if notes.len() > before {
            let (path, time) = (&taken.shown, said(&taken.time));
            notes.push(format!("{}: {path} of {time} plays", self.student));
        }
        if taken.is_late == Some(true) {
            notes.push(format!("{}: {} is marked LATE, and plays", self.student, taken.shown));
        }
        notes
    }
}

/// The proof that a version is late.
fn lateness(version: &Version) -> String {
    match version.is_late {
        Some(true) => "as its platform marks it".to_string(),
        _ => format!("on {}", said(&version.time)),
    }
}

fn said(time: &Zoned) -> impl std::fmt::Display {
    time.strftime("%Y-%m-%d at %H:%M:%S")
}
