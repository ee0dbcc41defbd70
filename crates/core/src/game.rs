//! The rules of a game: static facts, options, queries and the start of a match.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::borrow::Cow;

use super::{
    BotOptions, BuiltIn, Drawing, Effect, HandFigure, HandScore, Learning, Observation, OptionInfo,
    OptionsError, Pattern, Query, Reviewer, Rng, RulesText, Seat, State, built_in,
};

/// Static facts about a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in files and on the command line: `quoridor`.
    pub id: &'static str,
    /// The name for people: `Quoridor`.
    pub title: &'static str,
    /// One sentence about the game.
    pub summary: &'static str,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// True if a seat sees only a part of the state.
    pub hidden: bool,
    /// Version of the rules; records of another version are refused.
    pub rules: u32,
    /// The house rules, `seats` first.
    pub options: &'static [OptionInfo],
    /// The rules in prose.
    pub text: RulesText,
    /// A commented first bot in each script language, by language id; written by `juez new`.
    pub templates: &'static [(&'static str, &'static str)],
    /// The costs of native work.
    pub costs: Costs,
    /// Figures counted for each seat in each hand; empty for most games.
    pub hand_figures: &'static [HandFigure],
    /// Bytes that a world of this game keeps alive, charged to the script's memory.
    pub world_bytes: usize,
}

impl GameInfo {
    /// Returns the first bot in the script language with this id.
    pub fn template(&self, language: &str) -> Option<&'static str> {
        self.templates.iter().find(|(id, _)| *id == language).map(|(_, text)| *text)
    }

    /// Adds the option `seats`, one per player, if the game has it and it is not set.
    pub fn with_seats<'o>(
        &self,
        options: &'o Map<String, Value>,
        players: usize,
    ) -> Cow<'o, Map<String, Value>> {
        let mut options = Cow::Borrowed(options);
        let has_seats = self.options.iter().any(|option| option.name == "seats");
        if has_seats && players > 0 && !options.contains_key("seats") {
            options.to_mut().insert("seats".to_string(), players.into());
        }
        options
    }
}

/// The costs in one game of the native work that every game offers, in reference work units of 10
/// ns, without the charge for the size of the answer. Only costs that differ widely between games,
/// measured by `xtask -- calibrate`.
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
    /// The view of a seat of a world.
    pub view: u32,
}

impl Costs {
    /// Placeholder costs of a game before calibration, deliberately high.
    pub const UNMEASURED: Costs =
        Costs { ply: 10, is_legal: 20, why_illegal: 200, world: 200, play: 50, view: 50 };
}

/// A move of game `G`.
pub type MoveOf<G> = <<G as Game>::State as State>::Move;
/// A deal of game `G`.
pub type DealOf<G> = <<G as Game>::State as State>::Deal;
/// A view of game `G`.
pub type ViewOf<G> = <<G as Game>::State as State>::View;

