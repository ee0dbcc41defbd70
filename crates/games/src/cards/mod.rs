//! Shared by games of cards and tiles: decks with their notation, sets of cards, and the dealing of
//! unseen cards.

mod dealing;
mod decks;
mod set;
mod unseen;

pub(crate) use dealing::{check_hands, dealt_hands, each_once, hand_of};
pub use decks::{French, FrenchSuit, Italian, ItalianSuit, Spanish, SpanishSuit};
pub(crate) use set::card;
pub use set::{Card, Cards};
pub(crate) use unseen::{Holder, deal_unseen};

use juez_core::sentences;

sentences! {
    /// Reasons why a deal of cards or tiles is refused.
    SENTENCES:
    hands_for_seats(hands, seats) = "{hands} hands for {seats} seats";
    wrong_hand(seat, found, size) = "seat {seat} is dealt {found} cards instead of {size}";
    dealt_twice(card, other, name) = "{card} is dealt twice: to {other} and to {name}";
    to_seat(seat) = "seat {seat}";
}
