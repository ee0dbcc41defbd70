//! Which rule a move breaks, in words.

use super::{Board, Move, Square, SquareSet, Wall};
use crate::core::{IllegalMove, Seat};

impl Board {
    /// Whether the seat to move may play `mv` and, if not, which rule it breaks.
    ///
    /// # Errors
    /// The broken rule in words, naming the player it hurts.
    pub fn explain(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            return Ok(());
        }
        let seat = self.to_move();
        Err(IllegalMove(match mv {
            Move::Pawn(to) => why_no_pawn_move(self, self.pawn(seat), to),
            Move::Wall(wall) => why_no_wall(self, seat, wall),
            Move::Pass => "pass is only for a seat without any other move".to_string(),
        }))
    }
}

fn why_no_wall(board: &Board, seat: Seat, wall: Wall) -> String {
    let walls = board.walls();
    let along = if wall.is_vertical() { (0, 1) } else { (1, 0) };
    let overlapped = [Some(wall), wall.offset(-along.0, -along.1), wall.offset(along.0, along.1)]
        .into_iter()
        .flatten()
        .find(|&other| walls.contains(other));
    if board.walls_left(seat) == 0 {
        "no walls left".to_string()
    } else if walls.contains(wall.across()) {
        format!("{wall} crosses {}", wall.across())
    } else if overlapped == Some(wall) {
        format!("{wall} is on the board already")
    } else if let Some(other) = overlapped {
        format!("{wall} overlaps {other}")
    } else {
        let hurt: Vec<String> = board.cut_off_by(wall).map(|seat| seat.to_string()).collect();
        match hurt.as_slice() {
            [seat] => format!("{wall} would leave seat {seat} without a path"),
            seats => format!("{wall} would leave seats {} without a path", seats.join(" and ")),
        }
    }
}

fn why_no_pawn_move(board: &Board, from: Square, to: Square) -> String {
    if from == to {
        return format!("the pawn stands on {to} already");
    }
    if let Some(seat) = board.pawn_on(to) {
        return format!("{to} is occupied by the pawn of seat {seat}");
    }
    let files = to.file().abs_diff(from.file());
    let ranks = to.rank().abs_diff(from.rank());
    match (files, ranks) {
        (0, 1) | (1, 0) => wall_between(from, to),
        (0, 2) | (2, 0) => why_no_straight_jump(board, from, to),
        (1, 1) => why_no_diagonal_jump(board, from, to),
        _ => format!(
            "{to} is too far from {from}: a pawn steps to the next square or jumps over a pawn there"
        ),
    }
}

fn wall_between(a: Square, b: Square) -> String {
    format!("a wall stands between {a} and {b}")
}

fn why_no_straight_jump(board: &Board, from: Square, to: Square) -> String {
    let midway = |a: u8, b: u8| (a + b) / 2;
    let over = Square::at(midway(from.file(), to.file()), midway(from.rank(), to.rank()));
    match over {
        Some(over) if board.pawn_on(over).is_some() => {
            if board.passages().connects(from, over) {
                wall_between(over, to)
            } else {
                wall_between(from, over)
            }
        }
        Some(over) => format!("{to} is two steps from {from}: a jump needs a pawn on {over}"),
        None => format!("{to} is too far from {from}"),
    }
}

fn why_no_diagonal_jump(board: &Board, from: Square, to: Square) -> String {
    let corners = [Square::at(to.file(), from.rank()), Square::at(from.file(), to.rank())];
    let corners = || corners.into_iter().flatten();
    match corners().find(|&over| board.pawn_on(over).is_some()) {
        Some(over) if !board.passages().connects(from, over) => wall_between(from, over),
        Some(over) if straight_is_closed(board, from, over) => wall_between(over, to),
        Some(over) if board.third_pawn_side() => format!(
            "{to} is not adjacent: a diagonal jump needs a wall, the edge or a pawn behind {over}"
        ),
        Some(over) => {
            format!("{to} is not adjacent: a diagonal jump needs a wall or the edge behind {over}")
        }
        None => {
            let corners: Vec<String> = corners().map(|square| square.to_string()).collect();
            format!(
                "{to} is not adjacent: a diagonal jump needs a pawn on {}",
                corners.join(" or ")
            )
        }
    }
}

/// Whether the pawn on `over` cannot be jumped straight from `from`, so that it may be passed
/// diagonally.
fn straight_is_closed(board: &Board, from: Square, over: Square) -> bool {
    let files = over.file() as i8 - from.file() as i8;
    let ranks = over.rank() as i8 - from.rank() as i8;
    match over.offset(files, ranks) {
        Some(behind) if board.passages().connects(over, behind) => {
            let third_pawn = SquareSet::of(behind).meets(board.occupied());
            third_pawn && board.third_pawn_side()
        }
        _ => true,
    }
}
