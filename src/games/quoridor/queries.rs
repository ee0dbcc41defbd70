//! What scripts may ask of a view or a world.

use super::{Board, Direction, Quoridor, Square, SquareSet};
use crate::core::{Answer, Args, Kind, Param, Query, Returns, Row, texts};

const SEAT: &[Param] = &[Param { name: "seat", kind: Kind::Seat }];
const SQUARE: &[Param] = &[Param { name: "square", kind: Kind::Place }];
const SQUARE_AND_DIRECTION: &[Param] = &[
    Param { name: "square", kind: Kind::Place },
    Param { name: "direction", kind: Kind::Words(&["north", "east", "south", "west"]) },
];
const TWO_SQUARES: &[Param] =
    &[Param { name: "a", kind: Kind::Place }, Param { name: "b", kind: Kind::Place }];

/// A row whose answer follows from the board alone.
macro_rules! query {
    ($name:ident($params:expr) -> $returns:ident, $cost:literal, $doc:literal) => {
        Query {
            row: Row::new(stringify!($name), $params, Returns::$returns, $cost, $doc),
            on_view: |view, args| $name(view.board(), args),
            on_world: |state, args| $name(state.board(), args),
        }
    };
}

pub(super) const QUERIES: &[Query<Quoridor>] = &[
    query!(squares(&[]) -> Texts, 1, "all 81 squares: a1, a2, .. i9"),
    query!(neighbors(SQUARE) -> Texts, 4,
        "the squares next to this one with no wall between; pawns are ignored"),
    query!(step(SQUARE_AND_DIRECTION) -> MaybeText, 2,
        "the next square to the north (toward row 9), east (toward file i), south or west; \
         nothing where the edge or a wall is in the way; pawns are ignored"),
    query!(is_open(TWO_SQUARES) -> Bool, 4,
        "whether two squares are next to each other with no wall between; pawns are ignored"),
    query!(pawn(SEAT) -> Text, 1, "the square a seat's pawn stands on"),
    query!(goal(SEAT) -> Texts, 2, "the nine squares of the line that a seat must reach"),
    query!(walls(&[]) -> Texts, 10, "the walls on the board, such as e3h"),
    query!(walls_left(SEAT) -> Int, 1, "how many walls a seat can still place"),
    query!(distance(SEAT) -> Int, 4,
        "how many steps a seat's pawn needs to its goal line; pawns are ignored"),
    query!(path(SEAT) -> Texts, 15,
        "a shortest path of a seat: the squares after its own, up to the goal; pawns are ignored"),
    query!(pawn_moves(SEAT) -> Texts, 3,
        "where a seat's pawn could go if it were that seat's turn, jumps included"),
    query!(wall_moves(SEAT) -> Texts, 50,
        "the walls a seat could place if it were that seat's turn"),
];

fn squares(_: &Board, _: Args<'_>) -> Answer {
    texts(Square::all())
}

fn neighbors(board: &Board, args: Args<'_>) -> Answer {
    texts(board.neighbors(args.read::<Square>(0)?))
}

fn step(board: &Board, args: Args<'_>) -> Answer {
    let (from, direction) = (args.read(0)?, args.read::<Direction>(1)?);
    let next = board.passages().step(SquareSet::of(from), direction).first();
    Ok(next.map(|square| square.to_string()).into())
}

fn is_open(board: &Board, args: Args<'_>) -> Answer {
    Ok(board.passages().connects(args.read(0)?, args.read(1)?).into())
}

fn pawn(board: &Board, args: Args<'_>) -> Answer {
    Ok(board.pawn(args.seat(0)).to_string().into())
}

fn goal(board: &Board, args: Args<'_>) -> Answer {
    texts(board.goal(args.seat(0)).squares())
}

fn walls(board: &Board, _: Args<'_>) -> Answer {
    texts(board.walls().iter())
}

fn walls_left(board: &Board, args: Args<'_>) -> Answer {
    Ok(board.walls_left(args.seat(0)).into())
}

fn distance(board: &Board, args: Args<'_>) -> Answer {
    Ok(board.distance(args.seat(0)).into())
}

fn path(board: &Board, args: Args<'_>) -> Answer {
    texts(board.path(args.seat(0)))
}

fn pawn_moves(board: &Board, args: Args<'_>) -> Answer {
    texts(board.pawn_moves(args.seat(0)))
}

fn wall_moves(board: &Board, args: Args<'_>) -> Answer {
    texts(board.wall_moves(args.seat(0)).iter())
}
