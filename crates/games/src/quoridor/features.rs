//! Observations as planes of 9x9 squares, and moves as numbers, turned so that the observer moves
//! north.

use super::{Board, Direction, Move, Position, Quoridor, Square, Wall};
use juez_core::{Features, Observation, Seat, seats_ahead};

pub(super) const FEATURES: Features<Quoridor> = Features {
    shape: &[Square::SIDE as usize, Square::SIDE as usize],
    observe,
    moves,
    entry,
    of_entry,
};

/// Distance of a square without a path to the goal line.
const NO_WAY: u8 = u8::MAX;
/// Entries of a legal mask: squares, then horizontal walls, then vertical ones.
const ENTRIES: usize = Square::COUNT + Wall::COUNT;
/// Numbers of moves: up to the pass, which has no entry.
const MOVES: usize = 3 * Square::COUNT + 1;
const NO_ENTRY: u8 = u8::MAX;

/// The board turned so that one direction is north.
struct Turned {
    /// The index of each square in a plane: rank by rank, from the observer's side.
    squares: [u8; Square::COUNT],
    /// The index of the south-west corner of each wall in a plane, and true if it is vertical.
    walls: [(u8, bool); Wall::COUNT],
    /// The entry of each move, by its number.
    entries: [u8; MOVES],
    /// The number of the move of each entry.
    moves: [u8; ENTRIES],
}

static TURNED: [Turned; 4] = [
    Turned::new(Direction::North),
    Turned::new(Direction::East),
    Turned::new(Direction::South),
    Turned::new(Direction::West),
];

/// Turns a file and a rank of a board of `side` squares so that `up` is north.
const fn turned(up: Direction, side: u8, file: u8, rank: u8) -> (u8, u8) {
    let last = side - 1;
    match up {
        Direction::North => (file, rank),
        Direction::East => (last - rank, file),
        Direction::South => (last - file, last - rank),
        Direction::West => (rank, last - file),
    }
}

impl Turned {
    const fn new(up: Direction) -> Turned {
        let mut squares = [0; Square::COUNT];
        let mut walls = [(0, false); Wall::COUNT];
        let (mut entries, mut moves) = ([NO_ENTRY; MOVES], [0; ENTRIES]);
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::from_index(index);
            let (file, rank) = turned(up, Square::SIDE, square.file(), square.rank());
            squares[index] = rank * Square::SIDE + file;
            let number = Move::Pawn(square).index();
            entries[number as usize] = squares[index];
            moves[squares[index] as usize] = number;
            index += 1;
        }
        let mut index = 0;
        while index < Wall::COUNT {
            let wall = Wall::from_index(index);
            let (file, rank) = turned(up, Wall::SLOTS, wall.corner().file(), wall.corner().rank());
            let upright = wall.is_vertical() != matches!(up, Direction::East | Direction::West);
            walls[index] = (rank * Square::SIDE + file, upright);
            let first = Square::COUNT + if upright { Wall::COUNT / 2 } else { 0 };
            let entry = first + (rank * Wall::SLOTS + file) as usize;
            let number = Move::Wall(wall).index();
            entries[number as usize] = entry as u8;
            moves[entry] = number;
            index += 1;
        }
        Turned { squares, walls, entries, moves }
    }

    /// Returns the board as `seat` sees it.
    fn of(board: &Board, seat: Seat) -> &'static Turned {
        &TURNED[board.goal(seat) as usize]
    }

    fn index(&self, square: Square) -> usize {
        usize::from(self.squares[square.index()])
    }

    fn entry(&self, mv: Move) -> Option<usize> {
        let entry = self.entries[usize::from(mv.index())];
        (entry != NO_ENTRY).then_some(entry.into())
    }
}

fn observe(view: &Position, me: Seat, observation: &mut Observation) {
    let board = view.board();
    let seats = board.seats();
    let turned = Turned::of(board, me);
    for (ahead, seat) in seats_ahead(me, seats) {
        let mut plane = [0; Square::COUNT];
        plane[turned.index(board.pawn(seat))] = 1;
        observation.plane(("pawn", ahead), plane);
    }
    let mut planes = [[0; Square::COUNT]; 2];
    for wall in board.walls().iter() {
        let (index, upright) = turned.walls[wall.index()];
        planes[usize::from(upright)][usize::from(index)] = 1;
    }
    let [lying, upright] = planes;
    observation.plane("horizontal_walls", lying);
    observation.plane("vertical_walls", upright);
    for (ahead, seat) in seats_ahead(me, seats) {
        observation.plane(("distance", ahead), distances(board, turned, seat));
    }
    for (ahead, seat) in seats_ahead(me, seats) {
        observation.scalar(("walls_left", ahead), board.walls_left(seat));
    }
    for (ahead, seat) in seats_ahead(me, seats) {
        observation.scalar(("distance", ahead), board.distance(seat));
    }
}

/// Returns the steps from each square to the goal line of `seat`. Ignores pawns.
fn distances(board: &Board, turned: &Turned, seat: Seat) -> [u8; Square::COUNT] {
    let mut distances = [NO_WAY; Square::COUNT];
    let open = board.passages();
    let mut reached = board.goal_squares(seat);
    let (mut layer, mut steps) = (reached, 0);
    while !layer.is_empty() {
        layer.for_each(|square| distances[turned.index(square)] = steps);
        let next = open.spread_even(reached) | open.spread_odd(reached);
        (layer, reached) = (next & !reached, next);
        steps += 1;
    }
    distances
}

fn entry(view: &Position, mv: Move) -> Option<usize> {
    let board = view.board();
    Turned::of(board, board.to_move()).entry(mv)
}

fn of_entry(view: &Position, entry: usize) -> Option<Move> {
    let board = view.board();
    let number = Turned::of(board, board.to_move()).moves.get(entry)?;
    Move::of_index(*number)
}

/// Returns the moves of a seat that moves north, as seat 0 does, so that they have the board's
/// notation.
fn moves() -> Vec<String> {
    let mut all: Vec<(usize, Move)> = Move::all()
        .into_iter()
        .filter_map(|mv| Some((TURNED[Direction::North as usize].entry(mv)?, mv)))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, mv)| mv.to_string()).collect()
}
