//! The bot to check, and the order of the matches.

use serde_json::{Map, Value};

use super::report::{Against, CheckReport};
use super::run::Checker;
use crate::core::{Limits, Seed};
use crate::pool::PoolOptions;
use crate::registry::{AnyGame, Mind, PlayerSpec, PlayerSpecError, SetupError};
use crate::script::LoadError;
use crate::tournament::series::SeriesError;

/// The bot to check, and the way to do it.
pub struct CheckPlan {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The bot, a script.
    pub player: PlayerSpec,
    /// House rules; with `seats` no other number of seats is tried.
    pub options: Map<String, Value>,
    /// Limits, and the price of a fault.
    pub limits: Limits,
    /// Script methods to switch off.
    pub without: Vec<String>,
    /// Where chance comes from.
    pub seed: Seed,
    /// Matches against chance; `None` for a handful with each seat at least once.
    pub games: Option<u32>,
    /// True to count the fuel of each line.
    pub profile: bool,
    /// The workers that stand for a sandbox.
    pub workers: PoolOptions,
}

/// The progress of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckProgress {
    /// The current step.
    pub doing: &'static str,
    /// Matches played so far.
    pub played: u32,
}

/// Why a bot cannot be looked over.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Not a script.
    #[error("{0} is a built-in bot: only scripts are checked")]
    BuiltIn(String),
    /// It does not load.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The bot that plays by chance is not there.
    #[error(transparent)]
    Random(#[from] PlayerSpecError),
    /// The setup.
    #[error(transparent)]
    Setup(SetupError),
    /// A series.
    #[error(transparent)]
    Series(#[from] SeriesError),
}

impl From<SetupError> for CheckError {
    fn from(error: SetupError) -> CheckError {
        match error {
            SetupError::Bot { source, .. } => CheckError::Load(source),
            other => CheckError::Setup(other),
        }
    }
}

/// Looks a bot over: plays it against chance and against itself on this thread, which needs a stack of
/// [`STACK`](crate::script::STACK) bytes, plays one match again and once more in a sandboxed process,
/// and tells what there is to tell. `see` hears of each match before it is played.
///
/// # Errors
/// If the bot does not load or the setup is wrong.
pub fn check(
    plan: &CheckPlan,
    see: &mut dyn FnMut(CheckProgress),
) -> Result<CheckReport, CheckError> {
    let Mind::Script(spec) = &plan.player.mind else {
        return Err(CheckError::BuiltIn(plan.player.name.clone()));
    };
    let mut checker = Checker::new(plan, spec, see)?;
    let entries = checker.entries()?;
    let first = checker.series(Against::Random, entries, plan.games, "playing against random")?;
    checker.play(&first)?;
    let itself = checker.series(Against::Itself, entries, None, "playing against itself")?;
    checker.play(&itself)?;
    checker.play_again(&itself)?;
    checker.other_tables(entries)?;
    if plan.profile {
        checker.profile(&[&first, &itself])?;
    }
    Ok(checker.finish())
}
