//! Explains the rule that a move breaks.

use super::{Board, Move, Square, SquareSet, Wall};
use juez_core::{IllegalMove, Seat, sentences};

sentences! {
    /// Reasons why a move is refused.
    SENTENCES:
    no_pass() = "pass is only for a seat without any other move";
    no_walls() = "no walls left";
    crosses(wall, other) = "{wall} crosses {other}";
    is_there(wall) = "{wall} is already on the board";
    overlaps(wall, other) = "{wall} overlaps {other}";
    cuts_off(wall, seat) = "{wall} would leave seat {seat} without a path";
    cuts_off_several(wall, seats) = "{wall} would leave seats {seats} without a path";
    stands_there(square) = "the pawn is already on {square}";
    occupied(square, seat) = "{square} is occupied by the pawn of seat {seat}";
    too_far(to, from) = "{to} is too far from {from}: a pawn steps to the next square or jumps over a pawn there";
    wall_between(one, other) = "there is a wall between {one} and {other}";
    two_steps(to, from, over) = "{to} is two steps from {from}: a jump needs a pawn on {over}";
    needs_wall_or_pawn(to, over) = "{to} is not adjacent: a diagonal jump needs a wall, the edge or a pawn behind {over}";
    needs_wall(to, over) = "{to} is not adjacent: a diagonal jump needs a wall or the edge behind {over}";
    needs_pawn(to, squares) = "{to} is not adjacent: a diagonal jump needs a pawn on {squares}";
}

impl Board {
    /// Checks that the seat to move may play `mv`.
    ///
    /// # Errors
    /// Returns the broken rule in words, naming the player it hurts.
    pub fn explain(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            return Ok(());
        }
        let seat = self.to_move();
        Err(IllegalMove(match mv {
            Move::Pawn(to) => why_no_pawn_move(self, self.pawn(seat), to),
            Move::Wall(wall) => why_no_wall(self, seat, wall),
            Move::Pass => no_pass(),
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
        no_walls()
    } else if walls.contains(wall.across()) {
        crosses(wall, wall.across())
    } else if overlapped == Some(wall) {
        is_there(wall)
    } else if let Some(other) = overlapped {
        overlaps(wall, other)
    } else {
        let hurt: Vec<String> = board.cut_off_by(wall).map(|seat| seat.to_string()).collect();
        match hurt.as_slice() {
            [seat] => cuts_off(wall, seat),
            seats => cuts_off_several(wall, seats.join(" and ")),
        }
    }
}

fn why_no_pawn_move(board: &Board, from: Square, to: Square) -> String {
    if from == to {
        return stands_there(to);
    }
    if let Some(seat) = board.pawn_on(to) {
        return occupied(to, seat);
    }
    let files = to.file().abs_diff(from.file());
    let ranks = to.rank().abs_diff(from.rank());
    match (files, ranks) {
        (0, 1) | (1, 0) => wall_between(from, to),
        (0, 2) | (2, 0) => why_no_straight_jump(board, from, to),
        (1, 1) => why_no_diagonal_jump(board, from, to),
        _ => too_far(to, from),
    }
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
        Some(over) => two_steps(to, from, over),
        None => too_far(to, from),
    }
}

fn why_no_diagonal_jump(board: &Board, from: Square, to: Square) -> String {
    let corners = [Square::at(to.file(), from.rank()), Square::at(from.file(), to.rank())];
    let corners = || corners.into_iter().flatten();
    match corners().find(|&over| board.pawn_on(over).is_some()) {
        Some(over) if !board.passages().connects(from, over) => wall_between(from, over),
        Some(over) if straight_is_closed(board, from, over) => wall_between(over, to),
        Some(over) if board.third_pawn_side() => needs_wall_or_pawn(to, over),
        Some(over) => needs_wall(to, over),
        None => {
            let corners: Vec<String> = corners().map(|square| square.to_string()).collect();
            needs_pawn(to, corners.join(" or "))
        }
    }
}

/// Returns true if the pawn on `over` cannot be jumped straight from `from`, so that it can be
/// passed diagonally.
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
