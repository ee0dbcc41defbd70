//! A student's submission: its versions, and the one that plays.

use std::path::PathBuf;

use jiff::Zoned;

use super::zip::Scratch;
use crate::people::Called;
use juez_core::plain;

/// The fate of a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It takes part.
    Taken,
    /// A newer version takes part; this one was not checked.
    Older,
    /// It is after the deadline.
    Late,
    /// It cannot play; the reason.
    Refused(String),
}

/// One version of a student's bot.
#[derive(Clone, Debug)]
pub struct Version {
    /// Its path on disk.
    pub path: PathBuf,
    /// The path to show, on one line: for an unpacked version, the path of the zip and the path in
    /// it.
    pub shown: String,
    /// Its hand-in time.
    pub time: Zoned,
    /// True if the time is from its name; else it is from its files.
    pub named: bool,
    pub fate: Fate,
    /// True if the platform marks it late, false if in time; `None` if the time decides.
    pub is_late: Option<bool>,
    /// The number given by the platform; later versions have higher ones.
    pub order: u64,
    /// A file of the version that was left out of its zip, with the reason; it then cannot play.
    pub incomplete: Option<String>,
    /// The folder it was unpacked into, which lasts as long as this.
    pub scratch: Option<Scratch>,
}

/// A file among a student's versions that is not one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ignored {
    /// The path to show.
    pub path: PathBuf,
    /// A description that completes "it is ...".
    pub why: String,
    /// The time of the hand-in, for a file probably meant as a bot, such as an archive or a source
    /// in another language.
    pub meant: Option<Zoned>,
}

/// Everything that a student has handed in.
#[derive(Clone, Default, Debug)]
pub struct Submission {
    /// The student's unique name; the roster's, once it is matched.
    pub student: String,
    /// The name in the files.
    pub name: String,
    /// The id that a platform adds: a number of Moodle or Canvas, a username of Sakai.
    pub number: Option<String>,
    /// Other possible names.
    pub others: Vec<String>,
    /// True if there are only files that might belong to no student.
    pub is_loose: bool,
    /// True if the name was written with characters unfit for names.
    pub is_strange: bool,
    /// The reason why it is unclear which submission is the student's, if so.
    pub unclear: Option<String>,
    /// The versions, newest first.
    pub versions: Vec<Version>,
    /// Other files, by path.
    pub ignored: Vec<Ignored>,
}

/// Everything that a class has handed in.
#[derive(Clone, Debug)]
pub struct Collected {
    /// The submission of each student, ascending.
    pub submissions: Vec<Submission>,
    /// Notes for the teacher about guesses.
    pub notes: Vec<String>,
}

/// Submissions that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionsError {
    #[error("cannot read submissions in {}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("cannot read submissions in {}: it is {why}", path.display())]
    Zip {
        path: PathBuf,
        /// A description of the fault that completes "it is ...".
        why: String,
    },
    #[error("no submissions in {}; expected a folder for each student, or files named after them", .0.display())]
    Empty(PathBuf),
}

impl Submission {
    /// Returns the names to search its student by.
    pub(super) fn called(&self) -> Called<'_> {
        Called { name: &self.name, id: self.number.as_deref(), others: &self.others }
    }

    /// Returns the version that takes part.
    pub fn taken(&self) -> Option<&Version> {
        self.versions.iter().find(|version| version.fate == Fate::Taken)
    }

    /// Returns why no version takes part; `None` if one does.
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

    /// Returns notes for the student: about an odd name, and about everything newer than the
    /// version that takes part, or equally new. If no version takes part, see
    /// [`Submission::problem`].
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.is_strange {
            let student = &self.student;
            notes.push(format!(
                "{student}: this name has characters that do not belong in a file name"
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
            format!("{}: {} has the same time and does not play", self.student, version.shown)
        });
        let before = notes.len();
        notes.extend(listed.chain(dropped).chain(twins));
        if notes.len() > before {
            let (path, time) = (&taken.shown, said(&taken.time));
            notes.push(format!("{}: {path} of {time} plays", self.student));
        }
        if taken.is_late == Some(true) {
            notes.push(format!("{}: {} is marked LATE but plays", self.student, taken.shown));
        }
        notes
    }
}

/// Explains why a version is late.
fn lateness(version: &Version) -> String {
    match version.is_late {
        Some(true) => "as its platform marks it".to_string(),
        _ => format!("on {}", said(&version.time)),
    }
}

fn said(time: &Zoned) -> impl std::fmt::Display {
    time.strftime("%Y-%m-%d at %H:%M:%S")
}
