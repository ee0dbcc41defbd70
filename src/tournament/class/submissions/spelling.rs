//! Names of files and folders: the students whose they are, and the times in them.

use jiff::civil::DateTime;

use crate::core::plain;
use crate::tournament::class::name::tidy;

/// The mark that Moodle writes behind the name of a student and the number of what was handed in.
const MOODLE: &str = "_assignsubmission_";
/// Bytes of a name that are kept; systems have names of 255.
const LONGEST: usize = 200;

/// The student who handed in a file or folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Owner {
    /// The name of the student.
    pub name: String,
    /// The number that Moodle puts behind it.
    pub number: Option<String>,
    /// The name as it is written, if it is one that no file should have.
    pub strange: Option<String>,
    /// True if times in names count: not where the student has chosen the rest of the name.
    pub is_timed: bool,
}

impl Owner {
    /// The owner of a folder of this name: `Ana García`, `Ana García_12345_assignsubmission_file_`;
    /// of one that is a version itself, also `ana-20261120-2130`.
    pub fn of_folder(name: &str, is_version: bool) -> Owner {
        let whose = || if is_version { student(name) } else { name.to_string() };
        moodle(name).unwrap_or_else(|| Owner::new(&whose(), name, true))
    }

    /// The owner of a file of this name without its extension: `ana`, `ana.2026-11-20T21-30`,
    /// `Ana García_12345_assignsubmission_file_bot`, `Ana Garcia - bot` of Google Classroom, and
    /// `Bruno (1)`, which is what a browser makes of a second `Bruno`.
    pub fn of_file(name: &str) -> Owner {
        if let Some(owner) = moodle(name) {
            return owner;
        }
        let student = student(without_copy(name));
        match student.split_once(" - ") {
            Some((student, rest)) if !student.trim().is_empty() && !rest.trim().is_empty() => {
                Owner::new(student, name, false)
            }
            _ => Owner::new(&student, name, true),
        }
    }

    /// The owner of everything of this student, whatever names say of times.
    pub fn key(&self) -> Owner {
        Owner { is_timed: true, ..self.clone() }
    }

    fn new(student: &str, written: &str, is_timed: bool) -> Owner {
        let strange = is_strange(written).then(|| written.to_string());
        Owner { name: tidy(student), number: None, strange, is_timed }
    }
}

/// True if a name has characters that no name of a file should have, or lost some when it was read
/// as text.
fn is_strange(name: &str) -> bool {
    plain(name) != name || name.contains('\u{fffd}')
}

fn moodle(name: &str) -> Option<Owner> {
    let (before, _) = name.split_once(MOODLE)?;
    let (student, number) = match before.rsplit_once('_').filter(|(_, number)| is_number(number)) {
        Some((student, number)) => (student, Some(number.to_string())),
        None => (before, None),
    };
    Some(Owner { number, ..Owner::new(student, name, false) })
}

/// A name without the ` (1)` of a copy.
pub(super) fn without_copy(name: &str) -> &str {
    let copied = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    copied.filter(|(_, copy)| copy.len() <= 2 && is_number(copy)).map_or(name, |(name, _)| name)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The student in a name: the part before its time, or behind it, or all of it.
fn student(name: &str) -> String {
    let Some(stamp) = stamp(name) else { return name.to_string() };
    let is_mark = |c: char| matches!(c, '.' | '-' | '_' | ' ');
    let before = name[..stamp.from].trim_end_matches(is_mark);
    let after = name[stamp.to..].trim_start_matches(is_mark);
    [before, after, name].into_iter().find(|part| !part.is_empty()).unwrap_or(name).to_string()
}

/// A name of a file that every system can have, with its extension.
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

/// A time that stands in a name, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp {
    /// The time, of no zone.
    pub time: DateTime,
    /// The byte at which it begins.
    pub from: usize,
    /// The byte behind it.
    pub to: usize,
}

/// The first time in a name: `2026-11-20T21-30`, `2026-11-20_21.30.05`, `20261120-2130`,
/// `20261120T213005`, `202611202130`. A date alone is none, for it does not say before or after.
pub(super) fn stamp(name: &str) -> Option<Stamp> {
    let bytes = name.as_bytes();
    let begins =
        |&at: &usize| bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit());
    (0..bytes.len()).filter(begins).find_map(|from| {
        let mut reading = StampReader { bytes, at: from };
        let time = reading.time()?;
        Some(Stamp { time, from, to: reading.at })
    })
}

