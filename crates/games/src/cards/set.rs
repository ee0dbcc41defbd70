//! Cards by their numbers, and sets of them as bits.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use juez_core::{BitPlane, Notation, Rng};

/// A card, a tile or another piece of a small fixed set, numbered from 0 in the byte order of its
/// notation, so that sets ascend in the order of their texts.
pub trait Card: Notation {
    /// Number of cards, 64 at most.
    const COUNT: u8;

    /// Returns the card with this number, below [`Card::COUNT`].
    fn new(index: u8) -> Self;

    /// Returns the number of the card.
    fn index(self) -> u8;
}

/// Declares cards by their texts, whose byte order numbers them. With an expected form for errors,
/// they implement [`Notation`] too.
macro_rules! card {
    (
        $(#[$doc:meta])*
        pub struct $card:ident($count:literal cards $(, $expected:literal)?) = $texts:expr;
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $card(u8);

        impl $card {
            const TEXTS: [&str; $count] = $texts;
        }

        impl $crate::cards::Card for $card {
            const COUNT: u8 = $count;
            fn new(index: u8) -> $card {
                $card(index)
            }
            fn index(self) -> u8 {
                self.0
            }
        }

        impl std::fmt::Display for $card {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($card::TEXTS[usize::from(self.0)])
            }
        }

        juez_core::serde_forms!($card as text, u8, |card| card.0, |index| {
            (index < $count).then_some($card(index))
        });

        $(juez_core::notation! {
            $card: $expected,
            |text: &str| Some($card($card::TEXTS.binary_search(&text).ok()? as u8));
        })?
    };
}
pub(crate) use card;

/// A set of cards: a hand, a pile, the possible cards of a seat. Ascends in the byte order of the
/// notation. Serialized as a list in that order and read in any order; as bits in formats that
/// people do not read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cards<C> {
    bits: u64,
    card: PhantomData<fn() -> C>,
}

impl<C: Card> Cards<C> {
    /// No card.
    pub const EMPTY: Cards<C> = Cards::from_bits(0);
    /// The whole deck.
    pub const ALL: Cards<C> = Cards::from_bits(u64::MAX >> (64 - C::COUNT));

    /// Creates the set that has card `i` if bit `i` is set.
    pub const fn from_bits(bits: u64) -> Cards<C> {
        Cards { bits, card: PhantomData }
    }

    /// Returns the set as bits; bit `i` is set if it has card `i`.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Creates the set of one card.
    pub fn of(card: C) -> Cards<C> {
        Cards::from_bits(1 << card.index())
    }

    /// Returns the number of cards.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Returns true for the empty set.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns true if it has `card`.
    pub fn has(self, card: C) -> bool {
        self.bits >> card.index() & 1 == 1
    }

    /// Returns true if it has a card of `other`.
    pub const fn meets(self, other: Cards<C>) -> bool {
        self.bits & other.bits != 0
    }

    /// Returns true if it has every card of `other`.
    pub const fn covers(self, other: Cards<C>) -> bool {
        other.bits & !self.bits == 0
    }

    /// Adds `card`.
    pub fn insert(&mut self, card: C) {
        self.bits |= 1 << card.index();
    }

    /// Removes `card`.
    pub fn remove(&mut self, card: C) {
        self.bits &= !(1 << card.index());
    }

    /// Returns the first card in ascending order.
    pub fn first(self) -> Option<C> {
        (self.bits != 0).then(|| C::new(self.bits.trailing_zeros() as u8))
    }

    /// Returns the card with `n` others before it in ascending order.
    pub fn nth(self, n: usize) -> Option<C> {
        let mut bits = self.bits;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Cards::from_bits(bits).first()
    }

    /// Returns a uniformly random card.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick(self, rng: &mut Rng) -> C {
        let n = rng.below(self.len() as u32) as usize;
        self.nth(n).expect("below the number of cards")
    }

    /// Returns the cards, ascending.
    pub fn iter(self) -> Iter<C> {
        Iter(self)
    }

    /// Returns, for each card of the deck in ascending order, 1 if the set has it and 0 if not.
    pub const fn mask(self) -> BitPlane {
        BitPlane { bits: self.bits, len: C::COUNT as usize }
    }

    /// Returns the cards as a list, ascending.
    pub fn list(self) -> Vec<C> {
        self.iter().collect()
    }
}