/// The rules of one game, typed. Everything inside a match is generic over it.
pub trait Game: Send + Sync + Sized + 'static {
    /// The full state of a match.
    type State: State;
    /// House rules; the default is a match of the fewest seats.
    type Options: Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// Static facts.
    const INFO: GameInfo;
    /// The game's own script queries on views and worlds, in addition to the shared ones.
    const QUERIES: &'static [Query<Self>];
    /// Sentences about moves that are refused or cannot be read; pages have translations of all.
    const SENTENCES: &'static [&'static [&'static str]] = &[];
    /// Strength in Elo of `master:level=1`, `master:level=2` and so on, relative to the first;
    /// empty if the game has no such bot. docs/levels.md has the measurement.
    const MASTER_LEVELS: &'static [i32] = &[];
    /// House rules without which the levels of `master` hardly differ: options, each with the values
    /// (at least one) that give them a meaning, first the one of the measurement. Empty: any rules
    /// do.
    const MASTER_RULES: &'static [(&'static str, &'static [&'static str])] = &[];
    /// Learning of `master` from matches that it has lost; `None` if it does not learn.
    const LEARNING: Option<&'static Learning<Self>> = None;
    /// Observations and moves as arrays of numbers; `None` if the game has no data for learners.
    const FEATURES: Option<&'static Features<Self>> = None;

    /// Kinds of decisions that reviews name where they cost points; the first that fits counts.
    const PATTERNS: &'static [Pattern<Self>] = &[];

    /// Returns the names of the built-in bots by strength, weakest first, some with options.
    /// `juez bots` lists them in this order, and `juez engine` takes the last. docs/tournaments.md
    /// has the command that measures it.
    fn levels() -> Vec<&'static str> {
        built_in::<Self>().iter().map(|bot| bot.info.name).collect()
    }

    /// Returns the game's own built-in bots, weakest first with default options.
    fn bots() -> Vec<BuiltIn<Self>> {
        Vec::new()
    }

    /// Creates a reviewer of matches with these house rules, with the options of the bot `master`;
    /// `None` if the bot does not review such matches.
    fn reviewer(_options: &Self::Options, _bot: &BotOptions) -> Option<Box<dyn Reviewer<Self>>> {
        None
    }

    /// Creates a match before its first deal or move.
    ///
    /// # Errors
    /// If two options conflict.
    fn start(options: &Self::Options) -> Result<Self::State, OptionsError>;

    /// Fills in every default that depends on another option.
    fn resolve(options: Self::Options) -> Self::Options {
        options
    }

    /// Draws the next deal from `rng`. Called only when [`State::next`] is
    /// [`Next::Deal`](super::Next::Deal).
    fn shuffle(state: &Self::State, rng: &mut Rng) -> super::DealOf<Self>;

    /// Draws the table as text for a terminal of 80 columns.
    fn draw(view: &super::ViewOf<Self>) -> Drawing;
    /// Returns the effects of a move on the table, or of a deal if `mv` is `None`, for pages to
    /// draw. Depends only on an observer's views before and after and on the move as shown to it,
    /// so that it reveals nothing more. Empty by default.
    fn effects(
        _before: &ViewOf<Self>,
        _mv: Option<MoveOf<Self>>,
        _after: &ViewOf<Self>,
    ) -> Vec<Effect> {
        Vec::new()
    }

    /// Returns the score of the hand that has just ended; `None` during a hand, before the first
    /// deal, and in games without hand scores. The whole table sees it, so it has only sums that
    /// players count openly, and no cards.
    fn hand_score(_state: &Self::State) -> Option<HandScore> {
        None
    }

    /// Returns the hand of the view's seat as people write it; `None` if seats have no hand.
    fn hand(_view: &super::ViewOf<Self>) -> Option<String> {
        None
    }

    /// Returns the value of each of [`GameInfo::hand_figures`] for `seat` in a hand, from the
    /// public views when it was dealt and when it ended; `None` if the seat took no part.
    fn hand_figures(
        _dealt: &super::ViewOf<Self>,
        _ended: &super::ViewOf<Self>,
        _seat: Seat,
    ) -> Option<Vec<i32>> {
        None
    }
}

/// The observations and moves of a game as arrays of numbers.
///
/// Everything derives from the view of a seat, so nothing is hidden from that seat.
pub struct Features<G: Game> {
    /// Shape of one plane: `[9, 9]` for a board, `[40]` for a deck.
    pub shape: &'static [usize],
    /// Appends the planes and scalars of the view of a seat. Their names and order depend only on
    /// the number of seats.
    pub observe: fn(&ViewOf<G>, Seat, &mut Observation),
    /// The names of the entries of a legal mask, in order.
    pub moves: fn() -> Vec<String>,
    /// The entry of a legal move of the seat to move. `None` only for a move that is always the
    /// only legal one.
    pub entry: fn(&ViewOf<G>, MoveOf<G>) -> Option<usize>,
    /// The move with this entry in a view of the seat to move. It need not be legal; `None` if no
    /// move has the entry.
    pub of_entry: fn(&ViewOf<G>, usize) -> Option<MoveOf<G>>,
}

/// Converts the options to a JSON object; empty for a game without options.
pub fn options_to_json<G: Game>(options: &G::Options) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Checks typed options against the game's table of allowed values. Options without a value pass.
/// Values that a type excludes, such as an unknown word, cannot occur.
///
/// # Errors
/// Returns the first value that is not allowed, with the allowed ones.
pub fn check_options<G: Game>(options: &G::Options) -> Result<(), OptionsError> {
    let values =
        serde_json::to_value(options).map_err(|error| OptionsError::Conflict(error.to_string()))?;
    for info in G::INFO.options {
        match values.get(info.name) {
            None | Some(Value::Null) => {}
            Some(value) => info.check(G::INFO.id, value)?,
        }
    }
    Ok(())
}

/// Reads options from a JSON object; absent ones get their defaults.
///
/// # Errors
/// If a name is unknown or a value not allowed, with the known names or allowed values.
pub fn options_from_json<G: Game>(map: &Map<String, Value>) -> Result<G::Options, OptionsError> {
    let table = G::INFO.options;
    for (name, value) in map {
        OptionInfo::named(G::INFO.id, table, name)?.check(G::INFO.id, value)?;
    }
    serde_json::from_value(Value::Object(map.clone()))
        .map(G::resolve)
        .map_err(|error| OptionsError::Conflict(error.to_string()))
}
