//! Some seats of a table.

use crate::core::{MAX_SEATS, Seat};

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);
    /// Every seat that any table has.
    pub const ALL: Seats = Seats((1 << MAX_SEATS) - 1);

    /// This seat alone.
    pub fn only(seat: Seat) -> Seats {
        Seats(1 << seat.index())
    }

    /// Whether a seat is among them.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & Seats::only(seat).0 != 0
    }

    /// Whether all of them are among others.
    pub fn are_all_in(self, others: Seats) -> bool {
        self.0 & !others.0 == 0
    }

    /// These and others.
    #[must_use]
    pub fn and(self, others: Seats) -> Seats {
        Seats(self.0 | others.0)
    }

    /// Those of them that are among others too.
    #[must_use]
    pub fn within(self, others: Seats) -> Seats {
        Seats(self.0 & others.0)
    }

    /// Those of them that are not among others.
    #[must_use]
    pub fn without(self, others: Seats) -> Seats {
        Seats(self.0 & !others.0)
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS as u8).filter(move |seat| self.contains(*seat))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Seats::NONE
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// A number that no other set has, below 64.
    pub fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, |all, seat| all.and(Seats::only(seat)))
    }
}
