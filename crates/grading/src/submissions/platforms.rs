//! Names that school platforms give to downloads.
//!
//! | platform | name |
//! |---|---|
//! | Moodle | `Ana García_12345_assignsubmission_file_bot`, `Group A-Ana García_12345_...` of teams |
//! | Canvas | `garciaana_901_55501_bot`, `garciaana_LATE_901_55501_bot` |
//! | Blackboard | `Task_ana17_attempt_2026-11-20-21-30-05_bot`, and without `_bot` a receipt |
//! | Brightspace | `4123-8765 - Ana García - Nov 20, 2026 930 PM - bot` |
//! | Sakai | `García, Ana(ana17)`, with `Submission attachment(s)` and `timestamp.txt` in it |
//!
//! Canvas writes no time, and its zips have the time of the download. It marks late submissions.

use jiff::civil::DateTime;
use jiff::fmt::strtime;

use super::spelling::{Owner, When, is_number};
use super::stamp::stamp;
use crate::name::tidy;

/// Moodle's mark after a student's name and the number of the submission.
const MOODLE: &str = "_assignsubmission_";
/// Blackboard's mark after the username.
const BLACKBOARD: &str = "_attempt_";
/// Canvas's mark for late submissions.
const LATE: &str = "LATE";
/// Sakai's file with the time of a submission.
pub(super) const TIMESTAMP: &str = "timestamp.txt";
/// Sakai's folder with the files of a student.
const SAKAI: &str = "submission attachment(s)";

/// Returns the owner of a file by its platform's name, without extension.
pub(super) fn of_file(name: &str) -> Option<Owner> {
    moodle(name)
        .or_else(|| blackboard(name))
        .or_else(|| brightspace(name))
        .or_else(|| canvas(name))
        .or_else(|| sakai_file(name))
}

/// Returns the owner of a folder by its platform's name.
pub(super) fn of_folder(name: &str) -> Option<Owner> {
    moodle(name).or_else(|| brightspace(name)).or_else(|| sakai(name))
}

/// Returns true for a student's folder in a download from Sakai, which has a `timestamp.txt`.
pub(super) fn is_of_sakai(folder: &str) -> bool {
    sakai(folder).is_some()
}

/// Returns true for a file that a platform adds to a hand-in, such as a receipt.
pub(super) fn is_receipt(name: &str) -> bool {
    let lower = name.to_lowercase();
    let of_blackboard = lower
        .strip_suffix(".txt")
        .is_some_and(|stem| blackboard_parts(stem).is_some_and(|(_, _, rest)| rest.is_empty()));
    let of_sakai = matches!(&*lower, TIMESTAMP | "comments.txt" | "feedbacktext.html")
        || lower.ends_with("_submissiontext.html");
    of_blackboard || of_sakai
}

/// Parses the time in Sakai's `timestamp.txt`: `20261120213005000`.
pub(super) fn sakai_time(text: &str) -> Option<DateTime> {
    let digits = text.trim().get(..14).filter(|digits| is_number(digits))?;
    stamp(digits).map(|stamp| stamp.time)
}

fn moodle(name: &str) -> Option<Owner> {
    let (before, _) = name.split_once(MOODLE)?;
    let (student, id) = match before.rsplit_once('_').filter(|(_, number)| is_number(number)) {
        Some((student, number)) => (student, Some(number.to_string())),
        None => (before, None),
    };
    let others = behind(student, '-');
    Some(Owner { id, others, ..Owner::free(student, name) })
}

/// Returns the part of a name after each of these marks, longest first: the names of both teams and
/// students can have several words.
fn behind(name: &str, mark: char) -> Vec<String> {
    let parts = name.match_indices(mark).map(|(at, mark)| tidy(&name[at + mark.len()..]));
    parts.filter(|part| !part.is_empty()).collect()
}

