//! A check as people read it.

use std::fmt::{self, Display, Formatter};

use super::columns::{prose, width};
use super::fault_card::wrote;
use super::text::{BOLD, DIM, GREEN, RED, grouped};
use crate::core::wrap;
use crate::core::{Hook, ProfileRow};
use crate::tournament::{
    Against, CallCost, CheckReport, Difference, MoveCosts, Sameness, SeriesPlayed,
};

/// Where the text of a row begins.
const TEXT_COLUMN: usize = 11;
const MAX_PROFILE_LINES: usize = 15;

/// Report on a bot, but for its faults.
pub(super) struct CheckText<'a>(pub &'a CheckReport);

impl Display for CheckText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let check = self.0;
        let language = check.language.split(' ').next().unwrap_or_default();
        writeln!(f, "{BOLD}{}{BOLD:#} ({language}) plays {}", check.name, check.game)?;
        row(f, "hooks", [hooks(check)])?;
        for message in &check.lint {
            row(f, "warning", [message.to_string()])?;
        }
        row(f, "played", played(check))?;
        if let Some(moves) = &check.moves {
            self.costs(f, moves)?;
        }
        row(f, "wrote", wrote(&check.wrote))?;
        row(f, "again", same(&check.again, "the same seed gives the same record"))?;
        if let (Sameness::Differs(_), "Lua") = (&check.again, language) {
            let hint = "pairs gives keys that are tables or functions in an order of its own";
            row(f, "", [format!("{DIM}{hint}{DIM:#}")])?;
        }
        row(f, "sandbox", same(&check.sandbox, "bots in processes give the same record"))?;
        row(f, "", check.weaker_sandbox.iter().flat_map(|why| wrap(why, width() - TEXT_COLUMN)))?;
        for warning in &check.warnings {
            row(f, "warning", wrap(&warning.to_string(), width() - TEXT_COLUMN))?;
        }
        self.profile(f)
    }
}

impl CheckText<'_> {
    pub fn verdict(&self) -> String {
        let check = self.0;
        let mut wrong = Vec::new();
        match check.faults.len() {
            0 => {}
            1 => wrong.push("1 fault".to_string()),
            n => wrong.push(format!("{n} faults")),
        }
        if matches!(check.again, Sameness::Differs(_)) {
            wrong.push("not the same twice".to_string());
        }
        if matches!(check.sandbox, Sameness::Differs(_)) {
            wrong.push("not the same in the sandbox".to_string());
        }
        match (&wrong[..], check.lint.len() + check.warnings.len()) {
            ([], 0) => format!("{GREEN}ready to play{GREEN:#}"),
            ([], 1) => format!("{GREEN}ready to play{GREEN:#}, with a warning"),
            ([], n) => format!("{GREEN}ready to play{GREEN:#}, with {n} warnings"),
            (wrong, _) => format!("{RED}{}{RED:#}", wrong.join(", ")),
        }
    }

    fn costs(&self, f: &mut Formatter<'_>, moves: &MoveCosts) -> fmt::Result {
        let MoveCosts { asked, allowed, fuel, time_us, output, marks } = moves;
        let percent = percent(fuel.worst, *allowed);
        row(
            f,
            "fuel",
            [
                format!(
                    "median {} a move, worst {} of {} ({percent})",
                    grouped(fuel.median),
                    grouped(fuel.worst),
                    grouped(*allowed)
                ),
                format!("{DIM}worst by {}, of {} moves{DIM:#}", self.at(&fuel.at), asked),
            ],
        )?;
        row(
            f,
            "time",
            [format!(
                "median {} a move, worst {}; loading and start {}",
                ms(time_us.median),
                ms(time_us.worst),
                ms(self.0.begin_us)
            )],
        )?;
        let marks = match marks {
            0 => "no marks".to_string(),
            1 => "1 mark".to_string(),
            n => format!("{} marks", grouped(*n)),
        };
        let log = match output.worst {
            0 => "no log".to_string(),
            worst => format!(
                "log: median {} bytes a move, worst {} of {}",
                grouped(output.median),
                grouped(worst.min(self.0.limits.output.into())),
                grouped(self.0.limits.output.into())
            ),
        };
        row(f, "output", [format!("{log}; {marks}")])
    }

    /// Where a call was made.
    fn at(&self, call: &CallCost) -> String {
        let series = &self.0.series[call.in_match.series];
        let against = match series.against {
            Against::Random => "against random",
            Against::Itself => "against itself",
        };
        let number = match series.matches {
            1 => format!("the match {against}"),
            _ => format!("match {} {against}", call.in_match.number + 1),
        };
        format!("seat {} at ply {} in {number}", call.seat, call.ply)
    }

    fn profile(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lines = &self.0.profile;
        if lines.is_empty() {
            return Ok(());
        }
        let total = lines.iter().map(|row| row.fuel).sum();
        let functions = self.0.profile_by_function();
        write!(f, "\n\n  {BOLD}fuel by function{BOLD:#}")?;
        profile_rows(f, &functions, total)?;
        write!(f, "\n\n  {BOLD}fuel by line{BOLD:#}")?;
        profile_rows(f, lines, total)
    }
}

