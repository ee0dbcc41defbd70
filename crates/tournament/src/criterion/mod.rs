//! Pass criteria.

pub(crate) mod asked;
mod decidable;
#[cfg(test)]
mod tests;
mod verdict;

pub use asked::{Criterion, CriterionError};
pub use verdict::{Passing, Verdict};
