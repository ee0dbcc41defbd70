//! All plies of a match on one line.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::record_walk::RecordWalk;
use super::text::{joined, style, styled};
use crate::cli::text::{BOLD, DIM, RED};

const HERE: char = '●';
pub(super) const FAULT: char = '✗';
const HAND: char = '┊';

/// Draws the timeline in `width` columns with `ply` as the current one.
pub(super) fn timeline(walk: &RecordWalk, ply: u32, width: u16) -> Line<'static> {
    let plies = walk.plies();
    let digits = plies.to_string().len();
    let label = format!(" ply {ply:>digits$}/{plies} ");
    let room = usize::from(width).saturating_sub(label.chars().count() + 1);
    let mut spans = vec![styled(label, BOLD)];
    if room >= 10 {
        spans.extend(bar(walk, ply, room));
    }
    Line::from(spans)
}

fn bar(walk: &RecordWalk, ply: u32, room: usize) -> Vec<Span<'static>> {
    let plies = u64::from(walk.plies().max(1));
    let cell = |ply: u32| (u64::from(ply) * (room as u64 - 1) / plies) as usize;
    let (here, dim) = (cell(ply), style(DIM));
    let played = |at| if at < here { '━' } else { '─' };
    let mut cells: Vec<(char, Style)> = (0..room).map(|at| (played(at), dim)).collect();
    let hands = walk.hands();
    // Skipped if the marks would touch.
    if hands.len() * 2 <= room {
        for hand in hands.into_iter().filter(|&hand| hand > 0) {
            cells[cell(hand)] = (HAND, dim);
        }
    }
    for fault in walk.record.faults() {
        cells[cell(fault.ply.min(walk.plies()))] = (FAULT, style(RED));
    }
    let at_fault = cells[here].0 == FAULT;
    cells[here] = (HERE, style(if at_fault { RED } else { BOLD }));
    joined(&cells).spans
}
