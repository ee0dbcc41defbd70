//! What a class has handed in: of each student the newest version before the deadline that can play.
//!
//! A folder of submissions has a folder for each student, with as many versions as they like: scripts,
//! or folders with `main.lua` or `main.rhai`. If the student's own folder has such a main file, it is
//! the one version. Versions may also lie side by side, named after their student: `ana.lua`,
//! `ana.2026-11-20T21-30.lua`. The time of a version is the one in its name, else that of its newest
//! file. Hidden files are not looked at, and links are not followed.

mod folder;
mod matched;
mod stamp;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use jiff::Zoned;

use super::Deadline;

pub use matched::{Matched, Stranger, matched};

/// What has become of a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It takes part.
    Taken,
    /// A newer one takes part; whether this one could has not been looked at.
    Older,
    /// It came after the deadline.
    Late,
    /// It cannot play.
    Refused {
        /// Why.
        error: String,
    },
}

/// One version of a student's bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    /// Where it lies.
    pub path: PathBuf,
    /// When it was handed in.
    pub time: Zoned,
    /// Whether its name says so; else its files do.
    pub named: bool,
    /// What has become of it.
    pub fate: Fate,
}

/// Something among a student's versions that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ignored {
    /// Where it lies.
    pub path: PathBuf,
    /// Why it is no version.
    pub why: &'static str,
}

/// All that a student has handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Who.
    pub student: String,
    /// The versions, the newest first.
    pub versions: Vec<Version>,
    /// What else lies there, by path.
    pub ignored: Vec<Ignored>,
}

/// A folder of submissions that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionsError {
    /// It cannot be read.
    #[error("cannot read submissions in {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Nothing lies in it.
    #[error("no submissions in {}; expected a folder for each student, or files named after them", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

impl Submission {
    /// The version that takes part.
    pub fn taken(&self) -> Option<&Version> {
        self.versions.iter().find(|version| version.fate == Fate::Taken)
    }

    /// Why no version takes part; `None` if one does.
    pub fn problem(&self) -> Option<String> {
        if self.taken().is_some() {
            return None;
        }
        let refused = self.versions.iter().find_map(|version| match &version.fate {
            Fate::Refused { error } => Some(error),
            _ => None,
        });
        Some(match (refused, self.versions.first(), self.ignored.first()) {
            (Some(error), ..) => format!("no version can play; the newest: {error}"),
            (None, Some(late), _) => {
                format!("handed in too late, on {}", said(&late.time))
            }
            (None, None, Some(Ignored { path, why })) => {
                format!("handed in no bot: {} is {why}", path.display())
            }
            (None, None, None) => "handed in nothing".to_string(),
        })
    }
}

impl Submission {
    /// What became of the versions that are newer than the one that takes part, a sentence each: for
    /// the student, who will ask. None where no version takes part, for then [`Submission::problem`]
    /// says why.
    pub fn notes(&self) -> Vec<String> {
        let Some(taken) = self.taken() else { return Vec::new() };
        let newer = self.versions.iter().take_while(|version| version.fate != Fate::Taken);
        let told = newer.map(|version| {
            let why = match &version.fate {
                Fate::Refused { error } => {
                    format!("cannot play: {}", error.lines().next().unwrap_or_default())
                }
                _ => format!("came too late, on {}", said(&version.time)),
            };
            format!("{}: {} {why}", self.student, version.path.display())
        });
        let mut notes: Vec<String> = told.collect();
        if !notes.is_empty() {
            let (path, time) = (taken.path.display(), said(&taken.time));
            notes.push(format!("{}: {path} of {time} plays", self.student));
        }
        notes
    }
}

fn said(time: &Zoned) -> impl std::fmt::Display {
    time.strftime("%Y-%m-%d at %H:%M:%S")
}

/// Reads a folder of submissions: of each student the newest version that is not late and that `check`
/// has nothing against. Times in names are those of the deadline's zone, without one of the system's.
/// Ascending by student; `check` is asked of no version that is older than the one taken.
///
/// # Errors
/// If a folder cannot be read, or nothing lies in it.
pub fn collect(
    folder: &Path,
    deadline: Option<&Deadline>,
    check: &dyn Fn(&Path) -> Result<(), String>,
) -> Result<Vec<Submission>, SubmissionsError> {
    let mut submissions = folder::read(folder, deadline)?;
    for submission in &mut submissions {
        let mut is_taken = false;
        for version in &mut submission.versions {
            version.fate = match deadline {
                Some(deadline) if deadline.is_missed(version.time.timestamp()) => Fate::Late,
                _ if is_taken => Fate::Older,
                _ => match check(&version.path) {
                    Ok(()) => Fate::Taken,
                    Err(error) => Fate::Refused { error },
                },
            };
            is_taken |= version.fate == Fate::Taken;
        }
    }
    Ok(submissions)
}
