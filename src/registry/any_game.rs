//! The verbs of a game with its type erased.

use serde_json::{Map, Value};

use super::costs::MethodCost;
use super::{
    BenchItem, Case, CaseError, CaseResult, Eyes, Moment, PlayerSpec, Question, Scene, Sight, words,
};
use crate::core::{
    Drawing, End, GameInfo, HandFigure, Hands, HookLog, Limits, OptionInfo, OptionsError, Outcome,
    Ply, Record, Row, Seat, SeatFault, Seed, Team, Turns,
};
use crate::referee::{Call, Inquiry, InquiryError, PlayError};
use crate::script::{Api, LintMessage, LoadError, UnknownMethod};

/// A built-in bot, for lists.
#[derive(Clone, Copy, Debug)]
pub struct BotInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line that says how it plays.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionInfo],
}

/// Everything a match is made of.
#[derive(Clone)]
pub struct MatchSetup {
    /// House rules; what is absent has its default, `seats` the number of players.
    pub options: Map<String, Value>,
    /// Who plays: one for each seat, or in a team game one for each team.
    pub players: Vec<PlayerSpec>,
    /// Where chance comes from.
    pub seed: Option<Seed>,
    /// What bots may spend.
    pub limits: Limits,
    /// Script methods to switch off.
    pub without: Vec<String>,
    /// True if bots are told seat labels in place of the names of the players.
    pub hide_names: bool,
    /// Deals to use before any is drawn.
    pub deals: Vec<Value>,
    /// Moves already made.
    pub moves: Vec<String>,
    /// Faults that took a process with them when this match was played before: the calls they
    /// belong to are not made again.
    pub known: Vec<SeatFault>,
}

impl MatchSetup {
    /// A match of these players with everything else as it is by default.
    pub fn new(players: Vec<PlayerSpec>) -> MatchSetup {
        MatchSetup {
            options: Map::new(),
            players,
            seed: None,
            limits: Limits::default(),
            without: Vec::new(),
            hide_names: false,
            deals: Vec::new(),
            moves: Vec::new(),
            known: Vec::new(),
        }
    }
}

/// Why a match cannot begin or go on; never a bot's fault.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The house rules.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// Too few or too many players.
    #[error("{game} is for {needed}, not {players}")]
    Players {
        /// The game's id.
        game: &'static str,
        /// How many it takes, in words: `2 or 4 players`.
        needed: String,
        /// How many came.
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
        /// Why.
        source: LoadError,
    },
    /// The referee.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// A move that was just made, for people who watch.
pub struct Step<'a> {
    /// Moves made, this one included.
    pub ply: u32,
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: &'a str,
    /// What is known of it.
    pub how: &'a Ply,
    /// The table after it.
    pub table: &'a dyn Sight,
}

/// An onlooker of a match, whatever the game. Every method does nothing unless it is written.
pub trait Onlooker {
    /// The match begins; this is the table before anything has happened.
    fn begins(&mut self, table: &dyn Sight) {
        let _ = table;
    }
    /// A bot is about to be called: its clock starts.
    fn calling(&mut self, call: Call) {
        let _ = call;
    }
    /// The bot has returned: its clock stops.
    fn returned(&mut self, call: Call) {
        let _ = call;
    }
    /// A deal was made; this is the table after it.
    fn dealt(&mut self, table: &dyn Sight) {
        let _ = table;
    }
    /// A move was made.
    fn moved(&mut self, step: &Step<'_>) {
        let _ = step;
    }
    /// A bot wrote something in a call that made no move: `load`, `start`, `finish`, or a
    /// `next_move` whose fault ended the match.
    fn wrote(&mut self, log: &HookLog) {
        let _ = log;
    }
    /// A bot did something wrong in a call in which it wrote `log`.
    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        let _ = (fault, log);
    }
    /// The match is over; this is how the table is left.
    fn over(&mut self, outcome: &Outcome, table: &dyn Sight) {
        let _ = (outcome, table);
    }
    /// Whether to stop the match here, before its end. Asked before each deal and move.
    fn stop(&mut self) -> bool {
        false
    }
}

/// A match without onlookers.
impl Onlooker for () {}

/// The legal moves at one ply of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalLine {
    /// Moves made before.
    pub ply: u32,
    /// The seat to move; `None` if there is none.
    pub seat: Option<Seat>,
    /// The moves, ascending.
    pub legal: Vec<String>,
    /// Whether the match waits for a deal that the record does not have.
    pub needs_deal: bool,
}

