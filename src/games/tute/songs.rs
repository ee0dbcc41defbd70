//! Songs: what may be announced before leading a trick.

use std::fmt;

use super::{HORSES, KINGS, pair};
use crate::core::{notation, serde_forms};
use crate::games::cards::{Card, Cards, Spanish, SpanishSuit};

/// An announcement of cards in hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Song {
    /// King and horse of a suit that is not trump: 20 points.
    Twenty(SpanishSuit),
    /// King and horse of trump: 40 points.
    Forty(SpanishSuit),
    /// The four horses: wins the hand.
    TuteOfHorses,
    /// The four kings: wins the hand.
    TuteOfKings,
}

impl Song {
    /// Every song that these cards allow.
    #[inline]
    pub fn all_of(hand: Cards<Spanish>, trump: SpanishSuit) -> Cards<Song> {
        let of_suits = SpanishSuit::ALL.into_iter().map(|suit| Song::of_suit(suit, trump));
        let songs = of_suits.chain([Song::TuteOfHorses, Song::TuteOfKings]);
        songs.filter(|song| hand.covers(song.cards())).collect()
    }

    /// The song of a suit's king and horse.
    pub fn of_suit(suit: SpanishSuit, trump: SpanishSuit) -> Song {
        if suit == trump { Song::Forty(suit) } else { Song::Twenty(suit) }
    }

    /// The cards the singer must hold.
    pub fn cards(self) -> Cards<Spanish> {
        match self {
            Song::Twenty(suit) | Song::Forty(suit) => pair(suit),
            Song::TuteOfHorses => HORSES,
            Song::TuteOfKings => KINGS,
        }
    }

    /// The points it adds; a tute adds none, it ends the hand.
    pub const fn points(self) -> u16 {
        match self {
            Song::Twenty(_) => 20,
            Song::Forty(_) => 40,
            Song::TuteOfHorses | Song::TuteOfKings => 0,
        }
    }

    /// True if it ends the hand.
    pub const fn is_tute(self) -> bool {
        matches!(self, Song::TuteOfHorses | Song::TuteOfKings)
    }
}

impl Card for Song {
    const COUNT: u8 = 10;
    fn new(index: u8) -> Song {
        match index {
            0..4 => Song::Twenty(SpanishSuit::ALL[usize::from(index)]),
            4..8 => Song::Forty(SpanishSuit::ALL[usize::from(index - 4)]),
            8 => Song::TuteOfHorses,
            _ => Song::TuteOfKings,
        }
    }
    fn index(self) -> u8 {
        match self {
            Song::Twenty(suit) => suit as u8,
            Song::Forty(suit) => 4 + suit as u8,
            Song::TuteOfHorses => 8,
            Song::TuteOfKings => 9,
        }
    }
}

notation! {
    Song: "a song: 40:O, 20:C, tute:R or tute:C",
    |text: &str| Cards::<Song>::ALL.iter().find(|song| song.to_string() == text);
}

impl fmt::Display for Song {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Song::Twenty(suit) => write!(f, "20:{suit}"),
            Song::Forty(suit) => write!(f, "40:{suit}"),
            Song::TuteOfHorses => f.write_str("tute:C"),
            Song::TuteOfKings => f.write_str("tute:R"),
        }
    }
}

serde_forms!(Song as text, u8, |song| song.index(), |index| {
    (index < Song::COUNT).then(|| Song::new(index))
});
