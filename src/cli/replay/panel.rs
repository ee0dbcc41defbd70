//! Panel beside the table: the moves around the current one, and the log there.

use ratatui::text::{Line, Span};

use super::app::App;
use super::record_walk::RecordWalk;
use super::text::{self, style, wrap};
use super::timeline::FAULT;
use crate::cli::colours::seat_style;
use crate::cli::match_text::why;
use crate::cli::text::{BOLD, DIM, RED, grouped};
use crate::core::{By, Hook, HookLog, PlayedBy, Seat, SeatFault, plot_lines};
use crate::script::LANGUAGES;

/// A line of the list of moves.
#[derive(Clone, Copy)]
enum Row {
    /// The beginning of a hand, counted from 0.
    Hand(u32),
    Move(usize),
    /// Lines after the last move.
    Last,
}

/// The list of moves in `height` lines, the current one among them.
pub(super) fn moves(app: &App, height: u16) -> Vec<Line<'static>> {
    let walk = &app.walk;
    let dealt = !walk.record.deals.is_empty();
    let mut rows = Vec::with_capacity(walk.moves.len() + 1);
    let mut hand = None;
    for (ply, mv) in walk.moves.iter().enumerate() {
        if dealt && hand != Some(mv.deal) {
            hand = Some(mv.deal);
            rows.push(Row::Hand(mv.deal));
        }
        rows.push(Row::Move(ply));
    }
    rows.push(Row::Last);
    let decision = app.decision();
    let current = rows.iter().position(|row| match (row, decision) {
        (Row::Move(ply), Some(decision)) => *ply == decision,
        _ => false,
    });
    let current = current.or_else(|| hand_row(app, &rows)).unwrap_or(rows.len() - 1);
    let height = usize::from(height);
    let first = current.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
    let shown = rows.iter().enumerate().skip(first).take(height);
    shown.map(|(at, &row)| row_line(app, row, at == current)).collect()
}

/// The row of the hand that is about to be dealt.
fn hand_row(app: &App, rows: &[Row]) -> Option<usize> {
    let moment = app.moment();
    let next = app.walk.moves.get(moment.ply as usize).filter(|_| !moment.dealt)?.deal;
    rows.iter().position(|row| matches!(row, Row::Hand(hand) if *hand == next))
}

fn row_line(app: &App, row: Row, current: bool) -> Line<'static> {
    let walk = &app.walk;
    let arrow = if current { "▸" } else { " " };
    match row {
        Row::Hand(hand) => Line::styled(format!("{arrow}── hand {} ──", hand + 1), style(DIM)),
        Row::Move(ply) => {
            let mv = &walk.moves[ply];
            let failed = walk.faults_at(ply as u32).next().is_some();
            let mut spans = vec![Span::styled(format!("{arrow}{ply:>4} "), style(DIM))];
            spans.push(Span::styled(format!("{} ", mv.seat), style(seat_style(mv.seat))));
            let bold = if current { style(BOLD) } else { style(anstyle::Style::new()) };
            spans.push(Span::styled(format!("{:<9}", mv.text), bold));
            if failed {
                spans.push(Span::styled(format!(" {FAULT}"), style(RED)));
            }
            if let Some(how) = how(walk, ply) {
                spans.push(Span::styled(format!(" {how}"), style(DIM)));
            }
            Line::from(spans)
        }
        Row::Last => {
            let plies = walk.plies();
            let head = Span::styled(format!("{arrow}{plies:>4} "), style(DIM));
            if walk.ends_with_a_fault() {
                let fault = walk.faults_at(plies).find(|fault| fault.fault.hook != Hook::Finish);
                let seat = fault.map(|fault| fault.seat.to_string()).unwrap_or_default();
                let kind = fault.map(|fault| fault.fault.kind.to_string()).unwrap_or_default();
                let text = format!("{seat} {FAULT} {kind}");
                return Line::from(vec![head, Span::styled(text, style(RED))]);
            }
            let text = match (&walk.record.end, &walk.wrong) {
                (Some(end), None) => end.reason.to_string(),
                (_, Some(_)) => "the record is wrong here".to_string(),
                (None, None) => "the record ends here".to_string(),
            };
            Line::from(vec![head, Span::raw(text)])
        }
    }
}

/// Origin of a move, unless the seat's own bot chose it.
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

/// Log where the walk stands, in lines of `width` columns.
pub(super) fn said(app: &App, width: u16) -> Vec<Line<'static>> {
    let walk = &app.walk;
    let moment = app.moment();
    let mut lines = Vec::new();
    match app.decision() {
        Some(ply) => decision(app, ply, &mut lines),
        None if !moment.dealt => points(app, &mut lines),
        None => {}
    }
    if moment.dealt && moment.ply == walk.plies() {
        ending(app, &mut lines);
    }
    if moment.dealt {
        for fault in walk.faults_at(moment.ply) {
            told_fault(walk, fault, &mut lines);
        }
    }
    for spans in app.legend.lines(usize::from(width)) {
        lines.push(text::line(&spans));
    }
    if let Some(ply) = app.notes() {
        let plots = if app.marks { &ply.plots[..] } else { &[] };
        let reported = plot_lines(plots, usize::from(width));
        lines.extend(reported.iter().map(|spans| text::line(spans)));
        lines.extend(ply.log.iter().flatten().map(|line| Line::raw(line.clone())));
    }
    hook_logs(app, &mut lines);
    lines.iter().flat_map(|line| wrap(line, width)).collect()
}

