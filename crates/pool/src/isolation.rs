//! Runs bots in this process or each in its own, behind one interface.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::seat_clock::SeatClock;
use super::{Pool, PoolError, PoolOptions};
use juez_core::{Record, Seat, named};
use juez_match::referee::Inspection;
use juez_match::registry::{
    AnyGame, Case, CaseResult, MatchSetup, Mind, Onlooker, PlayerSpec, Question,
};
use juez_script::{BotSpec, LintMessage, LoadError, Loader};

/// A kind of isolation for bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IsolationKind {
    /// Bots run on the thread of their match, for authors who watch it themselves.
    #[default]
    Thread,
    /// Each bot runs in its own process, for bots of any author.
    Process,
}

named! { IsolationKind, "isolation": Thread = "thread", Process = "process" }

/// A played match, and the time its bots took.
#[derive(Clone, PartialEq, Debug)]
pub struct Timed {
    /// The match.
    pub record: Record,
    /// CPU time of each seat's calls, for people to read; no result depends on it. Ends with the
    /// last seat that was called.
    pub took: Vec<Duration>,
    /// The seat of each move.
    pub movers: Vec<Seat>,
}

/// Runs the bots of matches. Threads can share it. A match itself is played on the caller's thread,
/// which needs a stack of [`STACK`](juez_script::STACK) bytes.
pub enum Isolation {
    /// Bots run on the thread of their match.
    Thread,
    /// Bots run in the workers of a pool.
    Process(Pool),
}

impl Isolation {
    /// Creates an isolation of this kind.
    ///
    /// # Errors
    /// If no worker can be started, or the sandbox is weaker than required.
    pub fn new(kind: IsolationKind, options: &PoolOptions) -> Result<Isolation, PoolError> {
        Ok(match kind {
            IsolationKind::Thread => Isolation::Thread,
            IsolationKind::Process => Isolation::Process(Pool::new(options)?),
        })
    }

    /// Returns the player with its script run here.
    pub fn player(&self, player: &PlayerSpec) -> PlayerSpec {
        match self {
            Isolation::Thread => player.clone(),
            Isolation::Process(pool) => {
                let loader: Arc<dyn Loader> = Arc::new(pool.clone());
                PlayerSpec { mind: player.mind.loaded_by(&loader), ..player.clone() }
            }
        }
    }

    /// Returns the match with its scripts run here.
    fn setup<'s>(&self, setup: &'s MatchSetup) -> Cow<'s, MatchSetup> {
        match self {
            Isolation::Thread => Cow::Borrowed(setup),
            Isolation::Process(_) => {
                let players = setup.players.iter().map(|player| self.player(player)).collect();
                Cow::Owned(MatchSetup { players, ..setup.clone() })
            }
        }
    }

    /// Compiles a script here.
    ///
    /// # Errors
    /// If it does not compile, or the platform fails.
    pub fn compile(&self, spec: &BotSpec) -> Result<(), LoadError> {
        match self {
            Isolation::Thread => spec.compile(),
            Isolation::Process(pool) => pool.compile(spec),
        }
    }

    /// Seats the players and loads every script once.
    ///
    /// # Errors
    /// Returns the error of the first that cannot play.
    pub fn check_players(&self, game: &dyn AnyGame, setup: &MatchSetup) -> Result<(), PoolError> {
        Ok(game.check_players(&self.setup(setup))?)
    }

    /// Loads the script of one player of a match once.
    ///
    /// # Errors
    /// If it does not load.
    pub fn check_player(
        &self,
        game: &dyn AnyGame,
        setup: &MatchSetup,
        player: &PlayerSpec,
    ) -> Result<(), PoolError> {
        Ok(game.check_player(setup, &self.player(player))?)
    }

    /// Lints the script of the first player.
    ///
    /// # Errors
    /// If the setup is wrong.
    pub fn lint(
        &self,
        game: &dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<Vec<LintMessage>, PoolError> {
        match setup.players.first() {
            Some(first) => Ok(game.lint(setup, &self.player(first))?),
            None => Ok(Vec::new()),
        }
    }

    /// Plays a match without an onlooker.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn play(&self, game: &dyn AnyGame, setup: &MatchSetup) -> Result<Record, PoolError> {
        self.show(game, setup, &mut ())
    }

    /// Plays a match without an onlooker, and measures the time that its bots take.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn play_timed(&self, game: &dyn AnyGame, setup: &MatchSetup) -> Result<Timed, PoolError> {
        self.play_timed_until(game, setup, &AtomicBool::new(false))
    }

    /// Like [`Isolation::play_timed`]; the match stops once `halt` is set.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn play_timed_until(
        &self,
        game: &dyn AnyGame,
        setup: &MatchSetup,
        halt: &AtomicBool,
    ) -> Result<Timed, PoolError> {
        let is_script = |player: &PlayerSpec| matches!(player.mind, Mind::Script(_));
        let all_remote =
            matches!(self, Isolation::Process(_)) && setup.players.iter().all(is_script);
        let mut clock = SeatClock::new(all_remote, halt);
        let record = self.show(game, setup, &mut clock)?;
        Ok(Timed { record, took: clock.seats, movers: clock.movers })
    }

    /// Plays a match in front of an onlooker.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn show(
        &self,
        game: &dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Record, PoolError> {
        Ok(game.play(&self.setup(setup), onlooker)?)
    }

    /// Repeats a call of a match to a bot.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn inspect(
        &self,
        game: &dyn AnyGame,
        record: &Record,
        question: &Question<'_>,
    ) -> Result<Inspection, PoolError> {
        let player = &self.player(question.player);
        let inspection = game.inspect(record, &Question { player, ..*question });
        inspection.map_err(|error| PoolError::Inspection(error.to_string()))
    }

    /// Asks a bot for its move in the position of a case.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn examine(
        &self,
        game: &dyn AnyGame,
        case: &Case,
        player: &PlayerSpec,
    ) -> Result<CaseResult, PoolError> {
        let result = game.examine(case, &self.player(player));
        result.map_err(|error| PoolError::Inspection(error.to_string()))
    }
}