/// Where a record goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFault {
    /// Moves made before.
    pub ply: u32,
    /// What is wrong.
    pub error: String,
}

/// The plies of a record that are good, and what comes after them if anything is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalWalk {
    /// A line for each ply asked for.
    pub lines: Vec<LegalLine>,
    /// What is wrong with the rest.
    pub error: Option<RecordFault>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeMove {
    /// Number of the deal it belongs to, from 0; 0 in games without chance.
    pub deal: u32,
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub text: String,
}

/// What a match is played under.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchTerms {
    /// The house rules, every default filled in.
    pub options: Map<String, Value>,
    /// The side of each seat, in seat order.
    pub teams: Vec<Team>,
}

/// The number of move sequences of some length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// All of them.
    pub nodes: u64,
    /// Those that begin with each move.
    pub divided: Vec<(String, u64)>,
}

/// A game with its type erased: the verbs take and give plain data.
pub trait AnyGame: Send + Sync {
    /// Static facts.
    fn info(&self) -> &'static GameInfo;

    /// The queries that scripts may ask, beside what every game offers.
    fn queries(&self) -> Vec<Row>;

    /// The built-in bots, weakest first.
    fn bots(&self) -> Vec<BotInfo>;

    /// The house rules in full.
    ///
    /// # Errors
    /// If they cannot be played.
    fn options(&self, options: &Map<String, Value>) -> Result<Map<String, Value>, OptionsError>;

    /// The side of each seat of a match, in seat order.
    ///
    /// # Errors
    /// If its house rules cannot be played.
    fn teams(&self, setup: &MatchSetup) -> Result<Vec<Team>, SetupError>;

    /// What a record is played under: its house rules in full and the side of each seat.
    ///
    /// # Errors
    /// If its head is wrong or its first deal impossible.
    fn terms(&self, record: &Record) -> Result<MatchTerms, RecordFault>;

    /// Seats the players and loads every script once, so that what cannot play is known before the
    /// match.
    ///
    /// # Errors
    /// Too few or too many players, or the first script that does not load.
    fn check_players(&self, setup: &MatchSetup) -> Result<(), SetupError>;

