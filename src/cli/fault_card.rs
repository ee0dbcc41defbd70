//! Fault cards for students.

use std::fmt::{self, Display, Formatter};

use super::columns::{command, prose, width};
use super::text::{BOLD, DIM, RED, counted, grouped};
use juez_core::{By, Fault, FaultKind, Hook, HookLog, ProfileRow, Record, SeatFault};
use juez_core::{NO_BREAK, wrap};
use juez_match::referee::{Call, Inspection};
use juez_match::registry::{AnyGame, PlayerSpec, Question};
use juez_pool::{Isolation, PoolError};

/// Start column of a row's text.
const TEXT_COLUMN: usize = 9;
/// A label and its lines.
pub(super) type Row = (&'static str, Vec<String>);

/// Limit on the lines of a view.
const MAX_VIEW_LINES: usize = 6;
/// Limit on the legal moves listed.
const MAX_MOVES: usize = 20;
/// Limit on the lines of a log; the last ones are shown.
const MAX_LOG_LINES: usize = 5;

/// A fault with everything that helps to fix it. Unknown parts are left out.
pub(super) struct FaultCard<'a> {
    pub fault: &'a SeatFault,
    pub player: &'a PlayerSpec,
    /// The log of that call, unless it is shown elsewhere.
    pub log: &'a [String],
    /// Result of the same call made again.
    pub inspection: Option<&'a Inspection>,
    /// Fuel that the call used, if recorded.
    pub fuel: Option<u64>,
    /// Commands that reproduce the fault, one per line.
    pub again: &'a [String],
    /// Columns before each line of the card.
    pub indent: usize,
}

impl Display for FaultCard<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SeatFault { seat, ply, fault } = self.fault;
        let name = &self.player.name;
        let script = self.player.mind.script();
        let language = match (&script, self.player.mind.bot()) {
            (Some(spec), _) => spec.language.title.split(' ').next().unwrap_or_default(),
            (None, None) => "a person",
            (None, Some(mind)) if mind.time().is_some() => "program",
            (None, Some(_)) => "built-in",
        };
        let what = format!("{} in {} ({language})", fault.kind, fault.hook);
        let head = [
            ("what", vec![what]),
            ("why", vec![fault.why.clone()]),
            ("where", Vec::from_iter(fault.location())),
        ];
        let (head, rest) = (rows(head, self.indent), rows(self.rest(), self.indent));
        write!(f, "{RED}fault:{RED:#} {BOLD}{name}{BOLD:#} (seat {seat}) at ply {ply}{head}")?;
        if let Some(excerpt) = script.and_then(|spec| spec.excerpt(fault)) {
            // A blank line separates an excerpt from the rows below.
            let end = if rest.is_empty() { "" } else { "\n" };
            write!(f, "\n\n{excerpt}{end}")?;
        }
        f.write_str(&rest)
    }
}

impl<'a> FaultCard<'a> {
    /// Creates a card that shows only the fault.
    pub fn new(fault: &'a SeatFault, player: &'a PlayerSpec) -> FaultCard<'a> {
        FaultCard { fault, player, log: &[], inspection: None, fuel: None, again: &[], indent: 0 }
    }

    /// Returns the rows below the source line.
    fn rest(&self) -> Vec<Row> {
        let fault = &self.fault.fault;
        let mut rows = Vec::new();
        // `why` already contains an error raised by the script.
        let returned = match fault.kind {
            FaultKind::IllegalMove => true,
            FaultKind::Unreadable => !fault.why.contains(&fault.text),
            _ => false,
        };
        if returned && !fault.text.is_empty() {
            rows.push(("gave", vec![fault.text.clone()]));
        }
        rows.push(("log", last_lines(self.log, MAX_LOG_LINES)));
        if let Some(inspection) = self.inspection {
            rows.extend(seen(inspection, self.indent));
        }
        // If the fault did not recur, the fuel of the new call says nothing about it.
        let same = |inspection: &&Inspection| {
            inspection.fault.as_ref().map(|f| f.kind) == Some(fault.kind)
        };
        match (self.inspection.filter(same), self.fuel) {
            (Some(inspection), _) => {
                rows.extend(spent(inspection));
                rows.extend(most(inspection));
            }
            (None, Some(fuel)) => rows.push(("spent", vec![format!("fuel {}", grouped(fuel))])),
            (None, None) => {}
        }
        let again = self.again.iter().flat_map(|line| command(line, self.indent + TEXT_COLUMN));
        rows.push(("again", again.collect()));
        rows
    }
}

