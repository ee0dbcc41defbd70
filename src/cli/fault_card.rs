//! Fault cards for students.

use std::fmt::{self, Display, Formatter};

use super::columns::{command, prose, width};
use super::text::{BOLD, DIM, RED, grouped};
use crate::core::{By, Fault, FaultKind, Hook, HookLog, ProfileRow, Record, SeatFault};
use crate::core::{NO_BREAK, wrap};
use crate::pool::Isolation;
use crate::referee::{Call, Inspection};
use crate::registry::{AnyGame, PlayerSpec, Question};

/// Where the text of a row begins.
const TEXT_COLUMN: usize = 9;
/// Lines that a view may take.
const MAX_VIEW_LINES: usize = 6;
/// Legal moves that are listed.
const MAX_MOVES: usize = 20;
/// Lines of a log that are shown; the last ones.
const MAX_LOG_LINES: usize = 5;

/// A fault with all that helps to mend it. What is not known is left out.
pub(super) struct FaultCard<'a> {
    /// The fault and its place in the match.
    pub fault: &'a SeatFault,
    pub player: &'a PlayerSpec,
    /// The log of that call, where it is not shown otherwise.
    pub log: &'a [String],
    /// Result of the same call made again.
    pub inspection: Option<&'a Inspection>,
    /// Fuel the call used, where the record tells it.
    pub fuel: Option<u64>,
    /// The commands that reproduce it, a line each.
    pub again: &'a [String],
    /// Columns that are put before each line of the card.
    pub indent: usize,
}

impl Display for FaultCard<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SeatFault { seat, ply, fault } = self.fault;
        let name = &self.player.name;
        write!(f, "{RED}fault:{RED:#} {BOLD}{name}{BOLD:#} (seat {seat}) at ply {ply}")?;
        let script = self.player.mind.script();
        let language = match (&script, self.player.mind.bot()) {
            (Some(spec), _) => spec.language.title.split(' ').next().unwrap_or_default(),
            (None, None) => "a person",
            (None, Some(_)) => "built-in",
        };
        row(f, self.indent, "what", [format!("{} in {} ({language})", fault.kind, fault.hook)])?;
        row(f, self.indent, "why", [&fault.why])?;
        if let Some(file) = &fault.file {
            let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
            row(f, self.indent, "where", [format!("{file}{line}")])?;
        }
        let excerpt = script.and_then(|spec| spec.excerpt(fault));
        if let Some(excerpt) = &excerpt {
            write!(f, "\n\n{excerpt}")?;
        }
        // Rows below an excerpt stand apart from it.
        let rest = self.rest();
        if excerpt.is_some() && !rest.is_empty() {
            writeln!(f)?;
        }
        rest.iter().try_for_each(|(label, lines)| row(f, self.indent, label, lines))
    }
}

impl<'a> FaultCard<'a> {
    /// A card on which nothing but the fault is known.
    pub fn new(fault: &'a SeatFault, player: &'a PlayerSpec) -> FaultCard<'a> {
        FaultCard { fault, player, log: &[], inspection: None, fuel: None, again: &[], indent: 0 }
    }
}

impl FaultCard<'_> {
    /// The rows below the source line.
    fn rest(&self) -> Vec<(&'static str, Vec<String>)> {
        let fault = &self.fault.fault;
        let mut rows = Vec::new();
        // What a script raised is what `why` tells.
        let returned = match fault.kind {
            FaultKind::IllegalMove => true,
            FaultKind::Unreadable => !fault.why.contains(&fault.text),
            _ => false,
        };
        if returned && !fault.text.is_empty() {
            rows.push(("gave", vec![fault.text.clone()]));
        }
        if !self.log.is_empty() {
            rows.push(("log", last_lines(self.log, MAX_LOG_LINES)));
        }
        if let Some(inspection) = self.inspection {
            rows.extend(seen(inspection, self.indent));
        }
        // A fault that did not come again says nothing of what it cost.
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
        if !self.again.is_empty() {
            let again = self.again.iter().flat_map(|line| command(line, self.indent + TEXT_COLUMN));
            rows.push(("again", again.collect()));
        }
        rows
    }
}

