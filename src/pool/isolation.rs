//! In this process or in another: one way to play for those above.

use std::fmt;
use std::str::FromStr;

use super::seat_clock::SeatClock;
use super::{Pool, PoolError, PoolOptions, Timed};
use crate::core::{Record, one_of};
use crate::referee::Inquiry;
use crate::registry::{AnyGame, Case, CaseResult, MatchSetup, Onlooker, PlayerSpec, Question};
use crate::script::LintMessage;

/// Where matches are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IsolationKind {
    /// On a thread of this process: for bots whose author sits in front of it.
    #[default]
    Thread,
    /// In child processes: for bots of anybody.
    Process,
}

impl FromStr for IsolationKind {
    type Err = String;
    fn from_str(text: &str) -> Result<IsolationKind, String> {
        let all = [("thread", IsolationKind::Thread), ("process", IsolationKind::Process)];
        one_of("isolation", text, &all)
    }
}

impl fmt::Display for IsolationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IsolationKind::Thread => "thread",
            IsolationKind::Process => "process",
        })
    }
}

/// A place where matches are played. May be shared by threads.
pub enum Isolation {
    /// On the caller's thread, which needs a stack of [`STACK`](crate::script::STACK) bytes.
    Thread,
    /// In the workers of a pool.
    Process(Box<Pool>),
}

impl Isolation {
    /// The place of this kind.
    ///
    /// # Errors
    /// If no worker can be started, or the sandbox is weaker than required.
    pub fn new(kind: IsolationKind, options: &PoolOptions) -> Result<Isolation, PoolError> {
        Ok(match kind {
            IsolationKind::Thread => Isolation::Thread,
            IsolationKind::Process => Isolation::Process(Box::new(Pool::new(options)?)),
        })
    }

    /// Seats the players and loads every script once.
    ///
    /// # Errors
    /// The first that cannot play.
    pub fn check_players(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<(), PoolError> {
        match self {
            Isolation::Thread => Ok(game.check_players(setup)?),
            Isolation::Process(pool) => pool.check_players(game, setup),
        }
    }

    /// The lint of the script of the first player, done where scripts may run.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn lint(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<Vec<LintMessage>, PoolError> {
        match self {
            Isolation::Thread => match setup.players.first() {
                Some(first) => Ok(game.lint(setup, first)?),
                None => Ok(Vec::new()),
            },
            Isolation::Process(pool) => pool.lint(game, setup),
        }
    }

    /// Plays a match that nobody watches.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn play(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<Record, PoolError> {
        match self {
            Isolation::Thread => Ok(game.play(setup, &mut ())?),
            Isolation::Process(pool) => pool.play(game, setup, &mut (), false),
        }
    }

    /// Plays a match that nobody watches, and tells what its bots took.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn play_timed(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<Timed, PoolError> {
        match self {
            Isolation::Thread => {
                let mut clock = SeatClock::default();
                let record = game.play(setup, &mut clock)?;
                Ok(Timed { record, took: clock.into_seats() })
            }
            Isolation::Process(pool) => pool.play_timed(game, setup, &mut (), false),
        }
    }

    /// Asks a bot again what it was asked in a match.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn inquire(
        &self,
        game: &'static dyn AnyGame,
        record: &Record,
        question: &Question<'_>,
    ) -> Result<Inquiry, PoolError> {
        match self {
            Isolation::Thread => game
                .inquire(record, question)
                .map_err(|error| PoolError::Inquiry(error.to_string())),
            Isolation::Process(pool) => pool.inquire(record, question),
        }
    }

    /// Puts a bot before the position of a case.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn examine(
        &self,
        game: &'static dyn AnyGame,
        case: &Case,
        player: &PlayerSpec,
    ) -> Result<CaseResult, PoolError> {
        match self {
            Isolation::Thread => {
                game.examine(case, player).map_err(|error| PoolError::Inquiry(error.to_string()))
            }
            Isolation::Process(pool) => pool.examine(game, case, player),
        }
    }

    /// Plays a match before an onlooker.
    ///
    /// # Errors
    /// If the setup is wrong or the platform fails.
    pub fn show(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Record, PoolError> {
        match self {
            Isolation::Thread => Ok(game.play(setup, onlooker)?),
            Isolation::Process(pool) => pool.play(game, setup, onlooker, true),
        }
    }
}
