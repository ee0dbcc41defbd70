//! What a teacher brings and takes home: rosters, submissions, what it takes to pass, likeness.

mod criterion;

pub use criterion::Criterion;
