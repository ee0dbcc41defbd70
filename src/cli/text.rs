//! Errors and faults as people read them.

use anstyle::{AnsiColor, Style};
use std::fmt::{self, Write as _};
use std::io::Write as _;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
pub(super) const GREEN: Style = AnsiColor::Green.on_default().bold();
pub(super) const DIM: Style = Style::new().dimmed();

/// Writes a line to stderr. That nobody may be reading there is no error.
pub(super) fn tell(text: impl fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// An error with its causes, each said once.
pub(super) fn error(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        // Some errors quote their cause already.
        if !text.contains(&cause) {
            let _ = write!(text, "{}{cause}", if text.is_empty() { "" } else { ": " });
        }
    }
    format!("{RED}error:{RED:#} {text}")
}

/// A whole number with a blank between each three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
