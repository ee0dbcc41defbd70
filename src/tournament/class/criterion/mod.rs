//! Pass criteria.

pub(in crate::tournament) mod asked;
mod bounds;
mod decidable;
mod sentence;
mod table;
#[cfg(test)]
mod tests;
mod verdict;

pub use asked::Criterion;
pub use decidable::Undecidable;
pub use sentence::CriterionError;
pub use verdict::{Passing, Verdict};
