//! Moves and their notation.

use std::fmt;

use crate::cards::{Card, French};
use juez_core::{notation, sentences};

/// A decision: a card put on the table, or a word.
///
/// ```
/// use juez_games::durak::Move;
/// let card: Move = "TS".parse()?;
/// let (done, take): (Move, Move) = ("done".parse()?, "take".parse()?);
/// assert!(card < done && done < take, "moves are ordered like their text");
/// # Ok::<(), juez_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// This card attacks, beats the unbeaten card, or is thrown in.
    Card(French),
    /// Nothing more is thrown in.
    Done,
    /// The defender gives up and will take the table.
    Take,
}

impl Move {
    /// Returns its index in [`Move::all`]: 52 cards, `done` and `take`.
    fn index(self) -> u8 {
        match self {
            Move::Card(card) => card.index(),
            Move::Done => French::COUNT,
            Move::Take => French::COUNT + 1,
        }
    }

    fn of_index(index: u8) -> Option<Move> {
        match index.checked_sub(French::COUNT) {
            None => Some(Move::Card(French::new(index))),
            Some(0) => Some(Move::Done),
            Some(1) => Some(Move::Take),
            Some(_) => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Card(card) => card.fmt(f),
            Move::Done => f.write_str("done"),
            Move::Take => f.write_str("take"),
        }
    }
}

notation! {
    Move: "a card such as 7S or TH, `take` or `done`", exact, hint;
    numbered u8, Move::index, Move::of_index;
}

fn exact(text: &str) -> Option<Move> {
    match text {
        "done" => Some(Move::Done),
        "take" => Some(Move::Take),
        _ => text.parse().ok().map(Move::Card),
    }
}

sentences! {
    /// Hints about text that is not a move.
    HINTS:
    small_letters(mv) = "{mv} is written in small letters";
    capitals(card) = "cards are written in capitals: {card}";
    ten(card) = "the ten is written T: {card}";
    rank_first(card) = "the rank comes first: {card}";
    say_done() = "to throw in no more cards, play done";
}

/// Guesses the mistake in a text that is not a move, without surrounding blanks.
fn hint(text: &str) -> Option<String> {
    if let Some(word @ (Move::Done | Move::Take)) = exact(&text.to_ascii_lowercase()) {
        return Some(small_letters(word));
    }
    let upper = text.to_ascii_uppercase();
    if let Some(card) = exact(&upper) {
        return Some(capitals(card));
    }
    if let Some(ten) = upper.strip_prefix("10").and_then(|suit| exact(&format!("T{suit}"))) {
        return Some(self::ten(ten));
    }
    let turned: String = upper.chars().rev().collect();
    if let Some(card) = exact(&turned) {
        return Some(rank_first(card));
    }
    matches!(upper.as_str(), "PASS" | "STOP").then(say_done)
}
