//! The board: pawns, walls and the seat to move, small enough to copy at every move.

use super::paths;
use super::{Direction, Move, Options, Passages, Square, SquareSet, Wall, WallSet};
use juez_core::Seat;

/// Seats of the largest match.
pub(super) const MAX_SEATS: usize = 4;

/// A position on the board without the limits of the match, for searches.
///
/// `Copy`, 64 bytes. It knows which seat has reached its goal, but neither the number of plies nor
/// earlier positions; the [`Position`](super::Position) has these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    walls: WallSet,
    open: Passages,
    /// From `seats` on, a1 and 0 walls left.
    pawns: [Square; MAX_SEATS],
    walls_left: [u8; MAX_SEATS],
    seats: u8,
    to_move: Seat,
    winner: Option<Seat>,
    third_pawn_side: bool,
}

impl Board {
    /// Creates the board before the first move.
    ///
    /// # Panics
    /// If `seats` is neither 2 nor 4.
    pub fn new(seats: u8, walls: u8, third_pawn_side: bool) -> Board {
        assert!(seats == 2 || seats == 4, "quoridor has 2 or 4 seats");
        let mut pawns = [Square::from_index(0); MAX_SEATS];
        let mut walls_left = [0; MAX_SEATS];
        for seat in Seat::all(seats) {
            pawns[seat.index()] = home(seats, seat);
            walls_left[seat.index()] = walls;
        }
        Board {
            walls: WallSet::EMPTY,
            open: Passages::open(),
            pawns,
            walls_left,
            seats,
            to_move: Seat::new(0),
            winner: None,
            third_pawn_side,
        }
    }

    /// Returns the number of seats.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the seat to move; after a win, the seat that would move.
    #[inline]
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Returns the seat that has reached its goal line, if any.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// Returns true if a pawn may pass another diagonally when a third is behind it.
    #[inline]
    pub fn third_pawn_side(&self) -> bool {
        self.third_pawn_side
    }

    /// Returns the square of the pawn of `seat`.
    #[inline]
    pub fn pawn(&self, seat: Seat) -> Square {
        self.pawns[seat.index()]
    }

    /// Returns the squares of all pawns, in seat order.
    #[inline]
    pub fn pawns(&self) -> &[Square] {
        &self.pawns[..usize::from(self.seats)]
    }

    /// Returns the seat whose pawn is on `square`.
    pub fn pawn_on(&self, square: Square) -> Option<Seat> {
        Seat::all(self.seats).find(|&seat| self.pawn(seat) == square)
    }

    /// Returns the squares with a pawn.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.pawns().iter().fold(SquareSet::EMPTY, |set, &pawn| set.with(pawn))
    }

    /// Returns the walls on the board.
    #[inline]
    pub fn walls(&self) -> WallSet {
        self.walls
    }

    /// Returns the number of walls `seat` has left.
    #[inline]
    pub fn walls_left(&self, seat: Seat) -> u8 {
        self.walls_left[seat.index()]
    }

    /// Returns the edge of the board that `seat` must reach.
    #[inline]
    pub fn goal(&self, seat: Seat) -> Direction {
        match (self.seats, seat.index()) {
            (2, 1) | (_, 2) => Direction::South,
            (_, 0) => Direction::North,
            (_, 1) => Direction::East,
            _ => Direction::West,
        }
    }

    /// Returns the squares of the goal line of `seat`.
    #[inline]
    pub fn goal_squares(&self, seat: Seat) -> SquareSet {
        SquareSet::line(self.goal(seat))
    }

    /// Returns the passages that walls leave open.
    #[inline]
    pub fn passages(&self) -> Passages {
        self.open
    }

    /// Returns the squares one step from `square`: adjacent, with no wall between. Ignores pawns.
    #[inline]
    pub fn neighbors(&self, square: Square) -> SquareSet {
        let from = SquareSet::of(square);
        Direction::ALL
            .into_iter()
            .fold(SquareSet::EMPTY, |set, direction| set | self.open.step(from, direction))
    }

    /// Returns the steps from the pawn of `seat` to its goal line. Ignores pawns.
    ///
    /// On a board reached by legal moves there is always a path; on others, [`u8::MAX`] means none.
    #[inline]
    pub fn distance(&self, seat: Seat) -> u8 {
        paths::distance(self.open, self.pawn(seat), self.goal_squares(seat)).unwrap_or(u8::MAX)
    }

    /// Returns the squares of a shortest path of `seat` to its goal line, without its own; empty on
    /// the line. Ignores pawns. Always chooses the same of equally short paths.
    pub fn path(&self, seat: Seat) -> Vec<Square> {
        paths::shortest(self.open, self.pawn(seat), self.goal_squares(seat)).unwrap_or_default()
    }

    /// Plays a move known to be legal. Any other move makes the board meaningless.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let seat = self.to_move;
        match mv {
            Move::Pawn(square) => {
                self.pawns[seat.index()] = square;
                if self.goal_squares(seat).contains(square) {
                    self.winner = Some(seat);
                }
            }
            Move::Wall(wall) => {
                self.put(wall);
                self.walls_left[seat.index()] = self.walls_left[seat.index()].saturating_sub(1);
            }
            Move::Pass => {}
        }
        self.to_move = seat.next(self.seats);
    }

    /// Returns the board after a move known to be legal.
    #[inline]
    #[must_use]
    pub fn after(mut self, mv: Move) -> Board {
        self.play_unchecked(mv);
        self
    }

    /// Returns the board of a match of two with other pawn squares and no winner.
    #[cfg(feature = "masters")]
    pub(super) fn with_pawns(mut self, [first, second]: [Square; 2]) -> Board {
        (self.pawns[0], self.pawns[1], self.winner) = (first, second, None);
        self
    }

    #[inline]
    fn put(&mut self, wall: Wall) {
        self.walls.insert(wall);
        self.open = self.open.with(wall);
    }
}

