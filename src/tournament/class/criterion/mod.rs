//! Pass criteria.

pub(in crate::tournament) mod asked;
mod bounds;
mod decidable;
mod sentence;
#[cfg(test)]
mod tests;
mod verdict;

pub use asked::Criterion;
pub use decidable::Undecidable;
pub use sentence::CriterionError;
pub use verdict::{Passing, Verdict};
