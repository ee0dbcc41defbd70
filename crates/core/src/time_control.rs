//! Clocks of players that think in real time.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::words;

/// Default milliseconds by which a move can be late: pipes and a busy machine take time.
const DEFAULT_MARGIN: u32 = 50;
/// Separates limit and margin in text.
const MARGIN: &str = " margin ";

/// The clock of an external player. As text, in records and on the command line: `100ms` per move,
/// `60s+0.5s` for a match with half a second more after each move, `none` for no limit. A margin
/// other than 50 ms follows as ` margin 200ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The time to think.
    pub limit: TimeLimit,
    /// Milliseconds by which a move can be late.
    pub margin: u32,
}

/// The time that an external player has to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeLimit {
    /// No limit, for debugging a program.
    None,
    /// Milliseconds for each move.
    PerMove(u32),
    /// Milliseconds for all moves of a match.
    Clock {
        /// At the start of the match.
        initial: u32,
        /// Added after each move.
        increment: u32,
    },
}

impl From<TimeLimit> for TimeControl {
    fn from(limit: TimeLimit) -> TimeControl {
        TimeControl { limit, margin: DEFAULT_MARGIN }
    }
}

impl Default for TimeControl {
    /// Returns a control of one second per move.
    fn default() -> TimeControl {
        TimeLimit::PerMove(1000).into()
    }
}

impl TimeControl {
    /// Returns the time left for the first move; `None` without a limit.
    pub fn at_start(self) -> Option<Duration> {
        match self.limit {
            TimeLimit::None => None,
            TimeLimit::PerMove(ms) | TimeLimit::Clock { initial: ms, .. } => {
                Some(Duration::from_millis(ms.into()))
            }
        }
    }

    /// Returns the time left for the next move, after one that took `taken` of `left`.
    pub fn after(self, left: Option<Duration>, taken: Duration) -> Option<Duration> {
        match self.limit {
            TimeLimit::Clock { increment, .. } => left
                .map(|left| left.saturating_sub(taken) + Duration::from_millis(increment.into())),
            _ => self.at_start(),
        }
    }
}

impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeLimit::None => f.write_str("none"),
            TimeLimit::PerMove(ms) => f.write_str(&shown(*ms)),
            TimeLimit::Clock { initial, increment } => {
                write!(f, "{}+{}", shown(*initial), shown(*increment))
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.limit)?;
        if self.margin != DEFAULT_MARGIN {
            write!(f, "{MARGIN}{}", shown(self.margin))?;
        }
        Ok(())
    }
}

impl FromStr for TimeLimit {
    type Err = String;

    /// Reads the format of `Display`, also in other units.
    fn from_str(text: &str) -> Result<TimeLimit, String> {
        let wrong = || words::no_time_control(format!("{text:?}"));
        let limit = match text.split_once('+') {
            None if text == "none" => return Ok(TimeLimit::None),
            None => TimeLimit::PerMove(read_ms(text).ok_or_else(wrong)?),
            Some((initial, increment)) => TimeLimit::Clock {
                initial: read_ms(initial).ok_or_else(wrong)?,
                increment: read_ms(increment).ok_or_else(wrong)?,
            },
        };
        match limit {
            TimeLimit::PerMove(0) | TimeLimit::Clock { initial: 0, .. } => Err(wrong()),
            limit => Ok(limit),
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads the format of `Display`, also in other units.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let Some((limit, margin)) = text.split_once(MARGIN) else {
            return text.parse().map(TimeLimit::into);
        };
        let wrong = || words::no_time_control(format!("{text:?}"));
        let margin = read_ms(margin).ok_or_else(wrong)?;
        Ok(TimeControl { limit: limit.parse().map_err(|_| wrong())?, margin })
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

/// Reads `100ms`, `0.5s` or `2m` as milliseconds; `None` for other text, or for more than a day.
pub fn read_ms(text: &str) -> Option<u32> {
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
        let texts = [
            "100ms",
            "1s",
            "1.5s",
            "60s+500ms",
            "60s+0s",
            "none",
            "100ms margin 0s",
            "1s+0s margin 2s",
        ];
        for text in texts {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
            let json = serde_json::to_string(&control).expect("plain data");
            assert_eq!(json, format!("{text:?}"));
            assert_eq!(serde_json::from_str::<TimeControl>(&json).expect("a control"), control);
        }
        let clock = TimeLimit::Clock { initial: 60_000, increment: 500 };
        assert_eq!("1m+0.5s".parse(), Ok(TimeControl::from(clock)));
        assert_eq!("100ms margin 50ms".parse(), Ok(TimeControl::from(TimeLimit::PerMove(100))));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        let texts = [
            "",
            "100",
            "s",
            "-1s",
            "0s",
            "1h",
            "1e3s",
            "infs",
            "1s+",
            "2000m",
            "1..0s",
            "0s+1s",
            "1s margin",
            "1s margin none",
            "margin 1s",
        ];
        for text in texts {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let clock: TimeControl = "2s+500ms".parse().expect("a clock");
        let (ms, left) = (Duration::from_millis, clock.at_start());
        assert_eq!(clock.after(left, ms(700)), Some(ms(1800)));
        assert_eq!(clock.after(Some(ms(100)), ms(700)), Some(ms(500)));
        let per_move: TimeControl = "100ms".parse().expect("a time");
        assert_eq!(per_move.after(per_move.at_start(), ms(70)), Some(ms(100)));
        let none = TimeControl::from(TimeLimit::None);
        assert_eq!((none.at_start(), none.after(None, ms(70))), (None, None));
    }
}
