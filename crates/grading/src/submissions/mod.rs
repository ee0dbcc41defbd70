//! The submissions of a class: for each student, the newest version before the deadline that can
//! play.
//!
//! A folder of submissions has a folder for each student, with any number of versions: scripts, or
//! folders with `main.lua` or `main.rhai`. A student's folder with such a main file is itself the
//! only version. Versions can also be files in one folder, named after their student: `ana.lua`,
//! `ana.2026-11-20T21-30.lua`. The time of a version is the one in its name, otherwise the time of
//! its newest file. Hidden files are skipped, and links are not followed.
//!
//! Schools download such folders from their platform. The names given by Moodle, Google Classroom,
//! Teams and others are understood; the whole folder can be a zip, and so can each hand-in.

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
use juez_core::plain_lines;

/// Maximum versions of a student that are checked, newest first. Each is compiled and asked for a
/// move, which takes time.
const MAX_CHECKED: usize = 20;

/// Reads a folder or a zip of submissions. For each student, takes the newest version that is not
/// late and passes `check`, among the 20 newest that are not late; older versions are not checked.
/// Times in names are in the deadline's zone, or the system's without a deadline. `roster` helps to
/// read names; [`matched`] assigns submissions to its students. Without a roster, files that might
/// belong to no student are left out. The result is ascending by student.
///
/// # Errors
/// If the folder or zip cannot be read or is empty. Problems with the files of one student are not
/// errors but notes on that student.
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

/// Decides which version of each submission takes part, as in [`collect`].
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
                        Err(format!("{shown}: not checked, because {newer}"))
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

/// Returns true if a version is late: by its platform's mark, else by its time.
fn is_missed(version: &Version, deadline: &Deadline) -> bool {
    version.is_late.unwrap_or_else(|| deadline.is_missed(version.time.timestamp()))
}
