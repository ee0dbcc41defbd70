//! A hand in progress with all cards known, as a few words.

use crate::cards::{Cards, Italian};
use crate::scopone::captures::Captures;
use crate::scopone::public::SEATS;
use crate::scopone::{Move, Options, Position, View};
use juez_core::{Seat, State};

/// Number of seats, as the length of lists.
pub(super) const SEATS_LEN: usize = SEATS as usize;

/// A hand in progress. Sides have the numbers of their first seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub hands: [Cards<Italian>; SEATS_LEN],
    /// The cards on the table.
    pub cards: Cards<Italian>,
    /// The captured cards of each side.
    pub piles: [Cards<Italian>; SEATS_LEN],
    pub scope: [u8; SEATS_LEN],
    pub turn: u8,
    /// The seat that captured last.
    pub last_capturer: Option<u8>,
}

pub(super) fn side_of(options: &Options, seat: u8) -> usize {
    usize::from(options.kind.team(Seat::new(seat)).0)
}

impl Table {
    /// Creates the table of a view, in which only the observer has cards.
    pub fn of(view: &View) -> Table {
        let public = &view.public;
        let mut table = Table {
            hands: [Cards::EMPTY; SEATS_LEN],
            cards: public.table,
            piles: [Cards::EMPTY; SEATS_LEN],
            scope: [0; SEATS_LEN],
            turn: u8::from(public.to_move.unwrap_or_default()),
            last_capturer: public.last_capturer.map(u8::from),
        };
        for seat in Seat::all(SEATS) {
            let side = side_of(&public.options, seat.into());
            table.piles[side] = public.pile(seat);
            table.scope[side] = public.scope(seat);
        }
        if let Some(me) = view.seat {
            table.hands[me.index()] = view.hand;
        }
        table
    }

    /// Creates the table of a position, with all hands.
    pub fn open(position: &Position) -> Table {
        let hands = std::array::from_fn(|seat| position.hand(Seat::new(seat as u8)));
        Table { hands, ..Table::of(&position.view(None)) }
    }

    /// Returns true if the hand is over.
    pub fn is_over(&self) -> bool {
        self.hands[usize::from(self.turn)].is_empty()
    }

    /// Returns the number of cards in all hands.
    pub fn held(&self) -> usize {
        self.hands.iter().map(|hand| hand.len()).sum()
    }

    /// Calls `each` for the moves of the seat to move, ascending.
    pub fn each_move(&self, options: &Options, mut each: impl FnMut(Move)) {
        let captures = Captures::of(self.cards, options.sum);
        for card in captures.ordered(self.hands[usize::from(self.turn)]) {
            if captures.count(card.value()) == 0 {
                each(Move::stay(card));
                continue;
            }
            captures.each(card.value(), &mut |captured| {
                each(Move::take(card, captured));
                false
            });
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, options: &Options, mv: Move) {
        let seat = usize::from(self.turn);
        self.hands[seat].remove(mv.card);
        self.turn = (self.turn + 1) % SEATS;
        // The seat after the last card has none left.
        let is_last = self.is_over();
        if mv.captured.is_empty() {
            self.cards.insert(mv.card);
        } else {
            let side = side_of(options, seat as u8);
            self.cards -= mv.captured;
            self.piles[side] |= mv.gain();
            self.last_capturer = Some(seat as u8);
            if self.cards.is_empty() && (!is_last || options.last_scopa()) {
                self.scope[side] += 1;
            }
        }
        if is_last && let Some(last) = self.last_capturer {
            self.piles[side_of(options, last)] |= self.cards;
            self.cards = Cards::EMPTY;
        }
    }

    /// Takes back a move of the seat before the one to move. Scope and the last capturer stay.
    pub fn take_back(&mut self, options: &Options, mv: Move) {
        self.turn = (self.turn + SEATS - 1) % SEATS;
        self.hands[usize::from(self.turn)].insert(mv.card);
        if mv.captured.is_empty() {
            self.cards.remove(mv.card);
        } else {
            self.cards |= mv.captured;
            self.piles[side_of(options, self.turn)] -= mv.gain();
        }
    }
}
