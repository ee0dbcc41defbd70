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
    let mut text = fault.location().map(|location| location + ": ").unwrap_or_default();
    text.push_str(&fault.why);
    if let Some(excerpt) = excerpt {
        text.push('\n');
        text.push_str(excerpt);
    }
    if !log.is_empty() {
        text.push_str("\n\n");
        text.push_str(&words::printed_before());
    }
    for line in &log[log.len().saturating_sub(LOG)..] {
        text.push_str("\n  ");
        text.push_str(line);
    }
    text
}
