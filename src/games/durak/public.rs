//! Everything that lies open: what a player knows who forgets nothing.

use serde::{Deserialize, Serialize};

use super::deck::Talon;
use super::{HAND, Move, Options, Table, beaters, deck};
use crate::core::{PerSeat, Seat};
use crate::games::cards::{Cards, French, FrenchSuit};

/// Next step of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The deal of the next game.
    #[default]
    Deal,
    /// The attacker's first card of a bout.
    Attack,
    /// A card that beats the unbeaten one, or `take`.
    Defend,
    /// A card of a rank on the table, or `done`.
    Throw,
    /// Nothing: the match is over.
    Over,
}

/// Public state of a match.
///
/// Who has which hidden card is not in it; how the play goes on is, for that depends on the cards
/// played and on the number of cards in each hand alone.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Public {
    /// The house rules.
    pub options: Options,
    /// Number of games dealt so far, this one included.
    pub dealt: u8,
    /// Next step of the match.
    pub phase: Phase,
    pub(super) to_move: Seat,
    /// The points as they stand; those of a seat that is out of this game included.
    pub points: PerSeat<i32>,
    /// The loser of the last game that is over; `None` after a draw.
    pub durak: Option<Seat>,
    /// The card that was turned up; `None` before the first deal.
    pub trump_card: Option<French>,
    /// Cards left in the talon, the trump card included.
    pub talon: u8,
    /// Number of cards each seat holds.
    pub count: PerSeat<u8>,
    /// The cards that each seat is known to hold.
    pub known: PerSeat<Cards<French>>,
    /// The cards that each seat has put on the table in this game.
    pub played: PerSeat<Cards<French>>,
    /// The cards that were beaten and laid aside in this game.
    pub discard: Cards<French>,
    /// The lowest trump that was dealt, if it decided who attacked first.
    pub announced: Option<French>,
    /// The trumps that were not dealt: a seat that holds one has drawn or taken it.
    pub only_drawn: Cards<French>,
    /// Number of cards each seat drew unseen, less those of `only_drawn` that it has played of them.
    pub(super) drawn: PerSeat<u8>,
    /// Bouts of this game that are over.
    pub bouts: u32,
    /// Seat that attacks in this bout.
    pub attacker: Seat,
    /// Seat that defends in this bout.
    pub defender: Seat,
    /// Number of cards that may attack in this bout.
    pub limit: u8,
    /// True if the defender has given up and will take the table.
    pub taking: bool,
    /// Table of the bout.
    pub table: Table,
    /// The place of each seat in this game; 0 while it plays.
    pub(super) place: PerSeat<u8>,
}

/// The moves of the seat to move, as a set and a word.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Choices {
    /// The cards it may play.
    pub cards: Cards<French>,
    /// The word that is legal beside them, if one is.
    pub word: Option<Move>,
}

impl Choices {
    /// Number of legal moves.
    pub fn count(&self) -> usize {
        self.cards.len() + usize::from(self.word.is_some())
    }

    /// Appends them, ascending.
    pub(super) fn list_into(&self, out: &mut Vec<Move>) {
        out.extend(self.cards.iter().map(Move::Card));
        out.extend(self.word);
    }

    /// True if `mv` is one of them.
    pub fn has(&self, mv: Move) -> bool {
        match mv {
            Move::Card(card) => self.cards.has(card),
            word => self.word == Some(word),
        }
    }
}

impl Public {
    /// A match before its first deal.
    pub(super) fn new(options: Options) -> Public {
        let seats = options.seats;
        Public {
            options,
            points: PerSeat::new(seats),
            count: PerSeat::new(seats),
            known: PerSeat::new(seats),
            played: PerSeat::new(seats),
            drawn: PerSeat::new(seats),
            place: PerSeat::new(seats),
            ..Public::default()
        }
    }

