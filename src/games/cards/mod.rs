//! What games of cards and tiles share: decks with their notation, sets of cards, and the dealing of
//! what a seat has not seen.

mod dealing;
mod french;
mod italian;
mod set;
mod spanish;
mod unseen;

pub use dealing::{each_once, hand_of};
pub use french::{French, FrenchSuit};
pub use italian::{Italian, ItalianSuit};
pub use set::Cards;
pub use spanish::{Spanish, SpanishSuit};
pub use unseen::{Holder, place};

use crate::core::{Notation, sentences};

sentences! {
    /// Why cards or tiles cannot be dealt so.
    SENTENCES:
    hands_for_seats(hands, seats) = "{hands} hands for {seats} seats";
    wrong_hand(seat, found, size) = "seat {seat} is dealt {found} cards instead of {size}";
    dealt_twice(card, other, name) = "{card} is dealt twice: to {other} and to {name}";
    to_seat(seat) = "seat {seat}";
}

/// A card or tile of a fixed deck, numbered from 0 in the byte order of its notation, so that the
/// ascending order of a set is the ascending order of its text.
pub trait Card: Notation {
    /// How many there are, 64 at most.
    const COUNT: u8;

    /// The card with this number, below [`Card::COUNT`].
    fn new(index: u8) -> Self;

    /// The number of the card.
    fn index(self) -> u8;
}
