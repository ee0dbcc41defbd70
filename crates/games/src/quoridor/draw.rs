//! Draws the board as text: 20 lines of at most 76 columns.
//!
//! Thin crosses mark the corners of squares, thick lines are walls, and a pawn is its seat's number
//! in brackets, so that the board is readable without colour.

use super::{Square, View, Wall, WallSet};
use juez_core::{Anchor, Drawing, Seat, Span, Tone};

/// Columns of a square without its border.
const WIDE: usize = 3;
/// Columns before the first square.
const LEFT: usize = 4;

pub(super) fn draw(view: &View) -> Drawing {
    let mut drawing = Drawing::new();
    for rank in (0..9).rev() {
        border(&mut drawing, view.board().walls(), rank);
        squares(&mut drawing, view, rank);
    }
    drawing.line().put(Tone::Dim, format!("   └{}┘", ["───"; 9].join("┴")));
    drawing.line().put(Tone::Dim, "     a   b   c   d   e   f   g   h   i");
    for (line, (tone, text)) in drawing.lines.iter_mut().skip(3).zip(notes(view)) {
        line.push(Span { text: "   ".to_string(), tone: Tone::Plain });
        line.push(Span { text, tone });
    }
    drawing.anchors = squares_and_slots(view);
    drawing
}

/// Returns the position of every square, and of every wall slot, taken or not.
fn squares_and_slots(view: &View) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    let room = view.board().walls().room();
    for (file, rank) in (0..9).flat_map(|rank| (0..9).map(move |file| (file, rank))) {
        // The line of this rank's squares; the line above is their border.
        let line = 2 * usize::from(8 - rank) + 1;
        let column = LEFT + (WIDE + 1) * usize::from(file);
        if let Some(square) = Square::at(file, rank) {
            let (place, free) = (square.to_string(), view.board().pawn_on(square).is_none());
            anchors.push(Anchor { place, line, column, width: WIDE, height: 1, free });
        }
        for vertical in [false, true] {
            let Some(wall) = Wall::at(file, rank, vertical) else { continue };
            let (place, free) = (wall.to_string(), room.contains(wall));
            anchors.push(if vertical {
                let (line, column) = (line - 2, column + WIDE);
                Anchor { place, line, column, width: 1, height: 3, free }
            } else {
                Anchor { place, line: line - 1, column, width: 2 * WIDE + 1, height: 1, free }
            });
        }
    }
    anchors
}

/// Draws the line above a rank of squares.
fn border(drawing: &mut Drawing, walls: WallSet, rank: u8) {
    drawing.line().put(Tone::Dim, if rank == 8 { "   ┌" } else { "   ├" });
    for file in 0..9 {
        if lies(walls, file, rank) {
            drawing.put(Tone::Strong, "━".repeat(WIDE));
        } else {
            drawing.put(Tone::Dim, if rank == 8 { "───" } else { "   " });
        }
        let (tone, joint) = joint(walls, file, rank);
        drawing.put(tone, joint);
    }
}

/// Returns the sign at the north-east corner of this square.
fn joint(walls: WallSet, file: u8, rank: u8) -> (Tone, &'static str) {
    if file == 8 {
        return (Tone::Dim, if rank == 8 { "┐" } else { "┤" });
    }
    if rank == 8 {
        return (Tone::Dim, "┬");
    }
    if wall(walls, Some(file), Some(rank), false) {
        (Tone::Strong, "━")
    } else if wall(walls, Some(file), Some(rank), true) {
        (Tone::Strong, "┃")
    } else {
        (Tone::Dim, "┼")
    }
}

fn squares(drawing: &mut Drawing, view: &View, rank: u8) {
    drawing.line().put(Tone::Dim, format!(" {} │", rank + 1));
    for file in 0..9 {
        let pawn = Square::at(file, rank).and_then(|square| view.board().pawn_on(square));
        match pawn {
            Some(seat) => drawing.put(Tone::Seat(seat), format!("({seat})")),
            None => drawing.put(Tone::Plain, " ".repeat(WIDE)),
        };
        if stands(view.board().walls(), file, rank) {
            drawing.put(Tone::Strong, "┃");
        } else {
            drawing.put(Tone::Dim, if file == 8 { "│" } else { " " });
        }
    }
}

/// Returns true if half a wall is above this square.
fn lies(walls: WallSet, file: u8, rank: u8) -> bool {
    [Some(file), file.checked_sub(1)].iter().any(|&file| wall(walls, file, Some(rank), false))
}

/// Returns true if half a wall is to the right of this square.
fn stands(walls: WallSet, file: u8, rank: u8) -> bool {
    [Some(rank), rank.checked_sub(1)].iter().any(|&rank| wall(walls, Some(file), rank, true))
}

/// Returns true if a wall with this south-west corner is on the board; false without a corner.
fn wall(walls: WallSet, file: Option<u8>, rank: Option<u8>, vertical: bool) -> bool {
    let wall = file.zip(rank).and_then(|(file, rank)| Wall::at(file, rank, vertical));
    wall.is_some_and(|wall| walls.contains(wall))
}

/// Returns the notes next to the ranks, from the top.
fn notes(view: &View) -> Vec<(Tone, String)> {
    let mut notes = vec![(Tone::Plain, status(view)), (Tone::Plain, String::new())];
    for seat in Seat::all(view.board().seats()) {
        let arrow =
            if view.over().is_none() && view.board().to_move() == seat { '▸' } else { ' ' };
        let (goal, left) = (view.board().goal(seat).line_name(), view.board().walls_left(seat));
        let walls = if left == 1 { "1 wall".to_string() } else { format!("{left} walls") };
        notes.push((
            Tone::Seat(seat),
            format!("{arrow}({seat}) to {goal:6}  {walls:8}  {} away", view.board().distance(seat)),
        ));
    }
    notes
}

fn status(view: &View) -> String {
    match (view.board().winner(), view.over()) {
        (Some(seat), _) => format!("ply {}: seat {seat} has won", view.ply()),
        (None, Some(reason)) => format!("ply {}: a draw ({reason})", view.ply()),
        (None, None) => format!("ply {}: seat {} to move", view.ply(), view.board().to_move()),
    }
}
