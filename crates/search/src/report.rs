//! The result of a search: move, score, nodes.

use crate::Code;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The best move.
    pub best: Code,
    /// Score of the best move for the side to move.
    pub score: i32,
    /// Last completed depth of iterative deepening, in plies; the length of the longest line of a
    /// best-first search.
    pub depth: i32,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Principal variation, from the best move.
    pub pv: Vec<Code>,
}
