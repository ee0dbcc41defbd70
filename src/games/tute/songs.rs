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
    /// Every song, in the byte order of the notation.
    pub const ALL: [Song; 10] = {
        let [b, c, e, o] = SpanishSuit::ALL;
        [
            Song::Twenty(b),
            Song::Twenty(c),
            Song::Twenty(e),
            Song::Twenty(o),
            Song::Forty(b),
            Song::Forty(c),
            Song::Forty(e),
            Song::Forty(o),
            Song::TuteOfHorses,
            Song::TuteOfKings,
        ]
    };

    /// Every song that these cards allow.
    #[inline]
    pub fn all_of(hand: Cards<Spanish>, trump: SpanishSuit) -> Cards<Song> {
        // A king above its horse, suit by suit: the bit of the horse moved up meets the king's.
        let pairs = hand.bits() & KINGS.bits() & (hand & HORSES).bits() << 1;
        let mut songs = Cards::EMPTY;
        if pairs != 0 {
            for suit in SpanishSuit::ALL {
                if suit.cards().bits() & pairs != 0 {
                    songs.insert(Song::of_suit(suit, trump));
                }
            }
        }
        for tute in [Song::TuteOfHorses, Song::TuteOfKings] {
            if hand.covers(tute.cards()) {
                songs.insert(tute);
            }
        }
        songs
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
        Song::ALL[usize::from(index)]
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
    |text: &str| Song::ALL.into_iter().find(|song| song.to_string() == text);
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
