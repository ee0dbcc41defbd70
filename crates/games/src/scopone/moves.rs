//! Moves and their notation.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::cards::{Card, Cards, Italian};
use juez_core::{notation, sentences, serde_forms};

/// The most cards one card can capture: four aces and three twos add up to 10.
const MOST_CAPTURED: usize = 7;
/// Bits of a packed move for the number of the card played; the captured cards are above.
const CARD_BITS: u32 = 6;

/// A decision: the card played and the cards of the table that it captures, none if it stays.
///
/// ```
/// use juez_games::scopone::Move;
/// let take: Move = "D7xB4+C3".parse()?;
/// assert_eq!((take.card.value(), take.captured.len()), (7, 2));
/// let [stay, ten, ace]: [Move; 3] = ["D1".parse()?, "D10".parse()?, "D1xB1".parse()?];
/// assert!(stay < ten && ten < ace, "moves are ordered like their text");
/// # Ok::<(), juez_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The card played.
    pub card: Italian,
    /// The captured cards.
    pub captured: Cards<Italian>,
}

impl Move {
    /// Creates the move that leaves `card` on the table.
    pub const fn stay(card: Italian) -> Move {
        Move { card, captured: Cards::from_bits(0) }
    }

    /// Creates the move that captures with `card`.
    pub const fn take(card: Italian, captured: Cards<Italian>) -> Move {
        Move { card, captured }
    }

    /// Returns the cards for the pile: the captured cards and the one played, nothing if it stays.
    pub fn gain(self) -> Cards<Italian> {
        if self.captured.is_empty() { Cards::EMPTY } else { self.captured | Cards::of(self.card) }
    }

    /// Returns the order of the card's text, with `x` if it captures. An ace that captures comes
    /// after the ten of its suit, because `x` comes after `0`.
    fn card_order(self) -> u8 {
        let index = self.card.index();
        if self.card.value() == 1 && !self.captured.is_empty() {
            2 * (index + 1) + 1
        } else {
            2 * index
        }
    }
}

/// Compares two captures as text: by their first different cards; a prefix comes first.
fn capture_order(one: u64, other: u64) -> Ordering {
    let differ = one ^ other;
    if differ == 0 {
        return Ordering::Equal;
    }
    let first = differ & differ.wrapping_neg();
    // The capture without the first different card has a later one there, or ends.
    let (lacking, order) =
        if one & first == 0 { (one, Ordering::Less) } else { (other, Ordering::Greater) };
    if lacking & !(first - 1) == 0 { order } else { order.reverse() }
}

impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        self.card_order()
            .cmp(&other.card_order())
            .then_with(|| capture_order(self.captured.bits(), other.captured.bits()))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.card, self.captured.bits()).hash(state);
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        for (i, card) in self.captured.iter().enumerate() {
            write!(f, "{}{card}", if i == 0 { 'x' } else { '+' })?;
        }
        Ok(())
    }
}

notation! { Move: "a card such as D7, or a capture such as D7xS7 or D7xB4+C3", exact, hint; }

serde_forms!(
    Move as text,
    u64,
    |mv| mv.captured.bits() << CARD_BITS | u64::from(mv.card.index()),
    |number| {
        let (card, captured) = (number & ((1 << CARD_BITS) - 1), number >> CARD_BITS);
        let known = card < Italian::COUNT.into()
            && Cards::ALL.covers(Cards::<Italian>::from_bits(captured));
        known.then(|| Move::take(Italian::new(card as u8), Cards::from_bits(captured)))
    },
);

fn exact(text: &str) -> Option<Move> {
    let Some((card, captured)) = text.split_once('x') else {
        return text.parse().ok().map(Move::stay);
    };
    let mut cards = Cards::EMPTY;
    let mut last: Option<Italian> = None;
    for part in captured.split('+') {
        let card: Italian = part.parse().ok()?;
        if last.is_some_and(|last| last >= card) || cards.len() == MOST_CAPTURED {
            return None;
        }
        cards.insert(card);
        last = Some(card);
    }
    Some(Move::take(card.parse().ok()?, cards))
}

sentences! {
    /// Hints about text that is not a move.
    HINTS:
    twice(card) = "{card} is captured twice";
    too_many(most) = "no card captures more than {most}";
    ascending(mv) = "captured cards are written in ascending order: {mv}";
    written(mv) = "written {mv}";
}

/// Guesses the mistake in a text that is not a move, without surrounding blanks.
fn hint(text: &str) -> Option<String> {
    if text.len() > 80 {
        return None;
    }
    let upper = text.to_ascii_uppercase();
    let words = upper.split(|c: char| !c.is_ascii_alphanumeric() || c == 'X');
    let cards: Option<Vec<Italian>> = words.filter(|word| !word.is_empty()).map(card_in).collect();
    let (&card, captured) = cards.as_ref()?.split_first()?;
    let set: Cards<Italian> = captured.iter().copied().collect();
    if set.len() < captured.len() {
        let found = captured.iter().enumerate().find(|(i, card)| captured[..*i].contains(card))?;
        return Some(twice(found.1));
    }
    if set.len() > MOST_CAPTURED {
        return Some(too_many(MOST_CAPTURED));
    }
    let meant = Move::take(card, set);
    let joined: Vec<String> = captured.iter().map(ToString::to_string).collect();
    if format!("{card}x{}", joined.join("+")) == text {
        return Some(ascending(meant));
    }
    Some(written(meant))
}

/// Parses a card with the suit first or last.
fn card_in(word: &str) -> Option<Italian> {
    word.parse().ok().or_else(|| {
        let (number, letter) = word.split_at_checked(word.len().checked_sub(1)?)?;
        format!("{letter}{number}").parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::Seed;

    #[test]
    fn moves_are_ordered_like_their_text() {
        let mut rng = Seed::from(1).rng();
        let mut some: Vec<Move> = (0..40).map(|i| Move::stay(Italian::new(i))).collect();
        for _ in 0..4000 {
            let set: Cards<Italian> = (0..rng.below(MOST_CAPTURED as u32 + 1))
                .map(|_| Italian::new(rng.below(40) as u8))
                .collect();
            some.push(Move::take(Italian::new(rng.below(40) as u8), set));
        }
        let text: Vec<String> = some.iter().map(ToString::to_string).collect();
        for _ in 0..400_000 {
            let (a, b) = (rng.below(some.len() as u32) as usize, rng.below(some.len() as u32));
            let b = b as usize;
            assert_eq!(some[a].cmp(&some[b]), text[a].cmp(&text[b]), "{} {}", text[a], text[b]);
        }
        for (mv, text) in some.iter().zip(&text) {
            assert_eq!(text.parse::<Move>().as_ref(), Ok(mv));
        }
    }
}
