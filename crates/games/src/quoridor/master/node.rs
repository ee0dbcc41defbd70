//! A position of two players with incrementally updated paths, accumulators and hash key.

use super::keys::{key_change, key_of};
use super::net::{HIDDEN, Row};
use super::paths::{NO_PATH, Path, across, direction_of, neighbour, path, steps};
use crate::quoridor::{Board, Direction, Move, Square, SquareSet, Wall, WallSet};
use juez_core::Seat;

/// Goal line of each seat.
const GOALS: [SquareSet; 2] =
    [SquareSet::line(Direction::North), SquareSet::line(Direction::South)];

/// A board of two players, with both path lengths and one shortest path of each.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub(super) board: Board,
    /// A shortest path of each seat, valid as far as `known` says.
    paths: [Path; 2],
    known: [Known; 2],
    /// Accumulators of the network as seen from each side.
    pub(super) accumulators: [Row; 2],
    pub(super) key: u64,
    pub(super) steps: [u8; 2],
}

/// The valid parts of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Nothing,
    /// The route, but not the walls across it.
    Route,
    All,
}

#[inline]
pub(super) const fn seat(side: usize) -> Seat {
    Seat::new(side as u8)
}

impl Node {
    /// Creates the position of a board, with zero accumulators.
    pub fn new(board: Board) -> Node {
        let steps = [0, 1].map(|side| steps(board.passages(), board.pawn(seat(side)), GOALS[side]));
        let paths = [Path { across: WallSet::EMPTY, route: 0 }; 2];
        Node {
            board,
            paths,
            known: [Known::Nothing; 2],
            accumulators: [[0; HIDDEN]; 2],
            key: key_of(&board),
            steps,
        }
    }

    /// Returns the side to move, 0 or 1.
    #[inline]
    pub(super) fn side(&self) -> usize {
        self.board.to_move().index()
    }

    /// Returns the hash key of the position.
    pub fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) fn pawn(&self, side: usize) -> Square {
        self.board.pawn(seat(side))
    }

    #[inline]
    pub(super) fn left(&self, side: usize) -> u8 {
        self.board.walls_left(seat(side))
    }

    /// Returns true if either side has walls left.
    #[inline]
    pub(super) fn has_walls(&self) -> bool {
        self.left(0) > 0 || self.left(1) > 0
    }

    #[inline]
    fn find_path(&mut self, side: usize) {
        let from = self.pawn(side);
        match self.known[side] {
            Known::All => return,
            Known::Route => {
                let path = &mut self.paths[side];
                path.across = across(from, path.route, self.steps[side]);
            }
            Known::Nothing => {
                let open = self.board.passages();
                self.paths[side] = path(open, from, GOALS[side], self.steps[side]);
            }
        }
        self.known[side] = Known::All;
    }

    /// Returns the walls across the shortest path of a side.
    #[inline]
    pub(super) fn across(&mut self, side: usize) -> WallSet {
        self.find_path(side);
        self.paths[side].across
    }

    /// Returns the first square of the shortest path of a side.
    #[inline]
    pub(super) fn next(&mut self, side: usize) -> Square {
        if self.known[side] == Known::Nothing {
            self.find_path(side);
        }
        neighbour(self.pawn(side), direction_of(self.paths[side].route))
    }

    /// Returns the path length of a side with its pawn on `square`.
    #[inline]
    pub(super) fn steps_from(&self, side: usize, square: Square) -> u8 {
        steps(self.board.passages(), square, GOALS[side])
    }

    /// Returns the path length of a side after one more wall.
    #[inline]
    pub(super) fn steps_of_with(&self, side: usize, wall: Wall) -> u8 {
        steps(self.board.passages().with(wall), self.pawn(side), GOALS[side])
    }

    /// Returns both path lengths after one more wall; `None` if it cuts the last path of a side.
    /// Both paths must be known.
    #[inline]
    pub(super) fn steps_with(&self, wall: Wall) -> Option<[u8; 2]> {
        let open = self.board.passages().with(wall);
        let mut after = self.steps;
        for side in 0..2 {
            if self.paths[side].across.contains(wall) {
                after[side] = steps(open, self.pawn(side), GOALS[side]);
                if after[side] == NO_PATH {
                    return None;
                }
            }
        }
        Some(after)
    }

    #[inline]
    pub(super) fn find_paths(&mut self) {
        self.find_path(0);
        self.find_path(1);
    }

    /// Returns the position after a move, with the path lengths `steps`.
    #[inline]
    pub(super) fn after(&self, mv: Move, steps: [u8; 2]) -> Node {
        let side = self.side();
        let mut node = *self;
        node.board.play_unchecked(mv);
        node.key ^= key_change(&self.board, mv);
        node.steps = steps;
        match mv {
            Move::Pawn(square) => {
                let follows_route = self.known[side] != Known::Nothing
                    && self.steps[side] <= Path::MAX_ROUTE
                    && square == neighbour(self.pawn(side), direction_of(self.paths[side].route));
                node.known[side] = if follows_route { Known::Route } else { Known::Nothing };
                node.paths[side].route >>= 2;
            }
            Move::Wall(wall) => {
                for side in 0..2 {
                    if self.paths[side].across.contains(wall) {
                        node.known[side] = Known::Nothing;
                    }
                }
            }
            Move::Pass => {}
        }
        node
    }
}
