//! Moves as text: what scripts return, records store and the command line prints.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use super::sentences;

sentences! {
    /// Sentences about text that is no move.
    UNREADABLE:
    not_read(text, expected) = "cannot read {text}: expected {expected}";
    not_read_but(text, expected, hint) = "cannot read {text}: expected {expected} ({hint})";
}

/// A move that people and scripts can write.
///
/// `Ord` is the byte order of the text, so that "ascending" means the same for programs and people.
pub trait Notation:
    Copy
    + Ord
    + Hash
    + Debug
    + Display
    + FromStr<Err = ParseMoveError>
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// What a move looks like, for messages: `a square a1 to i9, or a wall such as e3h`.
    const EXPECTED: &'static str;

    /// The error for text that is no move, with a hint where one helps.
    fn unreadable(text: &str, hint: Option<String>) -> ParseMoveError {
        ParseMoveError { text: clip(text, 40), expected: Self::EXPECTED, hint }
    }
}

/// Text that is no move of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.words())]
pub struct ParseMoveError {
    /// The text as it came, cut to a readable length.
    pub text: String,
    /// What the game expects.
    pub expected: &'static str,
    /// What was probably meant.
    pub hint: Option<String>,
}

impl ParseMoveError {
    fn words(&self) -> String {
        let text = format!("{:?}", self.text);
        match &self.hint {
            Some(hint) => not_read_but(text, self.expected, hint),
            None => not_read(text, self.expected),
        }
    }
}

/// The first `most` characters of `text`, marked where something was cut.
fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
