//! A case as people read it: the position, the question, the answer and what was wanted.

use serde_json::Value;
use std::fmt::{self, Display, Formatter};

use super::colours::coloured;
use super::columns::width;
use super::fault_card::{FaultCard, last_lines, row, spent};
use super::test::TestCase;
use super::text::{BOLD, RED};
use crate::core::wrap;
use crate::core::{FaultKind, Hook, Observer, SeatFault};
use crate::registry::{CaseResult, Expected, Mind, PlayerSpec};

/// Blanks before the rows of a case.
const INDENT: &str = "      ";
/// Lines of a log that are shown; the last ones.
const MAX_LOG_LINES: usize = 12;
/// Lines that a value may take.
const MAX_VALUE_LINES: usize = 8;

/// Columns of a row beside its label.
fn room() -> usize {
    width() - INDENT.len() - 9
}

/// Lines for what is expected.
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
    test: &TestCase,
    player: &PlayerSpec,
    result: &CaseResult,
    again: String,
) -> anyhow::Result<String> {
    let (record, inspection) = (&test.case.record, &result.inspection);
    let ply =
        if inspection.hook == Hook::NextMove { inspection.ply } else { record.moves.len() as u32 };
    let drawing = test.game.draw_for(record, ply, Observer::Seat(inspection.seat))?;
    let mut text = format!("\n{}\n", coloured(&drawing).trim_end());
    text.push_str(&AnswerRows { test, result }.to_string());
    let fault = inspection.fault.as_ref();
    if let Some(fault) = fault.filter(|_| !in_a_function(test, result)) {
        let fault = SeatFault { seat: inspection.seat, ply: inspection.ply, fault: fault.clone() };
        let (fault, inspection) = (&fault, Some(inspection));
        let (again, indent) = (&[again], INDENT.len());
        let card = FaultCard { inspection, again, indent, ..FaultCard::new(fault, player) };
        text.push_str(&format!("\n\n{card}"));
    } else if let Some(fault) = fault {
        text.push_str(&FunctionFault { test, player, result, why: &fault.why }.to_string());
    }
    let hint = HintRow(test.case.hint.as_deref().filter(|_| !result.passed)).to_string();
    let indented = format!("{text}{hint}\n");
    Ok(indented
        .lines()
        .map(|line| format!("{INDENT}{line}").trim_end().to_string() + "\n")
        .collect::<String>()
        + "\n")
}

/// True if what went wrong did so in the function that was called.
fn in_a_function(test: &TestCase, result: &CaseResult) -> bool {
    matches!(test.case.expected, Expected::Call { .. })
        && result.inspection.hook == Hook::NextMove
        && result.inspection.ply as usize == test.case.record.moves.len()
}

/// Rows of question, answer and expectation.
struct AnswerRows<'a> {
    test: &'a TestCase,
    result: &'a CaseResult,
}

impl Display for AnswerRows<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let AnswerRows { test, result } = self;
        let CaseResult { passed, inspection } = result;
        let wanted = expected(&test.case.expected);
        if let Expected::Call { function, args, .. } = &test.case.expected {
            let args = args.iter().map(|arg| format!(", {arg}")).collect::<String>();
            row(f, INDENT.len(), "asked", [format!("{function}(view{args})")])?;
        }
        let gave = match (&inspection.returned, &inspection.answer) {
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
        row(f, INDENT.len(), "log", last_lines(&inspection.log, MAX_LOG_LINES))?;
        match (&inspection.fault, spent(inspection)) {
            (None, Some((label, lines))) => row(f, INDENT.len(), label, lines),
            _ => Ok(()),
        }
    }
}

/// A fault in a function that was called: as a fault card, but it is no hook of a match.
struct FunctionFault<'a> {
    test: &'a TestCase,
    player: &'a PlayerSpec,
    result: &'a CaseResult,
    why: &'a str,
}

impl Display for FunctionFault<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let inspection = &self.result.inspection;
        let Some(fault) = &inspection.fault else { return Ok(()) };
        let Expected::Call { function, .. } = &self.test.case.expected else { return Ok(()) };
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
        match spent(inspection).filter(|_| inspection.fuel.is_some()) {
            Some((label, lines)) => row(f, INDENT.len(), label, lines),
            None => Ok(()),
        }
    }
}

struct HintRow<'a>(Option<&'a str>);

impl Display for HintRow<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        row(f, INDENT.len(), "hint", self.0.iter().flat_map(|hint| wrap(hint, room())))
    }
}

/// A value in lines; of a very long one the first.
fn value(value: &Value) -> Vec<String> {
    let mut lines = wrap(&spaced(value), room());
    if lines.len() > MAX_VALUE_LINES {
        lines.truncate(MAX_VALUE_LINES);
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
