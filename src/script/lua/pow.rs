//! `pow` for the whole program, the same on every machine.
//!
//! Luau's `^` calls the C library's `pow`, in its VM and where its compiler folds constants, and the
//! last bit of that differs between C libraries. A symbol of the program itself comes before one of a
//! shared library, so Luau, which is linked in, calls this one.

#![allow(unsafe_code)] // a symbol that others link to

/// `x` to the power of `y`.
#[unsafe(no_mangle)]
pub extern "C" fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}
