//! The 28 tiles and the numbers on them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

use crate::cards::{Card, Cards, card};
use juez_core::{Notation, notation, sentences};

sentences! {
    /// Hints about text that is not a tile.
    HINTS:
    higher_first(tile, text) = "the higher number comes first: write {tile}, not {text}";
}

card! {
    /// A tile of the double-six set, written with its higher number first: `63`, `66`.
    ///
    /// ```
    /// use juez_games::dominoes::Tile;
    /// let tile: Tile = "63".parse()?;
    /// assert_eq!((tile.high(), tile.low(), tile.pips()), (6, 3, 9));
    /// # Ok::<(), juez_core::ParseMoveError>(())
    /// ```
    pub struct Tile(28 cards) = [
        "00", "10", "11", "20", "21", "22", "30", "31", "32", "33", "40", "41", "42", "43",
        "44", "50", "51", "52", "53", "54", "55", "60", "61", "62", "63", "64", "65", "66",
    ];
}

/// The higher and the lower number of every tile.
const NUMBERS: [(u8, u8); Tile::COUNT as usize] = {
    let mut all = [(0, 0); Tile::COUNT as usize];
    let (mut index, mut high) = (0, 0);
    while high <= Tile::MOST {
        let mut low = 0;
        while low <= high {
            all[index] = (high, low);
            index += 1;
            low += 1;
        }
        high += 1;
    }
    all
};

/// The tiles that show each number.
const SHOWING: [Cards<Tile>; Tile::MOST as usize + 1] = {
    let mut sets = [Cards::EMPTY; Tile::MOST as usize + 1];
    let mut index = 0;
    while index < Tile::COUNT as usize {
        let (high, low) = NUMBERS[index];
        sets[high as usize] = Cards::from_bits(sets[high as usize].bits() | 1 << index);
        sets[low as usize] = Cards::from_bits(sets[low as usize].bits() | 1 << index);
        index += 1;
    }
    sets
};

impl Tile {
    /// The highest number on a tile.
    pub const MOST: u8 = 6;

    /// The tile `66`, which opens the first hand of a match.
    pub const DOUBLE_SIX: Tile = Tile(27);

    /// Returns the tile with these two numbers, in either order; `None` beyond 6.
    pub const fn of(a: u8, b: u8) -> Option<Tile> {
        let (high, low) = if a > b { (a, b) } else { (b, a) };
        if high > Tile::MOST { None } else { Some(Tile(high * (high + 1) / 2 + low)) }
    }

    /// Returns the higher of its numbers.
    pub const fn high(self) -> u8 {
        NUMBERS[self.0 as usize].0
    }

    /// Returns the lower of its numbers.
    pub const fn low(self) -> u8 {
        NUMBERS[self.0 as usize].1
    }

    /// Returns the sum of its numbers.
    pub const fn pips(self) -> u32 {
        (self.high() + self.low()) as u32
    }

    /// Returns true if it shows one number twice.
    pub const fn is_double(self) -> bool {
        self.high() == self.low()
    }

    /// Returns true if it shows `number`.
    pub const fn shows(self, number: u8) -> bool {
        self.high() == number || self.low() == number
    }

    /// Returns the other number; for a double, `number` again.
    pub const fn other(self, number: u8) -> u8 {
        if self.high() == number { self.low() } else { self.high() }
    }

    /// Returns every tile, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..Tile::COUNT).map(Tile)
    }

    /// Returns the tiles that show `number`, 0 to 6.
    pub const fn showing(number: u8) -> Cards<Tile> {
        SHOWING[number as usize]
    }

    /// Returns the seven doubles.
    pub fn doubles() -> Cards<Tile> {
        Tile::all().filter(|tile| tile.is_double()).collect()
    }
}

/// Returns the sum of all numbers on some tiles.
pub fn pips(tiles: Cards<Tile>) -> u32 {
    tiles.iter().map(Tile::pips).sum()
}

notation! {
    Tile reads "a tile 00 to 66, its higher number first", |text| {
        let numbers = two_numbers(text);
        let tile = numbers.and_then(|(a, b)| Tile::of(a, b));
        let in_order = tile.filter(|tile| Some((tile.high(), tile.low())) == numbers);
        in_order.ok_or_else(|| {
            Tile::unreadable(text, tile.map(|tile| higher_first(tile, text)))
        })
    }
}

/// Parses two digits 0 to 6.
pub(super) fn two_numbers(text: &str) -> Option<(u8, u8)> {
    match text.as_bytes() {
        [a @ b'0'..=b'6', b @ b'0'..=b'6'] => Some((a - b'0', b - b'0')),
        _ => None,
    }
}

/// A set of the numbers 0 to 6, serialized as an ascending list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Numbers(u8);

impl Numbers {
    /// The empty set.
    pub const NONE: Numbers = Numbers(0);

    /// Returns true if the set has `number`.
    pub const fn has(self, number: u8) -> bool {
        self.0 >> number & 1 == 1
    }

    /// Returns the set with `number` added.
    #[must_use]
    pub const fn with(self, number: u8) -> Numbers {
        Numbers(self.0 | 1 << number)
    }

    /// Returns true for the empty set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the numbers, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=Tile::MOST).filter(move |&number| self.has(number))
    }

    /// Returns the tiles that show any of the numbers.
    pub fn tiles(self) -> Cards<Tile> {
        self.iter().fold(Cards::EMPTY, |tiles, number| tiles | Tile::showing(number))
    }
}

impl fmt::Display for Numbers {
    /// Writes the numbers, ascending, separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.iter().enumerate() {
            write!(f, "{}{number}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        let list = Vec::<u8>::deserialize(deserializer)?;
        if let Some(wrong) = list.iter().find(|&&number| number > Tile::MOST) {
            return Err(de::Error::custom(format!("no tile shows {wrong}")));
        }
        Ok(list.into_iter().fold(Numbers::NONE, Numbers::with))
    }
}
