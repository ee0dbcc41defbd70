//! Moves as text, as scripts return, records store and the command line prints them.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::hash::Hash;
use std::str::FromStr;

use super::{AsText, sentences};

sentences! {
    /// Sentences about text that does not parse as a move.
    UNREADABLE:
    not_read(text, expected) = "cannot read {text}: expected {expected}";
    not_read_but(text, expected, hint) = "cannot read {text}: expected {expected} ({hint})";
    blanks(mv) = "without the blanks around it: {mv}";
}

/// A move that people and scripts can write.
///
/// `Ord` is the byte order of the text, so that "ascending" means the same for programs and people.
pub trait Notation:
    Copy
    + Ord
    + Hash
    + Debug
    + AsText
    + FromStr<Err = ParseMoveError>
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// The form of a move, for messages: `a square a1 to i9, or a wall such as e3h`.
    const EXPECTED: &'static str;

    /// Returns the error for text that is not a move, with a hint if there is one.
    fn unreadable(text: &str, hint: Option<String>) -> ParseMoveError {
        ParseMoveError { text: clip(text, 40), expected: Self::EXPECTED, hint }
    }
}

/// Text that is not a move of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.words())]
pub struct ParseMoveError {
    /// The text, cut to a readable length.
    pub text: String,
    /// The form that the game expects.
    pub expected: &'static str,
    /// A suggestion, if there is one.
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

/// Reads a move with `exact`. The error suggests the move without surrounding blanks or, if the
/// text is not blank, the `hint`.
///
/// # Errors
/// If the text is not exactly a move.
pub fn read_move<M: Notation>(
    text: &str,
    exact: impl Fn(&str) -> Option<M>,
    hint: impl FnOnce(&str) -> Option<String>,
) -> Result<M, ParseMoveError> {
    exact(text).ok_or_else(|| {
        let trimmed = text.trim();
        let hint = || if trimmed.is_empty() { None } else { hint(trimmed) };
        M::unreadable(text, exact(trimmed).map(blanks).or_else(hint))
    })
}

/// Cuts `text` to its first `most` characters and marks the cut.
pub fn clip(text: impl Into<String>, most: usize) -> String {
    let mut text = text.into();
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Implements [`Notation`] for a type with `Display`:
/// `notation! { Move: expected, exact, hint; .. }`.
///
/// `exact` reads the text as it is. The optional `hint` suggests a move for other text, without
/// surrounding blanks. `notation! { Type reads expected, |text| result }` is for a type with its
/// own reader.
///
/// A type whose moves are `numbered` in the order of their texts is compared and listed by number,
/// and the number is its packed form. Other types implement `Ord` and call
/// [`serde_forms!`](super::serde_forms) themselves.
#[doc(hidden)]
#[macro_export]
macro_rules! notation {
    ($type:ident: $expected:literal, $exact:expr, $hint:expr; numbered $form:ty, $index:expr, $of_index:expr;) => {
        $crate::notation! { $type: $expected, $exact, $hint; }
        $crate::serde_forms!($type as text, $form, |mv| $index(*mv), $of_index);

        impl $type {
            /// Returns every move of the notation, ascending.
            pub fn all() -> Vec<$type> {
                static ALL: std::sync::LazyLock<Vec<$type>> =
                    std::sync::LazyLock::new(|| (0..=<$form>::MAX).filter_map($of_index).collect());
                ALL.clone()
            }
        }

        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &$type) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $type {
            fn cmp(&self, other: &$type) -> std::cmp::Ordering {
                $index(*self).cmp(&$index(*other))
            }
        }
    };
    ($type:ident: $expected:literal, $exact:expr, $hint:expr;) => {
        $crate::notation! {
            $type reads $expected, |text| $crate::read_move(text, $exact, $hint)
        }
    };
    ($type:ident: $expected:literal, $exact:expr;) => {
        $crate::notation! {
            $type reads $expected,
            |text| $exact(text).ok_or_else(|| <$type as $crate::Notation>::unreadable(text, None))
        }
    };
    ($type:ident reads $expected:literal, |$text:ident| $read:expr) => {
        impl $crate::Notation for $type {
            const EXPECTED: &'static str = $expected;
        }

        impl std::str::FromStr for $type {
            type Err = $crate::ParseMoveError;
            fn from_str($text: &str) -> Result<$type, $crate::ParseMoveError> {
                $read
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}