/// The last lines of each log that a bot wrote outside of its moves.
pub(super) fn wrote(logs: &[HookLog]) -> Vec<String> {
    let mut lines = Vec::new();
    for HookLog { seat, hook, log, .. } in logs {
        lines.push(format!("{DIM}seat {seat} in {hook}{DIM:#}"));
        lines.extend(last_lines(log, MAX_LOG_LINES).into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// The last lines of a log, below the number of those before them.
pub(super) fn last_lines(log: &[String], most: usize) -> Vec<String> {
    let skipped = log.len().saturating_sub(most);
    let plural = if skipped == 1 { "" } else { "s" };
    let before = (skipped > 0).then(|| format!("{DIM}... {skipped} line{plural} before{DIM:#}"));
    before.into_iter().chain(log[skipped..].iter().cloned()).collect()
}

/// A label with its text in the second column, to be put behind `indent` columns.
pub(super) fn row<T: Display>(
    f: &mut Formatter<'_>,
    indent: usize,
    label: &str,
    lines: impl IntoIterator<Item = T>,
) -> fmt::Result {
    let lines = lines.into_iter().flat_map(|line| prose(&line.to_string(), indent + TEXT_COLUMN));
    for (i, line) in lines.enumerate() {
        match i {
            0 => write!(f, "\n  {DIM}{label:<6}{DIM:#} {line}")?,
            _ => write!(f, "\n{:TEXT_COLUMN$}{line}", "")?,
        }
    }
    Ok(())
}

/// The rows with the view of the seat and its legal moves, to be put behind `indent` columns.
pub(super) fn seen(inspection: &Inspection, indent: usize) -> Vec<(&'static str, Vec<String>)> {
    let mut rows = Vec::new();
    let room = width() - indent - TEXT_COLUMN;
    if !inspection.view.is_empty() {
        // A dot stays with the field before it.
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
        let mut moves =
            inspection.legal.iter().take(MAX_MOVES).cloned().collect::<Vec<_>>().join(" ");
        if inspection.legal.len() > MAX_MOVES {
            let more = inspection.legal.len() - MAX_MOVES;
            moves += &format!(" ... and {more} more").replace("and ", &format!("and{NO_BREAK}"));
        }
        rows.push(("moves", wrap(&moves, room)));
    }
    rows
}

pub(super) fn spent(inspection: &Inspection) -> Option<(&'static str, Vec<String>)> {
    let mut parts = Vec::new();
    if let Some(fuel) = inspection.fuel {
        parts.push(match inspection.allowed {
            Some(allowed) => format!(
                "fuel {} of {} ({})",
                grouped(fuel),
                grouped(allowed),
                percent(fuel, allowed)
            ),
            None => format!("fuel {}", grouped(fuel)),
        });
    }
    if let Some(us) = inspection.cpu_us {
        parts.push(format!("{:.1} ms", us as f64 / 1000.0));
    }
    (!parts.is_empty()).then(|| ("spent", vec![parts.join(", ")]))
}

/// The lines that used most fuel.
pub(super) fn most(inspection: &Inspection) -> Option<(&'static str, Vec<String>)> {
    let total = inspection.fuel?;
    let rows = &inspection.profile;
    let width = rows.iter().map(|row| row.function.chars().count()).max()?;
    let lines = rows.iter().map(|ProfileRow { function, file, line, fuel }| {
        format!("{:<5}  {function:<width$}  {file}:{line}", percent(*fuel, total))
    });
    Some(("most", lines.collect()))
}

/// A share in whole percent, `<1 %` for what is not nothing.
pub(super) fn percent(part: u64, whole: u64) -> String {
    match part.saturating_mul(100) / whole.max(1) {
        0 if part > 0 => "<1 %".to_string(),
        share => format!("{share} %"),
    }
}

/// Asks the bot again what it failed at, counting the lines if it ran out of fuel; one that took
/// its process with it is not asked, and only what it saw is reported. `None` where that cannot be.
pub(super) fn ask_again(
    isolation: &Isolation,
    game: &'static dyn AnyGame,
    record: &Record,
    fault: &SeatFault,
    player: &PlayerSpec,
) -> Option<Inspection> {
    let (seat, ply, hook) = (fault.seat, fault.ply, fault.fault.hook);
    if fault.fault.kind == FaultKind::Crashed {
        return game.inspect_unasked(record, Call { seat, hook, ply }).ok();
    }
    let question = Question { seat, ply, hook, player, profile: false };
    let inspection = isolation.inspect(game, record, &question).ok()?;
    Some(with_profile(isolation, game, record, &question, inspection, false))
}

/// The inquiry with its profile, if it ran out of fuel or one is wanted anyway.
pub(super) fn with_profile(
    isolation: &Isolation,
    game: &'static dyn AnyGame,
    record: &Record,
    question: &Question<'_>,
    inspection: Inspection,
    wanted: bool,
) -> Inspection {
    let kind = inspection.fault.as_ref().map(|fault| fault.kind);
    if !wanted && kind != Some(FaultKind::OutOfFuel) {
        return inspection;
    }
    let counted = isolation.inspect(game, record, &Question { profile: true, ..*question });
    let profile = counted.map(|counted| counted.profile).unwrap_or_default();
    Inspection { profile, ..inspection }
}

/// The fuel of the call that failed, where the record tells it.
pub(super) fn fuel_of(record: &Record, fault: &SeatFault) -> Option<u64> {
    let SeatFault { seat, ply, fault: Fault { hook, .. } } = fault;
    if *hook != Hook::NextMove {
        return None;
    }
    match record.plies.get(*ply as usize) {
        Some(ply) => ply.fuel.filter(|_| ply.by == By::Substitute),
        None => record.logs.iter().rfind(|log| log.seat == *seat && log.hook == *hook)?.fuel,
    }
}
