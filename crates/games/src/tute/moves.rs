//! Moves and their notation.

use std::fmt;

use super::Song;
use crate::cards::{Card, Spanish};
use juez_core::{notation, sentences};

/// A decision: a card, a song before leading, or the penalty for breaking an obligation.
///
/// ```
/// use juez_games::tute::Move;
/// let texts = ["20:C", "40:O", "B1", "O7", "fallo", "tute:C", "tute:R"];
/// let moves: Vec<Move> = texts.iter().map(|text| text.parse().expect("a move")).collect();
/// assert!(moves.is_sorted(), "moves are ordered like their text");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// An announcement; the same seat then decides again, except after a tute.
    Song(Song),
    /// A card is played.
    Card(Spanish),
    /// The penalty of the rules; it cannot be chosen.
    Fallo,
}

impl Move {
    /// Returns a number in the byte order of the texts.
    fn index(self) -> u8 {
        match self {
            Move::Song(song) if song.is_tute() => 41 + song.index(),
            Move::Song(song) => song.index(),
            Move::Card(card) => 8 + card.index(),
            Move::Fallo => 48,
        }
    }

    fn of_index(index: u8) -> Option<Move> {
        match index {
            0..8 => Some(Move::Song(Song::new(index))),
            8..48 => Some(Move::Card(Spanish::new(index - 8))),
            48 => Some(Move::Fallo),
            _ => (index < 41 + Song::COUNT).then(|| Move::Song(Song::new(index - 41))),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Song(song) => song.fmt(f),
            Move::Card(card) => card.fmt(f),
            Move::Fallo => f.write_str("fallo"),
        }
    }
}

notation! {
    Move: "a card such as O12 or a song: 40:O, 20:C, tute:R or tute:C", exact, hint;
    numbered u8, Move::index, Move::of_index;
}

fn exact(text: &str) -> Option<Move> {
    if text == "fallo" {
        return Some(Move::Fallo);
    }
    if text.len() <= 3 {
        return text.parse().ok().map(Move::Card);
    }
    text.parse().ok().map(Move::Song)
}

sentences! {
    /// Hints about text that is not a move.
    HINTS:
    capitals(mv) = "suits are written in capital letters: {mv}";
    songs_like(mv) = "songs are written like {mv}";
    tutes() = "tute:R of the four kings or tute:C of the four horses";
    with_letter(song) = "{song}: and a suit letter, B, C, E or O";
    with_suit(song) = "with the suit, such as {song}";
    small_fallo() = "fallo is written in small letters";
    suit_first(card) = "the suit comes first: {card}";
    ranks_are() = "ranks are 1 to 7 and 10 to 12";
}

/// Guesses the mistake in a text that is not a move, without surrounding blanks.
fn hint(text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    let lower = text.to_ascii_lowercase();
    if let Some(mv) = exact(&upper) {
        return Some(capitals(mv));
    }
    if let Some((song @ ("tute" | "40" | "20"), what)) = lower.split_once(':') {
        let meant = exact(&format!("{song}:{}", what.to_ascii_uppercase()));
        return Some(match (meant, song) {
            (Some(mv), _) => songs_like(mv),
            (None, "tute") => tutes(),
            (None, _) => with_letter(song),
        });
    }
    match lower.as_str() {
        "tute" => return Some(tutes()),
        "20" | "40" => return Some(with_suit(format!("{lower}:O"))),
        "fallo" => return Some(small_fallo()),
        _ => {}
    }
    let (first, last) = (upper.chars().next()?, upper.chars().next_back()?);
    let suit = |letter: char| "BCEO".contains(letter);
    if suit(last) {
        let turned = format!("{last}{}", &upper[..upper.len() - 1]);
        if exact(&turned).is_some() {
            return Some(suit_first(turned));
        }
    }
    let has_digits = upper.len() > 1 && upper.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    (suit(first) && has_digits).then(ranks_are)
}