/// Parses `NAME[_LATE]_USERID_FILEID_original`; the name is in lower case, last name first, without
/// blanks.
fn canvas(name: &str) -> Option<Owner> {
    let (student, rest) = name.split_once('_').filter(|(student, _)| !student.is_empty())?;
    let (is_late, rest) = match rest.strip_prefix(LATE).and_then(|rest| rest.strip_prefix('_')) {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (user, rest) = rest.split_once('_').filter(|(user, _)| is_number(user))?;
    let (file, _) = rest.split_once('_').filter(|(file, _)| is_number(file))?;
    let is_small = !student.chars().any(|c| c.is_uppercase() || c.is_whitespace());
    let when = When {
        is_free: true,
        is_late: Some(is_late),
        order: file.parse().ok()?,
        ..When::default()
    };
    is_small.then(|| Owner { id: Some(user.to_string()), when, ..Owner::new(student, name) })
}

/// Splits a name of Blackboard into the part before the time, the time, and the part after it.
fn blackboard_parts(name: &str) -> Option<(&str, DateTime, &str)> {
    name.match_indices(BLACKBOARD).find_map(|(at, mark)| {
        let rest = &name[at + mark.len()..];
        let stamp = stamp(rest).filter(|stamp| stamp.from == 0)?;
        let behind = &rest[stamp.to..];
        (behind.is_empty() || behind.starts_with('_')).then_some((&name[..at], stamp.time, behind))
    })
}

/// Parses `TASK_USERNAME_attempt_TIME_original`. Tasks and usernames can contain the mark.
fn blackboard(name: &str) -> Option<Owner> {
    let (before, time, _) = blackboard_parts(name)?;
    let mut names = behind(before, '_');
    let user = names.pop()?;
    names.reverse();
    let when = When { is_free: true, time: Some(time), ..When::default() };
    Some(Owner { others: names, when, ..Owner::new(&user, name) })
}

/// Parses `NUMBER-NUMBER - NAME - TIME[ - original]`, in some schools with an id before the name.
fn brightspace(name: &str) -> Option<Owner> {
    let mut parts = name.split("- ").map(|part| part.trim());
    let (user, folder) = parts.next()?.split_once('-')?;
    if !is_number(user) || !is_number(folder) {
        return None;
    }
    let parts: Vec<&str> = parts.take(4).collect();
    let found = (1..parts.len()).find_map(|at| Some((at, spoken_time(parts[at])?)));
    // In other languages the time is not understood, but the name is.
    let (at, time) = found.map_or((1, None), |(at, time)| (at, Some(time)));
    let student = parts.get(at - 1).filter(|_| parts.len() > 1)?;
    let id = (at > 1).then(|| parts[0].to_string());
    let when = When { is_free: true, time, ..When::default() };
    Some(Owner { id, when, ..Owner::new(student, name) })
}

/// Parses a time of Brightspace: `Nov 20, 2026 930 PM`, with a colon if file names allow it.
fn spoken_time(text: &str) -> Option<DateTime> {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let [first, second, year, clock, half @ ..] = &words[..] else { return None };
    let is_day = |word: &str| is_number(word) && word.len() <= 2;
    let (month, day) = if is_day(first) { (second, first) } else { (first, second) };
    let digits: String = clock.chars().filter(char::is_ascii_digit).collect();
    let is_clock =
        clock.len() <= 5 && clock.chars().all(|c| c.is_ascii_digit() || c == ':' || c == '.');
    let (hour, minute) = digits.split_at_checked(digits.len().checked_sub(2)?)?;
    let month = month.get(..3).filter(|_| is_clock && is_day(day))?;
    let (form, half) = match half {
        [] => ("%d %b %Y %H:%M", String::new()),
        [half] if half.eq_ignore_ascii_case("am") || half.eq_ignore_ascii_case("pm") => {
            ("%d %b %Y %I:%M %p", format!(" {half}"))
        }
        _ => return None,
    };
    let text = format!("{day:0>2} {month} {year} {hour:0>2}:{minute}{half}");
    strtime::parse(form, text).ok()?.to_datetime().ok()
}

/// Parses a folder of Sakai: `Last, First(username)`.
fn sakai(name: &str) -> Option<Owner> {
    let (student, user) = name.strip_suffix(')')?.split_once('(')?;
    let is_user = !user.is_empty() && !user.contains(['(', ' ']);
    let is_sakai = is_user && student.contains(", ") && !student.ends_with(' ');
    is_sakai.then(|| Owner { id: Some(user.to_string()), ..Owner::free(student, name) })
}

/// Parses a file of Sakai unpacked without folders: `Last, First(username)_Submission
/// attachment(s)_bot`.
fn sakai_file(name: &str) -> Option<Owner> {
    let (folder, rest) = name.split_once(")_")?;
    let is_attachment = rest.to_lowercase().starts_with(SAKAI);
    sakai(&format!("{folder})")).filter(|_| is_attachment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(owner: Owner) -> String {
        let mut listed = owner.name;
        listed.extend(owner.id.map(|id| format!(" #{id}")));
        let When { is_free, time, is_late, order } = owner.when;
        listed.extend(time.map(|time| format!(" at {time}")));
        listed.extend(
            is_late.map(|is_late| format!(" {} {order}", if is_late { "late" } else { "" })),
        );
        listed.push_str(if is_free { "" } else { " timed" });
        listed
    }

    fn file(name: &str) -> String {
        listed(Owner::of_file(name))
    }

    fn folder(name: &str) -> String {
        listed(Owner::of_folder(name, false))
    }

    #[test]
    fn platforms_write_the_student_into_names() {
        assert_eq!(file("Ana García_12345_assignsubmission_file_bot"), "Ana García #12345");
        assert_eq!(
            file("Ana_María_7_assignsubmission_file_my_bot.2020-01-01T10-00"),
            "Ana_María #7"
        );
        assert_eq!(file("Ana Garcia - bot"), "Ana Garcia");
        assert_eq!(file("Ana Garcia - bot (2)"), "Ana Garcia");
        assert_eq!(file("Bruno (1)"), "Bruno timed");
        assert_eq!(file("Bruno (hijo)"), "Bruno (hijo) timed");
        assert_eq!(file("ana-20261120-2130"), "ana timed");
        assert_eq!(file("ana - 2026-11-20T21-30"), "ana timed");
        assert_eq!(folder("Ana García_12345_assignsubmission_file_"), "Ana García #12345");
        assert_eq!(folder("Ana García_assignsubmission_file"), "Ana García");
        assert_eq!(folder("Ana - María (1)"), "Ana - María (1) timed");
    }

    #[test]
    fn moodle_writes_a_team_before_its_student() {
        let owner = Owner::of_folder("Team 3-B-Eva Sanz-Gil_88_assignsubmission_file_", false);
        assert_eq!(owner.others, ["B-Eva Sanz-Gil", "Eva Sanz-Gil", "Gil"]);
    }

    #[test]
    fn canvas_writes_the_name_the_mark_of_lateness_and_two_numbers() {
        assert_eq!(file("sanzeva_31_7001_mi_bot-2"), "sanzeva #31  7001");
        assert_eq!(file("sanzeva_LATE_31_7002_v_2_3"), "sanzeva #31 late 7002");
        for other in ["sanz_eva_31_7001", "Sanz_31_7001_bot", "sanzeva_31_bot", "_31_7001_bot"] {
            assert!(canvas(other).is_none(), "{other}");
        }
    }

    #[test]
    fn blackboard_writes_the_username_and_the_time() {
        let name = "Task 2_ Bots_esanz_attempt_2026-11-20-21-30-05_my_bot";
        assert_eq!(file(name), "esanz at 2026-11-20T21:30:05");
        assert_eq!(Owner::of_file("T_e_sanz_attempt_2026-11-20-21-30-05").others, ["e_sanz"]);
        assert!(is_receipt("T_esanz_attempt_2026-11-20-21-30-05.txt"));
        assert!(!is_receipt("T_esanz_attempt_2026-11-20-21-30-05_bot.lua.txt"));
    }

    #[test]
    fn brightspace_writes_two_numbers_the_name_and_the_time() {
        let at = "Eva Sanz at 2026-11-20T21:30:00";
        for name in [
            "4123-8765 - Eva Sanz - Nov 20, 2026 930 PM - bot",
            "4123-8765 - Eva Sanz - Nov 20, 2026 9:30 PM - a - b",
            "4123-8765 - Eva Sanz- 20 November, 2026 930 PM",
            "4123-8765 - Eva Sanz - 20 Nov 2026 2130 - bot",
        ] {
            assert_eq!((file(name), folder(name)), (at.to_string(), at.to_string()), "{name}");
        }
        let with_id = file("4123-8765 - N0123 - Eva Sanz - Nov 20, 2026 930 PM - bot");
        assert_eq!(with_id, "Eva Sanz #N0123 at 2026-11-20T21:30:00");
        assert_eq!(file("4123-8765 - Eva Sanz - 20 de nov. de 2026 - bot"), "Eva Sanz");
    }

    #[test]
    fn sakai_writes_the_name_and_the_username() {
        assert_eq!(folder("Sanz Gil, Eva(esanz)"), "Sanz Gil, Eva #esanz");
        assert_eq!(folder("Bruno (hijo)"), "Bruno (hijo) timed");
        assert_eq!(file("Sanz, Eva(esanz)_Submission attachment(s)_bot"), "Sanz, Eva #esanz");
        assert_eq!(sakai_time("20261120213005123\n").unwrap().to_string(), "2026-11-20T21:30:05");
        assert_eq!(sakai_time("soon"), None);
    }
}