struct StampReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl StampReader<'_> {
    fn time(&mut self) -> Option<DateTime> {
        let year = self.digits(4)?;
        let mark = self.mark(b"-_.");
        let month = self.digits(2)?;
        if self.mark(b"-_.") != mark {
            return None;
        }
        let day = self.digits(2)?;
        let parts = self.mark(b"Tt_-. ");
        // 2026-11-202130 is too odd to be meant.
        if parts.is_none() && mark.is_some() {
            return None;
        }
        let hour = self.digits(2)?;
        let colon = self.mark(b"-:._hH");
        let minute = self.digits(2)?;
        let second = self.second(colon.is_some()).unwrap_or(0);
        if self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let [month, day, hour, minute, second] =
            [month, day, hour, minute, second].map(|two_digits| two_digits as i8);
        DateTime::new(year, month, day, hour, minute, second, 0).ok()
    }

    /// Seconds behind the minutes, if they stand there: two digits and no more.
    fn second(&mut self, marked: bool) -> Option<i16> {
        let start = self.at;
        let is_marked = self.mark(b"-:._mM").is_some();
        let second = self.digits(2).filter(|_| is_marked == marked);
        let ends = !self.bytes.get(self.at).is_some_and(u8::is_ascii_digit);
        let second = second.filter(|&second| ends && second < 60);
        if second.is_none() {
            self.at = start;
        }
        second
    }

    fn digits(&mut self, count: usize) -> Option<i16> {
        let digits = self.bytes.get(self.at..self.at + count)?;
        let text = str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_digit))?;
        self.at += count;
        text.parse().ok()
    }

    fn mark(&mut self, marks: &[u8]) -> Option<u8> {
        let mark = *self.bytes.get(self.at).filter(|byte| marks.contains(byte))?;
        self.at += 1;
        Some(mark)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn listed(owner: Owner) -> String {
        let number = owner.number.map(|number| format!(" #{number}")).unwrap_or_default();
        format!("{}{number}{}", owner.name, if owner.is_timed { " timed" } else { "" })
    }

    #[test]
    fn platforms_write_the_student_into_names() {
        let file = |name| listed(Owner::of_file(name));
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
        let folder = |name| listed(Owner::of_folder(name, false));
        assert_eq!(folder("Ana García_12345_assignsubmission_file_"), "Ana García #12345");
        assert_eq!(folder("Ana García_assignsubmission_file"), "Ana García");
        assert_eq!(folder("Ana - María (1)"), "Ana - María (1) timed");
    }

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

    fn read(name: &str) -> Option<String> {
        stamp(name).map(|stamp| stamp.time.to_string())
    }

    #[test]
    fn a_time_is_found_in_the_ways_in_which_it_is_written() {
        for name in [
            "2026-11-20T21-30",
            "ana.2026-11-20T21-30",
            "ana-2026-11-20T2130",
            "ana_20261120-2130",
            "20261120T2130",
            "202611202130-ana",
            "ana 2026-11-20 21.30",
            "ana 2026.11.20 21h30",
            "group 12 2026-11-20_21-30 final",
        ] {
            assert_eq!(read(name).as_deref(), Some("2026-11-20T21:30:00"), "{name}");
        }
        for name in
            ["2026-11-20T21-30-05", "20261120-213005", "20261120213005", "2026-11-20 21:30:05"]
        {
            assert_eq!(read(name).as_deref(), Some("2026-11-20T21:30:05"), "{name}");
        }
        // A number of versions behind it is no second.
        assert_eq!(read("2026-11-20T21-30-v2").as_deref(), Some("2026-11-20T21:30:00"));
        assert_eq!(read("2026-11-20T21-30_77").as_deref(), Some("2026-11-20T21:30:00"));
    }

    #[test]
    fn a_date_alone_and_other_numbers_are_none() {
        for name in [
            "ana",
            "2026-11-20",
            "ana-20261120",
            "20269920-2130",
            "bot-123456789012345",
            "v2.1",
            "2026-11-20T25-99",
        ] {
            assert_eq!(read(name), None, "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_name_is_read(name in any::<String>()) {
            if let Some(stamp) = stamp(&name) {
                prop_assert!(name.is_char_boundary(stamp.from) && name.is_char_boundary(stamp.to));
            }
        }

        #[test]
        fn any_digits_are_read(name in "[0-9T._ -]{0,30}") {
            let _ = stamp(&name);
        }
    }
}
