//! Game-tree search, independent of any game: a game implements [`Tree`].
//!
//! All arithmetic is in integers and nothing reads a clock, so a search with a node budget returns
//! the same move on every machine. A caller with a clock passes a function that ends the search
//! ([`Budget::until`]).

mod alpha_beta;
mod budget;
mod order;
mod report;
mod root;
mod score;
mod settings;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use alpha_beta::Search;
pub use budget::Budget;
pub use report::Report;
pub use score::{PROVEN, WIN, is_proven, lost_in, won_in};
pub use settings::Settings;
pub use tree::{Branches, Code, Tree, Weighted};
