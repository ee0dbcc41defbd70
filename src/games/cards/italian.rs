//! The Italian deck of 40 cards.

use super::{Card, Cards};
use crate::core::{Notation, ParseMoveError, serde_forms};
use std::fmt;
use std::str::FromStr;

/// A suit of the Italian deck, in the byte order of the letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ItalianSuit {
    /// `B`, clubs.
    Bastoni,
    /// `C`, cups.
    Coppe,
    /// `D`, coins.
    Denari,
    /// `S`, swords.
    Spade,
}

/// Values in the byte order of their text.
const VALUES: [u8; 10] = [1, 10, 2, 3, 4, 5, 6, 7, 8, 9];
const PER_SUIT: u8 = VALUES.len() as u8;

impl ItalianSuit {
    /// The four suits in the byte order of their letters.
    pub const ALL: [ItalianSuit; 4] =
        [ItalianSuit::Bastoni, ItalianSuit::Coppe, ItalianSuit::Denari, ItalianSuit::Spade];

    /// The letter in the notation.
    pub const fn letter(self) -> char {
        match self {
            ItalianSuit::Bastoni => 'B',
            ItalianSuit::Coppe => 'C',
            ItalianSuit::Denari => 'D',
            ItalianSuit::Spade => 'S',
        }
    }

    /// The name at the table: `denari`.
    pub const fn name(self) -> &'static str {
        match self {
            ItalianSuit::Bastoni => "bastoni",
            ItalianSuit::Coppe => "coppe",
            ItalianSuit::Denari => "denari",
            ItalianSuit::Spade => "spade",
        }
    }

    /// The suit with this letter.
    pub fn from_letter(letter: char) -> Option<ItalianSuit> {
        ItalianSuit::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// Every card of the suit.
    pub const fn cards(self) -> Cards<Italian> {
        Cards::from_bits(((1 << PER_SUIT) - 1) << (self as u8 * PER_SUIT))
    }
}

/// A card of the Italian deck: suit letter and value 1 to 10 (8 fante, 9 cavallo, 10 re).
///
/// ```
/// use juez::games::cards::{Italian, ItalianSuit};
/// let settebello: Italian = "D7".parse()?;
/// assert_eq!((settebello.suit(), settebello.value()), (ItalianSuit::Denari, 7));
/// # Ok::<(), juez::core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Italian(u8);

impl Italian {
    /// The card of this suit and value; `None` if there is no such value.
    pub fn of(suit: ItalianSuit, value: u8) -> Option<Italian> {
        let place = VALUES.iter().position(|&known| known == value)?;
        Some(Italian(suit as u8 * PER_SUIT + place as u8))
    }

    /// Its suit.
    pub const fn suit(self) -> ItalianSuit {
        ItalianSuit::ALL[(self.0 / PER_SUIT) as usize]
    }

    /// Its value, 1 to 10.
    pub const fn value(self) -> u8 {
        VALUES[(self.0 % PER_SUIT) as usize]
    }

    /// The four cards of a value, 1 to 10.
    pub fn all_of(value: u8) -> Cards<Italian> {
        ItalianSuit::ALL.into_iter().filter_map(|suit| Italian::of(suit, value)).collect()
    }
}

impl Card for Italian {
    const COUNT: u8 = 40;
    fn new(index: u8) -> Italian {
        Italian(index)
    }
    fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Italian {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.value())
    }
}

impl FromStr for Italian {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Italian, ParseMoveError> {
        let mut letters = text.chars();
        let suit = letters.next().and_then(ItalianSuit::from_letter);
        let value = letters.as_str();
        let known = VALUES.into_iter().find(|known| known.to_string() == value);
        let card = suit.zip(known).and_then(|(suit, value)| Italian::of(suit, value));
        card.ok_or_else(|| Italian::unreadable(text, None))
    }
}

impl Notation for Italian {
    const EXPECTED: &'static str = "a card such as D7: B, C, D or S and 1 to 10";
}

serde_forms!(Italian as text, u8, |card| card.0, |index| (index < Italian::COUNT)
    .then_some(Italian(index)));
