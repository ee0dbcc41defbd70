//! Messages about a bot's source, found before it runs.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::{Bundle, words};
use crate::core::{nearest, plain};

/// Messages about one bot: mend these first.
pub const MOST: usize = 20;

/// The longest file that is linted, in bytes: far more than anybody writes by hand.
pub const MOST_SOURCE: usize = 256 << 10;

/// The rule that a message of the lint follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LintRule {
    /// A variable or function that is read and that nothing sets.
    Unset,
    /// A global variable that was probably meant to be a local one.
    AccidentalGlobal,
    /// A local function that is called above its definition.
    CalledAbove,
    /// A method or field that no view and no world has.
    UnknownMember,
    /// An answer that is thrown away, of a method that does nothing but answer.
    UnusedAnswer,
    /// A function whose answer is needed and that returns none.
    NoReturn,
}

/// A place in a bot's source that is probably a mistake. It is a warning: the bot may play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct LintMessage {
    /// The file within the bundle.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The rule.
    pub rule: LintRule,
    /// The message, a sentence.
    pub message: String,
}

impl fmt::Display for LintMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LintMessage { file, line, column, message, .. } = self;
        write!(f, "{}:{line}:{column}: {}", plain(file), plain(message))
    }
}

/// True if every file of a bundle is short enough to be linted.
pub fn is_short(bundle: &Bundle) -> bool {
    bundle.files.values().all(|text| text.len() <= MOST_SOURCE)
}

/// The sentence about a word, with the question for what is near it if there is anything.
pub fn meant<'a>(why: String, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, known.into_iter().filter(|name| *name != word)) {
        Some(near) => words::did_you_mean(why, near),
        None => why,
    }
}
