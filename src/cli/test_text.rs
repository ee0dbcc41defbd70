//! A case as text: the position, the question, the answer and the expectation.

use serde_json::Value;

use super::colours::coloured;
use super::columns::width;
use super::fault_card::{FaultCard, Row, last_lines, rows, spent};
use super::test::TestCase;
use super::text::{BOLD, RED};
use juez_core::{Fault, FaultKind, Hook, Observer, SeatFault, wrap};
use juez_match::referee::Inspection;
use juez_match::registry::{CaseResult, Expected, PlayerSpec};

/// Indent of a case's rows.
const INDENT: &str = "      ";
/// Limit on the lines of a log; the last ones are shown.
const MAX_LOG_LINES: usize = 12;
/// Limit on the lines of a value.
const MAX_VALUE_LINES: usize = 8;

/// Returns the columns left for a row's text.
fn room() -> usize {
    width() - INDENT.len() - 9
}

pub(super) fn expected(expected: &Expected) -> Vec<String> {
    match expected {
        Expected::Move { allowed, forbidden } => {
            let mut lines = match &allowed[..] {
                [] => Vec::new(),
                [only] => vec![only.clone()],
                moves => wrap(&format!("one of {}", moves.join(" ")), room()),
            };
            if !forbidden.is_empty() {
                lines.extend(wrap(&format!("not {}", forbidden.join(" ")), room()));
            }
            lines
        }
        Expected::Call { strictness, .. } => {
            let mut lines = value(&expected.wanted().concat());
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

/// Formats a case below its first line: the position if `board` is set, and the answer.
pub(super) fn failure(
    test: &TestCase,
    player: &PlayerSpec,
    result: &CaseResult,
    board: bool,
    again: String,
) -> anyhow::Result<String> {
    let (record, inspection) = (&test.case.record, &result.inspection);
    let at_move = inspection.hook == Hook::NextMove;
    let ply = if at_move { inspection.ply } else { record.moves.len() as u32 };
    let mut text = String::new();
    if board {
        let drawing = test.game.draw_for(record, ply, Observer::Seat(inspection.seat))?;
        text = format!("\n{}\n", coloured(&drawing).trim_end());
    }
    text += &rows(answer(test, result), INDENT.len());
    text += &match (&inspection.fault, &test.case.expected) {
        (None, _) => String::new(),
        (Some(fault), Expected::Call { function, .. })
            if at_move && ply as usize == record.moves.len() =>
        {
            function_fault(function, fault, player, inspection)
        }
        (Some(fault), _) => {
            let fault =
                SeatFault { seat: inspection.seat, ply: inspection.ply, fault: fault.clone() };
            let (again, indent) = (&[again], INDENT.len());
            let card = FaultCard::new(&fault, player);
            let card = FaultCard { inspection: Some(inspection), again, indent, ..card };
            format!("\n\n{card}")
        }
    };
    let hint = test.case.hint.iter().filter(|_| !result.passed);
    let hint = hint.flat_map(|hint| wrap(hint, room())).collect();
    text += &(rows([("hint", hint)], INDENT.len()) + "\n");
    let indented = text.lines().map(|line| format!("{INDENT}{line}").trim_end().to_string() + "\n");
    Ok(indented.collect::<String>() + "\n")
}

/// Returns the rows of question, answer and expectation.
fn answer(test: &TestCase, result: &CaseResult) -> Vec<Row> {
    let CaseResult { passed, inspection } = result;
    let mut rows = Vec::new();
    rows.extend(test.case.expected.question().map(|asked| ("asked", vec![asked])));
    let gave = match (&inspection.returned, result.given()) {
        (Some(Value::Null), _) => vec!["nothing: is a return missing?".to_string()],
        (_, given) => given.map(|given| value(&given)).unwrap_or_default(),
    };
    rows.push(("gave", gave.iter().map(|line| format!("{BOLD}{line}{BOLD:#}")).collect()));
    if !passed {
        rows.push(("wanted", expected(&test.case.expected)));
    }
    rows.push(("log", last_lines(&inspection.log, MAX_LOG_LINES)));
    rows.extend(spent(inspection).filter(|_| inspection.fault.is_none()));
    rows
}

/// Formats a fault in a called function like a fault card, but without a hook.
fn function_fault(
    function: &str,
    fault: &Fault,
    player: &PlayerSpec,
    inspection: &Inspection,
) -> String {
    let what = match fault.kind {
        FaultKind::Unreadable => "unreadable answer of",
        FaultKind::OutOfFuel => "out of fuel in",
        FaultKind::OutOfMemory => "out of memory in",
        FaultKind::OutOfTime => "out of time in",
        _ => "script error in",
    };
    let head = [
        ("fault", vec![format!("{RED}{what} {function}{RED:#}")]),
        ("why", wrap(&fault.why, room())),
        ("where", Vec::from_iter(fault.location())),
    ];
    let excerpt = player.mind.script().and_then(|spec| spec.excerpt(fault));
    let excerpt = excerpt.map(|excerpt| format!("\n\n{excerpt}\n")).unwrap_or_default();
    let spent = spent(inspection).filter(|_| inspection.fuel.is_some());
    format!("{}{excerpt}{}", rows(head, INDENT.len()), rows(spent, INDENT.len()))
}

/// Formats a value, cut to a few lines.
fn value(value: &str) -> Vec<String> {
    let mut lines = wrap(value, room());
    if lines.len() > MAX_VALUE_LINES {
        lines.truncate(MAX_VALUE_LINES);
        lines.push("...".to_string());
    }
    lines
}
