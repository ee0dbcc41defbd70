//! The bot `master`: search on incrementally updated positions.

mod codes;
mod four;
mod four_search;
mod four_seats;
mod keys;
pub mod learning;
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
#[cfg(test)]
use four::{Four, FourNode, FourWeights};
pub use four_search::{FourSearch, FourStyle};
pub use node::Node;
pub use tree::{Duel, WallDepths};
pub use weights::{STEP, Weights};
