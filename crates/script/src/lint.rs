//! Messages about probable mistakes in a bot's source, found before it runs.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::{Api, ObjectKind, words};
use juez_core::{Returns, nearest};

/// Maximum number of messages about one bot.
pub const MOST: usize = 20;

/// Maximum size of a linted file in bytes, far more than a handwritten file has.
pub const MOST_SOURCE: usize = 256 << 10;

/// A rule of the lint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LintRule {
    /// A variable or function is read but never set.
    Unset,
    /// A global variable was probably meant to be local.
    AccidentalGlobal,
    /// A local function is called above its definition.
    CalledAbove,
    /// A method or field exists on no view or world.
    UnknownMember,
    /// The result of a method without side effects is discarded.
    UnusedAnswer,
    /// A function returns nothing although its result is used.
    NoReturn,
}

/// A probable mistake in a bot's source. It is only a warning: the bot can still play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct LintMessage {
    /// The file within the bundle.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The rule it breaks.
    pub rule: LintRule,
    /// The message, as a sentence.
    pub message: String,
}

impl fmt::Display for LintMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LintMessage { file, line, column, message, .. } = self;
        write!(f, "{file}:{line}:{column}: {message}")
    }
}

/// Returns the kind of object that a method of this type returns.
pub fn object_of(answer: Returns) -> Option<ObjectKind> {
    match answer {
        Returns::View => Some(ObjectKind::View),
        Returns::World => Some(ObjectKind::World),
        _ => None,
    }
}

/// Returns the result type of the view method of this name, or else of the world method.
pub fn any_answer(api: &Api, name: &str) -> Option<Returns> {
    let method = api.method(ObjectKind::View, name);
    method.or_else(|| api.method(ObjectKind::World, name)).map(|row| row.returns)
}

/// Returns the sentence about a discarded result of method `name`; `None` if the method has side
/// effects. `after` is how the language binds a world to a variable.
pub fn thrown_away(name: &str, answer: Returns, after: &str) -> Option<String> {
    match answer {
        Returns::Nothing => None,
        _ if name == "random" => None,
        Returns::World => Some(words::changes_nothing(name, format!("{after}{name}(...)"))),
        _ => Some(words::only_answers(name)),
    }
}

/// Words of other languages or libraries, with the local equivalent per row.
pub type Foreign = &'static [(&'static [&'static str], &'static str)];

/// Returns the equivalent of a word of another language.
pub fn instead(rows: Foreign, word: &str) -> Option<&'static str> {
    rows.iter().find(|(words, _)| words.contains(&word)).map(|(_, hint)| *hint)
}

/// Appends a "did you mean" question to a sentence if a known name is similar to the word.
pub fn meant<'a>(why: String, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, known.into_iter().filter(|name| *name != word)) {
        Some(near) => words::did_you_mean(why, near),
        None => why,
    }
}
