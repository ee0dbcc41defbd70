//! A deal of the unseen cards with a way of playing for each seat.

use super::SEATS;
use super::policy::{Habit, Outlook, Plan, Policy};
use crate::tute::{Match, Move};
use juez_core::{Seat, SeatSet};

/// A deal of the unseen cards, and the ways in which the seats play.
#[derive(Clone, Copy, Debug)]
pub(in crate::tute) struct World {
    pub(super) table: Match,
    pub(super) habits: [Habit; SEATS],
    /// The seat that decides, and its plan.
    pub(super) me: Seat,
    pub(super) plan: Plan,
    /// The policy of the other seats.
    pub(super) policy: Policy,
}

impl World {
    /// Returns the number of cards in all hands.
    pub fn held(&self) -> usize {
        self.table.hands.iter().map(|(_, hand)| hand.len()).sum()
    }

    /// Returns the losers of a hand that is over.
    pub fn losers(&self) -> SeatSet {
        self.table.public.ending.map_or(SeatSet::EMPTY, |ending| ending.losers)
    }

    /// Returns the move of the seat to move by its habit or plan.
    pub fn habitual(&self) -> Move {
        let table = &self.table;
        let (turn, choices) = (table.public.turn, table.legal());
        if let ((true, 1), Some(card)) =
            ((choices.0.is_empty(), choices.1.len()), choices.1.first())
        {
            return Move::Card(card);
        }
        let outlook = if turn == self.me {
            Outlook::of_table(table, Policy::default()).with(self.plan)
        } else {
            Outlook::of_table(table, self.policy)
        };
        self.habits[turn.index()].choose(&outlook, choices)
    }
}
