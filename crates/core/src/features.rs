//! Observations as arrays of numbers, for programs that learn from records.

use std::fmt;

use super::Seat;

/// The view of a seat as numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observation {
    planes: Vec<u8>,
    scalars: Vec<i32>,
    plane_names: Vec<FeatureName>,
    scalar_names: Vec<FeatureName>,
}

impl Observation {
    /// Removes all planes and scalars, and keeps the allocations.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.scalars.clear();
        self.plane_names.clear();
        self.scalar_names.clear();
    }

    /// Appends a plane, its values in row-major order.
    pub fn plane(&mut self, name: impl Into<FeatureName>, values: impl IntoIterator<Item = u8>) {
        self.plane_names.push(name.into());
        self.planes.extend(values);
    }

    /// Appends a scalar. A value beyond the range of `i32` becomes its maximum.
    pub fn scalar(&mut self, name: impl Into<FeatureName>, value: impl TryInto<i32>) {
        self.scalar_names.push(name.into());
        self.scalars.push(value.try_into().unwrap_or(i32::MAX));
    }

    /// Returns the values of all planes, one plane after the other.
    pub fn planes(&self) -> &[u8] {
        &self.planes
    }

    /// Returns the values of all scalars.
    pub fn scalars(&self) -> &[i32] {
        &self.scalars
    }

    /// Returns the name of each plane.
    pub fn plane_names(&self) -> &[FeatureName] {
        &self.plane_names
    }

    /// Returns the name of each scalar.
    pub fn scalar_names(&self) -> &[FeatureName] {
        &self.scalar_names
    }
}

/// The name of a plane or scalar: `hand`, or `count_2` for a fact about the second seat after the
/// observer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureName {
    what: &'static str,
    ahead: Option<u8>,
}

impl From<&'static str> for FeatureName {
    fn from(what: &'static str) -> FeatureName {
        FeatureName { what, ahead: None }
    }
}

impl From<(&'static str, u8)> for FeatureName {
    fn from((what, ahead): (&'static str, u8)) -> FeatureName {
        FeatureName { what, ahead: Some(ahead) }
    }
}

impl fmt::Display for FeatureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)?;
        self.ahead.map_or(Ok(()), |ahead| write!(f, "_{ahead}"))
    }
}

/// Returns the seats in playing order from the observer, each with its distance: 0 for the
/// observer.
pub fn seats_ahead(observer: Seat, seats: u8) -> impl Iterator<Item = (u8, Seat)> + Clone {
    let seat = move |ahead| Seat::new((u8::from(observer) + ahead) % seats);
    (0..seats).map(move |ahead| (ahead, seat(ahead)))
}

/// Returns the number of seats that `seat` is ahead of the observer: 0 for the observer, -1 for no
/// seat.
pub fn ahead(observer: Seat, seat: Option<Seat>, seats: u8) -> i32 {
    let count = |seat: Seat| (u8::from(seat) + seats - u8::from(observer)) % seats;
    seat.map_or(-1, |seat| count(seat).into())
}
