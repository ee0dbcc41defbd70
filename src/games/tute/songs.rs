//! Songs: what may be announced before leading a trick, and sets of them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::ranks::{HORSES, KINGS, pair};
use crate::core::ParseMoveError;
use crate::core::{Notation, serde_forms};
use crate::games::cards::{Cards, Spanish, SpanishSuit};

/// An announcement of cards in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

    /// Its place in [`Song::ALL`].
    pub const fn index(self) -> u8 {
        match self {
            Song::Twenty(suit) => suit as u8,
            Song::Forty(suit) => 4 + suit as u8,
            Song::TuteOfHorses => 8,
            Song::TuteOfKings => 9,
        }
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

    /// Whether it ends the hand.
    pub const fn is_tute(self) -> bool {
        matches!(self, Song::TuteOfHorses | Song::TuteOfKings)
    }
}

impl fmt::Display for Song {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Song::Twenty(suit) => write!(f, "20:{}", suit.letter()),
            Song::Forty(suit) => write!(f, "40:{}", suit.letter()),
            Song::TuteOfHorses => f.write_str("tute:C"),
            Song::TuteOfKings => f.write_str("tute:R"),
        }
    }
}

impl FromStr for Song {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Song, ParseMoveError> {
        let known = Song::ALL.into_iter().find(|song| song.to_string() == text);
        known.ok_or_else(|| super::Move::unreadable(text, None))
    }
}

serde_forms!(Song as text, u8, |song| song.index(), |index| Song::ALL
    .get(usize::from(index))
    .copied());

/// A set of songs, written as an ascending list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Song>", into = "Vec<Song>", remote = "Self")]
pub struct SongSet(u16);

serde_forms!(SongSet, u16, |songs| songs.0, |bits| (bits >> Song::ALL.len() == 0)
    .then_some(SongSet(bits)));

impl SongSet {
    /// No song.
    pub const EMPTY: SongSet = SongSet(0);

    /// Every song that these cards allow.
    #[inline]
    pub fn of_hand(hand: Cards<Spanish>, trump: SpanishSuit) -> SongSet {
        // A king above its horse, suit by suit: the bit of the horse moved up meets the king's.
        let pairs = hand.bits() & KINGS.bits() & (hand & HORSES).bits() << 1;
        let mut songs = SongSet::EMPTY;
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

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `song` is one of them.
    pub const fn has(self, song: Song) -> bool {
        self.0 >> song.index() & 1 == 1
    }

    /// Puts `song` in.
    pub fn insert(&mut self, song: Song) {
        self.0 |= 1 << song.index();
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn minus(self, other: SongSet) -> SongSet {
        SongSet(self.0 & !other.0)
    }

    /// The songs, ascending.
    pub fn iter(self) -> impl Iterator<Item = Song> {
        Song::ALL.into_iter().filter(move |&song| self.has(song))
    }
}

impl From<Vec<Song>> for SongSet {
    fn from(list: Vec<Song>) -> SongSet {
        let mut songs = SongSet::EMPTY;
        list.into_iter().for_each(|song| songs.insert(song));
        songs
    }
}

impl From<SongSet> for Vec<Song> {
    fn from(songs: SongSet) -> Vec<Song> {
        songs.iter().collect()
    }
}
