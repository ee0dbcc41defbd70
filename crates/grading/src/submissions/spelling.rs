//! The students and times in names of files and folders.

use jiff::civil::DateTime;

use super::platforms;
use super::stamp::stamp;
use crate::name::tidy;
use juez_core::plain;

/// Maximum bytes kept of a name; file systems allow 255.
const LONGEST: usize = 200;

/// The student who handed in a file or folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Owner {
    /// The name of the student.
    pub name: String,
    /// The id written by a platform next to the name.
    pub id: Option<String>,
    /// Other possible names: without a team's name before it, or with more of the words.
    pub others: Vec<String>,
    /// The name as written, if it has characters unfit for file names.
    pub strange: Option<String>,
    /// Clues to the time of the hand-in.
    pub when: When,
}

/// Clues in the name of a file or folder to the time of its hand-in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct When {
    /// True if times in the name do not count, because the student chose the rest of the name.
    pub is_free: bool,
    /// The time written by a platform.
    pub time: Option<DateTime>,
    /// True if the platform marks it late, false if in time; `None` if it writes a time or nothing.
    pub is_late: Option<bool>,
    /// The number given by a platform; later ones are higher.
    pub order: u64,
}

impl Owner {
    /// Returns the owner of a folder with this name: `Ana García`, `Ana
    /// García_12345_assignsubmission_file_`; for a folder that is a version, also
    /// `ana-20261120-2130`.
    pub fn of_folder(name: &str, is_version: bool) -> Owner {
        let whose = || if is_version { student(name) } else { name.to_string() };
        platforms::of_folder(name).unwrap_or_else(|| Owner::new(&whose(), name))
    }

    /// Returns the owner of a file with this name without extension: `ana`, `ana.2026-11-20T21-30`,
    /// `Ana García_12345_assignsubmission_file_bot`, Google Classroom's `Ana Garcia - bot`, and
    /// `Bruno (1)`, a browser's name for a second `Bruno`.
    pub fn of_file(name: &str) -> Owner {
        if let Some(owner) = platforms::of_file(name) {
            return owner;
        }
        let student = student(without_copy(name));
        match student.split_once(" - ") {
            Some((student, rest)) if !student.trim().is_empty() && !rest.trim().is_empty() => {
                Owner::free(student, name)
            }
            _ => Owner::new(&student, name),
        }
    }

    /// Returns the owner without clues to times, the same for everything of a student.
    pub fn key(&self) -> Owner {
        Owner { when: When::default(), ..self.clone() }
    }

    /// Makes the owner called `student`, from a name as written.
    pub fn new(student: &str, written: &str) -> Owner {
        let strange = is_strange(written).then(|| written.to_string());
        Owner { name: tidy(student), strange, ..Owner::default() }
    }

    /// Like [`Owner::new`], but the student chose the rest of the name.
    pub fn free(student: &str, written: &str) -> Owner {
        let when = When { is_free: true, ..When::default() };
        Owner { when, ..Owner::new(student, written) }
    }
}

/// Returns true if a name has characters unfit for file names, or lost some when it was decoded.
fn is_strange(name: &str) -> bool {
    plain(name) != name || name.contains('\u{fffd}')
}

/// Removes the ` (1)` of a copy.
pub(super) fn without_copy(name: &str) -> &str {
    let copied = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    copied.filter(|(_, copy)| copy.len() <= 2 && is_number(copy)).map_or(name, |(name, _)| name)
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the student in a name: the part before its time, the part after it, or all of it.
fn student(name: &str) -> String {
    let (before, after) = around_stamp(name);
    [before, after, name].into_iter().find(|part| !part.is_empty()).unwrap_or(name).to_string()
}

/// Returns the parts of a name before and after its time.
fn around_stamp(name: &str) -> (&str, &str) {
    let Some(stamp) = stamp(name) else { return (name, "") };
    let is_mark = |c: char| matches!(c, '.' | '-' | '_' | ' ');
    (name[..stamp.from].trim_end_matches(is_mark), name[stamp.to..].trim_start_matches(is_mark))
}

/// Words that name versions of a bot, and never a student.
const OF_VERSIONS: [&str; 14] = [
    "v", "ver", "version", "versión", "versione", "attempt", "try", "bot", "mybot", "mibot",
    "main", "final", "entrega", "task",
];

/// Returns true if a name describes a version and not its owner: only a time, `v2`, `bot`. A long
/// number that contains no time is a student's id.
pub(super) fn is_of_version(name: &str) -> bool {
    if is_number(name) && name.len() > 4 && stamp(name).is_none() {
        return false;
    }
    let (before, after) = around_stamp(without_copy(name));
    let word = |text: &str| {
        let is_digit_or_mark = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '_' | ' ');
        text.trim_matches(is_digit_or_mark).to_lowercase()
    };
    let words = [word(before), word(after)];
    words.iter().all(|word| word.is_empty() || OF_VERSIONS.contains(&word.as_str()))
}

/// Shortens a file name to a length that every system allows, keeping its extension.
pub(super) fn trimmed(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_string();
    }
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if extension.len() < 10 => (stem, format!(".{extension}")),
        _ => (name, String::new()),
    };
    format!("{}{extension}", &stem[..stem.floor_char_boundary(LONGEST)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strange_name_is_made_plain_and_kept_apart() {
        let (one, other) = (Owner::of_folder("a\nb", false), Owner::of_folder("a\u{1}b", false));
        assert_eq!((one.name.as_str(), one.name == other.name), ("a\u{fffd}b", true));
        assert_ne!(one, other);
        assert_eq!(Owner::of_folder("Jose\u{301}", false), Owner::of_folder("Jos\u{e9}", false));
    }

    #[test]
    fn a_long_name_keeps_its_extension() {
        let long = trimmed(&format!("{}.lua", "ñ".repeat(300)));
        assert!(long.len() < 255 && long.ends_with("ñ.lua"), "{long}");
        assert_eq!(trimmed("bot.lua"), "bot.lua");
    }

    #[test]
    fn names_of_versions_are_not_those_of_students() {
        for name in
            ["2026-11-20T21-30", "v2", "bot", "Version 3", "bot (1)", "20261120-2130 v2", "3"]
        {
            assert!(is_of_version(name), "{name}");
        }
        for name in ["ana", "ana 2", "ana.2026-11-20T21-30", "vera", "bott", "100423"] {
            assert!(!is_of_version(name), "{name}");
        }
    }
}