    /// Loads the script of one player of a match once.
    ///
    /// # Errors
    /// If it does not load.
    fn check_player(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<(), SetupError>;

    /// Loads the script of one player of a match once; the names of its functions, the hooks
    /// included, ascending. A built-in bot has none.
    ///
    /// # Errors
    /// If it does not load.
    fn functions(&self, setup: &MatchSetup, player: &PlayerSpec)
    -> Result<Vec<String>, SetupError>;

    /// The lint of the source of one player of a match. A built-in bot has no
    /// source, and of one that does not compile nothing is told.
    ///
    /// # Errors
    /// If the setup is wrong.
    fn lint(&self, setup: &MatchSetup, player: &PlayerSpec)
    -> Result<Vec<LintMessage>, SetupError>;

    /// Plays a match to its end, on this thread. With scripts of unknown origin that thread needs a
    /// stack of [`STACK`](crate::script::STACK) bytes.
    ///
    /// # Errors
    /// If the setup is wrong.
    fn play(&self, setup: &MatchSetup, onlooker: &mut dyn Onlooker) -> Result<Record, SetupError>;

    /// The record of a match that was left after `moves`, without plies and without an end. The
    /// deal that is due after the last move is made if there is anything to draw it from.
    ///
    /// # Errors
    /// If the setup is wrong or a move cannot be made.
    fn left_after(&self, setup: &MatchSetup, moves: &[String]) -> Result<Record, SetupError>;

    /// The methods that scripts may call in this game, but for those named in `without`.
    ///
    /// # Errors
    /// If `without` names a method that is not there.
    fn api(&self, without: &[String]) -> Result<Api, UnknownMethod>;

    /// Reads the decisions of a bot with this seed.
    fn turns(&self, seed: Seed) -> Box<dyn Turns>;

    /// The legal moves after a record's moves, or with `all` at every ply.
    fn legal(&self, record: &Record, all: bool) -> LegalWalk;

    /// Checks a position to go on from. Deals that have not fallen due yet are for later.
    ///
    /// # Errors
    /// The first thing that is wrong with its rules, deals or moves.
    fn check_position(&self, record: &Record) -> Result<(), RecordFault>;

    /// Asks a bot again what it was asked in a match: it lives through the match as it did then,
    /// and whatever it answers on the way the recorded moves are played.
    ///
    /// # Errors
    /// If the record is wrong before that, or the bot is not asked so there.
    fn inquire(&self, record: &Record, question: &Question<'_>) -> Result<Inquiry, InquiryError>;

    /// Checks that a case can be asked, and that the moves it names can be made there.
    ///
    /// # Errors
    /// What is wrong with its position or its moves.
    fn check_case(&self, case: &Case) -> Result<(), CaseError>;

    /// Puts a player before the position of a case. With scripts of unknown origin this thread
    /// needs a stack of [`STACK`](crate::script::STACK) bytes.
    ///
    /// # Errors
    /// As [`AnyGame::check_case`].
    fn examine(&self, case: &Case, player: &PlayerSpec) -> Result<CaseResult, CaseError>;

    /// Whether what came of a case is what it wants, for a case that was asked elsewhere.
    fn passes(&self, case: &Case, result: &CaseResult) -> bool;

    /// What the seat of `call` saw there in a match and might have played; the bot is not asked.
    ///
    /// # Errors
    /// If the record is wrong before that, or the bot is not called so there.
    fn look(&self, record: &Record, call: Call) -> Result<Inquiry, InquiryError>;

    /// A position of a record as `eyes` see it; its last if it has fewer moves.
    ///
    /// # Errors
    /// If the record is wrong before that, or has no such seat.
    fn scene(&self, record: &Record, moment: Moment, eyes: Eyes) -> Result<Scene, RecordFault>;

    /// The table of a record after `ply` moves, as `eyes` see it.
    ///
    /// # Errors
    /// As [`AnyGame::scene`].
    fn draw_for(&self, record: &Record, ply: u32, eyes: Eyes) -> Result<Drawing, RecordFault> {
        Ok(self.scene(record, Moment::at(ply), eyes)?.drawing)
    }

    /// Tells an onlooker of a record what it would have been told of the match, but for the calls
    /// of the bots. Of a position without plies it tells each move as a bot's.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves; what comes before was told.
    fn retell(
        &self,
        record: &Record,
        eyes: Eyes,
        onlooker: &mut dyn Onlooker,
    ) -> Result<(), RecordFault>;

    /// Replays a record and checks its end; the end that follows from its moves.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn verify(&self, record: &Record) -> Result<Option<End>, RecordFault>;

    /// Checks what a record says beside moves and end: chance against its seed, players against the
    /// house rules and the bots of the game, and how moves and faults came about. The record must
    /// [verify](AnyGame::verify).
    ///
    /// # Errors
    /// The first thing that cannot have been.
    fn audit(&self, record: &Record) -> Result<(), RecordFault>;

    /// The figures that the game counts for each seat in each hand; empty for most.
    fn hand_figures(&self) -> &'static [HandFigure];

    /// The sums of [`AnyGame::hand_figures`] over the hands of a record; `None` where there are
    /// none.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves.
    fn hands(&self, record: &Record) -> Result<Option<Hands>, RecordFault>;

    /// Counts the move sequences of exactly `depth` moves after a record's moves; where a deal is
    /// due first, it is drawn from `seed`.
    ///
    /// # Errors
    /// If the record is wrong.
    fn perft(
        &self,
        record: &Record,
        depth: u32,
        seed: Seed,
        divide: bool,
    ) -> Result<Perft, RecordFault>;

    /// The table after a record's moves, everything face up.
    ///
    /// # Errors
    /// If the record is wrong.
    fn draw(&self, record: &Record) -> Result<Drawing, RecordFault>;

    /// Every move of a record with its hand and who made it.
    ///
    /// # Errors
    /// If the record is wrong.
    fn moves(&self, record: &Record) -> Result<Vec<MadeMove>, RecordFault> {
        self.moves_for(record, Eyes::Open)
    }

    /// As [`AnyGame::moves`], each as `eyes` saw it: a private signal is no more than a signal.
    ///
    /// # Errors
    /// If the record is wrong.
    fn moves_for(&self, record: &Record, eyes: Eyes) -> Result<Vec<MadeMove>, RecordFault>;

    /// What `juez bench` measures of the rules.
    fn bench(&self) -> Vec<BenchItem>;

    /// What the methods of scripts are charged and what they take, the best of `runs` runs each.
    fn costs(&self, runs: u32) -> Vec<MethodCost>;
}
