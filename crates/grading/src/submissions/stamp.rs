//! Times in the names of files and folders.

use jiff::civil::DateTime;

/// A time in a name, with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp {
    /// The time, without a zone.
    pub time: DateTime,
    /// Index of its first byte.
    pub from: usize,
    /// Index after its last byte.
    pub to: usize,
}

/// Returns the first time in a name: `2026-11-20T21-30`, `2026-11-20_21.30.05`, `20261120-2130`,
/// `20261120T213005`, `202611202130`. A date alone does not count: a deadline needs the time of
/// day.
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
        // 2026-11-202130 is too odd to be intended.
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

    /// Parses seconds after the minutes, if present: exactly two digits.
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
        // A version number after the time is not read as seconds.
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
