//! The report of a check as text.

use super::columns::width;
use super::fault_card::{Row, percent, rows_at, wrote};
use super::text::{BOLD, DIM, GREEN, RED, counted, grouped};
use juez_core::{Hook, ProfileRow, clip, wrap};
use juez_tournament::{
    Against, CallCost, CheckReport, Difference, MoveCosts, Sameness, SeriesPlayed,
};

/// Start column of a row's text.
const TEXT_COLUMN: usize = 11;
const MAX_PROFILE_LINES: usize = 15;

/// Formats the report without its faults.
pub(super) fn text(check: &CheckReport) -> String {
    let CheckReport { name, game, .. } = check;
    let language = check.language.split(' ').next().unwrap_or_default();
    let room = width() - TEXT_COLUMN;
    let mut rows: Vec<Row> = vec![("hooks", vec![hooks(check)])];
    rows.extend(check.lint.iter().map(|message| ("warning", vec![message.to_string()])));
    rows.push(("played", played(check)));
    rows.extend(check.moves.iter().flat_map(|moves| costs(check, moves)));
    rows.push(("wrote", wrote(&check.wrote)));
    rows.push(("again", same(&check.again, "the same seed gives the same record")));
    if let (Sameness::Differs(_), "Lua") = (&check.again, language) {
        let hint = "pairs visits keys that are tables or functions in no fixed order";
        rows.push(("", vec![format!("{DIM}{hint}{DIM:#}")]));
    }
    rows.push(("sandbox", same(&check.sandbox, "bots in processes give the same record")));
    rows.push(("", check.weaker_sandbox.iter().flat_map(|why| wrap(why, room)).collect()));
    rows.extend(check.warnings.iter().map(|why| ("warning", wrap(&why.to_string(), room))));
    let rows = rows_at(TEXT_COLUMN, rows, 0);
    format!("{BOLD}{name}{BOLD:#} ({language}) plays {game}\n{rows}{}", profile(check))
}

pub(super) fn verdict(check: &CheckReport) -> String {
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

fn costs(check: &CheckReport, moves: &MoveCosts) -> [Row; 3] {
    let MoveCosts { asked, allowed, fuel, time_us, output, marks, .. } = moves;
    let (median, worst, of) = (grouped(fuel.median), grouped(fuel.worst), grouped(*allowed));
    let (share, at) = (percent(fuel.worst, *allowed), location(check, &fuel.at));
    let spent = format!("median {median} a move, worst {worst} of {of} ({share})");
    let by = format!("{DIM}worst by {at}, of {asked} moves{DIM:#}");
    let (median, worst, begin) = (ms(time_us.median), ms(time_us.worst), ms(check.begin_us));
    let took = format!("median {median} a move, worst {worst}; loading and start {begin}");
    let marks = match marks {
        0 => "no marks".to_string(),
        1 => "1 mark".to_string(),
        n => format!("{} marks", grouped(*n)),
    };
    let most = check.limits.output.into();
    let (median, worst) = (grouped(output.median), grouped(output.worst.min(most)));
    let log = match output.worst {
        0 => "no log".to_string(),
        _ => format!("log: median {median} bytes a move, worst {worst} of {}", grouped(most)),
    };
    [("fuel", vec![spent, by]), ("time", vec![took]), ("output", vec![format!("{log}; {marks}")])]
}

/// Formats the seat, match and ply of a call.
fn location(check: &CheckReport, call: &CallCost) -> String {
    let series = &check.series[call.in_match.series];
    let other = if series.against == Against::Itself { "itself" } else { "random" };
    let number = match series.matches {
        1 => format!("the match against {other}"),
        _ => format!("match {} against {other}", call.in_match.number + 1),
    };
    format!("seat {} at ply {} in {number}", call.seat, call.ply)
}

fn profile(check: &CheckReport) -> String {
    let lines = &check.profile;
    if lines.is_empty() {
        return String::new();
    }
    let total = lines.iter().map(|row| row.fuel).sum();
    let functions = profile_rows(&check.profile_by_function(), total);
    let lines = profile_rows(lines, total);
    format!(
        "\n\n  {BOLD}fuel by function{BOLD:#}{functions}\n\n  {BOLD}fuel by line{BOLD:#}{lines}"
    )
}

fn profile_rows(rows: &[ProfileRow], total: u64) -> String {
    let (shown, more) = rows.split_at(rows.len().min(MAX_PROFILE_LINES));
    let width = shown.iter().map(|row| row.function.chars().count()).max().unwrap_or(0);
    let fuel = shown.iter().map(|row| grouped(row.fuel).len()).max().unwrap_or(0);
    let line = |row: &ProfileRow| {
        let ProfileRow { function, file, line, .. } = row;
        let (share, spent) = (percent(row.fuel, total), grouped(row.fuel));
        format!("\n    {share:>5}  {spent:>fuel$}  {function:<width$}  {file}:{line}")
    };
    let mut text: String = shown.iter().map(line).collect();
    if !more.is_empty() {
        let share = percent(more.iter().map(|row| row.fuel).sum(), total);
        text += &format!("\n    {share:>5}  {DIM}in {} more{DIM:#}", more.len());
    }
    text
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
            "{DIM}not at tables of {seats}, because the bot is slow: try -o seats={first}{DIM:#}"
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
    let digits = [100, 100_000].iter().filter(|&&most| us < most).count();
    format!("{:.digits$} ms", us as f64 / 1000.0)
}
