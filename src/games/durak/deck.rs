//! The two decks, and which cards beat which.

use std::sync::LazyLock;

use super::super::cards::{Card, Cards, French, FrenchSuit};

/// Most cards a hand is filled up to, and most cards that attack in one bout.
pub const HAND: u8 = 6;

struct Tables {
    from_six: Cards<French>,
    /// By trump and card, the cards that beat it.
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

/// The deck of 36 or of 52 cards.
pub fn deck(size: u8) -> Cards<French> {
    if size == 36 { TABLES.from_six } else { Cards::ALL }
}

/// The cards that beat `card`: the higher ones of its suit and, if it is plain, every trump.
#[inline]
pub fn beaters(card: French, trump: FrenchSuit) -> Cards<French> {
    TABLES.beaters[trump as usize][usize::from(card.index())]
}

/// The lowest trump among `cards`.
pub fn lowest_trump(cards: Cards<French>, trump: FrenchSuit) -> Option<French> {
    (cards & trump.cards()).iter().min_by_key(|card| card.rank())
}

/// The trumps of a deck that are lower than `card`; all of them without one.
pub fn trumps_below(card: Option<French>, trump: FrenchSuit, size: u8) -> Cards<French> {
    let trumps = deck(size) & trump.cards();
    trumps.iter().filter(|other| card.is_none_or(|card| other.rank() < card.rank())).collect()
}
