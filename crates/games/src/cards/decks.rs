//! The decks of cards with suits: Spanish, Italian and French.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::set::{Cards, card};
use juez_core::{AsText, NumberedText, Vocabulary};

/// Declares a deck: the suits with their letters and names, and the texts of all cards in byte
/// order, which numbers the cards.
macro_rules! deck {
    (
        $(#[$suit_doc:meta])*
        pub enum $suit:ident { $($(#[$one_doc:meta])* $one:ident = $letter:literal, $name:literal;)+ }
        $(#[$card_doc:meta])*
        pub struct $card:ident($count:literal cards, $expected:literal) = $texts:expr;
    ) => {
        $(#[$suit_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum $suit {
            $($(#[$one_doc])* #[serde(rename = $letter)] $one,)+
        }

        impl $suit {
            /// The four suits in the byte order of their letters.
            pub const ALL: [$suit; 4] = [$($suit::$one),+];

            /// Returns the name at the table.
            pub const fn name(self) -> &'static str {
                match self {
                    $($suit::$one => $name,)+
                }
            }
        }

        impl fmt::Display for $suit {
            /// Writes the letter of the notation.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($suit::$one => $letter,)+
                })
            }
        }

        impl AsText for $suit {
            fn numbered(&self) -> Option<NumberedText> {
                static LETTERS: Vocabulary =
                    Vocabulary::new(|number, out| write!(out, "{}", $suit::ALL[usize::from(number)]));
                Some(NumberedText { vocabulary: &LETTERS, number: *self as u16 })
            }
        }

        card! {
            $(#[$card_doc])*
            pub struct $card($count cards, $expected) = $texts;
        }
    };
}

deck! {
    /// A suit of the Spanish deck, in the byte order of the letters.
    pub enum SpanishSuit {
        /// `B`, clubs.
        Bastos = "B", "bastos";
        /// `C`, cups.
        Copas = "C", "copas";
        /// `E`, swords.
        Espadas = "E", "espadas";
        /// `O`, coins.
        Oros = "O", "oros";
    }

    /// A card of the Spanish deck: suit letter and rank 1 to 7, 10 (sota), 11 (caballo), 12 (rey).
    ///
    /// ```
    /// use juez_games::cards::{Spanish, SpanishSuit};
    /// let king: Spanish = "O12".parse()?;
    /// assert_eq!((king.suit(), king.rank()), (SpanishSuit::Oros, 12));
    /// # Ok::<(), juez_core::ParseMoveError>(())
    /// ```
    pub struct Spanish(40 cards, "a card such as O12: B, C, E or O and 1 to 7 or 10 to 12") = [
        "B1", "B10", "B11", "B12", "B2", "B3", "B4", "B5", "B6", "B7",
        "C1", "C10", "C11", "C12", "C2", "C3", "C4", "C5", "C6", "C7",
        "E1", "E10", "E11", "E12", "E2", "E3", "E4", "E5", "E6", "E7",
        "O1", "O10", "O11", "O12", "O2", "O3", "O4", "O5", "O6", "O7",
    ];
}

deck! {
    /// A suit of the Italian deck, in the byte order of the letters.
    pub enum ItalianSuit {
        /// `B`, clubs.
        Bastoni = "B", "bastoni";
        /// `C`, cups.
        Coppe = "C", "coppe";
        /// `D`, coins.
        Denari = "D", "denari";
        /// `S`, swords.
        Spade = "S", "spade";
    }

    /// A card of the Italian deck: suit letter and value 1 to 10 (8 fante, 9 cavallo, 10 re).
    ///
    /// ```
    /// use juez_games::cards::{Italian, ItalianSuit};
    /// let settebello: Italian = "D7".parse()?;
    /// assert_eq!((settebello.suit(), settebello.value()), (ItalianSuit::Denari, 7));
    /// # Ok::<(), juez_core::ParseMoveError>(())
    /// ```
    pub struct Italian(40 cards, "a card such as D7: B, C, D or S and 1 to 10") = [
        "B1", "B10", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9",
        "C1", "C10", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9",
        "D1", "D10", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9",
        "S1", "S10", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9",
    ];
}

deck! {
    /// A suit of the French deck, in the byte order of the letters.
    pub enum FrenchSuit {
        /// `C`.
        Clubs = "C", "clubs";
        /// `D`.
        Diamonds = "D", "diamonds";
        /// `H`.
        Hearts = "H", "hearts";
        /// `S`.
        Spades = "S", "spades";
    }

    /// A card of the French deck: rank letter `2` to `9`, `T`, `J`, `Q`, `K`, `A`, and suit letter.
    ///
    /// ```
    /// use juez_games::cards::{French, FrenchSuit};
    /// let ten: French = "TS".parse()?;
    /// assert_eq!((ten.rank(), ten.suit()), (10, FrenchSuit::Spades));
    /// # Ok::<(), juez_core::ParseMoveError>(())
    /// ```
    pub struct French(52 cards, "a card such as TS: 2 to 9, T, J, Q, K or A and C, D, H or S") = [
        "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S", "4C", "4D", "4H", "4S", "5C",
        "5D", "5H", "5S", "6C", "6D", "6H", "6S", "7C", "7D", "7H", "7S", "8C", "8D",
        "8H", "8S", "9C", "9D", "9H", "9S", "AC", "AD", "AH", "AS", "JC", "JD", "JH",
        "JS", "KC", "KD", "KH", "KS", "QC", "QD", "QH", "QS", "TC", "TD", "TH", "TS",
    ];
}

/// Ranks of the French deck, in the byte order of their letters.
const FRENCH_RANKS: [u8; 13] = [2, 3, 4, 5, 6, 7, 8, 9, 14, 11, 13, 12, 10];

/// Implements suits and ranks for a deck with four suits of ten cards; `$ranks` are in the byte
/// order of their texts.
macro_rules! suits_of_ten {
    ($card:ident, $suit:ident, $rank:ident: $doc:literal, $ranks:expr) => {
        impl $suit {
            /// Returns every card of the suit.
            pub const fn cards(self) -> Cards<$card> {
                Cards::from_bits(0b11_1111_1111 << (self as u8 * 10))
            }
        }

        impl $card {
            const RANKS: [u8; 10] = $ranks;
            /// The position in its suit of the card of each rank.
            const NUMBERS: [u8; 13] = {
                let mut numbers = [0; 13];
                let mut number = 0;
                while number < 10 {
                    numbers[$card::RANKS[number] as usize] = number as u8;
                    number += 1;
                }
                numbers
            };

            #[doc = concat!("The card of this suit and ", stringify!($rank), "; `None` if there is none.")]
            pub fn of(suit: $suit, $rank: u8) -> Option<$card> {
                let number = $card::RANKS.iter().position(|&known| known == $rank)?;
                Some($card(suit as u8 * 10 + number as u8))
            }

            #[doc = concat!("The four cards of a ", stringify!($rank), $doc, ".")]
            pub const fn all_of($rank: u8) -> Cards<$card> {
                Cards::from_bits(0x4010_0401 << $card::NUMBERS[$rank as usize])
            }

            /// Returns its suit.
            pub const fn suit(self) -> $suit {
                $suit::ALL[(self.0 / 10) as usize]
            }

            #[doc = concat!("Its ", stringify!($rank), $doc, ".")]
            pub const fn $rank(self) -> u8 {
                $card::RANKS[(self.0 % 10) as usize]
            }
        }
    };
}

suits_of_ten! {
    Spanish, SpanishSuit, rank: ": 1 to 7, 10, 11 or 12", [1, 10, 11, 12, 2, 3, 4, 5, 6, 7]
}
suits_of_ten! { Italian, ItalianSuit, value: ", 1 to 10", [1, 10, 2, 3, 4, 5, 6, 7, 8, 9] }

impl FrenchSuit {
    /// Returns every card of the suit in the deck of 52.
    pub const fn cards(self) -> Cards<French> {
        Cards::from_bits(0x1_1111_1111_1111 << self as u8)
    }
}

impl French {
    /// Returns its rank: 2 to 10, 11 jack, 12 queen, 13 king, 14 ace.
    pub const fn rank(self) -> u8 {
        FRENCH_RANKS[(self.0 / 4) as usize]
    }

    /// Returns its suit.
    pub const fn suit(self) -> FrenchSuit {
        FrenchSuit::ALL[(self.0 % 4) as usize]
    }

    /// Returns the four cards of the same rank.
    pub const fn rank_mates(self) -> Cards<French> {
        Cards::from_bits(0b1111 << (self.0 / 4 * 4))
    }

    /// Returns the deck from this rank up to the ace: 2 for 52 cards, 6 for 36.
    pub fn deck_from(rank: u8) -> Cards<French> {
        Cards::<French>::ALL.iter().filter(|card| card.rank() >= rank).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::set::Card;
    use super::*;

    /// Checks that numbers follow the byte order of the texts, and that each text reads back.
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
