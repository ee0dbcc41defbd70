//! A game: its name, house rules, queries, and how a match of it begins.

use serde::{Serialize, de::DeserializeOwned};

use super::{Drawing, HandFigure, OptionInfo, OptionsError, Query, Rng, RulesText, Seat, State};

/// Static facts about a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in files and on the command line: `quoridor`.
    pub id: &'static str,
    /// The name for people: `Quoridor`.
    pub title: &'static str,
    /// One sentence that says what the game is.
    pub summary: &'static str,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// Whether a seat sees less than the whole truth.
    pub hidden: bool,
    /// Version of the rules; records of another version are refused.
    pub rules: u32,
    /// The house rules, `seats` first.
    pub options: &'static [OptionInfo],
    /// The rules in prose.
    pub text: RulesText,
    /// What native work on it costs.
    pub costs: Costs,
    /// Bytes a world of this game keeps alive; what a script's memory is charged for it.
    pub world_bytes: usize,
}

/// What native work that every game offers costs in one game, in reference work units of 10 ns
/// each, beside the size of its answer. Only what differs widely between games; `juez calibrate`
/// measures it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// One ply of a playout.
    pub ply: u32,
    /// Reading a move and looking it up among the legal ones.
    pub is_legal: u32,
    /// Finding the rule that a move breaks.
    pub why_illegal: u32,
    /// Making a world that fits a view.
    pub world: u32,
    /// Playing a move of a world.
    pub play: u32,
    /// What a seat sees of a world.
    pub view: u32,
}

impl Costs {
    /// The costs of a game that are not measured yet, rather too high than too low.
    pub const UNMEASURED: Costs =
        Costs { ply: 10, is_legal: 20, why_illegal: 200, world: 200, play: 50, view: 50 };
}

/// A move of game `G`.
pub type MoveOf<G> = <<G as Game>::State as State>::Move;
/// A deal of game `G`.
pub type DealOf<G> = <<G as Game>::State as State>::Deal;
/// What an observer of game `G` knows.
pub type ViewOf<G> = <<G as Game>::State as State>::View;
/// The house rules of game `G`.
pub type OptionsOf<G> = <G as Game>::Options;

/// The rules of one game, typed. Everything inside a match is generic over it.
pub trait Game: Send + Sync + Sized + 'static {
    /// The full truth of a match.
    type State: State;
    /// House rules; the default is a match of the fewest seats.
    type Options: Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// Static facts.
    const INFO: GameInfo;
    /// What scripts may ask of a view or a world, beside what every game offers.
    const QUERIES: &'static [Query<Self>];
    /// Sentences about moves that are refused or cannot be read: pages have all of them in other
    /// languages.
    const SENTENCES: &'static [&'static [&'static str]] = &[];
    /// The figures that are counted for each seat in each hand; none by default.
    const HAND_FIGURES: &'static [HandFigure] = &[];

    /// A match before its first deal or move.
    ///
    /// # Errors
    /// If two options do not go together.
    fn start(options: &Self::Options) -> Result<Self::State, OptionsError>;

    /// The options with every default that depends on another option filled in.
    fn resolve(options: Self::Options) -> Self::Options {
        options
    }

    /// The deal that is due, drawn from `rng`. Called only when [`State::next`] is
    /// [`Next::Deal`](super::Next::Deal).
    fn shuffle(state: &Self::State, rng: &mut Rng) -> super::DealOf<Self>;

    /// The table as text for a terminal of 80 columns.
    fn draw(view: &super::ViewOf<Self>) -> Drawing;
    /// The hand of the view's seat as people write it; `None` where a seat holds nothing of its
    /// own.
    fn hand(view: &super::ViewOf<Self>) -> Option<String> {
        let _ = view;
        None
    }

    /// The value of each of [`Game::HAND_FIGURES`] for `seat` in a hand, from what lay open when it
    /// was dealt and when it ended; `None` if the seat took no part in it.
    fn hand_figures(
        dealt: &super::ViewOf<Self>,
        ended: &super::ViewOf<Self>,
        seat: Seat,
    ) -> Option<Vec<i32>> {
        let _ = (dealt, ended, seat);
        None
    }
}
