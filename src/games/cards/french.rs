//! The French deck of 52 cards, and of 36.

use super::{Card, Cards};
use crate::core::{Notation, ParseMoveError, serde_forms};
use std::fmt;
use std::str::FromStr;

/// A suit of the French deck, in the byte order of the letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FrenchSuit {
    /// `C`.
    Clubs,
    /// `D`.
    Diamonds,
    /// `H`.
    Hearts,
    /// `S`.
    Spades,
}

/// Rank letters in byte order.
const LETTERS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'A', 'J', 'K', 'Q', 'T'];
/// The rank of each letter, two to ace: 2 to 14.
const RANKS: [u8; 13] = [2, 3, 4, 5, 6, 7, 8, 9, 14, 11, 13, 12, 10];
/// Bits of one rank: four suits.
const RANK_BITS: u64 = 0b1111;

impl FrenchSuit {
    /// The four suits in the byte order of their letters.
    pub const ALL: [FrenchSuit; 4] =
        [FrenchSuit::Clubs, FrenchSuit::Diamonds, FrenchSuit::Hearts, FrenchSuit::Spades];

    /// The letter in the notation.
    pub const fn letter(self) -> char {
        match self {
            FrenchSuit::Clubs => 'C',
            FrenchSuit::Diamonds => 'D',
            FrenchSuit::Hearts => 'H',
            FrenchSuit::Spades => 'S',
        }
    }

    /// The name at the table: `spades`.
    pub const fn name(self) -> &'static str {
        match self {
            FrenchSuit::Clubs => "clubs",
            FrenchSuit::Diamonds => "diamonds",
            FrenchSuit::Hearts => "hearts",
            FrenchSuit::Spades => "spades",
        }
    }

    /// The suit with this letter.
    pub fn from_letter(letter: char) -> Option<FrenchSuit> {
        FrenchSuit::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// Every card of the suit in the deck of 52.
    pub const fn cards(self) -> Cards<French> {
        Cards::from_bits(0x1_1111_1111_1111 << self as u8)
    }
}

/// A card of the French deck: rank letter `2` to `9`, `T`, `J`, `Q`, `K`, `A`, and suit letter.
///
/// ```
/// use juez::games::cards::{French, FrenchSuit};
/// let ten: French = "TS".parse()?;
/// assert_eq!((ten.rank(), ten.suit()), (10, FrenchSuit::Spades));
/// # Ok::<(), juez::core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct French(u8);

impl French {
    /// The card of this rank, 2 to 14 (ace), and suit; `None` if there is no such rank.
    pub fn of(rank: u8, suit: FrenchSuit) -> Option<French> {
        let place = RANKS.iter().position(|&known| known == rank)?;
        Some(French(place as u8 * 4 + suit as u8))
    }

    /// Its rank: 2 to 10, 11 jack, 12 queen, 13 king, 14 ace.
    pub const fn rank(self) -> u8 {
        RANKS[(self.0 / 4) as usize]
    }

    /// Its suit.
    pub const fn suit(self) -> FrenchSuit {
        FrenchSuit::ALL[(self.0 % 4) as usize]
    }

    /// The four cards of the same rank.
    pub const fn rank_mates(self) -> Cards<French> {
        Cards::from_bits(RANK_BITS << (self.0 / 4 * 4))
    }

    /// The deck from this rank up to the ace: 2 for 52 cards, 6 for 36.
    pub fn deck_from(rank: u8) -> Cards<French> {
        Cards::<French>::ALL.iter().filter(|card| card.rank() >= rank).collect()
    }
}

impl Card for French {
    const COUNT: u8 = 52;
    fn new(index: u8) -> French {
        French(index)
    }
    fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for French {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", LETTERS[(self.0 / 4) as usize], self.suit().letter())
    }
}

impl FromStr for French {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<French, ParseMoveError> {
        let mut letters = text.chars();
        let place = letters.next().and_then(|c| LETTERS.iter().position(|&known| known == c));
        let suit = letters.next().and_then(FrenchSuit::from_letter);
        match (place, suit, letters.next()) {
            (Some(place), Some(suit), None) => Ok(French(place as u8 * 4 + suit as u8)),
            _ => Err(French::unreadable(text, None)),
        }
    }
}

impl Notation for French {
    const EXPECTED: &'static str = "a card such as TS: 2 to 9, T, J, Q, K or A and C, D, H or S";
}

serde_forms!(French as text, u8, |card| card.0, |index| (index < French::COUNT)
    .then_some(French(index)));

#[cfg(test)]
mod tests {
    use super::super::{Italian, Spanish};
    use super::*;

    /// Numbers follow the byte order of the text, and text and card are one to one.
    fn reads_back_in_order<C: Card>() {
        let texts: Vec<String> = Cards::<C>::ALL.iter().map(|card| card.to_string()).collect();
        assert!(texts.is_sorted(), "{texts:?}");
        assert_eq!(texts.len(), usize::from(C::COUNT));
        for (i, text) in texts.iter().enumerate() {
            assert_eq!(text.parse::<C>().unwrap().index(), i as u8);
        }
    }

    #[test]
    fn every_deck_reads_back_in_the_byte_order_of_its_text() {
        reads_back_in_order::<Spanish>();
        reads_back_in_order::<Italian>();
        reads_back_in_order::<French>();
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in ["", "O", "O8", "O9", "O01", "o1", "O1 ", "O13", "1O", "ÑO"] {
            assert!(text.parse::<Spanish>().is_err(), "{text}");
        }
        for text in ["", "D", "D0", "D11", "D07", "d7", "7D", "O7"] {
            assert!(text.parse::<Italian>().is_err(), "{text}");
        }
        for text in ["", "T", "10S", "ts", "S7", "1S", "TSS"] {
            assert!(text.parse::<French>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_suit_has_its_cards_and_no_other() {
        for suit in FrenchSuit::ALL {
            assert!(Cards::<French>::ALL.iter().all(|c| suit.cards().has(c) == (c.suit() == suit)));
        }
        let spades: Cards<French> = FrenchSuit::Spades.cards() & French::deck_from(6);
        assert_eq!(spades.to_string(), "6S 7S 8S 9S AS JS KS QS TS");
        assert_eq!(French::deck_from(6).len(), 36);
    }
}
