//! Sets of seats as bits, such as the seats of a hand or of people.

use serde::{Deserialize, Serialize};

use super::{MAX_SEATS, Seat, serde_forms};

/// A set of seats, serialized as an ascending list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>", remote = "Self")]
pub struct SeatSet(u8);

serde_forms!(SeatSet, u8, |seats| seats.0, |bits| (bits >> MAX_SEATS == 0)
    .then_some(SeatSet(bits)));

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);
    /// Every seat that any table has.
    pub const ALL: SeatSet = SeatSet::first(MAX_SEATS as u8);

    /// Returns the first `seats` seats.
    pub const fn first(seats: u8) -> SeatSet {
        SeatSet((1 << seats) - 1)
    }

    /// Returns the number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true for the empty set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if `seat` is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// Returns the set as bits; bit `i` is set for seat `i`.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Adds `seat`.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Returns the set with `seat` added.
    #[must_use]
    pub fn with(mut self, seat: Seat) -> SeatSet {
        self.insert(seat);
        self
    }

    /// Returns the set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.index()))
    }

    /// Returns the seats, ascending.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::all(MAX_SEATS as u8).filter(move |&seat| self.has(seat))
    }

    /// Returns the next seat of the set after `seat`, going round; `seat` need not be in the set.
    ///
    /// # Panics
    /// If the set is empty.
    pub fn after(self, seat: Seat) -> Seat {
        let higher = self.0 & (0b1111_1110 << seat.index());
        let from = if higher == 0 { self.0 } else { higher };
        Seat::new(from.trailing_zeros() as u8)
    }

    /// Returns the last seat of the set before `seat`, going round; `seat` need not be in the set.
    ///
    /// # Panics
    /// If the set is empty.
    pub fn before(self, seat: Seat) -> Seat {
        let lower = self.0 & ((1 << seat.index()) - 1);
        let from = if lower == 0 { self.0 } else { lower };
        Seat::new(7 - from.leading_zeros() as u8)
    }
}

impl std::ops::BitOr for SeatSet {
    type Output = SeatSet;

    fn bitor(self, others: SeatSet) -> SeatSet {
        SeatSet(self.0 | others.0)
    }
}

impl std::ops::BitAnd for SeatSet {
    type Output = SeatSet;

    fn bitand(self, others: SeatSet) -> SeatSet {
        SeatSet(self.0 & others.0)
    }
}

impl std::ops::Sub for SeatSet {
    type Output = SeatSet;

    fn sub(self, others: SeatSet) -> SeatSet {
        SeatSet(self.0 & !others.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> SeatSet {
        seats.into_iter().collect()
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(seats: SeatSet) -> Vec<Seat> {
        seats.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_and_after_go_round_and_skip_who_is_not_there() {
        let seats: SeatSet = [1, 2, 5].map(Seat::new).into_iter().collect();
        let after: Vec<usize> = Seat::all(6).map(|seat| seats.after(seat).index()).collect();
        assert_eq!(after, [1, 2, 5, 5, 5, 1]);
        let before: Vec<usize> = Seat::all(6).map(|seat| seats.before(seat).index()).collect();
        assert_eq!(before, [5, 5, 1, 2, 2, 2]);
    }

    #[test]
    fn a_set_is_written_as_a_list() {
        let seats = SeatSet::first(6).without(Seat::new(3));
        let text = serde_json::to_string(&seats).unwrap();
        assert_eq!(text, "[0,1,2,4,5]");
        assert_eq!(serde_json::from_str::<SeatSet>(&text).unwrap(), seats);
    }
}