/// The cards of a set, ascending.
#[derive(Clone, Debug)]
pub struct Iter<C: Card>(Cards<C>);

impl<C: Card> Iterator for Iter<C> {
    type Item = C;

    fn next(&mut self) -> Option<C> {
        let card = self.0.first();
        self.0.bits &= self.0.bits.wrapping_sub(1);
        card
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<C: Card> ExactSizeIterator for Iter<C> {}

impl<C: Card> IntoIterator for Cards<C> {
    type Item = C;
    type IntoIter = Iter<C>;
    fn into_iter(self) -> Iter<C> {
        self.iter()
    }
}

impl<C: Card> FromIterator<C> for Cards<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Cards<C> {
        let mut set = Cards::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl<C> BitOr for Cards<C> {
    type Output = Cards<C>;
    fn bitor(self, other: Cards<C>) -> Cards<C> {
        Cards { bits: self.bits | other.bits, card: PhantomData }
    }
}

impl<C> BitAnd for Cards<C> {
    type Output = Cards<C>;
    fn bitand(self, other: Cards<C>) -> Cards<C> {
        Cards { bits: self.bits & other.bits, card: PhantomData }
    }
}

impl<C> Sub for Cards<C> {
    type Output = Cards<C>;
    fn sub(self, other: Cards<C>) -> Cards<C> {
        Cards { bits: self.bits & !other.bits, card: PhantomData }
    }
}

impl<C> BitOrAssign for Cards<C> {
    fn bitor_assign(&mut self, other: Cards<C>) {
        self.bits |= other.bits;
    }
}

impl<C> SubAssign for Cards<C> {
    fn sub_assign(&mut self, other: Cards<C>) {
        self.bits &= !other.bits;
    }
}

impl<C> Default for Cards<C> {
    fn default() -> Cards<C> {
        Cards { bits: 0, card: PhantomData }
    }
}

impl<C: Card> fmt::Debug for Cards<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl<C: Card> fmt::Display for Cards<C> {
    /// Writes the cards, ascending, separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl<C: Card> Serialize for Cards<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            self.bits.serialize(serializer)
        }
    }
}

impl<'de, C: Card> Deserialize<'de> for Cards<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards<C>, D::Error> {
        if !deserializer.is_human_readable() {
            let cards = Cards::from_bits(u64::deserialize(deserializer)?);
            let known = Cards::<C>::ALL.covers(cards);
            return known.then_some(cards).ok_or_else(|| de::Error::custom("no such cards"));
        }
        let list = Vec::<C>::deserialize(deserializer)?;
        let mut cards = Cards::EMPTY;
        for card in list {
            if cards.has(card) {
                return Err(de::Error::custom(format!("{card} appears twice")));
            }
            cards.insert(card);
        }
        Ok(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::super::decks::Spanish;
    use super::*;

    fn set(text: &str) -> Cards<Spanish> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn a_set_is_written_ascending_in_the_byte_order_of_its_text() {
        assert_eq!(set("O2 O12 B7 B1 O10").to_string(), "B1 B7 O10 O12 O2");
    }

    #[test]
    fn the_whole_deck_has_every_card() {
        assert_eq!(Cards::<Spanish>::ALL.len(), 40);
        assert_eq!(Cards::<Spanish>::ALL.list().len(), 40);
    }

    #[test]
    fn nth_counts_in_ascending_order() {
        let cards = set("O2 B7 E3");
        assert_eq!(
            (0..4).map(|n| cards.nth(n)).collect::<Vec<_>>(),
            [
                Some("B7".parse().unwrap()),
                Some("E3".parse().unwrap()),
                Some("O2".parse().unwrap()),
                None
            ]
        );
    }

    #[test]
    fn a_card_given_twice_is_refused_by_name() {
        let error = serde_json::from_str::<Cards<Spanish>>(r#"["O2","B7","O2"]"#).unwrap_err();
        assert!(error.to_string().contains("O2 appears twice"), "{error}");
    }

    #[test]
    fn a_set_is_read_in_any_order() {
        let read: Cards<Spanish> = serde_json::from_str(r#"["O2","B7"]"#).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"["B7","O2"]"#);
    }
}
