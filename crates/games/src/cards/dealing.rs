//! Checks of dealt hands, and the effects of a deal.

use std::iter::successors;

use super::set::{Card, Cards};
use super::{dealt_twice, hands_for_seats, to_seat, wrong_hand};
use juez_core::{BadDeal, Effect, Seat, SeatSet, zone};

/// Checks that no card is in two hands, or in a hand and in `rest`, which errors call `rest_name`.
///
/// # Errors
/// If a card is, with both holders (`seat 0`, `the talon`).
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

/// Checks that each of `seats` is dealt a hand of `size` cards.
///
/// # Errors
/// If the number of hands or the size of one differs.
pub fn check_hands<C: Card>(seats: u8, hands: &[Cards<C>], size: usize) -> Result<(), BadDeal> {
    if hands.len() != usize::from(seats) {
        return Err(BadDeal(hands_for_seats(hands.len(), seats)));
    }
    Seat::all(seats).zip(hands).try_for_each(|(seat, &hand)| hand_of(seat, hand, size))
}

/// Checks that `seat` is dealt `size` cards.
///
/// # Errors
/// If it is dealt more or fewer.
pub fn hand_of<C: Card>(seat: Seat, hand: Cards<C>, size: usize) -> Result<(), BadDeal> {
    if hand.len() == size {
        return Ok(());
    }
    Err(BadDeal(wrong_hand(seat, hand.len(), size)))
}

/// Returns the effects of dealing `count` cards from `pack` to each of `players`, starting with
/// `first`.
pub fn dealt_hands(pack: &str, players: SeatSet, first: Seat, count: u8) -> Vec<Effect> {
    let seats = successors(Some(first), |&seat| Some(players.after(seat))).take(players.len());
    let deal = |seat| Effect::new("deal").seat(seat).moved(pack, zone("hand", seat));
    seats.map(|seat| deal(seat).unknown(count)).collect()
}
