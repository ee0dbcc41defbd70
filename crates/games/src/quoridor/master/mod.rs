//! The bot `master`: alpha-beta search on incrementally updated positions.

mod codes;
mod four;
mod keys;
pub mod net;
mod node;
mod paths;
mod race;
#[cfg(test)]
mod tests;
mod tree;
mod weights;

pub use codes::{code_of, move_of};
pub use four::{Four, FourNode, FourWeights};
pub use node::Node;
pub use race::Race;
pub use tree::{Duel, WallDepths};
pub use weights::Weights;
