//! The submissions of a class: of each student the newest version before the deadline that can
//! play.
//!
//! A folder of submissions has a folder for each student, with as many versions as they like:
//! scripts, or folders with `main.lua` or `main.rhai`. If the student's own folder has such a main
//! file, it is the one version. Versions may also lie side by side, named after their student:
//! `ana.lua`, `ana.2026-11-20T21-30.lua`. The time of a version is the one in its name, else that
//! of its newest file. Hidden files are not looked at, and links are not followed.
//!
//! Schools have such folders from their platform: the names that Moodle, Google Classroom and Teams
//! give are understood, the whole may be a zip, and so may be what a student hands in.

mod class_folder;
mod code_page;
mod entries;
mod folder;
mod matched;
mod platforms;
mod spelling;
mod stamp;
mod submission;
#[cfg(test)]
mod tests;
mod zip;

use std::path::Path;

pub use matched::{Matched, Stranger, matched};
pub use submission::{Collected, Fate, Ignored, Submission, SubmissionsError, Version};
pub use zip::{Scratch, is_zip};

use super::deadline::Deadline;
use super::people::People;
use super::roster::Roster;
use crate::core::plain_lines;

/// The most versions of a student that are looked at, the newest first. Each is compiled and asked
/// for a move, which takes time.
const MAX_CHECKED: usize = 20;

/// Reads a folder or a zip of submissions: of each student the newest version that is not late and
/// that `check` has nothing against, among the 20 newest that are not late. Times in names are
/// those of the deadline's zone, without one of the system's. Ascending by student; `check` is
/// asked of no version that is older than the one taken. `roster` helps to read names; [`matched`]
/// assigns submissions to its students. Without a roster, files that may belong to no student are left out.
///
/// # Errors
/// If the folder or zip cannot be read, or nothing lies in it. What is wrong with something that
/// one student handed in is no error, but a note on that student.
pub fn collect(
    folder: &Path,
    deadline: Option<&Deadline>,
    roster: Option<&Roster>,
    check: &dyn Fn(&Path) -> Result<(), String>,
) -> Result<Collected, SubmissionsError> {
    let people = roster.map(People::new);
    let mut collected = folder::read(folder, deadline, people.as_ref())?;
    if roster.is_none() {
        collected.submissions.retain(|submission| !submission.is_loose);
    }
    decide(&mut collected.submissions, deadline, check);
    Ok(collected)
}

/// Decides which version of each submission takes part, as [`collect`] does.
pub fn decide(
    submissions: &mut [Submission],
    deadline: Option<&Deadline>,
    check: &dyn Fn(&Path) -> Result<(), String>,
) {
    for submission in submissions {
        let (mut is_taken, mut looked_at) = (false, 0);
        for version in &mut submission.versions {
            version.fate = match deadline {
                Some(deadline) if is_missed(version, deadline) => Fate::Late,
                _ if is_taken => Fate::Older,
                _ => {
                    let (path, shown) = (&version.path, &version.shown);
                    let checked = if let Some(why) = &version.incomplete {
                        Err(why.clone())
                    } else if path.to_str().is_none() {
                        Err(format!("{shown}: the name is not UTF-8 text"))
                    } else if looked_at == MAX_CHECKED {
                        let newer = format!("{MAX_CHECKED} newer versions cannot play");
                        Err(format!("{shown}: not looked at, for {newer}"))
                    } else {
                        looked_at += 1;
                        let written = path.display().to_string();
                        check(path).map_err(|error| plain_lines(&error.replace(&written, shown)))
                    };
                    checked.map_or_else(Fate::Refused, |()| Fate::Taken)
                }
            };
            is_taken |= version.fate == Fate::Taken;
        }
    }
}

/// True if a version came after the deadline: as its platform says, else by its time.
fn is_missed(version: &Version, deadline: &Deadline) -> bool {
    version.is_late.unwrap_or_else(|| deadline.is_missed(version.time.timestamp()))
}
