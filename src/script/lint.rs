//! Messages about a bot's source, found before it runs.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::{Api, ObjectKind, words};
use crate::core::{Returns, nearest};

/// Messages about one bot: mend these first.
pub const MOST: usize = 20;

/// The longest file that is linted, in bytes: far longer than one written by hand.
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
        write!(f, "{file}:{line}:{column}: {message}")
    }
}

/// The object that an answer of this kind is.
pub fn object_of(answer: Returns) -> Option<ObjectKind> {
    match answer {
        Returns::View => Some(ObjectKind::View),
        Returns::World => Some(ObjectKind::World),
        _ => None,
    }
}

/// The kind of the answer of a method of this name, of a view or else of a world.
pub fn any_answer(api: &Api, name: &str) -> Option<Returns> {
    let method = api.method(ObjectKind::View, name);
    method.or_else(|| api.method(ObjectKind::World, name)).map(|row| row.returns)
}

/// The sentence for the answer of the method `name` that is thrown away; `after` is how the
/// language writes what to do with another world. `None` for a method that does more than answer.
pub fn thrown_away(name: &str, answer: Returns, after: &str) -> Option<String> {
    match answer {
        Returns::Nothing => None,
        _ if name == "random" => None,
        Returns::World => Some(words::changes_nothing(name, format!("{after}{name}(...)"))),
        _ => Some(words::only_answers(name)),
    }
}

/// Words of other languages or libraries, each row with what there is instead.
pub type Foreign = &'static [(&'static [&'static str], &'static str)];

/// What there is instead of a word of another language.
pub fn instead(rows: Foreign, word: &str) -> Option<&'static str> {
    rows.iter().find(|(words, _)| words.contains(&word)).map(|(_, hint)| *hint)
}

/// The sentence about a word, with the question for what is near it if there is anything.
pub fn meant<'a>(why: String, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, known.into_iter().filter(|name| *name != word)) {
        Some(near) => words::did_you_mean(why, near),
        None => why,
    }
}
