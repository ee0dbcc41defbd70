//! Songs: announcements before leading a trick.

use super::pair;
use super::ranks::{HORSES, KINGS};
use crate::cards::{Cards, Spanish, SpanishSuit, card};

card! {
    /// An announcement of cards in hand: king and horse of a suit, for 20 points or as trumps for
    /// 40, or the four horses or kings, which win the hand.
    pub struct Song(10 cards, "a song: 40:O, 20:C, tute:R or tute:C") = [
        "20:B", "20:C", "20:E", "20:O", "40:B", "40:C", "40:E", "40:O", "tute:C", "tute:R",
    ];
}

/// The number of the tute of horses; the songs of suits come before it.
const TUTE_OF_HORSES: u8 = 8;
const TUTE_OF_KINGS: u8 = 9;

impl Song {
    /// Returns every song that these cards allow.
    #[inline]
    pub fn all_of(hand: Cards<Spanish>, trump: SpanishSuit) -> Cards<Song> {
        let of_suits = SpanishSuit::ALL.into_iter().map(|suit| Song::of_suit(suit, trump));
        let songs = of_suits.chain([Song(TUTE_OF_HORSES), Song(TUTE_OF_KINGS)]);
        songs.filter(|song| hand.covers(song.cards())).collect()
    }

    /// Returns the song of a suit's king and horse.
    pub fn of_suit(suit: SpanishSuit, trump: SpanishSuit) -> Song {
        Song(suit as u8 + if suit == trump { 4 } else { 0 })
    }

    /// Returns the suit whose king and horse it is; `None` for a tute.
    pub fn suit(self) -> Option<SpanishSuit> {
        (!self.is_tute()).then(|| SpanishSuit::ALL[usize::from(self.0 % 4)])
    }

    /// Returns the cards that the singer must hold.
    pub fn cards(self) -> Cards<Spanish> {
        match self.suit() {
            Some(suit) => pair(suit),
            None if self.0 == TUTE_OF_HORSES => HORSES,
            None => KINGS,
        }
    }

    /// Returns the points it adds; 0 for a tute, which ends the hand.
    pub const fn points(self) -> u16 {
        match self.0 {
            0..4 => 20,
            4..TUTE_OF_HORSES => 40,
            _ => 0,
        }
    }

    /// Returns true if it ends the hand.
    pub const fn is_tute(self) -> bool {
        self.0 >= TUTE_OF_HORSES
    }
}