/// Returns the last lines of each log written outside of moves.
pub(super) fn wrote(logs: &[HookLog]) -> Vec<String> {
    let mut lines = Vec::new();
    for HookLog { seat, hook, log, .. } in logs {
        lines.push(format!("{DIM}seat {seat} in {hook}{DIM:#}"));
        lines.extend(last_lines(log, MAX_LOG_LINES).into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// Returns the last lines of a log, and a first line that counts the omitted ones.
pub(super) fn last_lines(log: &[String], most: usize) -> Vec<String> {
    let skipped = log.len().saturating_sub(most);
    let lines = counted(skipped, "line", "lines");
    let before = (skipped > 0).then(|| format!("{DIM}... {lines} before{DIM:#}"));
    before.into_iter().chain(log[skipped..].iter().cloned()).collect()
}

/// Formats rows with their text in the second column. Each begins with a line break; the caller
/// adds the `indent` columns. Skips rows without lines.
pub(super) fn rows(rows: impl IntoIterator<Item = Row>, indent: usize) -> String {
    rows_at(TEXT_COLUMN, rows, indent)
}

/// Like [`rows`], with the text from column `at` on.
pub(super) fn rows_at(at: usize, rows: impl IntoIterator<Item = Row>, indent: usize) -> String {
    let mut text = String::new();
    for (label, lines) in rows {
        let style = if label == "warning" { BOLD } else { DIM };
        let room = at - 3;
        for (i, line) in lines.iter().flat_map(|line| prose(line, indent + at)).enumerate() {
            text += &match i {
                0 => format!("\n  {style}{label:<room$}{style:#} {line}"),
                _ => format!("\n{:at$}{line}", ""),
            };
        }
    }
    text
}

/// Returns the rows of the seat's view and legal moves in a card indented by `indent` columns.
pub(super) fn seen(inspection: &Inspection, indent: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let room = width() - indent - TEXT_COLUMN;
    if !inspection.view.is_empty() {
        // A separating dot stays on the line of the field before it.
        let fields = inspection.view.join(&format!("{NO_BREAK}· "));
        let mut lines = wrap(&fields, room);
        if lines.len() > MAX_VIEW_LINES {
            lines.truncate(MAX_VIEW_LINES);
            let last = lines.last_mut().expect("there are some");
            *last = format!("{} …", last.chars().take(room - 2).collect::<String>().trim_end());
        }
        rows.push(("view", lines));
    }
    if !inspection.legal.is_empty() {
        let (listed, more) = inspection.legal.split_at(MAX_MOVES.min(inspection.legal.len()));
        let mut moves = listed.join(" ");
        if !more.is_empty() {
            moves += &format!(" ... and{NO_BREAK}{} more", more.len());
        }
        rows.push(("moves", wrap(&moves, room)));
    }
    rows
}

pub(super) fn spent(inspection: &Inspection) -> Option<Row> {
    let fuel = inspection.fuel.map(|fuel| {
        let of = |allowed| format!(" of {} ({})", grouped(allowed), percent(fuel, allowed));
        format!("fuel {}{}", grouped(fuel), inspection.allowed.map(of).unwrap_or_default())
    });
    let time = inspection.cpu_us.map(|us| format!("{:.1} ms", us as f64 / 1000.0));
    let parts: Vec<String> = fuel.into_iter().chain(time).collect();
    (!parts.is_empty()).then(|| ("spent", vec![parts.join(", ")]))
}

/// Returns the row of the lines that used most fuel.
pub(super) fn most(inspection: &Inspection) -> Option<Row> {
    let total = inspection.fuel?;
    let rows = &inspection.profile;
    let width = rows.iter().map(|row| row.function.chars().count()).max()?;
    let lines = rows.iter().map(|ProfileRow { function, file, line, fuel }| {
        format!("{:<5}  {function:<width$}  {file}:{line}", percent(*fuel, total))
    });
    Some(("most", lines.collect()))
}

/// Formats a share in whole percent, or as `<1 %` if it is small but not zero.
pub(super) fn percent(part: u64, whole: u64) -> String {
    match part.saturating_mul(100) / whole.max(1) {
        0 if part > 0 => "<1 %".to_string(),
        share => format!("{share} %"),
    }
}

/// Returns the card of a fault in a match, including the bot's answer when asked again.
pub(super) fn inspected_card(
    isolation: &Isolation,
    game: &'static dyn AnyGame,
    record: &Record,
    fault: &SeatFault,
    player: &PlayerSpec,
    again: &[String],
) -> String {
    let (seat, ply, hook) = (fault.seat, fault.ply, fault.fault.hook);
    // A bot that crashed its process is not asked again. Nor is a program, whose answer could
    // differ. The card shows only their view.
    let is_program = player.mind.time().is_some();
    let inspection = if is_program || fault.fault.kind == FaultKind::Crashed {
        game.inspect_unasked(record, Call { seat, hook, ply }).ok()
    } else {
        inspect(isolation, game, record, &Question { seat, ply, hook, player, profile: false }).ok()
    };
    let again = if is_program { &[] } else { again };
    let (inspection, log) = (inspection.as_ref(), record.log_of(fault));
    let fuel = fuel_of(record, fault);
    FaultCard { log, inspection, fuel, again, ..FaultCard::new(fault, player) }.to_string()
}

/// Asks a bot. Asks once more with a fuel count by line if it ran out of fuel or a profile is
/// wanted.
pub(super) fn inspect(
    isolation: &Isolation,
    game: &'static dyn AnyGame,
    record: &Record,
    question: &Question<'_>,
) -> Result<Inspection, PoolError> {
    let ask = |profile| isolation.inspect(game, record, &Question { profile, ..*question });
    let inspection = ask(false)?;
    let kind = inspection.fault.as_ref().map(|fault| fault.kind);
    if !question.profile && kind != Some(FaultKind::OutOfFuel) {
        return Ok(inspection);
    }
    let profile = ask(true).map(|counted| counted.profile).unwrap_or_default();
    Ok(Inspection { profile, ..inspection })
}

/// Returns the fuel of the failed call, if recorded.
fn fuel_of(record: &Record, fault: &SeatFault) -> Option<u64> {
    let SeatFault { seat, ply, fault: Fault { hook, .. } } = fault;
    if *hook != Hook::NextMove {
        return None;
    }
    match record.plies.get(*ply as usize) {
        Some(ply) => ply.fuel.filter(|_| ply.by == By::Substitute),
        None => record.logs.iter().rfind(|log| log.seat == *seat && log.hook == *hook)?.fuel,
    }
}
