//! Panel next to the table: the moves around the current one, and its log.

use ratatui::text::{Line, Span};

use super::app::App;
use super::record_walk::RecordWalk;
use super::text::{self, style, styled, wrap};
use super::timeline::FAULT;
use crate::cli::colours::seat_style;
use crate::cli::fault_card::percent;
use crate::cli::match_text::why;
use crate::cli::review;
use crate::cli::text::{BOLD, DIM, RED, counted, grouped};
use juez_core::{By, Hook, HookLog, Seat, SeatFault, Severity, plot_lines};
use juez_match::registry::Reviewed;
use juez_script::LANGUAGES;

/// A line of the list of moves.
#[derive(Clone, Copy)]
enum Row {
    /// Header of a hand, counted from 0.
    Hand(u32),
    Move(usize),
    /// The row after the last move.
    Last,
}

/// Lists moves in `height` lines, with the current one in view.
pub(super) fn moves(app: &App, height: u16) -> Vec<Line<'static>> {
    let walk = &app.walk;
    let mut rows = Vec::with_capacity(walk.moves.len() + 1);
    let (dealt, mut hand) = (!walk.record.deals.is_empty(), None);
    for (ply, mv) in walk.moves.iter().enumerate() {
        if dealt && hand.replace(mv.deal) != Some(mv.deal) {
            rows.push(Row::Hand(mv.deal));
        }
        rows.push(Row::Move(ply));
    }
    rows.push(Row::Last);
    let moment = app.moment();
    // A hand not dealt yet is current between hands.
    let next = walk.moves.get(moment.ply as usize).filter(|_| !moment.dealt).map(|mv| mv.deal);
    let is_current = |row: &Row| match *row {
        Row::Hand(hand) => Some(hand) == next,
        Row::Move(ply) => Some(ply) == app.decision(),
        Row::Last => true,
    };
    let current = rows.iter().position(is_current).unwrap_or_default();
    let height = usize::from(height);
    let first = current.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
    let shown = rows.iter().enumerate().skip(first).take(height);
    shown.map(|(at, &row)| row_line(app, row, at == current)).collect()
}

fn row_line(app: &App, row: Row, current: bool) -> Line<'static> {
    let walk = &app.walk;
    let arrow = if current { "▸" } else { " " };
    match row {
        Row::Hand(hand) => Line::styled(format!("{arrow}── hand {} ──", hand + 1), style(DIM)),
        Row::Move(ply) => {
            let mv = &walk.moves[ply];
            let failed = walk.faults_at(ply as u32).next().is_some();
            let bold = if current { BOLD } else { anstyle::Style::new() };
            let mut spans = vec![
                styled(format!("{arrow}{ply:>4} "), DIM),
                styled(format!("{} ", mv.seat), seat_style(mv.seat)),
                styled(format!("{:<9}", mv.text), bold),
            ];
            let sign = walk.reviewed(ply, app.observer).and_then(|decision| sign(decision.cost));
            spans.extend(sign.map(|sign| styled(format!(" {sign}"), RED)));
            spans.extend(failed.then(|| styled(format!(" {FAULT}"), RED)));
            spans.extend(how(walk, ply).map(|how| styled(format!(" {how}"), DIM)));
            Line::from(spans)
        }
        Row::Last => {
            let plies = walk.plies();
            let fault = walk.faults_at(plies).find(|fault| fault.fault.hook != Hook::Finish);
            let text = match (fault, &walk.record.end, &walk.wrong) {
                (Some(SeatFault { seat, fault, .. }), ..) => {
                    styled(format!("{seat} {FAULT} {}", fault.kind), RED)
                }
                (None, Some(end), None) => Span::raw(end.reason.to_string()),
                (None, _, Some(_)) => Span::raw("the record is wrong here"),
                (None, None, None) => Span::raw("the record ends here"),
            };
            Line::from(vec![styled(format!("{arrow}{plies:>4} "), DIM), text])
        }
    }
}

/// Returns the sign that annotators give a mistake of this cost.
fn sign(cost: i32) -> Option<&'static str> {
    Severity::of(cost).map(|size| match size {
        Severity::Inaccuracy => "?!",
        Severity::Mistake => "?",
        Severity::Blunder => "??",
    })
}

/// Returns the origin of a move, unless the seat's own bot chose it.
fn how(walk: &RecordWalk, ply: usize) -> Option<&'static str> {
    match walk.record.plies.get(ply)?.by {
        By::Bot => None,
        By::Given => Some("given"),
        By::Forced => Some("forced"),
        By::Substitute => Some("by the referee"),
        By::Takeover => Some("taken over"),
        By::Human => Some("human"),
    }
}

/// Formats the log at the current stop in lines of `width` columns.
pub(super) fn said(app: &App, width: u16) -> Vec<Line<'static>> {
    let walk = &app.walk;
    let moment = app.moment();
    let mut lines = match app.decision() {
        Some(ply) => decision(walk, ply),
        None if !moment.dealt => points(app),
        None => ending(app),
    };
    let reviewed = app.decision().and_then(|ply| walk.reviewed(ply, app.observer));
    lines.extend(reviewed.into_iter().flat_map(reviewed_lines));
    if moment.dealt {
        lines.extend(walk.faults_at(moment.ply).flat_map(|fault| told_fault(walk, fault)));
    }
    lines.extend(app.legend.lines(usize::from(width)).iter().map(|spans| text::line(spans)));
    if let Some(ply) = app.notes() {
        let plots = if app.marks { &ply.plots[..] } else { &[] };
        let reported = plot_lines(plots, usize::from(width));
        lines.extend(reported.iter().map(|spans| text::line(spans)));
        lines.extend(ply.log.iter().flatten().map(|line| Line::raw(line.clone())));
    }
    lines.extend(hook_logs(app));
    lines.iter().flat_map(|line| wrap(line, width)).collect()
}

