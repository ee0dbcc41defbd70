//! The bot `master`: alpha-beta search on incrementally updated positions.

mod codes;
mod four;
mod keys;
pub mod net;
mod node;
mod ordering;
mod paths;
mod race;
#[cfg(test)]
mod tests;
mod tree;
mod weights;

pub use codes::move_of;
pub(super) use four::{Four, FourNode, FourWeights};
pub use node::Node;
pub use tree::{Duel, WallDepths};
pub use weights::{STEP, Weights};
