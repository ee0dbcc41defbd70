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
    pub fn plane(&mut self, name: impl Into<FeatureName>, values: impl Plane) {
        self.plane_names.push(name.into());
        values.append_to(&mut self.planes);
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

/// The values of a plane. They are copied in blocks: one by one would take most of the time of an
/// observation.
pub trait Plane {
    /// Appends the values in row-major order.
    fn append_to(&self, values: &mut Vec<u8>);
}

impl<const N: usize> Plane for [u8; N] {
    fn append_to(&self, values: &mut Vec<u8>) {
        values.extend_from_slice(self);
    }
}

/// A plane of zeros and ones: value `i` is bit `i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitPlane {
    /// The values.
    pub bits: u64,
    /// Their number, 64 at most.
    pub len: usize,
}

impl Plane for BitPlane {
    fn append_to(&self, values: &mut Vec<u8>) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut bytes = [0; 64];
        for (eight, byte) in bytes.chunks_exact_mut(8).zip(self.bits.to_le_bytes()) {
            // Byte i of the product keeps bit i, and becomes 1 if that is set.
            let spread = (u64::from(byte) * ONES) & 0x8040_2010_0804_0201;
            eight.copy_from_slice(&((spread + 0x7f * ONES) >> 7 & ONES).to_le_bytes());
        }
        values.extend_from_slice(&bytes[..self.len]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_of_bits_has_the_bits_as_values() {
        for bits in [0, 1, 0x80, 0xff, 1 << 39, u64::MAX, 0x0123_4567_89ab_cdef] {
            for len in [0, 1, 28, 40, 52, 64] {
                let mut values = Vec::new();
                BitPlane { bits, len }.append_to(&mut values);
                let each: Vec<u8> = (0..len).map(|i| (bits >> i & 1) as u8).collect();
                assert_eq!(values, each, "{bits:x}");
            }
        }
    }
}
