//! A game with its type erased.

use serde_json::{Map, Value};
use std::ops::ControlFlow;
use std::rc::Rc;

use super::{PlayerSpec, PlayerSpecError, words};
use crate::referee::{
    self, AnyAnalysis, AnyTable, ArrayTable, Decision, InspectError, Inspection, Onlooker,
    PlayError, RecordFault, Request, ReviewPart, ReviewStep, Reviewed, Sight,
};
use juez_core::{
    BotInfo, GameInfo, Hands, Learner, OptionsError, PatternInfo, Player, Record, Row, Seat, Seed,
    Turns, Weights,
};
use juez_script::{Api, LoadError, UnknownMethod};

/// Reasons why a match cannot begin or continue; never the fault of a bot.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SetupError {
    /// The options are not playable.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// There are too few or too many players.
    #[error("{game} is for {needed}, not {players}")]
    Players {
        game: &'static str,
        /// The accepted numbers, in words: `2 or 4 players`.
        needed: String,
        players: usize,
    },
    /// A method to disable is unknown.
    #[error(transparent)]
    Without(#[from] UnknownMethod),
    /// A bot does not load.
    #[error("{}", words::cannot_play(.name, .source))]
    Bot { name: String, source: LoadError },
    /// The referee cannot play the match.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// The shape of the arrays of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureShape {
    /// Shape of one plane: `[9, 9]` for a board, `[40]` for a deck.
    pub plane: &'static [usize],
    /// The names of the entries of a legal mask, in order.
    pub moves: Vec<String>,
}

/// A game with its type erased: only the operations that need its types.
///
/// Everything else is implemented in terms of these, on the same receiver: setups in `setup`,
/// records in `records`, calls of bots in `inspect`.
pub trait AnyGame: Send + Sync {
    /// Returns the static facts.
    fn info(&self) -> &'static GameInfo;

    /// Returns the queries of the game for scripts, in addition to the base methods.
    fn queries(&self) -> Vec<Row>;

    /// Returns the built-in bots, weakest first.
    fn bots(&self) -> Vec<BotInfo>;

    /// Returns the built-in bots by strength, weakest first, some with options.
    fn levels(&self) -> Vec<&'static str>;

    /// Returns the strength in Elo of each level of `master`, relative to the first; empty if the
    /// game has no such bot.
    fn master_levels(&self) -> &'static [i32];

