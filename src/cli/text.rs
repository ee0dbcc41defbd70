//! Errors, notices, counts and durations as text.

use anstyle::{AnsiColor, Color, Style};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use super::columns;
use juez_core::plain_lines;
use juez_grading::report::decided_by_time;
pub(super) use juez_grading::report::grouped;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
pub(super) const GREEN: Style = AnsiColor::Green.on_default().bold();
pub(super) const DIM: Style = Style::new().dimmed();
/// Black on white in any terminal.
pub(super) const BLACK_ON_WHITE: Style = Style::new()
    .fg_color(Some(Color::Ansi(AnsiColor::Black)))
    .bg_color(Some(Color::Ansi(AnsiColor::BrightWhite)));

/// Writes text to stderr, broken at words. Ignores a closed stderr.
pub(super) fn tell(text: impl fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{}", columns::reported(&text.to_string()));
}

/// Formats a number of things, as in `1 ply` and `2 plies`.
pub(super) fn counted(number: impl fmt::Display, one: &str, more: &str) -> String {
    let number = number.to_string();
    let things = if number == "1" { one } else { more };
    format!("{number} {things}")
}

/// Returns a line if programs lost matches on time; empty otherwise.
pub(super) fn by_time(by_time: u64, played: u64) -> String {
    if by_time == 0 {
        return String::new();
    }
    format!("{RED}{}{RED:#}\n", decided_by_time(by_time, played))
}

pub(super) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Formats an error with its causes, without repetitions.
pub(super) fn error(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        // Some errors already quote their cause.
        if !text.contains(&cause) {
            let colon = if text.is_empty() { "" } else { ": " };
            text += &format!("{colon}{cause}");
        }
    }
    // Paths and other texts from the command line can contain control characters.
    columns::reported(&format!("{RED}error:{RED:#} {}", plain_lines(&text)))
}

/// Formats a rounded duration, as in `about 3 min`.
pub(super) fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let minutes = (seconds / 60.0).round() as u64;
    match seconds {
        s if s < 1.0 => "less than a second".to_string(),
        s if s < 10.0 => format!("about {} s", s.round()),
        s if s < 90.0 => format!("about {} s", (s / 5.0).round() * 5.0),
        s if s < 90.0 * 60.0 => format!("about {minutes} min"),
        s if s < 48.0 * 3600.0 => match (minutes / 60, minutes % 60 / 10 * 10) {
            (hours, 0) => format!("about {hours} h"),
            (hours, rest) => format!("about {hours} h {rest} min"),
        },
        s => format!("about {} days", (s / 86_400.0).round()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_round() {
        let reported =
            [0.2, 1.0, 7.4, 42.0, 89.0, 91.0, 185.0, 5399.0, 5400.0, 7205.0, 9100.0, 1e6];
        assert_eq!(
            reported.map(|s| about(Duration::from_secs_f64(s))),
            [
                "less than a second",
                "about 1 s",
                "about 7 s",
                "about 40 s",
                "about 90 s",
                "about 2 min",
                "about 3 min",
                "about 90 min",
                "about 1 h 30 min",
                "about 2 h",
                "about 2 h 30 min",
                "about 12 days",
            ]
        );
    }
}
