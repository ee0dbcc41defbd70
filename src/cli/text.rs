//! Errors and faults as people read them.

use anstyle::{AnsiColor, Style};
use std::fmt::{self, Write as _};
use std::io::Write as _;

use super::columns;
pub(super) use crate::tournament::report::grouped;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
pub(super) const GREEN: Style = AnsiColor::Green.on_default().bold();
pub(super) const DIM: Style = Style::new().dimmed();

/// Writes text to stderr, broken at words. A closed stderr is no error.
pub(super) fn tell(text: impl fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{}", columns::reported(&text.to_string()));
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
    columns::reported(&format!("{RED}error:{RED:#} {text}"))
}
