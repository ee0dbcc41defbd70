//! Errors, notices and counts as text.

use anstyle::{AnsiColor, Color, Style};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

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
