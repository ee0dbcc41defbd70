//! Learning of the network from matches: training positions, lessons that make them, and the
//! training.
//!
//! Training uses floating point; playing with its result does not.

mod learner;
mod line;
mod sample;
mod teacher;
mod trainer;

pub use learner::LEARNING;
pub use line::{Line, draw};
pub use sample::Sample;
pub use teacher::Teacher;
pub use trainer::{Epoch, train};
