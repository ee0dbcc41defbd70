//! The two decks, the cards that beat a card, and the talon.

use std::sync::LazyLock;

use crate::cards::{Card, Cards, French, FrenchSuit};

/// Cards of a full hand, and maximum attacking cards of a bout.
pub const HAND: u8 = 6;

struct Tables {
    from_six: Cards<French>,
    /// The cards that beat a card, by trump and card.
    beaters: [[Cards<French>; French::COUNT as usize]; 4],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    from_six: French::deck_from(6),
    beaters: FrenchSuit::ALL.map(|trump| {
        std::array::from_fn(|i| {
            let card = French::new(i as u8);
            Cards::ALL.iter().filter(|&other| does_beat(other, card, trump)).collect()
        })
    }),
});

fn does_beat(other: French, card: French, trump: FrenchSuit) -> bool {
    if other.suit() == card.suit() { other.rank() > card.rank() } else { other.suit() == trump }
}

/// Returns the deck of 36 or of 52 cards.
pub fn deck(size: u8) -> Cards<French> {
    if size == 36 { TABLES.from_six } else { Cards::ALL }
}

/// Returns the cards that beat `card`: the higher ones of its suit and, if it is plain, every
/// trump.
#[inline]
pub fn beaters(card: French, trump: FrenchSuit) -> Cards<French> {
    TABLES.beaters[trump as usize][usize::from(card.index())]
}

/// Returns the lowest trump among `cards`.
pub fn lowest_trump(cards: Cards<French>, trump: FrenchSuit) -> Option<French> {
    (cards & trump.cards()).iter().min_by_key(|card| card.rank())
}

/// Returns the trumps of a deck that are lower than `card`; without a card, all trumps.
pub(super) fn trumps_below(card: Option<French>, trump: FrenchSuit, size: u8) -> Cards<French> {
    let trumps = deck(size) & trump.cards();
    trumps.iter().filter(|other| card.is_none_or(|card| other.rank() < card.rank())).collect()
}

/// The talon, with the trump card first and the next card to draw last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Talon {
    cards: [French; Talon::MAX_CARDS],
    left: u8,
}

impl Talon {
    /// Cards of 52 left with two seats.
    pub const MAX_CARDS: usize = French::COUNT as usize - 2 * HAND as usize;

    pub fn empty() -> Talon {
        Talon { cards: [French::new(0); Talon::MAX_CARDS], left: 0 }
    }

    /// Creates a talon whose cards are drawn in this order.
    pub fn of(cards: &[French]) -> Talon {
        let mut talon = Talon::empty();
        talon.left = cards.len() as u8;
        for (slot, &card) in talon.cards.iter_mut().zip(cards.iter().rev()) {
            *slot = card;
        }
        talon
    }

    /// Returns the remaining cards, the trump card first.
    pub fn cards(&self) -> &[French] {
        &self.cards[..usize::from(self.left)]
    }

    /// Draws `count` cards from the top.
    pub fn draw(&mut self, count: u8) -> Cards<French> {
        let top = usize::from(self.left - count)..usize::from(self.left);
        self.left -= count;
        self.cards[top].iter().copied().collect()
    }
}

impl PartialEq for Talon {
    fn eq(&self, other: &Talon) -> bool {
        self.cards() == other.cards()
    }
}
