//! Logarithms and powers of two in fixed point.

/// Number of fraction bits of logarithms and exponents.
pub(crate) const LOG2_BITS: u32 = 8;
/// Exponent from which [`below_one`] returns its lowest result.
const MAX_EXPONENT: u64 = 16 << LOG2_BITS;

/// Returns the binary logarithm of a positive number, interpolated linearly between powers of two.
pub(crate) fn log2(number: u64) -> u32 {
    let whole = number.ilog2();
    // The number without its leading bit, which is the whole part.
    let rest = (u128::from(number) << LOG2_BITS >> whole) as u32;
    (whole << LOG2_BITS) + rest - (1 << LOG2_BITS)
}

/// Returns 65536 divided by 2 to the power of a fixed-point exponent, interpolated linearly between
/// whole exponents; 1 at least.
pub(crate) fn below_one(exponent: u64) -> u64 {
    let exponent = exponent.min(MAX_EXPONENT);
    let (whole, part) = (exponent >> LOG2_BITS, exponent & ((1 << LOG2_BITS) - 1));
    ((2 << LOG2_BITS) - part) << (15 - LOG2_BITS) >> whole
}