/// Formats the review of a decision.
fn reviewed_lines(decision: &Reviewed) -> Vec<Line<'static>> {
    let tone = if decision.severity.is_some() { RED } else { DIM };
    let head = Line::styled(review::text::judgement(decision), style(tone));
    let hindsight = decision.hindsight.as_ref().map(review::text::in_hindsight);
    let reasons = decision.reasons.iter().cloned().chain(hindsight);
    [head].into_iter().chain(reasons.map(|reason| Line::styled(reason, style(DIM)))).collect()
}

fn name(walk: &RecordWalk, seat: Seat) -> Span<'static> {
    styled(walk.name(seat), seat_style(seat))
}

/// Formats a move, its seat and its cost.
fn decision(walk: &RecordWalk, ply: usize) -> Vec<Line<'static>> {
    let mv = &walk.moves[ply];
    let mut head = vec![name(walk, mv.seat), Span::raw(" plays "), styled(mv.text.clone(), BOLD)];
    head.extend(how(walk, ply).map(|how| styled(format!("  {how}"), DIM)));
    let fuel = walk.record.plies.get(ply).and_then(|ply| ply.fuel);
    let costs = costs(walk, mv.seat, fuel, Some(ply));
    [Line::from(head)].into_iter().chain(costs).collect()
}

/// Formats the fuel of a call and the time of a decision, if known.
fn costs(
    walk: &RecordWalk,
    seat: Seat,
    fuel: Option<u64>,
    timed: Option<usize>,
) -> Option<Line<'static>> {
    let fuel = fuel.map(|fuel| {
        let share = allowed(walk, seat).map(|allowed| format!(" ({})", percent(fuel, allowed)));
        format!("fuel {}{}", grouped(fuel), share.unwrap_or_default())
    });
    let took = walk.timings.as_ref().and_then(|timings| *timings.cpu_us.get(timed?)?);
    let took = took.map(|us| format!("{:.1} ms", us as f64 / 1000.0));
    let parts: Vec<String> = fuel.into_iter().chain(took).collect();
    (!parts.is_empty()).then(|| Line::styled(parts.join(" · "), style(DIM)))
}

/// Returns the fuel limit of a move of this seat.
fn allowed(walk: &RecordWalk, seat: Seat) -> Option<u64> {
    let bot = walk.record.players.get(seat.index())?.bot;
    let language = LANGUAGES.iter().find(|language| language.played_by == bot)?;
    Some(language.fuel_per_ms * u64::from(walk.record.limits.as_ref()?.move_ms))
}

fn told_fault(walk: &RecordWalk, fault: &SeatFault) -> [Line<'static>; 2] {
    let SeatFault { seat, fault, .. } = fault;
    let name = walk.name(*seat);
    let what = format!("{FAULT} {name}: {} in {}", fault.kind, fault.hook);
    let location = match (&fault.file, fault.line) {
        (Some(file), Some(line)) if !file.is_empty() => format!("  {file}:{line}"),
        _ => String::new(),
    };
    [Line::styled(what, style(RED)), Line::raw(format!("  {}{location}", fault.why))]
}

/// Formats the points between two hands.
fn points(app: &App) -> Vec<Line<'static>> {
    let of_seat = |(seat, points): (Seat, &i32)| {
        Line::from(vec![
            name(&app.walk, seat),
            Span::raw(format!("  {}", counted(*points, "point", "points"))),
        ])
    };
    let head = Line::styled("the hand is over", style(BOLD));
    [head].into_iter().chain(app.drawn.points.iter().map(of_seat)).collect()
}

/// Formats the reason of the end and each seat's result.
fn ending(app: &App) -> Vec<Line<'static>> {
    let walk = &app.walk;
    if let Some(wrong) = &walk.wrong {
        let text = format!("{FAULT} the record is wrong at ply {}: {}", wrong.ply, wrong.error);
        return vec![Line::styled(text, style(RED))];
    }
    let Some(end) = &walk.record.end else {
        let to_move = |seat| Line::from(vec![name(walk, seat), Span::raw(" is to move")]);
        return app.drawn.to_move.map(to_move).into_iter().collect();
    };
    let names = end.ranks.iter().map(|(seat, _)| walk.name(seat).chars().count());
    let width = names.max().unwrap_or(0);
    let of_seat = |(seat, rank): (Seat, &u8)| {
        Line::from(vec![
            styled(format!("{seat} {:<width$}", walk.name(seat)), seat_style(seat)),
            styled(format!("  rank {rank}"), BOLD),
            Span::raw(format!("  {}", counted(end.points[seat], "point", "points"))),
        ])
    };
    let why = Line::raw(why(&walk.record, end));
    [why].into_iter().chain(end.ranks.iter().map(of_seat)).collect()
}

/// Formats logs outside of moves: before the first, and after the last.
fn hook_logs(app: &App) -> Vec<Line<'static>> {
    let walk = &app.walk;
    let mut lines = Vec::new();
    for HookLog { seat, hook, fuel, log } in &walk.record.logs {
        let stop = if hook.begins() { 0 } else { walk.stops.len() - 1 };
        let is_empty = log.is_empty() && fuel.is_none();
        if app.stop != stop || is_empty || !walk.shows_notes_of(*seat, app.observer) {
            continue;
        }
        lines.push(Line::from(vec![name(walk, *seat), styled(format!(" in {hook}"), DIM)]));
        let timed = (*hook == Hook::NextMove).then_some(walk.moves.len());
        lines.extend(costs(walk, *seat, *fuel, timed));
        lines.extend(log.iter().map(|line| Line::raw(format!("  {line}"))));
    }
    lines
}