fn profile_rows(f: &mut Formatter<'_>, rows: &[ProfileRow], total: u64) -> fmt::Result {
    let shown = &rows[..rows.len().min(MAX_PROFILE_LINES)];
    let width = shown.iter().map(|row| row.function.chars().count()).max().unwrap_or(0);
    let fuel = shown.iter().map(|row| grouped(row.fuel).len()).max().unwrap_or(0);
    for row in shown {
        let ProfileRow { function, file, line, .. } = row;
        let (share, spent) = (percent(row.fuel, total), grouped(row.fuel));
        write!(f, "\n    {share:>5}  {spent:>fuel$}  {function:<width$}  {file}:{line}")?;
    }
    let left = rows.len() - shown.len();
    if left > 0 {
        let spent: u64 = rows[shown.len()..].iter().map(|row| row.fuel).sum();
        write!(f, "\n    {:>5}  {DIM}in {left} more{DIM:#}", percent(spent, total))?;
    }
    Ok(())
}

/// A label with its lines in the second column.
fn row<T: Display>(
    f: &mut Formatter<'_>,
    label: &str,
    lines: impl IntoIterator<Item = T>,
) -> fmt::Result {
    let lines = lines.into_iter().flat_map(|line| prose(&line.to_string(), TEXT_COLUMN));
    for (i, line) in lines.enumerate() {
        let label = if i == 0 { label } else { "" };
        let style = if label == "warning" { BOLD } else { DIM };
        write!(f, "\n  {style}{label}{style:#}{:1$}{line}", "", TEXT_COLUMN - 2 - label.len())?;
    }
    Ok(())
}

fn hooks(check: &CheckReport) -> String {
    let has: Vec<&str> = check.hooks.iter().map(|hook| hook.name()).collect();
    let all = [Hook::Start, Hook::NextMove, Hook::Finish];
    let missing = all.iter().filter(|hook| !check.hooks.contains(hook));
    let missing: Vec<String> = missing.map(|hook| format!("no {hook}")).collect();
    if missing.is_empty() {
        has.join(", ")
    } else {
        format!("{}; {} {DIM}(optional){DIM:#}", has.join(", "), missing.join(", "))
    }
}

fn played(check: &CheckReport) -> Vec<String> {
    let usual = check.series.first().map(|series| series.seats);
    let mut lines = Vec::new();
    for series in &check.series {
        let SeriesPlayed { against, seats, matches, won, drawn, substitutes, .. } = series;
        let table =
            if Some(*seats) == usual { String::new() } else { format!(" at a table of {seats}") };
        let plural = if *matches == 1 { "match" } else { "matches" };
        let line = match against {
            Against::Itself => format!("{matches} {plural} against itself"),
            Against::Random => {
                let mut how = vec![format!("{won} won")];
                if *drawn > 0 {
                    how.push(format!("{drawn} drawn"));
                }
                how.push(format!("{} lost", matches - won - drawn));
                format!("{matches} {plural} against random{table}: {}", how.join(", "))
            }
        };
        lines.push(line);
        match substitutes {
            0 => {}
            1 => lines.push(format!("{DIM}1 move made by the referee in its place{DIM:#}")),
            n => lines.push(format!("{DIM}{n} moves made by the referee in its place{DIM:#}")),
        }
    }
    if let (Some(first), Some(last)) = (check.left_out.first(), check.left_out.last()) {
        let seats = if first == last { format!("{first}") } else { format!("{first} to {last}") };
        lines.push(format!(
            "{DIM}not at tables of {seats}, for the bot takes its time: try -o seats={first}{DIM:#}"
        ));
    }
    lines
}

fn same(sameness: &Sameness, yes: &str) -> Vec<String> {
    match sameness {
        Sameness::Same => vec![yes.to_string()],
        Sameness::NotTried(why) => wrap(&format!("not tried: {why}"), width() - TEXT_COLUMN),
        Sameness::Differs(Difference { ply, what, first, second }) => {
            let brief = |text: &str| match text.char_indices().nth(50) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text.to_string(),
            };
            let (first, second) = (brief(first), brief(second));
            vec![
                format!("{RED}no{RED:#}: the records differ at ply {ply}, in the {what}"),
                format!("once  {first}"),
                format!("then  {second}"),
            ]
        }
    }
}

/// A share in whole percent, `<1 %` for what is not nothing.
fn percent(part: u64, whole: u64) -> String {
    match part.saturating_mul(100) / whole.max(1) {
        0 if part > 0 => "<1 %".to_string(),
        share => format!("{share} %"),
    }
}

fn ms(us: u64) -> String {
    match us {
        0..100 => format!("{:.2} ms", us as f64 / 1000.0),
        100..100_000 => format!("{:.1} ms", us as f64 / 1000.0),
        _ => format!("{:.0} ms", us as f64 / 1000.0),
    }
}