/// Lines for a move, its seat and its cost.
fn decision(app: &App, ply: usize, lines: &mut Vec<Line<'static>>) {
    let walk = &app.walk;
    let mv = &walk.moves[ply];
    let mut head = vec![
        Span::styled(walk.name(mv.seat), style(seat_style(mv.seat))),
        Span::raw(" plays "),
        Span::styled(mv.text.clone(), style(BOLD)),
    ];
    if let Some(how) = how(walk, ply) {
        head.push(Span::styled(format!("  {how}"), style(DIM)));
    }
    lines.push(Line::from(head));
    let fuel = walk.record.plies.get(ply).and_then(|ply| ply.fuel);
    let took = walk.timings.as_ref().and_then(|timings| *timings.cpu_us.get(ply)?);
    costs(walk, mv.seat, fuel, took, lines);
}

fn costs(
    walk: &RecordWalk,
    seat: Seat,
    fuel: Option<u64>,
    took: Option<u64>,
    lines: &mut Vec<Line<'static>>,
) {
    let mut parts = Vec::new();
    if let Some(fuel) = fuel {
        let share = allowed(walk, seat).map(|allowed| match fuel * 100 / allowed.max(1) {
            0 if fuel > 0 => " (<1 %)".to_string(),
            share => format!(" ({share} %)"),
        });
        parts.push(format!("fuel {}{}", grouped(fuel), share.unwrap_or_default()));
    }
    if let Some(us) = took {
        parts.push(format!("{:.1} ms", us as f64 / 1000.0));
    }
    if !parts.is_empty() {
        lines.push(Line::styled(parts.join(" · "), style(DIM)));
    }
}

/// The fuel of one move of this seat.
fn allowed(walk: &RecordWalk, seat: Seat) -> Option<u64> {
    let language = match walk.record.players.get(seat.index())?.bot {
        PlayedBy::Lua => "lua",
        PlayedBy::Rhai => "rhai",
        PlayedBy::Builtin | PlayedBy::Human => return None,
    };
    let language = LANGUAGES.iter().find(|known| known.id == language)?;
    Some(language.fuel_per_ms * u64::from(walk.record.limits.as_ref()?.move_ms))
}

fn told_fault(walk: &RecordWalk, fault: &SeatFault, lines: &mut Vec<Line<'static>>) {
    let SeatFault { seat, fault, .. } = fault;
    let name = walk.name(*seat);
    lines.push(Line::styled(
        format!("{FAULT} {name}: {} in {}", fault.kind, fault.hook),
        style(RED),
    ));
    let file = fault.file.as_deref().unwrap_or_default();
    let location = match fault.line {
        Some(line) if !file.is_empty() => format!("  {file}:{line}"),
        _ => String::new(),
    };
    lines.push(Line::raw(format!("  {}{location}", fault.why)));
}

/// The points between two hands.
fn points(app: &App, lines: &mut Vec<Line<'static>>) {
    lines.push(Line::styled("the hand is over", style(BOLD)));
    for (seat, points) in app.drawn.points.iter() {
        lines.push(Line::from(vec![
            Span::styled(app.walk.name(seat), style(seat_style(seat))),
            Span::raw(format!("  {}", in_points(*points))),
        ]));
    }
}

fn in_points(points: i32) -> String {
    format!("{points} {}", if points == 1 { "point" } else { "points" })
}

/// The reason for which the match is over, and the result of each seat.
fn ending(app: &App, lines: &mut Vec<Line<'static>>) {
    let walk = &app.walk;
    if let Some(wrong) = &walk.wrong {
        let text = format!("{FAULT} the record is wrong at ply {}: {}", wrong.ply, wrong.error);
        lines.push(Line::styled(text, style(RED)));
        return;
    }
    let Some(end) = &walk.record.end else {
        if let Some(seat) = app.drawn.to_move {
            let name = Span::styled(walk.name(seat), style(seat_style(seat)));
            lines.push(Line::from(vec![name, Span::raw(" is to move")]));
        }
        return;
    };
    lines.push(Line::raw(why(&walk.record, end)));
    let names = end.ranks.iter().map(|(seat, _)| walk.name(seat).chars().count());
    let width = names.max().unwrap_or(0);
    for (seat, rank) in end.ranks.iter() {
        lines.push(Line::from(vec![
            Span::styled(format!("{seat} {:<width$}", walk.name(seat)), style(seat_style(seat))),
            Span::styled(format!("  rank {rank}"), style(BOLD)),
            Span::raw(format!("  {}", in_points(end.points[seat]))),
        ]));
    }
}

/// Logs outside of moves: before the first, and after the last.
fn hook_logs(app: &App, lines: &mut Vec<Line<'static>>) {
    let walk = &app.walk;
    let (first, last) = (app.stop == 0, app.stop + 1 == walk.stops.len());
    for HookLog { seat, hook, fuel, log } in &walk.record.logs {
        let here = match hook {
            Hook::Load | Hook::Start => first,
            Hook::NextMove | Hook::Finish => last,
        };
        if !here || !walk.shows_notes_of(*seat, app.observer) || (log.is_empty() && fuel.is_none())
        {
            continue;
        }
        lines.push(Line::from(vec![
            Span::styled(walk.name(*seat), style(seat_style(*seat))),
            Span::styled(format!(" in {hook}"), style(DIM)),
        ]));
        let took =
            walk.timings.as_ref().and_then(|timings| *timings.cpu_us.get(walk.moves.len())?);
        costs(walk, *seat, *fuel, took.filter(|_| *hook == Hook::NextMove), lines);
        lines.extend(log.iter().map(|line| Line::raw(format!("  {line}"))));
    }
}
