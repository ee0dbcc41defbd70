//! Checks that every dealt card is there once.

use super::set::{Card, Cards};
use super::{dealt_twice, to_seat, wrong_hand};
use crate::core::{BadDeal, Seat};

/// Checks that no card is in two hands, or in a hand and in the `rest`, which is called `rest_name`.
///
/// # Errors
/// If a card is, with both (`seat 0`, `the talon`).
pub fn each_once<C: Card>(
    hands: impl Iterator<Item = (Seat, Cards<C>)> + Clone,
    rest: Cards<C>,
    rest_name: fn() -> String,
) -> Result<(), BadDeal> {
    let all = hands.clone().fold(rest, |all, (_, hand)| all | hand);
    if all.len() == hands.clone().map(|(_, hand)| hand.len()).sum::<usize>() + rest.len() {
        return Ok(());
    }
    let mut seen: Vec<(String, Cards<C>)> = Vec::new();
    let named = hands.map(|(seat, hand)| (to_seat(seat), hand));
    for (name, cards) in named.chain([(rest_name(), rest)]) {
        for (other, theirs) in &seen {
            if let Some(card) = (*theirs & cards).first() {
                return Err(BadDeal(dealt_twice(card, other, name)));
            }
        }
        seen.push((name, cards));
    }
    Ok(())
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
