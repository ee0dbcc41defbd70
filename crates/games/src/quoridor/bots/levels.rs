//! The levels of the master in a match of two.

use crate::quoridor::master::WallDepths;
use crate::quoridor::paths::distance;
use crate::quoridor::{Board, Move, Passages, Square, SquareSet};
use juez_core::Seat;

/// Steps that a level which gives way walks to keep away from a pawn.
const DETOUR: usize = 1;

/// Number of levels; the last one is the full strength.
pub(super) const COUNT: usize = 10;

/// The way a level plays. It has the weaknesses of people who learn the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Maximum number of positions it looks at for each move.
    pub nodes: u32,
    /// Maximum number of plies it looks ahead.
    pub depth: i32,
    /// True if it sees walls in its way before it bumps into them.
    pub sees_walls: bool,
    /// True if it makes a detour around other pawns.
    pub gives_way: bool,
    /// Steps to its goal from which it only runs.
    pub haste: u8,
    /// True if it places walls.
    pub builds: bool,
    /// True if it expects walls of its opponent.
    pub expects_walls: bool,
    /// True if it knows the evaluation and the walls that self-play has taught.
    pub is_taught: bool,
}

/// Strength of each level in Elo, relative to the first; docs/levels.md has the matches.
pub(in crate::quoridor) const STRENGTHS: [i32; COUNT] =
    [0, 164, 303, 434, 598, 739, 880, 1052, 1211, 1415];

pub(super) const FULL: Level = Level {
    nodes: u32::MAX,
    depth: i32::MAX,
    sees_walls: true,
    gives_way: false,
    haste: 0,
    builds: true,
    expects_walls: true,
    is_taught: true,
};

const LEVELS: [Level; COUNT] = [
    Level { builds: false, sees_walls: false, gives_way: true, ..FULL },
    Level { depth: 3, haste: 3, expects_walls: false, is_taught: false, ..FULL },
    Level { nodes: 150, depth: 2, is_taught: false, ..FULL },
    Level { nodes: 130, ..FULL },
    Level { nodes: 380, ..FULL },
    Level { nodes: 1_300, ..FULL },
    Level { nodes: 4_300, ..FULL },
    Level { nodes: 16_000, ..FULL },
    Level { nodes: 65_000, ..FULL },
    FULL,
];

impl Level {
    /// Returns the way a level plays, from 1 to [`COUNT`].
    pub fn of(number: u32) -> Level {
        LEVELS[(number as usize).clamp(1, COUNT) - 1]
    }

    /// Returns the walls that it considers in a search.
    pub fn wall_depths(self) -> WallDepths {
        if self.is_taught {
            WallDepths::default()
        } else {
            WallDepths { closing: 0, guards: 0, ..WallDepths::default() }
        }
    }

    /// Returns true if it makes a step here without a search.
    pub fn only_walks(self, board: &Board, me: Seat) -> bool {
        !self.builds || board.distance(me) <= self.haste
    }

    /// Returns the step that it makes without a search; `None` if there is none. `before` has the
    /// squares of its pawn so far.
    pub fn step(self, board: &Board, me: Seat, before: &[Square]) -> Option<Move> {
        let open = if self.sees_walls { board.passages() } else { Passages::open() };
        let goal = board.goal_squares(me);
        // A square is avoided once it has been tried, or a dead end out of sight would hold it.
        let tries = |square| before.iter().filter(|&&earlier| earlier == square).count();
        let others = Seat::all(board.seats()).filter(|&seat| seat != me);
        let others = others.fold(SquareSet::EMPTY, |all, seat| all.with(board.pawn(seat)));
        let detour = |square| {
            let meets = board.neighbors(square).meets(others);
            if self.gives_way && meets { DETOUR } else { 0 }
        };
        let steps = |square| distance(open, square, goal).map_or(usize::MAX / 2, usize::from);
        let best = board
            .pawn_moves(me)
            .into_iter()
            .min_by_key(|&square| steps(square) + 2 * tries(square) + detour(square));
        best.map(Move::Pawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(moves: &str) -> Board {
        let start = Board::new(2, 10, false);
        moves.split(' ').fold(start, |board, mv| board.after(mv.parse().expect("a move")))
    }

    #[test]
    fn the_first_level_walks_straight_at_a_wall_that_others_see() {
        // A row of walls two squares ahead of e1.
        let board = board("c2h e8 e2h e7 g2h e6");
        let step = |level: Level| level.step(&board, Seat::new(0), &[]);
        assert_eq!(step(Level::of(1)), Some(Move::Pawn("e2".parse().expect("a square"))));
        assert_eq!(step(FULL), Some(Move::Pawn("d1".parse().expect("a square"))));
        let walks = [1, 2, 10].map(|number| Level::of(number).only_walks(&board, Seat::new(0)));
        assert_eq!(walks, [true, false, false]);
    }

    #[test]
    fn a_square_that_was_tried_is_avoided() {
        let board = board("d1h e8 f1h e7");
        let tried = ["d1", "d1", "f1"].map(|square| square.parse().expect("a square"));
        let step = Level::of(1).step(&board, Seat::new(0), &tried);
        assert_eq!(step, Some(Move::Pawn("f1".parse().expect("a square"))));
    }
}
