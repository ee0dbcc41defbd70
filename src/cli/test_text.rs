//! A case as people read it: the position, the question, the answer and what was wanted.

use anyhow::anyhow;
use serde_json::Value;
use std::fmt::{self, Display, Formatter};

use super::columns::{width, wrap};
use super::fault_card::{FaultCard, last_lines, row, spent};
use super::look::coloured;
use super::test::Asked;
use super::text::{BOLD, RED};
use crate::core::{FaultKind, Hook, SeatFault};
use crate::registry::{CaseResult, Expected, Eyes, Mind, PlayerSpec};

/// Blanks before the rows of a case.
const INDENT: &str = "      ";
/// Lines of a log that are shown; the last ones.
const LOG: usize = 12;
/// Lines that a value may take.
const VALUE_LINES: usize = 8;

/// Columns of a row beside its label.
fn room() -> usize {
    width() - INDENT.len() - 9
}

/// What is wanted, in lines.
pub(super) fn expected(expected: &Expected) -> Vec<String> {
    match expected {
        Expected::Move { allowed, forbidden } => {
            let mut lines = Vec::new();
            match &allowed[..] {
                [] => {}
                [only] => lines.push(only.clone()),
                moves => lines.extend(wrap(&format!("one of {}", moves.join(" ")), room())),
            }
            if !forbidden.is_empty() {
                lines.extend(wrap(&format!("not {}", forbidden.join(" ")), room()));
            }
            lines
        }
        Expected::Call { returns, strictness, .. } => {
            let mut lines = value(returns);
            if strictness.unordered {
                lines.push("(in any order)".to_string());
            }
            if strictness.tolerance > 0.0 {
                lines.push(format!("(give or take {})", strictness.tolerance));
            }
            lines
        }
    }
}

/// The position and the answer of a case, below its line.
pub(super) fn failure(
    asked: &Asked,
    player: &PlayerSpec,
    result: &CaseResult,
    again: String,
) -> anyhow::Result<String> {
    let (record, inquiry) = (&asked.case.record, &result.inquiry);
    let ply = if inquiry.hook == Hook::NextMove { inquiry.ply } else { record.moves.len() as u32 };
    let drawing = asked
        .game
        .draw_for(record, ply, Eyes::Seat(inquiry.seat))
        .map_err(|wrong| anyhow!("ply {}: {}", wrong.ply, wrong.error))?;
    let mut text = format!("\n{}\n", coloured(&drawing).trim_end());
    text.push_str(&Answer { asked, result }.to_string());
    let fault = inquiry.fault.as_ref();
    if let Some(fault) = fault.filter(|_| !in_a_function(asked, result)) {
        let fault = SeatFault { seat: inquiry.seat, ply: inquiry.ply, fault: fault.clone() };
        let (fault, inquiry) = (&fault, Some(inquiry));
        let (again, indent) = (&[again], INDENT.len());
        let card = FaultCard { inquiry, again, indent, ..FaultCard::new(fault, player) };
        text.push_str(&format!("\n\n{card}"));
    } else if let Some(fault) = fault {
        text.push_str(&Broken { asked, player, result, why: &fault.why }.to_string());
    }
    let hint = Hint(asked.case.hint.as_deref().filter(|_| !result.passed)).to_string();
    let indented = format!("{text}{hint}\n");
    Ok(indented
        .lines()
        .map(|line| format!("{INDENT}{line}").trim_end().to_string() + "\n")
        .collect::<String>()
        + "\n")
}

/// Whether what went wrong did so in the function that was called.
fn in_a_function(asked: &Asked, result: &CaseResult) -> bool {
    matches!(asked.case.expected, Expected::Call { .. })
        && result.inquiry.hook == Hook::NextMove
        && result.inquiry.ply as usize == asked.case.record.moves.len()
}

/// What was asked, answered and wanted.
struct Answer<'a> {
    asked: &'a Asked,
    result: &'a CaseResult,
}

impl Display for Answer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Answer { asked, result } = self;
        let CaseResult { passed, returned, inquiry } = result;
        let wanted = expected(&asked.case.expected);
        if let Expected::Call { function, args, .. } = &asked.case.expected {
            let args = args.iter().map(|arg| format!(", {arg}")).collect::<String>();
            row(f, INDENT.len(), "asked", [format!("{function}(view{args})")])?;
        }
        let gave = match (returned, &inquiry.answer) {
            (Some(Value::Null), _) => vec!["nothing: is a return missing?".to_string()],
            (Some(returned), _) => value(returned),
            (None, Some(answer)) => vec![answer.clone()],
            (None, None) => Vec::new(),
        };
        let gave: Vec<String> =
            gave.into_iter().map(|line| format!("{BOLD}{line}{BOLD:#}")).collect();
        row(f, INDENT.len(), "gave", &gave)?;
        if !passed {
            row(f, INDENT.len(), "wanted", &wanted)?;
        }
        row(f, INDENT.len(), "log", last_lines(&inquiry.log, LOG))?;
        match (&inquiry.fault, spent(inquiry)) {
            (None, Some((label, lines))) => row(f, INDENT.len(), label, lines),
            _ => Ok(()),
        }
    }
}

/// A fault in a function that was called: as a fault card, but it is no hook of a match.
struct Broken<'a> {
    asked: &'a Asked,
    player: &'a PlayerSpec,
    result: &'a CaseResult,
    why: &'a str,
}

impl Display for Broken<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let inquiry = &self.result.inquiry;
        let Some(fault) = &inquiry.fault else { return Ok(()) };
        let Expected::Call { function, .. } = &self.asked.case.expected else { return Ok(()) };
        let what = match fault.kind {
            FaultKind::Unreadable => "unreadable answer of",
            FaultKind::OutOfFuel => "out of fuel in",
            FaultKind::OutOfMemory => "out of memory in",
            FaultKind::OutOfTime => "out of time in",
            _ => "script error in",
        };
        row(f, INDENT.len(), "fault", [format!("{RED}{what} {function}{RED:#}")])?;
        row(f, INDENT.len(), "why", wrap(self.why, room()))?;
        if let Some(file) = &fault.file {
            let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
            row(f, INDENT.len(), "where", [format!("{file}{line}")])?;
        }
        if let Mind::Script(spec) = &self.player.mind
            && let Some(excerpt) = spec.excerpt(fault)
        {
            write!(f, "\n\n{excerpt}\n")?;
        }
        match spent(inquiry).filter(|_| inquiry.fuel.is_some()) {
            Some((label, lines)) => row(f, INDENT.len(), label, lines),
            None => Ok(()),
        }
    }
}

struct Hint<'a>(Option<&'a str>);

impl Display for Hint<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        row(f, INDENT.len(), "hint", self.0.iter().flat_map(|hint| wrap(hint, room())))
    }
}

/// A value in lines; of a very long one the first.
fn value(value: &Value) -> Vec<String> {
    let mut lines = wrap(&spaced(value), room());
    if lines.len() > VALUE_LINES {
        lines.truncate(VALUE_LINES);
        lines.push("...".to_string());
    }
    lines
}

/// A value as JSON with blanks, at which a line may break.
fn spaced(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name:?}: {}", spaced(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
