//! Observations as planes of 9x9 squares, and moves as numbers, turned so that the observer moves
//! north.

use super::{Board, Direction, Move, Position, Quoridor, Square, SquareSet, Wall};
use juez_core::{Features, Observation, Seat, seats_ahead};

pub(super) const FEATURES: Features<Quoridor> =
    Features { shape: &[Square::SIDE as usize, Square::SIDE as usize], observe, moves, entry };

/// Distance of a square without a path to the goal line.
const NO_WAY: u8 = u8::MAX;

/// Turns a file and a rank of a board of `side` squares so that `up` is north.
fn turned(up: Direction, side: u8, (file, rank): (u8, u8)) -> (u8, u8) {
    let last = side - 1;
    match up {
        Direction::North => (file, rank),
        Direction::East => (last - rank, file),
        Direction::South => (last - file, last - rank),
        Direction::West => (rank, last - file),
    }
}

/// Returns the index of a square in a plane: rank by rank, from the observer's side.
fn index(up: Direction, square: Square) -> usize {
    let (file, rank) = turned(up, Square::SIDE, (square.file(), square.rank()));
    usize::from(rank * Square::SIDE + file)
}

/// Returns the slot of a wall, file and rank, and true if the wall is vertical.
fn slot(up: Direction, wall: Wall) -> (u8, u8, bool) {
    let corner = wall.corner();
    let (file, rank) = turned(up, Wall::SLOTS, (corner.file(), corner.rank()));
    let lies_down = matches!(up, Direction::East | Direction::West);
    (file, rank, wall.is_vertical() != lies_down)
}

fn observe(view: &Position, observation: &mut Observation) {
    let board = view.board();
    let (me, seats) = (board.to_move(), board.seats());
    let up = board.goal(me);
    for (ahead, seat) in seats_ahead(me, seats) {
        let mut plane = [0; Square::COUNT];
        plane[index(up, board.pawn(seat))] = 1;
        observation.plane(("pawn", ahead), plane);
    }
    for (name, upright) in [("horizontal_walls", false), ("vertical_walls", true)] {
        let mut plane = [0; Square::COUNT];
        for (file, rank, vertical) in board.walls().iter().map(|wall| slot(up, wall)) {
            plane[usize::from(rank * Square::SIDE + file)] |= u8::from(vertical == upright);
        }
        observation.plane(name, plane);
    }
    for (ahead, seat) in seats_ahead(me, seats) {
        observation.plane(("distance", ahead), distances(board, up, seat));
    }
    for (ahead, seat) in seats_ahead(me, seats) {
        observation.scalar(("walls_left", ahead), board.walls_left(seat));
    }
    for (ahead, seat) in seats_ahead(me, seats) {
        observation.scalar(("distance", ahead), board.distance(seat));
    }
}

/// Returns the steps from each square to the goal line of `seat`. Ignores pawns.
fn distances(board: &Board, up: Direction, seat: Seat) -> [u8; Square::COUNT] {
    let mut distances = [NO_WAY; Square::COUNT];
    let mut layer = board.goal_squares(seat);
    let mut steps = 0;
    while !layer.is_empty() {
        layer.for_each(|square| distances[index(up, square)] = steps);
        let steps_to = |direction| board.passages().step(layer, direction);
        let next = Direction::ALL.into_iter().map(steps_to);
        let next = next.fold(SquareSet::EMPTY, |all, squares| all | squares);
        layer = next.fold(SquareSet::EMPTY, |new, square| {
            if distances[index(up, square)] == NO_WAY { new.with(square) } else { new }
        });
        steps += 1;
    }
    distances
}

fn entry(view: &Position, mv: Move) -> Option<usize> {
    let board = view.board();
    entry_from(board.goal(board.to_move()), mv)
}

fn entry_from(up: Direction, mv: Move) -> Option<usize> {
    match mv {
        Move::Pawn(square) => Some(index(up, square)),
        Move::Wall(wall) => {
            let (file, rank, vertical) = slot(up, wall);
            let first = Square::COUNT + if vertical { Wall::COUNT / 2 } else { 0 };
            Some(first + usize::from(rank * Wall::SLOTS + file))
        }
        Move::Pass => None,
    }
}

/// Returns the moves of a seat that moves north, as seat 0 does, so that they have the board's
/// notation.
fn moves() -> Vec<String> {
    let mut all: Vec<(usize, Move)> = Move::all()
        .into_iter()
        .filter_map(|mv| Some((entry_from(Direction::North, mv)?, mv)))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, mv)| mv.to_string()).collect()
}
