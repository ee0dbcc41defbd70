//! A match in progress, as searches need it, and random openings.

use crate::quoridor::{Board, Move, Options, Position, Quoridor};
use juez_core::{Game, Rng, Seat, State};

/// A match in progress.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves so far.
    pub moves: Vec<(Seat, Move)>,
    /// The current position.
    pub position: Position,
    /// The boards since the last wall, without the current one.
    pub since_wall: Vec<Board>,
}

impl Line {
    /// Creates a match with the usual rules.
    ///
    /// # Panics
    /// If `seats` is neither 2 nor 4.
    pub fn new(seats: u8) -> Line {
        let options = Options { seats, ..Options::default() };
        Line::of(Quoridor::start(&options).expect("usual rules"))
    }

    /// Creates a match that continues from a position.
    pub fn of(position: Position) -> Line {
        Line { moves: Vec::new(), position, since_wall: Vec::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        let board = *self.position.board();
        self.moves.push((board.to_move(), mv));
        match mv {
            Move::Wall(_) => self.since_wall.clear(),
            _ => self.since_wall.push(board),
        }
        self.position.play_unchecked(mv);
    }
}

/// Creates a match of two after `plies` random plies, about half of them steps along a shortest
/// path.
pub fn draw(plies: u32, rng: &mut Rng) -> Line {
    let mut line = Line::new(2);
    for _ in 0..plies {
        let board = line.position.board();
        let steps: Vec<Move> = board.pawn_moves(board.to_move()).map(Move::Pawn).collect();
        let near = |steps: &&Move| {
            let seat = board.to_move();
            board.after(**steps).distance(seat) < board.distance(seat)
        };
        let ahead: Vec<Move> = steps.iter().filter(near).copied().collect();
        let mv = match rng.below(8) {
            0..=3 if !ahead.is_empty() => *rng.choose(&ahead),
            4 if !steps.is_empty() => *rng.choose(&steps),
            _ => board.random_move(rng),
        };
        line.play(mv);
    }
    line
}
