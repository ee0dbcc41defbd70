//! Compiles and runs scripts outside the calling thread.

use super::{Api, BotSpec, LintMessage, LoadError, Loading, Program};
use juez_core::Fault;

/// Compiles, lints and runs scripts in another process.
pub trait Loader: Send + Sync {
    /// Compiles a bot.
    ///
    /// # Errors
    /// If it does not compile, or the platform fails.
    fn compile(&self, spec: &BotSpec) -> Result<(), LoadError>;

    /// Loads a bot for one seat of one match.
    ///
    /// # Errors
    /// A fault of hook `load`. The journal records a failure of the platform.
    fn load(&self, spec: &BotSpec, loading: Loading<'_>) -> Result<Box<dyn Program>, Fault>;

    /// Lints a bot's source.
    ///
    /// # Errors
    /// If the source kills the process, or the platform fails.
    fn lint(&self, spec: &BotSpec, api: &Api) -> Result<Vec<LintMessage>, LoadError>;
}
