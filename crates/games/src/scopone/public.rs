//! The public state, and the effect of a card played.

use serde::{Deserialize, Serialize};

use super::captures::Captures;
use super::{Deal, Kind, Move, Options, Tally, primiera};
use crate::cards::{Cards, Italian};
use juez_core::{Next, PerSeat, Seat, Team};

pub(super) const SEATS: u8 = 4;

/// Everything that all seats have seen: all but the hands.
///
/// Piles lie face down, but every capture was seen. The piles of a hand stay until the next deal.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// The house rules, with every default filled in.
    pub options: Options,
    /// Number of deals so far.
    pub dealt: u32,
    /// The seat that plays first in this hand; before the first deal, in the next one.
    pub first: Seat,
    /// The seat to move; `None` between hands and at the end.
    pub to_move: Option<Seat>,
    over: bool,
    /// The cards on the table.
    pub table: Cards<Italian>,
    /// Number of cards in each hand.
    held: PerSeat<u8>,
    /// Cards that each seat has played in this hand.
    pub played: PerSeat<Cards<Italian>>,
    /// Cards that each seat has captured in this hand, including the cards played for it.
    pub taken: PerSeat<Cards<Italian>>,
    scope: PerSeat<u8>,
    /// The seat that captured last in this hand.
    pub last_capturer: Option<Seat>,
    /// The score of each seat's side: the points of all hands finished.
    pub score: PerSeat<i32>,
}

impl Public {
    pub(super) fn new(options: Options) -> Public {
        Public {
            options,
            first: options.first(),
            held: PerSeat::new(SEATS),
            played: PerSeat::new(SEATS),
            taken: PerSeat::new(SEATS),
            scope: PerSeat::new(SEATS),
            score: PerSeat::new(SEATS),
            ..Public::default()
        }
    }

    /// Returns the kind of scopone.
    pub fn kind(&self) -> Kind {
        self.options.kind
    }

    /// Returns the next step of the match.
    pub fn next(&self) -> Next {
        match self.to_move {
            Some(seat) => Next::Move(seat),
            None if self.over => Next::Over,
            None => Next::Deal,
        }
    }

    /// Returns the number of cards a seat holds.
    pub fn held(&self, seat: Seat) -> usize {
        self.held[seat].into()
    }

    /// Returns the side of a seat.
    pub fn team(&self, seat: Seat) -> Team {
        self.kind().team(seat)
    }

    /// Returns the seats of a seat's side.
    pub fn side(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let kind = self.kind();
        Seat::all(SEATS).filter(move |&other| kind.team(other) == kind.team(seat))
    }

    /// Returns the sides, each with its seats.
    pub fn sides(&self) -> Vec<Vec<Seat>> {
        let first = |seat: &Seat| self.side(*seat).next() == Some(*seat);
        Seat::all(SEATS).filter(first).map(|seat| self.side(seat).collect()).collect()
    }

    /// Returns the pile of a seat's side.
    pub fn pile(&self, seat: Seat) -> Cards<Italian> {
        self.side(seat).fold(Cards::EMPTY, |pile, partner| pile | self.taken[partner])
    }

    /// Returns the scope of a seat's side.
    pub fn scope(&self, seat: Seat) -> u8 {
        self.side(seat).map(|partner| self.scope[partner]).sum()
    }

    /// Returns the points of a seat's side if the hand ended with the current piles.
    pub fn tally(&self, seat: Seat) -> Tally {
        let pile = self.pile(seat);
        let primiera = if self.kind().in_pairs() {
            primiera(pile) > primiera(self.pile(seat.next(SEATS)))
        } else {
            pile.covers(Italian::all_of(7))
        };
        Tally::of(pile, self.scope(seat), primiera, self.options.denari)
    }

    /// Returns every card on the table or captured in this hand.
    pub fn seen(&self) -> Cards<Italian> {
        self.taken.iter().fold(self.table, |seen, (_, &cards)| seen | cards)
    }

    /// Returns the cards that a seat with this `hand` has not seen: the other hands.
    pub fn unseen(&self, hand: Cards<Italian>) -> Cards<Italian> {
        if self.dealt == 0 { Cards::EMPTY } else { Cards::ALL - self.seen() - hand }
    }

    pub(super) fn captures(&self) -> Captures {
        Captures::of(self.table, self.options.sum)
    }

    /// Returns true if every list has one entry per seat and all seats exist, so that no index is
    /// out of range.
    pub(super) fn is_in_range(&self) -> bool {
        let lists = [
            self.held.seats(),
            self.played.seats(),
            self.taken.seats(),
            self.scope.seats(),
            self.score.seats(),
        ];
        let named = [Some(self.first), self.to_move, self.last_capturer, self.options.first];
        lists.iter().all(|&len| len == SEATS)
            && named.iter().flatten().all(|&seat| u8::from(seat) < SEATS)
    }

    pub(super) fn deal(&mut self, deal: &Deal) {
        let first = (self.options.first().index() + self.dealt as usize) % usize::from(SEATS);
        let first = Seat::new(first as u8);
        *self = Public {
            dealt: self.dealt + 1,
            first,
            to_move: Some(first),
            table: deal.table,
            held: PerSeat::from_fn(SEATS, |_| self.kind().hand_size() as u8),
            score: self.score,
            ..Public::new(self.options)
        };
    }

    pub(super) fn play(&mut self, seat: Seat, mv: Move) {
        self.played[seat].insert(mv.card);
        self.held[seat] -= 1;
        let next = seat.next(SEATS);
        // The seat before the first one plays the last card.
        let last_card = next == self.first && self.held[seat] == 0;
        if mv.captured.is_empty() {
            self.table.insert(mv.card);
        } else {
            self.table -= mv.captured;
            self.taken[seat] |= mv.gain();
            self.last_capturer = Some(seat);
            if self.table.is_empty() && (!last_card || self.options.last_scopa()) {
                self.scope[seat] += 1;
            }
        }
        self.to_move = Some(next);
        if last_card {
            self.finish_hand();
        }
    }

    fn finish_hand(&mut self) {
        self.to_move = None;
        if let Some(seat) = self.last_capturer {
            self.taken[seat] |= self.table;
            self.table = Cards::EMPTY;
        }
        for seat in Seat::all(SEATS) {
            self.score[seat] += self.tally(seat).total();
        }
        let target = i32::from(self.options.target());
        let [one, other] = [self.score[Seat::new(0)], self.score[Seat::new(1)]];
        self.over = target == 0 || one.max(other) >= target && one != other;
    }
}
