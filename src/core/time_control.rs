//! The clock of players that think in real time.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::words;

/// The real time that a player from outside has. In records and on the command line a text: `100ms` for
/// each move, `60s+0.5s` for a match with half a second more after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// Milliseconds for each move.
    PerMove(u32),
    /// Milliseconds for the moves of a match.
    Clock {
        /// From the beginning.
        initial: u32,
        /// More after each move.
        increment: u32,
    },
}

impl TimeControl {
    /// The time for a move where none is set.
    pub const DEFAULT: TimeControl = TimeControl::PerMove(1000);

    /// The time that is left for the first move.
    pub fn at_start(self) -> Duration {
        let (TimeControl::PerMove(ms) | TimeControl::Clock { initial: ms, .. }) = self;
        Duration::from_millis(ms.into())
    }

    /// The time that is left for the next move, once one has `taken` so much of what was `left`.
    pub fn after(self, left: Duration, taken: Duration) -> Duration {
        match self {
            TimeControl::PerMove(_) => self.at_start(),
            TimeControl::Clock { increment, .. } => {
                left.saturating_sub(taken) + Duration::from_millis(increment.into())
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::PerMove(ms) => f.write_str(&shown(*ms)),
            TimeControl::Clock { initial, increment } => {
                write!(f, "{}+{}", shown(*initial), shown(*increment))
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads what `Display` writes, and other units.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let wrong = || words::no_time_control(format!("{text:?}"));
        let control = match text.split_once('+') {
            None => TimeControl::PerMove(read_ms(text).ok_or_else(wrong)?),
            Some((initial, increment)) => TimeControl::Clock {
                initial: read_ms(initial).ok_or_else(wrong)?,
                increment: read_ms(increment).ok_or_else(wrong)?,
            },
        };
        if control.at_start().is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = String;

    fn try_from(text: String) -> Result<TimeControl, String> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// Milliseconds of `100ms`, `0.5s` or `2m`.
fn read_ms(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 1.0,
        "s" => 1000.0,
        "m" => 60_000.0,
        _ => return None,
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let ms = digits.parse::<f64>().ok().filter(|_| is_number)? * unit;
    // A day is longer than any match.
    (ms <= 86_400_000.0).then_some(ms.round() as u32)
}

fn shown(ms: u32) -> String {
    match ms {
        0 => "0s".to_string(),
        ms if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
        ms if ms > 1000 => format!("{}s", f64::from(ms) / 1000.0),
        ms => format!("{ms}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_read_as_it_is_written() {
        for text in ["100ms", "1s", "1.5s", "60s+500ms", "60s+0s"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
            let json = serde_json::to_string(&control).expect("plain data");
            assert_eq!(json, format!("{text:?}"));
            assert_eq!(serde_json::from_str::<TimeControl>(&json).expect("a control"), control);
        }
        assert_eq!("1m+0.5s".parse(), Ok(TimeControl::Clock { initial: 60_000, increment: 500 }));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "100", "s", "-1s", "0s", "1h", "1e3s", "infs", "1s+", "2000m", "1..0s"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let clock: TimeControl = "2s+500ms".parse().expect("a clock");
        let (ms, left) = (Duration::from_millis, clock.at_start());
        assert_eq!(clock.after(left, ms(700)), ms(1800));
        assert_eq!(clock.after(ms(100), ms(700)), ms(500));
        let per_move: TimeControl = "100ms".parse().expect("a time");
        assert_eq!(per_move.after(per_move.at_start(), ms(70)), ms(100));
    }
}
