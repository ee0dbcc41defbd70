//! The clock of the standard library under the name that luau-syntax expects.

pub use std::time::Instant;
