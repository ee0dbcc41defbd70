//! A trick, and the cards that may be played to it.

use serde::{Deserialize, Serialize};

use super::beaters;
use crate::cards::{Card, Cards, Spanish, SpanishSuit};
use juez_core::{MAX_SEATS, Seat, SeatSet};

/// The cards on the table, in the order of play. Serialized as `{"leader":0,"cards":["O12","O1"]}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Trick {
    leader: Seat,
    /// From `len` on, the first card of the deck.
    cards: [Spanish; MAX_SEATS],
    len: u8,
}

impl Trick {
    /// Creates an empty trick with this leader.
    pub fn new(leader: Seat) -> Trick {
        Trick { leader, cards: [Spanish::new(0); MAX_SEATS], len: 0 }
    }

    /// Returns the seat that leads it.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// Returns the number of cards in it.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true before the first card.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the cards in the order they were played.
    pub fn cards(&self) -> impl Iterator<Item = Spanish> {
        let len = self.len();
        self.cards.into_iter().take(len)
    }

    /// Returns the cards with their players; `players` are the seats in the hand.
    pub fn plays(&self, players: SeatSet) -> impl Iterator<Item = (Seat, Spanish)> {
        let mut seat = self.leader;
        self.cards().map(move |card| {
            let by = seat;
            seat = players.after(seat);
            (by, card)
        })
    }

    /// Returns the card that was led.
    pub fn led(&self) -> Option<Spanish> {
        self.cards().next()
    }

    /// Returns the winning seat and its card; `None` before the first card.
    #[inline]
    pub fn best(&self, trump: SpanishSuit, players: SeatSet) -> Option<(Seat, Spanish)> {
        let beats = |play: Spanish, best: Spanish| beaters(best, trump).has(play);
        self.plays(players).reduce(|best, play| if beats(play.1, best.1) { play } else { best })
    }

    /// Returns the winning card; `None` before the first card.
    #[inline]
    pub fn winning(&self, trump: SpanishSuit) -> Option<Spanish> {
        self.cards().reduce(|best, card| if beaters(best, trump).has(card) { card } else { best })
    }

    pub(super) fn push(&mut self, card: Spanish) {
        self.cards[self.len()] = card;
        self.len += 1;
    }
}

impl Default for Trick {
    fn default() -> Trick {
        Trick::new(Seat::new(0))
    }
}

/// The serialized form of a [`Trick`].
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "Trick"))]
pub struct Written {
    leader: Seat,
    cards: Vec<Spanish>,
}

impl From<Trick> for Written {
    fn from(trick: Trick) -> Written {
        Written { leader: trick.leader, cards: trick.cards().collect() }
    }
}

impl TryFrom<Written> for Trick {
    type Error = String;
    fn try_from(written: Written) -> Result<Trick, String> {
        if written.cards.len() > MAX_SEATS {
            return Err(format!("a trick of {} cards", written.cards.len()));
        }
        let mut trick = Trick::new(written.leader);
        written.cards.into_iter().for_each(|card| trick.push(card));
        Ok(trick)
    }
}

/// Returns the cards of `hand` that may be played on `led` while `best` is winning.
///
/// The seat must follow suit, and beat if it can; without the suit it must trump, beating any
/// trump; otherwise it plays any card.
#[inline]
pub fn allowed(
    hand: Cards<Spanish>,
    led: Spanish,
    best: Spanish,
    trump: SpanishSuit,
) -> Cards<Spanish> {
    let beaters = beaters(best, trump);
    let follow = hand & led.suit().cards();
    if !follow.is_empty() {
        let beat = follow & beaters;
        return if beat.is_empty() { follow } else { beat };
    }
    let beat = hand & trump.cards() & beaters;
    if beat.is_empty() { hand } else { beat }
}

/// Returns the cards that a seat cannot have had if it played `card` on `led` while `best` was
/// winning.
#[inline]
pub fn denied(card: Spanish, led: Spanish, best: Spanish, trump: SpanishSuit) -> Cards<Spanish> {
    let (suit, beaters) = (led.suit().cards(), beaters(best, trump));
    match (suit.has(card), beaters.has(card)) {
        // A seat that follows without beating has no card of the suit that beats.
        (true, false) => suit & beaters,
        (true, true) => Cards::EMPTY,
        // A seat that does not follow has none of the suit; if it does not beat either, no trump
        // that could.
        (false, true) => suit,
        (false, false) => suit | (trump.cards() & beaters),
    }
}
