//! The deadline of a submission.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::Pieces;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// A point in time with its zone.
///
/// Parsed from `2026-12-01 23:59` (in the zone of the system), `2026-12-01 23:59 Europe/Madrid`,
/// `2026-12-01T23:59+01:00` or `2026-12-01T23:59+01:00[Europe/Madrid]`. Displayed with its instant,
/// so that a wrong zone is noticed.
///
/// ```
/// use juez_grading::Deadline;
/// let deadline: Deadline = "2026-12-01 23:59 Europe/Madrid".parse().unwrap();
/// assert_eq!(deadline.to_string(), "2026-12-01 23:59:00 Europe/Madrid (2026-12-01T22:59:00Z)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadline(Zoned);

/// Text that is not a deadline.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "cannot read deadline {text:?}: {why}; expected such as 2026-12-01 23:59, 2026-12-01 23:59 Europe/Madrid or 2026-12-01T23:59+01:00"
)]
pub struct DeadlineError {
    text: String,
    why: String,
}

impl Deadline {
    pub fn zone(&self) -> &TimeZone {
        self.0.time_zone()
    }

    /// Returns true if `time` is after the deadline; exactly at the deadline is in time.
    pub fn is_missed(&self, time: Timestamp) -> bool {
        time > self.0.timestamp()
    }
}

impl FromStr for Deadline {
    type Err = DeadlineError;
    fn from_str(text: &str) -> Result<Deadline, DeadlineError> {
        let text = text.trim();
        let wrong =
            |why: Box<dyn Error>| DeadlineError { text: text.to_string(), why: why.to_string() };
        read(text).map(Deadline).map_err(wrong)
    }
}

fn read(text: &str) -> Result<Zoned, Box<dyn Error>> {
    if text.ends_with(']') {
        return Ok(text.parse()?);
    }
    // A date alone would be midnight at the start of the day, which is not what people mean.
    if text.parse::<Date>().is_ok() && !text.contains(':') {
        return Err("no time of day".into());
    }
    // An offset ignores daylight saving, but the instant is certain.
    if let Ok(instant) = text.parse::<Timestamp>() {
        let offset = Pieces::parse(text).ok().and_then(|pieces| pieces.to_numeric_offset());
        return Ok(instant.to_zoned(offset.map_or(TimeZone::UTC, TimeZone::fixed)));
    }
    if let Some((time, name)) = text.rsplit_once(' ')
        && name.starts_with(char::is_alphabetic)
        && let Ok(time) = time.trim().parse::<DateTime>()
    {
        return Ok(TimeZone::get(name)?.to_zoned(time)?);
    }
    Ok(TimeZone::system().to_zoned(text.parse()?)?)
}

impl fmt::Display for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = self.zone().iana_name().filter(|_| !self.zone().is_unknown());
        let zone = zone.map_or_else(|| self.0.offset().to_string(), str::to_string);
        let time = self.0.strftime("%Y-%m-%d %H:%M:%S");
        write!(f, "{time} {zone} ({})", self.0.timestamp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn instant(text: &str) -> String {
        text.parse::<Deadline>().unwrap().0.timestamp().to_string()
    }

    #[test]
    fn a_zone_says_what_instant_is_meant() {
        for text in [
            "2026-12-01 23:59 Europe/Madrid",
            "2026-12-01T23:59+01:00[Europe/Madrid]",
            "2026-12-01 23:59[Europe/Madrid]",
            "2026-12-01T23:59+01:00",
            "2026-12-01 23:59:00+01:00",
            "2026-12-01T22:59Z",
            " 2026-12-01 22:59 UTC ",
        ] {
            assert_eq!(instant(text), "2026-12-01T22:59:00Z", "{text}");
        }
        // Summer time.
        assert_eq!(instant("2026-07-01 23:59 Europe/Madrid"), "2026-07-01T21:59:00Z");
    }

    #[test]
    fn without_a_zone_it_is_that_of_the_system() {
        let deadline: Deadline = "2026-12-01 23:59".parse().unwrap();
        let here = TimeZone::system().to_zoned("2026-12-01T23:59".parse().unwrap()).unwrap();
        assert_eq!(deadline.0, here);
    }

    #[test]
    fn it_is_shown_with_its_instant() {
        let shown = |text: &str| text.parse::<Deadline>().unwrap().to_string();
        assert_eq!(
            shown("2026-12-01T23:59+05:30"),
            "2026-12-01 23:59:00 +05:30 (2026-12-01T18:29:00Z)"
        );
        assert_eq!(shown("2026-12-01T23:59Z"), "2026-12-01 23:59:00 UTC (2026-12-01T23:59:00Z)");
    }

    #[test]
    fn the_very_point_is_in_time() {
        let deadline: Deadline = "2026-12-01T23:59Z".parse().unwrap();
        assert!(!deadline.is_missed("2026-12-01T23:59:00Z".parse().unwrap()));
        assert!(deadline.is_missed("2026-12-01T23:59:00.001Z".parse().unwrap()));
    }

    #[test]
    fn what_is_no_deadline_is_refused_with_what_is() {
        for (text, why) in [
            ("2026-12-01", "no time of day"),
            ("2026-13-01 23:59", "month"),
            ("tomorrow", ""),
            ("2026-12-01 23:59 Europe/Madird", "Europe/Madird"),
            ("2026-12-01T23:59+02:00[Europe/Madrid]", "offset"),
            ("", ""),
        ] {
            let error = text.parse::<Deadline>().unwrap_err().to_string();
            assert!(
                error.contains(why) && error.contains("expected such as 2026-12-01 23:59"),
                "{error}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = text.parse::<Deadline>();
        }

        #[test]
        fn any_digits_are_read_or_refused(text in "[0-9T: Z+\\[\\]-]{0,30}") {
            let _ = text.parse::<Deadline>();
        }
    }
}
