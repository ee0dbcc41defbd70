//! The course of a bout: attack, answer, throwing in, and the refill after it.

use super::{HAND, Move, Phase, Public, Table};
use crate::cards::French;
use juez_core::Seat;

impl Public {
    pub(super) fn begin_bout(&mut self, attacker: Seat) {
        self.attacker = attacker;
        self.defender = self.next_in_play(attacker);
        let most = if self.options.first5 && self.discard.is_empty() { HAND - 1 } else { HAND };
        self.limit = most.min(self.count[self.defender]);
        self.taking = false;
        self.table = Table::default();
        self.phase = Phase::Attack;
        self.to_move = attacker;
    }

    /// Plays `mv` for the seat to move. Returns true if that ends the bout.
    pub(super) fn play(&mut self, mv: Move) -> bool {
        match (self.phase, mv) {
            (Phase::Defend, Move::Card(card)) => {
                self.put(card);
                self.table.defend(card);
                self.throw_round()
            }
            (Phase::Defend, _) => {
                self.taking = true;
                self.throw_round()
            }
            (_, Move::Card(card)) => {
                self.put(card);
                self.table.attack(card);
                if self.taking {
                    return self.throw_round();
                }
                self.phase = Phase::Defend;
                self.to_move = self.defender;
                false
            }
            _ => match self.thrower_after(self.to_move) {
                Some(seat) => {
                    self.to_move = seat;
                    false
                }
                None => true,
            },
        }
    }

    /// Asks the attacker first to throw in. Returns true if no seat can, because the table is full.
    fn throw_round(&mut self) -> bool {
        self.phase = Phase::Throw;
        self.to_move = self.attacker;
        self.room() == 0
    }

    /// Returns the next seat that may throw in after `seat`: the attacker, then the others from the
    /// defender's left on.
    fn thrower_after(&self, seat: Seat) -> Option<Seat> {
        let last = if seat == self.attacker { self.defender } else { seat };
        let next = self.next_in_play(last);
        let next = if next == self.attacker { self.next_in_play(next) } else { next };
        (next != self.defender).then_some(next)
    }

    /// Takes a card from the hand of the seat to move.
    fn put(&mut self, card: French) {
        let seat = self.to_move;
        self.count[seat] -= 1;
        self.played[seat].insert(card);
        if self.known[seat].has(card) {
            self.known[seat].remove(card);
        } else if self.only_drawn.has(card) {
            self.drawn[seat] -= 1;
        }
    }

    /// Moves the cards on the table to the defender or to the discard.
    pub(super) fn clear_table(&mut self) {
        let cards = self.table.cards();
        if self.taking {
            self.known[self.defender] |= cards;
            self.count[self.defender] += cards.len() as u8;
        } else {
            self.discard |= cards;
        }
        self.table = Table::default();
    }

    /// Calls `f` with each seat in the order of the refill: the attacker, the others in the order
    /// of throwing in, the defender.
    pub(super) fn each_to_refill(&mut self, mut f: impl FnMut(&mut Public, Seat)) {
        let mut next = Some(self.attacker);
        while let Some(seat) = next {
            f(self, seat);
            next = self.thrower_after(seat);
        }
        f(self, self.defender);
    }

    /// Refills the hand of `seat` from the talon and returns the number of cards drawn. The last
    /// one is the trump card, which everyone sees.
    pub(super) fn draw(&mut self, seat: Seat) -> u8 {
        let cards = self.lacks(seat).min(self.talon);
        if cards == 0 {
            return 0;
        }
        self.count[seat] += cards;
        self.drawn[seat] += cards;
        self.talon -= cards;
        if self.talon == 0 {
            self.drawn[seat] -= 1;
            self.trump_card.into_iter().for_each(|card| self.known[seat].insert(card));
        }
        cards
    }

    /// Returns the next attacker: the defender if it held out, else the seat after it.
    pub(super) fn next_attacker(&self) -> Seat {
        if !self.taking && self.plays(self.defender) {
            self.defender
        } else {
            self.next_in_play(self.defender)
        }
    }
}