    /// Returns the house rules without which the levels of `master` hardly differ: options, each with
    /// the values that give them a meaning.
    fn master_rules(&self) -> &'static [(&'static str, &'static [&'static str])];

    /// Returns the methods that scripts can call in this game, except those in `without`.
    ///
    /// # Errors
    /// If `without` names an unknown method.
    fn api(&self, without: &[String]) -> Result<Rc<Api>, UnknownMethod>;

    /// Creates a table before the first deal or move.
    ///
    /// # Errors
    /// If the options are not playable.
    fn table(&self, options: &Map<String, Value>) -> Result<Box<dyn AnyTable>, OptionsError>;

    /// Creates a table like [`AnyGame::table`] whose positions are arrays too.
    ///
    /// # Errors
    /// If the options are not playable.
    fn array_table(
        &self,
        options: &Map<String, Value>,
    ) -> Result<Box<dyn ArrayTable>, OptionsError>;

    /// Makes the knowledge of a seat of plain data: its view as scripts get it, the number of the deal and
    /// each past move as it saw it. Its worlds are drawn from `seed`, the one of its bot.
    ///
    /// # Errors
    /// If the data are not of a match of this game.
    fn sight(
        &self,
        options: &Map<String, Value>,
        seat: Seat,
        view: &Value,
        past: (u32, &[(Seat, String)]),
        seed: Seed,
    ) -> Result<Box<dyn Sight>, String>;

    /// Plays a match with a player for each seat and complete options.
    ///
    /// # Errors
    /// If a bot or a deal of the setup is wrong.
    fn play_seated(
        &self,
        setup: &referee::MatchSetup<&PlayerSpec>,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Record, SetupError>;

    /// Calls the bot of `player` at a position of a record.
    ///
    /// # Errors
    /// If the record is wrong before that position, or there is no bot.
    fn call_bot(
        &self,
        record: &Record,
        request: &Request<'_>,
        player: &PlayerSpec,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Inspection, InspectError>;

    /// Creates the position before the first deal or move of a match, with the bot of `player` in
    /// each seat, for questions about a sequence of positions. Only the names of the players of
    /// `setup` are used.
    ///
    /// # Errors
    /// If the setup is wrong, or there is no bot.
    fn analysis(
        &self,
        setup: &referee::MatchSetup<Player>,
        player: &PlayerSpec,
    ) -> Result<Box<dyn AnyAnalysis>, SetupError>;

    /// Creates a reader of the decisions of a bot with this seed.
    fn turns(&self, seed: Seed) -> Turns;

    /// Sums [`GameInfo::hand_figures`] over the hands of a record; `None` for a game without
    /// figures.
    ///
    /// # Errors
    /// The first error in its deals and moves.
    fn hands(&self, record: &Record) -> Result<Option<Hands>, RecordFault>;

    /// Returns the shape of the arrays of a decision; `None` for a game without data for learners.
    fn feature_shape(&self) -> Option<FeatureShape>;

    /// Replays a record and calls `hear` with each of its decisions, in order; does nothing for a
    /// game without data for learners.
    ///
    /// # Errors
    /// The first error in its deals and moves, after the decisions before it.
    fn decisions(
        &self,
        record: &Record,
        hear: &mut dyn FnMut(&Decision),
    ) -> Result<(), RecordFault>;

    /// Calls `hear` with each step of the review of a part of a record, in order, until it breaks.
    /// `reviewer` is the bot `master` with its options.
    ///
    /// # Errors
    /// If no bot of the game reviews matches with these rules, or at the first error of the record.
    fn review(
        &self,
        record: &Record,
        reviewer: &PlayerSpec,
        seed: Seed,
        part: ReviewPart<'_>,
        hear: &mut dyn FnMut(ReviewStep) -> ControlFlow<()>,
    ) -> Result<(), ReviewError>;

    /// Calls `hear` with the values of moves after `ply` moves of a record as if each was played
    /// there, in order, until it breaks; of all legal moves without `moves`. `reviewer` and `seed`
    /// belong to the review.
    ///
    /// # Errors
    /// If no bot of the game reviews matches with these rules, at the first error of the record, or at
    /// a move that is not legal there.
    fn alternatives(
        &self,
        record: &Record,
        reviewer: &PlayerSpec,
        seed: Seed,
        decision: (u32, Option<&[String]>),
        hear: &mut dyn FnMut(Reviewed) -> ControlFlow<()>,
    ) -> Result<(), ReviewError>;

    /// Returns the kinds of decisions that reviews name.
    fn patterns(&self) -> Vec<PatternInfo>;

    /// Returns true if a bot of the game reviews matches with these house rules.
    fn has_reviewer(&self, options: &Map<String, Value>) -> bool;

    /// Returns the built-in weights of the bot that learns; `None` if none does.
    fn built_in_weights(&self) -> Option<&'static Weights>;

    /// Checks the bytes of weights of the bot that learns.
    ///
    /// # Errors
    /// The reason why it cannot play with them.
    fn check_weights(&self, bytes: &[u8]) -> Result<(), String>;

    /// Creates a learner of the next generation of weights from records of matches that a seat has
    /// lost. `weights` are the older generation, `None` for the built-in ones.
    ///
    /// # Errors
    /// If no bot of the game learns, it cannot play with the weights, or a record is wrong.
    fn learner(
        &self,
        weights: Option<&Weights>,
        lost: &[(Record, Seat)],
        seed: Seed,
    ) -> Result<Box<dyn Learner>, LearnError>;
}

/// The reason why a match cannot be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// No bot of the game reviews matches.
    #[error("{}", words::no_reviewer(.0))]
    NoReviewer(&'static str),
    /// The bot does not have these options.
    #[error(transparent)]
    Options(#[from] PlayerSpecError),
    /// The record is wrong, or has no end.
    #[error(transparent)]
    Record(#[from] RecordFault),
}

/// The reason why a bot cannot learn.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum LearnError {
    /// The game has no bot that learns, or it cannot play with the weights.
    #[error("{0}")]
    Weights(String),
    #[error("a record is wrong at ply {}: {}", .0.ply, .0.error)]
    Record(RecordFault),
}
