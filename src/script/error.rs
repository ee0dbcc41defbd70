//! Why a script cannot be played, shown with the line it happens on.

use super::{ReadBundleError, SyntaxError, words};
use crate::core::Fault;

/// A script that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It cannot be read from disk.
    #[error(transparent)]
    Read(#[from] ReadBundleError),
    /// It does not compile.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The process that was to load it failed, which is not its doing.
    #[error("{0}")]
    Lost(String),
    /// Its source takes the process that compiles it with it.
    #[error("{0}")]
    Deadly(Box<Fault>),
    /// Its top level fails, or it lacks a hook.
    #[error("{}", show(.fault, .excerpt, .log))]
    Load {
        /// The fault.
        fault: Box<Fault>,
        /// The line it happened on, with a caret.
        excerpt: Option<String>,
        /// The lines it printed before.
        log: Vec<String>,
    },
}

/// Lines of a log that an error repeats; the last ones.
const LOG: usize = 5;

/// The place, what is wrong there and what was printed before: while a file loads, the kind of the
/// fault says no more.
fn show(fault: &Fault, excerpt: &Option<String>, log: &[String]) -> String {
    let location = fault.location().map(|location| location + ": ").unwrap_or_default();
    let excerpt = excerpt.iter().map(|line| format!("\n{line}"));
    let before = (!log.is_empty()).then(|| format!("\n\n{}", words::printed_before()));
    let log = log[log.len().saturating_sub(LOG)..].iter().map(|line| format!("\n  {line}"));
    [location, fault.why.clone()].into_iter().chain(excerpt).chain(before).chain(log).collect()
}