/// The packed pieces of a board: the slots of horizontal and of vertical walls, the squares of the
/// pawns and the walls left, a1 and 0 beyond the last seat.
pub(super) type Pieces = (u64, u64, [Square; MAX_SEATS], [u8; MAX_SEATS]);

impl Board {
    pub(super) fn pieces(&self) -> Pieces {
        (self.walls.horizontal, self.walls.vertical, self.pawns, self.walls_left)
    }

    /// Returns the board with these pieces at this ply; `None` for an invalid number of seats. Only
    /// [`Board::set_up`] checks that legal play can lead to such a board.
    pub(super) fn of(options: &Options, ply: u32, pieces: &Pieces) -> Option<Board> {
        let seats = options.seats;
        if seats != 2 && seats != 4 {
            return None;
        }
        let (horizontal, vertical, pawns, walls_left) = *pieces;
        let mut board = Board::new(seats, 0, options.third_pawn_side);
        WallSet { horizontal, vertical }.each(|wall| board.put(wall));
        let many = usize::from(seats);
        board.pawns[..many].copy_from_slice(&pawns[..many]);
        board.walls_left[..many].copy_from_slice(&walls_left[..many]);
        board.to_move = Seat::new((ply % u32::from(seats)) as u8);
        let wins = |seat: &Seat| board.goal_squares(*seat).contains(board.pawn(*seat));
        board.winner = Seat::all(seats).find(wins);
        Some(board)
    }
}

impl Board {
    /// Returns the board with these pieces at this ply.
    ///
    /// # Errors
    /// If no legal play leads to such a board, with the reason.
    pub(super) fn set_up(
        options: &Options,
        ply: u32,
        pawns: &[Square],
        walls: &[Wall],
        walls_left: &[u8],
    ) -> Result<Board, String> {
        let (seats, many) = (options.seats, usize::from(options.seats));
        if pawns.len() != many || walls_left.len() != many {
            return Err(format!("pawns and walls_left need one entry for each of {seats} seats"));
        }
        let (_, _, mut squares, mut left) = Board::new(seats, 0, false).pieces();
        squares[..many].copy_from_slice(pawns);
        left[..many].copy_from_slice(walls_left);
        for (nth, &square) in pawns.iter().enumerate() {
            if pawns[..nth].contains(&square) {
                return Err(format!("two pawns are on {square}"));
            }
        }
        let mut set = WallSet::EMPTY;
        for &wall in walls {
            if !set.room().contains(wall) {
                return Err(format!("{wall} overlaps or crosses another wall"));
            }
            set.insert(wall);
        }
        let pieces = (set.horizontal, set.vertical, squares, left);
        let board = Board::of(options, ply, &pieces).ok_or("quoridor has 2 or 4 seats")?;
        for seat in Seat::all(seats) {
            let (pawn, goal) = (board.pawn(seat), board.goal_squares(seat));
            if paths::distance(board.open, pawn, goal).is_none() {
                return Err(format!("seat {seat} has no path to {}", board.goal(seat).line_name()));
            }
            if goal.contains(pawn) && seat.next(seats) != board.to_move {
                return Err(format!("seat {seat} is on its goal but did not move last"));
            }
        }
        Ok(board)
    }
}

/// Returns the square on which the pawn of `seat` begins.
fn home(seats: u8, seat: Seat) -> Square {
    let (file, rank) = match (seats, seat.index()) {
        (2, 1) | (_, 2) => (4, 8),
        (_, 0) => (4, 0),
        (_, 1) => (0, 4),
        _ => (8, 4),
    };
    Square::from_index(file * usize::from(Square::SIDE) + rank)
}
