//! The Spanish deck of 40 cards.

use super::{Card, Cards};
use crate::core::{Notation, ParseMoveError, serde_forms};
use std::fmt;
use std::str::FromStr;

/// A suit of the Spanish deck, in the byte order of the letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpanishSuit {
    /// `B`, clubs.
    Bastos,
    /// `C`, cups.
    Copas,
    /// `E`, swords.
    Espadas,
    /// `O`, coins.
    Oros,
}

/// Ranks in the byte order of their text.
const RANKS: [u8; 10] = [1, 10, 11, 12, 2, 3, 4, 5, 6, 7];
const PER_SUIT: u8 = RANKS.len() as u8;

impl SpanishSuit {
    /// The four suits in the byte order of their letters.
    pub const ALL: [SpanishSuit; 4] =
        [SpanishSuit::Bastos, SpanishSuit::Copas, SpanishSuit::Espadas, SpanishSuit::Oros];

    /// The letter in the notation.
    pub const fn letter(self) -> char {
        match self {
            SpanishSuit::Bastos => 'B',
            SpanishSuit::Copas => 'C',
            SpanishSuit::Espadas => 'E',
            SpanishSuit::Oros => 'O',
        }
    }

    /// The name at the table: `oros`.
    pub const fn name(self) -> &'static str {
        match self {
            SpanishSuit::Bastos => "bastos",
            SpanishSuit::Copas => "copas",
            SpanishSuit::Espadas => "espadas",
            SpanishSuit::Oros => "oros",
        }
    }

    /// The suit with this letter.
    pub fn from_letter(letter: char) -> Option<SpanishSuit> {
        SpanishSuit::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// Every card of the suit.
    pub const fn cards(self) -> Cards<Spanish> {
        Cards::from_bits(((1 << PER_SUIT) - 1) << (self as u8 * PER_SUIT))
    }
}

/// A card of the Spanish deck: suit letter and rank 1 to 7, 10 (sota), 11 (caballo), 12 (rey).
///
/// ```
/// use juez::games::cards::{Spanish, SpanishSuit};
/// let king: Spanish = "O12".parse()?;
/// assert_eq!((king.suit(), king.rank()), (SpanishSuit::Oros, 12));
/// # Ok::<(), juez::core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spanish(u8);

impl Spanish {
    /// The card of this suit and rank; `None` if there is no such rank.
    pub fn of(suit: SpanishSuit, rank: u8) -> Option<Spanish> {
        let place = RANKS.iter().position(|&known| known == rank)?;
        Some(Spanish(suit as u8 * PER_SUIT + place as u8))
    }

    /// Its suit.
    pub const fn suit(self) -> SpanishSuit {
        SpanishSuit::ALL[(self.0 / PER_SUIT) as usize]
    }

    /// Its rank: 1 to 7, 10, 11 or 12.
    pub const fn rank(self) -> u8 {
        RANKS[(self.0 % PER_SUIT) as usize]
    }
}

impl Card for Spanish {
    const COUNT: u8 = 40;
    fn new(index: u8) -> Spanish {
        Spanish(index)
    }
    fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Spanish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank())
    }
}

impl FromStr for Spanish {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Spanish, ParseMoveError> {
        let mut letters = text.chars();
        let suit = letters.next().and_then(SpanishSuit::from_letter);
        let rank = letters.as_str();
        let known = RANKS.into_iter().find(|known| known.to_string() == rank);
        let card = suit.zip(known).and_then(|(suit, rank)| Spanish::of(suit, rank));
        card.ok_or_else(|| Spanish::unreadable(text, None))
    }
}

impl Notation for Spanish {
    const EXPECTED: &'static str = "a card such as O12: B, C, E or O and 1 to 7 or 10 to 12";
}

serde_forms!(Spanish as text, u8, |card| card.0, |index| (index < Spanish::COUNT)
    .then_some(Spanish(index)));
