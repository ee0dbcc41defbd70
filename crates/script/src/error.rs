//! Errors of loading a script, shown with the offending line.

use super::{ReadBundleError, SyntaxError, words};
use juez_core::Fault;

/// A script that cannot be played.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum LoadError {
    /// It cannot be read from disk.
    #[error(transparent)]
    Read(#[from] ReadBundleError),
    /// It does not compile.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The process loading it failed through no fault of the script.
    #[error("{0}")]
    Lost(String),
    /// Compiling it kills the process.
    #[error("{0}")]
    Deadly(Box<Fault>),
    /// Its top level fails, or a hook is missing.
    #[error("{}", show(.fault, .excerpt, .log))]
    Load {
        fault: Box<Fault>,
        /// The line of the fault, with a caret.
        excerpt: Option<String>,
        /// The lines printed before the fault.
        log: Vec<String>,
    },
}

/// Number of log lines in an error; the last ones.
const LOG: usize = 5;

/// Formats the location, the reason and the lines printed before. The kind of the fault is omitted:
/// it adds nothing while a file loads.
fn show(fault: &Fault, excerpt: &Option<String>, log: &[String]) -> String {
    let location = fault.location().map(|location| location + ": ").unwrap_or_default();
    let excerpt = excerpt.iter().map(|line| format!("\n{line}"));
    let before = (!log.is_empty()).then(|| format!("\n\n{}", words::printed_before()));
    let log = log[log.len().saturating_sub(LOG)..].iter().map(|line| format!("\n  {line}"));
    [location, fault.why.clone()].into_iter().chain(excerpt).chain(before).chain(log).collect()
}
