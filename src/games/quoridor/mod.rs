//! Quoridor for 2 or 4 players.
//!
//! Nine by nine squares. At each turn a seat moves its pawn or puts a wall; the first pawn on its
//! goal line wins. The rules in full are in `docs/rules`, which is [`INFO.text`](Quoridor::INFO).
//! The official text (Gigamic) leaves some cases open; this is how they are settled:
//!
//! * The edge of the board behind a jumped pawn counts as a wall: the pawn may be passed
//!   diagonally. A third pawn behind it does too, unless `third_pawn_side` is false.
//! * A player walled in by pawns who has no wall left passes (`pass`), which only four players can
//!   bring about; a seat that can do anything else may not pass.
//! * A match that does not end is a draw at `max_plies` plies; with `repetition` also when a
//!   position comes up for the third time, the starting position included. A move that wins, wins.
//! * The winner has rank 1 and all others share rank 2.
//!
//! Squares and walls are bits, ways are floods of whole sets of squares. [`Board`] is `Copy` and
//! what a search should work on; [`Position`] adds the length of the match and its end.

mod board;
mod draw;
mod explain;
mod movegen;
mod moves;
mod options;
mod paths;
mod queries;
mod square;
mod square_set;
mod state;
mod view;
mod wall_set;

pub use board::Board;
pub use movegen::MoveSet;
pub use moves::{Move, ParseWallError, Wall};
pub use options::Options;
pub use square::{Goal, ParseSquareError, Square};
pub use square_set::{Direction, Passages, SquareSet};
pub use state::Position;
pub use view::View;
pub use wall_set::WallSet;

use crate::core::{Costs, Drawing, Game, GameInfo, OptionsError, Query, Rng, rules_text};

/// The game.
#[derive(Debug)]
pub enum Quoridor {}

impl Game for Quoridor {
    type State = Position;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "quoridor",
        title: "Quoridor",
        summary: "A race of pawns across a board on which walls are put in each other's way.",
        seats: (2, 4),
        hidden: false,
        rules: 1,
        options: options::OPTIONS,
        text: rules_text!("quoridor"),
        costs: Costs { ply: 5, is_legal: 5, why_illegal: 20, world: 20, play: 2, view: 50 },
        world_bytes: 1024,
    };
    const QUERIES: &'static [Query<Quoridor>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] = &[explain::SENTENCES, moves::HINTS];

    fn start(options: &Options) -> Result<Position, OptionsError> {
        let options = options.checked()?;
        let board = Board::new(options.seats, options.walls_each(), options.third_pawn_side);
        Ok(Position::new(options, board, 0, Vec::new()))
    }

    fn resolve(options: Options) -> Options {
        options.resolved()
    }

    fn shuffle(_: &Position, _: &mut Rng) {}

    fn draw(view: &View) -> Drawing {
        draw::draw(view)
    }
}
