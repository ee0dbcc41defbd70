//! Errors and faults as people read them.

use anstyle::{AnsiColor, Style};
use std::fmt::{self, Write as _};
use std::io::Write as _;

use crate::core::SeatFault;
use crate::registry::{Mind, PlayerSpec};

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
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

/// What a bot did wrong, with the line of its source.
pub(super) fn fault_card(fault: &SeatFault, player: &PlayerSpec) -> String {
    let SeatFault { seat, ply, fault } = fault;
    let mut card = String::new();
    let name = &player.name;
    let _ = writeln!(card, "{RED}fault:{RED:#} {BOLD}{name}{BOLD:#} (seat {seat}) at ply {ply}");
    let mut row = |label: &str, text: &str| {
        let _ = writeln!(card, "  {DIM}{label:<6}{DIM:#} {text}");
    };
    row("what", &format!("{} in {}", fault.kind, fault.hook));
    if !fault.text.is_empty() && !fault.why.contains(&fault.text) {
        row("gave", &fault.text);
    }
    row("why", &fault.why);
    if let Some(file) = &fault.file {
        let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
        row("where", &format!("{file}{line}"));
    }
    if let Mind::Script(spec) = &player.mind
        && let Some(excerpt) = spec.excerpt(fault)
    {
        let _ = writeln!(card, "\n{excerpt}");
    }
    card.truncate(card.trim_end().len());
    card
}
