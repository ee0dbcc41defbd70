//! Where scripts are compiled and run, if not on the thread that asks for them.

use super::{Api, BotSpec, LintMessage, LoadError, Loading, Program};
use crate::core::Fault;

/// Compiles, lints and runs scripts elsewhere than in this process.
pub trait Loader: Send + Sync {
    /// Compiles a bot.
    ///
    /// # Errors
    /// If it does not compile, or the platform fails.
    fn compile(&self, spec: &BotSpec) -> Result<(), LoadError>;

    /// Loads a bot for one seat of one match.
    ///
    /// # Errors
    /// A fault of hook `load`. Where the platform fails the journal says so.
    fn load(&self, spec: &BotSpec, loading: Loading<'_>) -> Result<Box<dyn Program>, Fault>;

    /// The lint of a bot's source.
    ///
    /// # Errors
    /// If its source takes the process with it, or the platform fails.
    fn lint(&self, spec: &BotSpec, api: &Api) -> Result<Vec<LintMessage>, LoadError>;
}
