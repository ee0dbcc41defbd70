//! What to look over, and in what order.

use serde_json::{Map, Value};

use super::looking::Looking;
use super::{Against, Checkup};
use crate::core::{Limits, Seed};
use crate::pool::PoolOptions;
use crate::registry::{AnyGame, Mind, PlayerSpec, PlayerSpecError, SetupError};
use crate::script::LoadError;
use crate::tournament::SeriesError;

/// What to look over, and how.
pub struct CheckupPlan {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The bot, a script.
    pub player: PlayerSpec,
    /// House rules; with `seats` no other number of seats is tried.
    pub options: Map<String, Value>,
    /// What it may spend, and what a fault costs.
    pub limits: Limits,
    /// Script methods to switch off.
    pub without: Vec<String>,
    /// Where chance comes from.
    pub seed: Seed,
    /// Matches against chance; `None` for a handful with each seat at least once.
    pub games: Option<u32>,
    /// Whether to count what each line spends.
    pub profile: bool,
    /// The workers that stand for a sandbox.
    pub workers: PoolOptions,
}

/// How far a checkup is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is being done.
    pub doing: &'static str,
    /// Matches played so far.
    pub played: u32,
}

/// Why a bot cannot be looked over.
#[derive(Debug, thiserror::Error)]
pub enum CheckupError {
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

impl From<SetupError> for CheckupError {
    fn from(error: SetupError) -> CheckupError {
        match error {
            SetupError::Bot { source, .. } => CheckupError::Load(source),
            other => CheckupError::Setup(other),
        }
    }
}

/// Looks a bot over: plays it against chance and against itself on this thread, which needs a stack of
/// [`STACK`](crate::script::STACK) bytes, plays one match again and once more in a sandboxed process,
/// and tells what there is to tell. `see` hears of each match before it is played.
///
/// # Errors
/// If the bot does not load or the setup is wrong.
pub fn checkup(plan: &CheckupPlan, see: &mut dyn FnMut(Progress)) -> Result<Checkup, CheckupError> {
    let Mind::Script(spec) = &plan.player.mind else {
        return Err(CheckupError::BuiltIn(plan.player.name.clone()));
    };
    let mut looking = Looking::new(plan, spec, see)?;
    let entries = looking.entries()?;
    let first = looking.series(Against::Random, entries, plan.games, "playing against random")?;
    looking.play(&first, Against::Random, entries)?;
    let itself = looking.series(Against::Itself, entries, None, "playing against itself")?;
    looking.play(&itself, Against::Itself, entries)?;
    looking.play_again(&itself)?;
    looking.other_tables(entries)?;
    if plan.profile {
        looking.profile(&[&first, &itself])?;
    }
    Ok(looking.finish())
}
