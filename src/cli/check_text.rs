//! A check as people read it.

use std::fmt::{self, Display, Formatter};

use super::columns::{prose, width};
use super::fault_card::{percent, wrote};
use super::text::{BOLD, DIM, GREEN, RED, counted, grouped};
use crate::core::{Hook, ProfileRow, clip, wrap};
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
        let faults = counted(check.faults.len(), "fault", "faults");
        let differs = |sameness| matches!(sameness, &Sameness::Differs(_));
        let wrong = [
            (!check.faults.is_empty()).then_some(&faults[..]),
            differs(&check.again).then_some("not the same twice"),
            differs(&check.sandbox).then_some("not the same in the sandbox"),
        ];
        let wrong: Vec<&str> = wrong.into_iter().flatten().collect();
        match (&wrong[..], check.lint.len() + check.warnings.len()) {
            ([], 0) => format!("{GREEN}ready to play{GREEN:#}"),
            ([], 1) => format!("{GREEN}ready to play{GREEN:#}, with a warning"),
            ([], n) => format!("{GREEN}ready to play{GREEN:#}, with {n} warnings"),
            (wrong, _) => format!("{RED}{}{RED:#}", wrong.join(", ")),
        }
    }

    fn costs(&self, f: &mut Formatter<'_>, moves: &MoveCosts) -> fmt::Result {
        let MoveCosts { asked, allowed, fuel, time_us, output, marks } = moves;
        let (median, worst, of) = (grouped(fuel.median), grouped(fuel.worst), grouped(*allowed));
        let (share, at) = (percent(fuel.worst, *allowed), self.at(&fuel.at));
        let spent = format!("median {median} a move, worst {worst} of {of} ({share})");
        row(f, "fuel", [spent, format!("{DIM}worst by {at}, of {asked} moves{DIM:#}")])?;
        let (median, worst, begin) = (ms(time_us.median), ms(time_us.worst), ms(self.0.begin_us));
        let took = format!("median {median} a move, worst {worst}; loading and start {begin}");
        row(f, "time", [took])?;
        let marks = match marks {
            0 => "no marks".to_string(),
            1 => "1 mark".to_string(),
            n => format!("{} marks", grouped(*n)),
        };
        let most = self.0.limits.output.into();
        let (median, worst) = (grouped(output.median), grouped(output.worst.min(most)));
        let log = match output.worst {
            0 => "no log".to_string(),
            _ => format!("log: median {median} bytes a move, worst {worst} of {}", grouped(most)),
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
    let has = check.hooks.iter().map(|hook| hook.name()).collect::<Vec<_>>().join(", ");
    let all = [Hook::Start, Hook::NextMove, Hook::Finish];
    let missing = all.iter().filter(|hook| !check.hooks.contains(hook));
    let missing: Vec<String> = missing.map(|hook| format!("no {hook}")).collect();
    match missing.join(", ").as_str() {
        "" => has,
        missing => format!("{has}; {missing} {DIM}(optional){DIM:#}"),
    }
}

fn played(check: &CheckReport) -> Vec<String> {
    let usual = check.series.first().map(|series| series.seats);
    let mut lines = Vec::new();
    for series in &check.series {
        let SeriesPlayed { against, seats, matches, won, drawn, substitutes, .. } = series;
        let table =
            if Some(*seats) == usual { String::new() } else { format!(" at a table of {seats}") };
        let played = counted(*matches, "match", "matches");
        lines.push(match against {
            Against::Itself => format!("{played} against itself"),
            Against::Random => {
                let lost = matches - won - drawn;
                let drawn = if *drawn > 0 { format!(", {drawn} drawn") } else { String::new() };
                format!("{played} against random{table}: {won} won{drawn}, {lost} lost")
            }
        });
        if *substitutes > 0 {
            let moves = counted(*substitutes, "move", "moves");
            lines.push(format!("{DIM}{moves} made by the referee in its place{DIM:#}"));
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
            let brief = |text: &str| clip(text, 50);
            vec![
                format!("{RED}no{RED:#}: the records differ at ply {ply}, in the {what}"),
                format!("once  {}", brief(first)),
                format!("then  {}", brief(second)),
            ]
        }
    }
}

fn ms(us: u64) -> String {
    match us {
        0..100 => format!("{:.2} ms", us as f64 / 1000.0),
        100..100_000 => format!("{:.1} ms", us as f64 / 1000.0),
        _ => format!("{:.0} ms", us as f64 / 1000.0),
    }
}
