//! Checks that every dealt card is there once.

use super::set::{Card, Cards};
use super::{dealt_twice, wrong_hand};
use crate::core::{BadDeal, Seat};

/// The union of what was dealt, each group under its name (`seat 0`, `the talon`).
///
/// # Errors
/// If a card is in two groups, with both.
pub fn each_once<C: Card>(
    groups: impl IntoIterator<Item = (String, Cards<C>)>,
) -> Result<Cards<C>, BadDeal> {
    let mut seen: Vec<(String, Cards<C>)> = Vec::new();
    for (name, cards) in groups {
        for (other, theirs) in &seen {
            if let Some(card) = (*theirs & cards).first() {
                return Err(BadDeal(dealt_twice(card, other, name)));
            }
        }
        seen.push((name, cards));
    }
    Ok(seen.into_iter().fold(Cards::EMPTY, |all, (_, cards)| all | cards))
}

/// The hand of `seat` if it has as many cards as everybody gets.
///
/// # Errors
/// If it is too long or too short.
pub fn hand_of<C: Card>(seat: Seat, hand: Cards<C>, size: usize) -> Result<Cards<C>, BadDeal> {
    if hand.len() == size {
        return Ok(hand);
    }
    Err(BadDeal(wrong_hand(seat, hand.len(), size)))
}
