//! Quoridor for 2 or 4 players, by the rules of `rules.md`.
//!
//! The source is the official text (Gigamic). It leaves open a third pawn behind a jumped one
//! (`third_pawn_side`), a player without any move (passes), and a match without an end
//! (`max_plies`, `repetition`).
//!
//! Squares and walls are bits, and paths are floods of whole sets of squares. A search should work
//! on [`Board`], which is `Copy`; [`Position`] adds the length of the match and its end.

mod board;
mod bots;
mod draw;
mod effects;
mod explain;
mod features;
#[cfg(feature = "masters")]
pub mod master;
mod movegen;
mod moves;
mod options;
mod paths;
mod patterns;
mod queries;
mod square;
mod square_set;
mod state;
mod view;
mod wall_set;

pub use board::Board;
pub use movegen::MoveSet;
pub use moves::{Move, Wall};
pub use options::{Options, Quoridor};
pub use square::Square;
pub use square_set::{Direction, Passages, SquareSet};
pub use state::Position;
#[cfg(feature = "ts")]
pub use view::Written as WrittenView;
pub use wall_set::WallSet;

#[cfg(feature = "masters")]
use juez_core::{BotOptions, Learning, Reviewer};
use juez_core::{
    BuiltIn, Costs, Drawing, Effect, Features, Game, GameInfo, OptionsError, Pattern, Query, Rng,
    check_options,
};

/// The view of every seat and of the public.
pub type View = Position;

impl Game for Quoridor {
    type State = Position;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "quoridor",
        title: "Quoridor",
        summary: "A race of pawns across a board; players put walls in each other's way.",
        seats: (2, 4),
        hidden: false,
        rules: 1,
        options: options::OPTIONS,
        text: rules_text!(),
        templates: templates!(),
        costs: Costs { ply: 5, is_legal: 5, why_illegal: 20, world: 20, play: 2, view: 50 },
        hand_figures: &[],
        world_bytes: 1024,
    };
    const QUERIES: &'static [Query<Quoridor>] = queries::QUERIES;
    const SENTENCES: &'static [&'static [&'static str]] = &[
        explain::SENTENCES,
        moves::HINTS,
        #[cfg(feature = "masters")]
        bots::SENTENCES,
    ];
    #[cfg(feature = "masters")]
    const MASTER_LEVELS: &'static [i32] = &bots::LEVEL_STRENGTHS;
    const MASTER_RULES: &'static [(&'static str, &'static [&'static str])] = &[("seats", &["2"])];
    #[cfg(feature = "masters")]
    const LEARNING: Option<&'static Learning<Quoridor>> = Some(&master::learning::LEARNING);
    const FEATURES: Option<&'static Features<Quoridor>> = Some(&features::FEATURES);
    const PATTERNS: &'static [Pattern<Quoridor>] = patterns::PATTERNS;

    fn levels() -> Vec<&'static str> {
        vec![
            "random",
            "minimax",
            "greedy",
            "minimax:depth=3",
            #[cfg(feature = "masters")]
            "master",
        ]
    }

    fn bots() -> Vec<BuiltIn<Quoridor>> {
        bots::entries()
    }

    #[cfg(feature = "masters")]
    fn reviewer(options: &Options, bot: &BotOptions) -> Option<Box<dyn Reviewer<Quoridor>>> {
        (options.seats == 2).then(|| bots::reviewer(bot))
    }

    fn start(options: &Options) -> Result<Position, OptionsError> {
        let options = options.resolved();
        check_options::<Quoridor>(&options)?;
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

    fn effects(before: &View, mv: Option<Move>, after: &View) -> Vec<Effect> {
        match mv {
            None => Vec::new(),
            Some(mv) => effects::of_move(before, mv, after),
        }
    }
}
