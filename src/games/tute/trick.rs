//! A trick, and what one may play to it.

use serde::{Deserialize, Serialize};

use super::beaters;
use crate::core::{MAX_SEATS, Seat, SeatSet, serde_forms};
use crate::games::cards::{Card, Cards, Spanish, SpanishSuit};

/// The cards on the table, in the order they were played. Written as
/// `{"leader":0,"cards":["O12","O1"]}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written", remote = "Self")]
pub struct Trick {
    leader: Seat,
    /// Numbers of the cards; 0 beyond `len`.
    cards: [u8; MAX_SEATS],
    len: u8,
}

impl Trick {
    /// An empty trick that `leader` is to lead.
    pub const fn new(leader: Seat) -> Trick {
        Trick { leader, cards: [0; MAX_SEATS], len: 0 }
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
        self.cards.into_iter().take(len).map(Spanish::new)
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
        (self.len > 0).then(|| Spanish::new(self.cards[0]))
    }

    /// Winning seat and its card; `None` before the first card.
    #[inline]
    pub fn best(&self, trump: SpanishSuit, players: SeatSet) -> Option<(Seat, Spanish)> {
        let mut plays = self.plays(players);
        let first = plays.next()?;
        Some(plays.fold(
            first,
            |best, play| {
                if beaters(best.1, trump).has(play.1) { play } else { best }
            },
        ))
    }

    /// The card that is winning; `None` before the first card.
    #[inline]
    pub fn winning(&self, trump: SpanishSuit) -> Option<Spanish> {
        let mut best = self.led()?;
        for &card in &self.cards[1..self.len()] {
            let card = Spanish::new(card);
            if beaters(best, trump).has(card) {
                best = card;
            }
        }
        Some(best)
    }

    /// Lays a card.
    pub(super) fn push(&mut self, card: Spanish) {
        self.cards[self.len()] = card.index();
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

/// Bits that a card takes in a packed trick, from the first card at the low end; the number of cards
/// and the leader are above all six.
const CARD_BITS: usize = 6;
const CARDS_BITS: usize = CARD_BITS * MAX_SEATS;

serde_forms!(Trick, u64, Trick::pack, Trick::unpack);

impl Trick {
    fn pack(&self) -> u64 {
        let cards = self.cards.iter().rev();
        let cards = cards.fold(0, |cards, &card| cards << CARD_BITS | u64::from(card));
        cards | u64::from(self.len) << CARDS_BITS | (self.leader.index() as u64) << (CARDS_BITS + 3)
    }

    fn unpack(packed: u64) -> Option<Trick> {
        let leader = Seat::try_from(u8::try_from(packed >> (CARDS_BITS + 3)).ok()?).ok()?;
        let mut trick = Trick::new(leader);
        for index in 0..(packed >> CARDS_BITS & 7) as usize {
            let card = (packed >> (index * CARD_BITS)) as u8 & ((1 << CARD_BITS) - 1);
            if index == MAX_SEATS || card >= Spanish::COUNT {
                return None;
            }
            trick.push(Spanish::new(card));
        }
        Some(trick)
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
