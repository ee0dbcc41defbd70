//! A game with its type erased.

use serde_json::{Map, Value};
use std::rc::Rc;

use super::{PlayerSpec, words};
use crate::core::{BotInfo, GameInfo, Hands, OptionsError, Player, Record, Row, Seed, Turns};
use crate::referee::{
    self, AnyAnalysis, AnyTable, Decision, InspectError, Inspection, Onlooker, PlayError,
    RecordFault, Request,
};
use crate::script::{Api, LoadError, UnknownMethod};

/// Reasons why a match cannot begin or go on; never a bot's fault.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The options cannot be played.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// Too few or too many players.
    #[error("{game} is for {needed}, not {players}")]
    Players {
        /// The game's id.
        game: &'static str,
        /// The numbers it takes, in words: `2 or 4 players`.
        needed: String,
        /// The number that came.
        players: usize,
    },
    /// A method to switch off that is not there.
    #[error(transparent)]
    Without(#[from] UnknownMethod),
    /// A bot that does not load.
    #[error("{}", words::cannot_play(.name, .source))]
    Bot {
        /// The player.
        name: String,
        /// The reason.
        source: LoadError,
    },
    /// The referee cannot play it.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// Shape of the arrays of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureShape {
    /// Shape of one plane: `[9, 9]` for a board, `[40]` for a deck.
    pub plane: &'static [usize],
    /// The names of the entries of a legal mask, in order.
    pub moves: Vec<String>,
}

/// A game with its type erased: what only its own types can do.
///
/// Everything else is a function over these, with the same receiver: of a setup in `setup`, of a
/// record in `records`, of the calls of a bot in `inspect`.
pub trait AnyGame: Send + Sync {
    /// Static facts.
    fn info(&self) -> &'static GameInfo;

    /// The queries that scripts may ask, beside what every game offers.
    fn queries(&self) -> Vec<Row>;

    /// The built-in bots, weakest first.
    fn bots(&self) -> Vec<BotInfo>;

    /// The built-in bots by strength, weakest first, some with options.
    fn levels(&self) -> Vec<&'static str>;

    /// The methods that scripts may call in this game, but for those named in `without`.
    ///
    /// # Errors
    /// If `without` names a method that is not there.
    fn api(&self, without: &[String]) -> Result<Rc<Api>, UnknownMethod>;

    /// A table before the first deal or move.
    ///
    /// # Errors
    /// If the options cannot be played.
    fn table(&self, options: &Map<String, Value>) -> Result<Box<dyn AnyTable>, OptionsError>;

    /// Plays a match with a player for each seat and its options in full.
    ///
    /// # Errors
    /// If a bot or a deal of the setup is wrong.
    fn play_seated(
        &self,
        setup: &referee::MatchSetup<&PlayerSpec>,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Record, SetupError>;

    /// Makes a call of the bot of `player` on a position of a record.
    ///
    /// # Errors
    /// If the record is wrong before that, or there is no bot.
    fn call_bot(
        &self,
        record: &Record,
        request: &Request<'_>,
        player: &PlayerSpec,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Inspection, InspectError>;

    /// The position before the first deal or move of a match, and the bot of `player` in each seat of
    /// it, to be asked on positions that come one after the other. The players of `setup` count only by
    /// their names.
    ///
    /// # Errors
    /// If the setup is wrong, or there is no bot.
    fn analysis(
        &self,
        setup: &referee::MatchSetup<Player>,
        player: &PlayerSpec,
    ) -> Result<Box<dyn AnyAnalysis>, SetupError>;

    /// Reads the decisions of a bot with this seed.
    fn turns(&self, seed: Seed) -> Turns;

    /// The sums of [`GameInfo::hand_figures`] over the hands of a record; `None` where there are
    /// none.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves.
    fn hands(&self, record: &Record) -> Result<Option<Hands>, RecordFault>;

    /// Shape of the arrays of a decision; `None` for a game without data for learners.
    fn feature_shape(&self) -> Option<FeatureShape>;

    /// Replays a record and hands each of its decisions to `hear`, in order; none of a game without
    /// data for learners.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves; the decisions before it were handed
    /// out.
    fn decisions(
        &self,
        record: &Record,
        hear: &mut dyn FnMut(&Decision),
    ) -> Result<(), RecordFault>;
}
