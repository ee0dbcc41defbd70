//! A trick, and what one may play to it.

use serde::{Deserialize, Serialize};

use super::beaters;
use crate::core::{MAX_SEATS, Seat, SeatSet};
use crate::games::cards::{Card, Cards, Spanish, SpanishSuit};

/// The cards on the table, in the order they were played. Written as
/// `{"leader":0,"cards":["O12","O1"]}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Trick {
    leader: Seat,
    /// Beyond `len`, the first card of the deck.
    cards: [Spanish; MAX_SEATS],
    len: u8,
}

impl Trick {
    /// An empty trick that `leader` is to lead.
    pub fn new(leader: Seat) -> Trick {
        Trick { leader, cards: [Spanish::new(0); MAX_SEATS], len: 0 }
    }

    /// Seat that leads it.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// Number of cards in it.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// True before the first card.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards in the order they were played.
    pub fn cards(&self) -> impl Iterator<Item = Spanish> {
        let len = self.len();
        self.cards.into_iter().take(len)
    }

    /// The cards with who played them; `players` are those in the hand.
    pub fn plays(&self, players: SeatSet) -> impl Iterator<Item = (Seat, Spanish)> {
        let mut seat = self.leader;
        self.cards().map(move |card| {
            let by = seat;
            seat = players.after(seat);
            (by, card)
        })
    }

    /// The card that was led.
    pub fn led(&self) -> Option<Spanish> {
        self.cards().next()
    }

    /// Winning seat and its card; `None` before the first card.
    #[inline]
    pub fn best(&self, trump: SpanishSuit, players: SeatSet) -> Option<(Seat, Spanish)> {
        let beats = |play: Spanish, best: Spanish| beaters(best, trump).has(play);
        self.plays(players).reduce(|best, play| if beats(play.1, best.1) { play } else { best })
    }

    /// The card that is winning; `None` before the first card.
    #[inline]
    pub fn winning(&self, trump: SpanishSuit) -> Option<Spanish> {
        self.cards().reduce(|best, card| if beaters(best, trump).has(card) { card } else { best })
    }

    /// Lays a card.
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

#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Trick"))]
pub(crate) struct Written {
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

/// The cards of `hand` that may be played on `led` while `best` is winning.
///
/// Follow suit, and beat if you can; without a card of the suit trump, and beat any trump there is;
/// else play what you like.
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

/// The cards that a seat which played `card` on `led` while `best` was winning cannot have had.
#[inline]
pub fn denied(card: Spanish, led: Spanish, best: Spanish, trump: SpanishSuit) -> Cards<Spanish> {
    let (suit, beaters) = (led.suit().cards(), beaters(best, trump));
    match (suit.has(card), beaters.has(card)) {
        // A seat that follows without beating cannot beat with the suit.
        (true, false) => suit & beaters,
        (true, true) => Cards::EMPTY,
        // A seat that does not follow has none of the suit; if it does not trump over either, no such trump.
        (false, true) => suit,
        (false, false) => suit | (trump.cards() & beaters),
    }
}