    /// Legal moves of the seat to move if this is its hand.
    #[inline]
    pub fn choices(&self, hand: Cards<French>) -> Choices {
        match self.phase {
            Phase::Attack => Choices { cards: hand, word: None },
            Phase::Defend => {
                let beating = self.unbeaten().zip(self.trump());
                let beating = beating.map_or(Cards::EMPTY, |(card, trump)| beaters(card, trump));
                Choices { cards: hand & beating, word: Some(Move::Take) }
            }
            Phase::Throw => Choices { cards: hand & self.table.ranks(), word: Some(Move::Done) },
            Phase::Deal | Phase::Over => Choices::default(),
        }
    }

    /// Number of seats.
    pub fn seats(&self) -> u8 {
        self.options.seats
    }

    /// Seat to move; `None` before a deal and at the end.
    pub fn to_move(&self) -> Option<Seat> {
        (!matches!(self.phase, Phase::Deal | Phase::Over)).then_some(self.to_move)
    }

    /// The trump suit; `None` before the first deal.
    pub fn trump(&self) -> Option<FrenchSuit> {
        self.trump_card.map(French::suit)
    }

    /// The most hidden cards of [`Public::only_drawn`] that the hand of `seat` may have.
    pub fn most_drawn(&self, seat: Seat) -> u8 {
        self.drawn[seat].min(self.hidden(seat))
    }

    /// Number of cards of `seat` that not every seat knows.
    pub fn hidden(&self, seat: Seat) -> u8 {
        self.count[seat] - self.known[seat].len() as u8
    }

    /// Number of further cards that may attack in this bout.
    pub fn room(&self) -> u8 {
        self.limit - self.table.attacks()
    }

    /// The card that the defender has to beat; `None` when there is none, or the defender takes.
    pub fn unbeaten(&self) -> Option<French> {
        if self.phase == Phase::Defend { self.table.unbeaten() } else { None }
    }

    /// True if `seat` plays on in this game.
    pub fn plays(&self, seat: Seat) -> bool {
        self.place[seat] == 0
    }

    /// The place of `seat` in this game, 1 for the first to get out; `None` while it plays.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        Some(self.place[seat]).filter(|&place| place > 0)
    }

    /// The cards that the holder of `hand` has not seen.
    pub fn unseen(&self, hand: Cards<French>) -> Cards<French> {
        if self.dealt == 0 { Cards::EMPTY } else { deck(self.options.deck) - self.seen() - hand }
    }

    /// Every card whose place everybody knows.
    pub fn seen(&self) -> Cards<French> {
        let known = self.known.iter().fold(Cards::EMPTY, |all, (_, &cards)| all | cards);
        let shown = self.trump_card.map_or(Cards::EMPTY, Cards::of);
        known | shown | self.discard | self.table.cards()
    }

    /// The next seat after `seat` that plays on.
    pub(super) fn next_in_play(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats());
        while !self.plays(next) && next != seat {
            next = next.next(self.seats());
        }
        next
    }

    /// True if every list has one entry for each seat, no seat is beyond them and no pile is too big
    /// for its place, so that no index is out of range.
    pub(super) fn is_in_range(&self) -> bool {
        let seats = self.options.seats;
        let lists = [
            self.points.seats(),
            self.count.seats(),
            self.known.seats(),
            self.played.seats(),
            self.drawn.seats(),
            self.place.seats(),
        ];
        let named = [Some(self.to_move), Some(self.attacker), Some(self.defender), self.durak];
        (2..=6).contains(&seats)
            && lists.iter().all(|&len| len == seats)
            && named.iter().flatten().all(|&seat| u8::from(seat) < seats)
            && usize::from(self.talon) <= Talon::MAX_CARDS
            && self.table.attacks() <= self.limit.max(HAND)
    }

    /// Number of cards that `seat` lacks for a full hand.
    pub(super) fn lacks(&self, seat: Seat) -> u8 {
        HAND.saturating_sub(self.count[seat])
    }
}
