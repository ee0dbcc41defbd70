//! A game: its name, house rules, queries, and how a match of it begins.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::borrow::Cow;

use super::{
    BuiltIn, Drawing, Effect, HandFigure, HandScore, Observation, OptionInfo, OptionsError, Query,
    Rng, RulesText, Seat, State, built_in,
};

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
    /// True if a seat sees less than the whole truth.
    pub hidden: bool,
    /// Version of the rules; records of another version are refused.
    pub rules: u32,
    /// The house rules, `seats` first.
    pub options: &'static [OptionInfo],
    /// The rules in prose.
    pub text: RulesText,
    /// A commented first bot in each script language, by the language's id: what `juez new` writes.
    pub templates: &'static [(&'static str, &'static str)],
    /// The costs of native work on it.
    pub costs: Costs,
    /// The figures that are counted for each seat in each hand; empty for most.
    pub hand_figures: &'static [HandFigure],
    /// Bytes a world of this game keeps alive; what a script's memory is charged for it.
    pub world_bytes: usize,
}

impl GameInfo {
    /// The first bot in the script language with this id.
    pub fn template(&self, language: &str) -> Option<&'static str> {
        self.templates.iter().find(|(id, _)| *id == language).map(|(_, text)| *text)
    }

    /// The options of a match with `seats` in them, where the game has that option: by default as many
    /// as there are players.
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

/// The costs in one game of the native work that every game offers, in reference work units of 10 ns
/// each, beside the size of its answer. Only what differs widely between games; `xtask -- calibrate`
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
    /// The view of a seat of a world.
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
/// A view of game `G`.
pub type ViewOf<G> = <<G as Game>::State as State>::View;

/// The rules of one game, typed. Everything inside a match is generic over it.
pub trait Game: Send + Sync + Sized + 'static {
    /// The full truth of a match.
    type State: State;
    /// House rules; the default is a match of the fewest seats.
    type Options: Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// Static facts.
    const INFO: GameInfo;
    /// The queries of scripts to a view or a world, beside those that every game offers.
    const QUERIES: &'static [Query<Self>];
    /// Sentences about moves that are refused or cannot be read: pages have all of them in other
    /// languages.
    const SENTENCES: &'static [&'static [&'static str]] = &[];
    /// Observations and moves as arrays of numbers; `None` leaves the game without data for learners.
    const FEATURES: Option<&'static Features<Self>> = None;

    /// The built-in bots by strength, weakest first, some with options: the order of `juez bots`, of
    /// which `juez engine` takes the last. docs/tournaments.md has the command that measures it.
    fn levels() -> Vec<&'static str> {
        built_in::<Self>().iter().map(|bot| bot.info.name).collect()
    }

    /// The game's own built-in bots, weakest first at their default options.
    fn bots() -> Vec<BuiltIn<Self>> {
        Vec::new()
    }

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
    /// The effects of a move, or of a deal where `mv` is `None`, on the table: derived from an observer's view of
    /// it before and after and the move as shown to it, so that nothing else can show. Pages draw
    /// it; none by default.
    fn effects(
        _before: &ViewOf<Self>,
        _mv: Option<MoveOf<Self>>,
        _after: &ViewOf<Self>,
    ) -> Vec<Effect> {
        Vec::new()
    }

    /// The score of the hand that has just ended; `None` while a hand is played, before the first deal, and in
    /// games that do not count hands. Everybody at the table sees it, so it has only sums that players
    /// count openly, no cards.
    fn hand_score(_state: &Self::State) -> Option<HandScore> {
        None
    }

    /// The hand of the view's seat as people write it; `None` where a seat holds nothing of its
    /// own.
    fn hand(_view: &super::ViewOf<Self>) -> Option<String> {
        None
    }

    /// The value of each of [`GameInfo::hand_figures`] for `seat` in a hand, from what lay open when it
    /// was dealt and when it ended; `None` if the seat took no part in it.
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
/// Everything comes from the view of the seat to move, so nothing in it is hidden from that seat.
pub struct Features<G: Game> {
    /// Shape of one plane: `[9, 9]` for a board, `[40]` for a deck.
    pub shape: &'static [usize],
    /// Appends the planes and scalars of a view whose observer is to move. Their names and order
    /// depend on the number of seats alone.
    pub observe: fn(&ViewOf<G>, &mut Observation),
    /// The names of the entries of a legal mask, in order.
    pub moves: fn() -> Vec<String>,
    /// The entry of a legal move of the observer, who is to move. `None` is only for a move that is
    /// never legal beside another.
    pub entry: fn(&ViewOf<G>, MoveOf<G>) -> Option<usize>,
}

/// The options as a JSON object; empty for a game without options.
pub fn options_to_json<G: Game>(options: &G::Options) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Checks that every value of typed options is one that the game's table allows; an option without
/// a value is none. What a type already rules out, such as an unknown word, cannot fail here.
///
/// # Errors
/// The first that is not, with what is allowed.
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

/// The house rules that a JSON object names; what is absent has its default.
///
/// # Errors
/// An unknown name or a value that is not allowed, with the list of what is.
pub fn options_from_json<G: Game>(map: &Map<String, Value>) -> Result<G::Options, OptionsError> {
    let table = G::INFO.options;
    for (name, value) in map {
        OptionInfo::named(G::INFO.id, table, name)?.check(G::INFO.id, value)?;
    }
    serde_json::from_value(Value::Object(map.clone()))
        .map(G::resolve)
        .map_err(|error| OptionsError::Conflict(error.to_string()))
}
