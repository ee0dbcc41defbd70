//! A review as text.

use std::fmt::Write;

use crate::cli::colours::seat_name;
use crate::cli::columns;
use crate::cli::text::{BOLD, DIM, RED};
use juez_core::{CERTAIN, CodeLine, Record, Seat, Severity};
use juez_match::registry::{AnyGame, Hindsight, Review, Reviewed};

/// Formats the review of a record.
pub(super) fn of(game: &dyn AnyGame, number: usize, record: &Record, review: &Review) -> String {
    let name = |seat: Seat| record.players.get(seat.index()).map_or("?", |player| &player.name);
    let seats = || Seat::all(record.players.len() as u8);
    let width = seats().map(|seat| name(seat).chars().count()).max().unwrap_or(0).max(6);
    let reviewer = &review.key.reviewer;
    let mut text = format!("{BOLD}record {number}{BOLD:#}  {DIM}by {reviewer}{DIM:#}\n");
    let is_hidden = review.decisions.iter().any(|decision| decision.hindsight.is_some());
    let hindsight = if is_hidden { "  in hindsight" } else { "" };
    let _ = writeln!(
        text,
        "{DIM}{:<width$}  decisions  mean cost{hindsight}  inaccuracies  mistakes  blunders{DIM:#}",
        "player"
    );
    for seat in seats() {
        let sum = review.sum(seat);
        let blanks = width - name(seat).chars().count();
        let (player, cost) = (seat_name(seat, name(seat)), percent(sum.mean_cost()));
        let hindsight = format!("  {:>12}", percent(sum.mean_hindsight()));
        let hindsight = if is_hidden { hindsight } else { String::new() };
        let [inaccuracies, mistakes, blunders] = sum.mistakes;
        let _ = writeln!(
            text,
            "{player}{:blanks$}  {:>9}  {cost:>9}{hindsight}  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}",
            "", sum.decisions
        );
    }
    text += &sources(game, record, review, width);
    let costliest = review.costliest();
    if costliest.is_empty() {
        text += "no decision cost 5 points in a hundred\n";
    }
    for decision in costliest {
        let location = format!("ply {}", decision.ply);
        text += &format!("\n{}", costly(&location, decision, name(decision.seat), None));
    }
    text
}

/// Formats where the score of each seat came from; empty for a game without deals.
fn sources(game: &dyn AnyGame, record: &Record, review: &Review, width: usize) -> String {
    let teams = game.teams_at(&record.options, record.players.len()).unwrap_or_default();
    let mut text = String::new();
    let seats = Seat::all(record.players.len() as u8).zip(&record.players);
    for ((seat, player), found) in seats.zip(review.sources(&teams)) {
        if text.is_empty() {
            let head = "deals        own mistakes  others' mistakes    rest  in all";
            let _ = writeln!(text, "\n{DIM}{:<width$}  {head}{DIM:#}", "player");
        }
        let part = |value: i32| format!("{:+.1}", 100.0 * f64::from(value) / f64::from(CERTAIN));
        let [deals, own, others, rest, change] =
            [found.deals, found.own, found.others, found.rest, found.change].map(part);
        let margin = 1.96 * 100.0 * f64::from(found.error) / f64::from(CERTAIN);
        let blanks = width - player.name.chars().count();
        let name = seat_name(seat, &player.name);
        let _ = writeln!(
            text,
            "{name}{:blanks$}  {deals:>5} ± {margin:<4.1} {own:>12}  {others:>16}  {rest:>6}  {change:>6}",
            ""
        );
    }
    text
}

/// Formats a decision that cost points, with the line of the script that made it.
pub(super) fn costly(
    location: &str,
    decision: &Reviewed,
    name: &str,
    line: Option<&CodeLine>,
) -> String {
    let Reviewed { seat, played, pattern, reasons, .. } = decision;
    let (name, judgement) = (seat_name(*seat, name), judgement(decision));
    let mut text =
        format!("{DIM}{location}{DIM:#}  {name} {BOLD}{played}{BOLD:#}  {RED}{judgement}{RED:#}\n");
    let (line, hindsight) = (line.map(code_line), decision.hindsight.as_ref().map(in_hindsight));
    let facts = line.iter().chain(pattern).chain(reasons).chain(&hindsight);
    for line in facts.flat_map(|reason| columns::prose(reason, 8)) {
        let _ = writeln!(text, "        {DIM}{line}{DIM:#}");
    }
    text
}

/// Formats a line of a script: `mine.lua:12 in next_move`.
pub fn code_line(CodeLine { file, line, function }: &CodeLine) -> String {
    format!("{file}:{line} in {function}")
}

/// Formats the value of a decision with every hand open.
pub fn in_hindsight(Hindsight { best, before, after, cost }: &Hindsight) -> String {
    match Severity::of(*cost) {
        None => format!("in hindsight {} either way", percent(f64::from(*before))),
        Some(_) => {
            let [before, after] = [before, after].map(|&value| percent(f64::from(value)));
            format!("in hindsight {before} before, {after} after; best {best}")
        }
    }
}

/// Formats the value of a decision: `mistake: 31.6 % before, 21.2 % after; best e8`.
pub fn judgement(decision: &Reviewed) -> String {
    let Reviewed { best, before, after, .. } = decision;
    let [before, after] = [before, after].map(|&value| percent(f64::from(value)));
    let size = match decision.severity {
        Some(Severity::Blunder) => "blunder",
        Some(Severity::Mistake) => "mistake",
        Some(Severity::Inaccuracy) => "inaccuracy",
        None if decision.played == *best => return format!("best move: {before}"),
        None => return format!("{before} before, {after} after; best {best}"),
    };
    format!("{size}: {before} before, {after} after; best {best}")
}

/// Formats an expected score in parts of [`CERTAIN`].
pub fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value / f64::from(CERTAIN))
}
