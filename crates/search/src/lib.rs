//! Game-tree search, independent of any game: a game of two sides implements [`Tree`], a game of
//! more seats [`SeatTree`].
//!
//! [`Search`] is alpha-beta, and [`BestFirst`] grows a tree in memory where moves look best. Both
//! search a [`Tree`]. [`Paranoid`] and [`BestReply`] turn a [`SeatTree`] into one; [`MaxN`] searches
//! it directly.
//!
//! A game with hidden hands implements [`HiddenTree`], a decision of a seat that samples worlds.
//! [`monte_carlo`] compares all moves in the same worlds, and [`InformationSetSearch`] grows one tree
//! over all of them. The searches above value worlds with open hands, down to the end with
//! [`Search::solve`].
//!
//! All arithmetic is in integers and nothing reads a clock, so a search with a node budget returns
//! the same move on every machine. A caller with a clock passes a function that ends the search
//! ([`Budget::until`]).

mod alpha_beta;
mod best_first;
mod best_reply;
mod budget;
mod exact;
mod fixed;
mod hidden;
mod max_n;
mod order;
mod paranoid;
mod report;
mod root;
mod score;
mod seats;
mod settings;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use alpha_beta::Search;
pub use best_first::{BestFirst, BestFirstSettings};
pub use best_reply::BestReply;
pub use budget::Budget;
pub use hidden::{
    Compared, Comparison, HiddenTree, InformationSetSearch, InformationSetSettings, Sampling,
    choice_surprisal, mixed_surprisal, monte_carlo, monte_carlo_among,
};
pub use max_n::MaxN;
pub use paranoid::Paranoid;
pub use report::Report;
pub use score::{LIKELY, PROVEN, WIN, expected_score, is_proven, lost_in, won_in};
pub use seats::SeatTree;
pub use settings::Settings;
pub use tree::{Branches, Code, Tree, Weighted, mix};
