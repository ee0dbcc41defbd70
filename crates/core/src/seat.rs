//! Seats at the table, and values for each of them.

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The most seats any game has.
pub const MAX_SEATS: usize = 6;

/// A seat at the table, counted from 0 in playing order.
///
/// ```
/// use juez_core::Seat;
/// let last = Seat::new(3);
/// assert_eq!(last.next(4), Seat::new(0));
/// assert_eq!(last.to_string(), "3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// Creates the seat with this number.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: u8) -> Seat {
        assert!((index as usize) < MAX_SEATS, "a table has at most six seats");
        Seat(index)
    }

    /// Returns the number of the seat, 0-based.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the next seat in playing order at a table of `seats`.
    #[inline]
    pub const fn next(self, seats: u8) -> Seat {
        if self.0 + 1 >= seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// Returns every seat of a table of `seats`, in playing order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        debug_assert!(seats as usize <= MAX_SEATS);
        (0..seats).map(Seat)
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;
    fn try_from(index: u8) -> Result<Seat, String> {
        if (index as usize) < MAX_SEATS {
            Ok(Seat(index))
        } else {
            Err(format!("no seat {index}: seats are 0 to {}", MAX_SEATS - 1))
        }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// A partnership, or a seat that plays alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Team(pub u8);

/// One value for each seat of a table; serialized as a list in seat order.
///
/// Stored inline, so that a state with such values can be `Copy`.
#[derive(Clone, Copy, Default)]
pub struct PerSeat<T> {
    items: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Default> PerSeat<T> {
    /// Creates the default value for each of `seats` seats.
    #[inline]
    pub fn new(seats: u8) -> PerSeat<T> {
        PerSeat::from_fn(seats, |_| T::default())
    }

    /// Creates the value of `f` for each of `seats` seats.
    pub fn from_fn(seats: u8, mut f: impl FnMut(Seat) -> T) -> PerSeat<T> {
        assert!(seats as usize <= MAX_SEATS, "a table has at most six seats");
        let value = |i| if i < seats as usize { f(Seat(i as u8)) } else { T::default() };
        let items = std::array::from_fn(value);
        PerSeat { items, seats }
    }
}

impl<T> PerSeat<T> {
    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the values in seat order.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.seats as usize]
    }

    /// Returns each seat with its value, in seat order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + Clone {
        self.as_slice().iter().enumerate().map(|(i, value)| (Seat(i as u8), value))
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.items[..self.seats as usize][seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[..self.seats as usize][seat.index()]
    }
}

impl<T: PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &PerSeat<T>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq> Eq for PerSeat<T> {}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de, T: Default + Deserialize<'de>> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<T>, D::Error> {
        let (mut kept, found) = deserializer.deserialize_seq(OnePerSeat(PhantomData))?;
        if found > MAX_SEATS {
            return Err(de::Error::invalid_length(found, &"one value per seat, six at most"));
        }
        kept.seats = found as u8;
        Ok(kept)
    }
}

/// Reads values without allocating a list, and counts them, including those beyond the last seat.
struct OnePerSeat<T>(PhantomData<T>);

impl<'de, T: Default + Deserialize<'de>> Visitor<'de> for OnePerSeat<T> {
    type Value = (PerSeat<T>, usize);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
        let mut kept = PerSeat::from_fn(0, |_| T::default());
        let mut found = 0;
        while let Some(value) = values.next_element()? {
            if let Some(slot) = kept.items.get_mut(found) {
                *slot = value;
            }
            found += 1;
        }
        Ok((kept, found))
    }
}
