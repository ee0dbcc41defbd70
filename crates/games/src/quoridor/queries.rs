//! Queries of scripts on views and worlds.

use super::{Board, Direction, Quoridor, Square, SquareSet};
use juez_core::{queries, text, texts};

queries! {
    Quoridor, Board: view => view.board(), state => state.board();

    squares() -> Texts, 1, "all 81 squares: a1, a2, .. i9", |_, _| texts(Square::all());
    neighbors(square: Place) -> Texts, 4,
        "the squares next to this one with no wall between; pawns are ignored",
        |board, args| texts(board.neighbors(args.read::<Square>(0)?));
    step(square: Place, direction: Words(&["north", "east", "south", "west"])) -> MaybeText, 2,
        "the next square to the north (toward row 9), east (toward file i), south or west; \
         nothing where the edge or a wall is in the way; pawns are ignored",
        |board, args| {
            let (from, direction) = (args.read(0)?, args.read::<Direction>(1)?);
            let next = board.passages().step(SquareSet::of(from), direction).first();
            Ok(next.map(text).into())
        };
    is_open(a: Place, b: Place) -> Bool, 4,
        "whether two squares are next to each other with no wall between; pawns are ignored",
        |board, args| Ok(board.passages().connects(args.read(0)?, args.read(1)?).into());
    pawn(seat: Seat) -> Text, 1, "the square of a seat's pawn",
        |board, args| Ok(text(board.pawn(args.seat(0))));
    goal(seat: Seat) -> Texts, 2, "the nine squares of the line that a seat must reach",
        |board, args| texts(board.goal_squares(args.seat(0)));
    walls() -> Texts, 10, "the walls on the board, such as e3h",
        |board, _| texts(board.walls().iter());
    walls_left(seat: Seat) -> Int, 1, "how many walls a seat can still place",
        |board, args| Ok(board.walls_left(args.seat(0)).into());
    distance(seat: Seat) -> Int, 4,
        "how many steps a seat's pawn needs to its goal line; pawns are ignored",
        |board, args| Ok(board.distance(args.seat(0)).into());
    path(seat: Seat) -> Texts, 15,
        "a shortest path of a seat: the squares after its own, up to the goal; pawns are ignored",
        |board, args| texts(board.path(args.seat(0)));
    pawn_moves(seat: Seat) -> Texts, 3,
        "the squares a seat's pawn could go to if it were that seat's turn, jumps included",
        |board, args| texts(board.pawn_moves(args.seat(0)));
    wall_moves(seat: Seat) -> Texts, 50, "the walls a seat could place if it were that seat's turn",
        |board, args| texts(board.wall_moves(args.seat(0)).iter());
}
