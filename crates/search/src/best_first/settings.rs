//! Parameters of selection and of move lists.

use crate::LIKELY;

/// Parameters of a best-first search. The defaults were tuned on Quoridor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestFirstSettings {
    /// Weight of priors against values, in hundredths, up to 10 000: higher searches wider.
    pub exploration: u32,
    /// Difference of [`Weighted::weight`](crate::Weighted::weight) that doubles the prior of a
    /// move; at least 1.
    pub doubling: i32,
    /// Limit of the difference between a move and the next one in order of weight; at least 0.
    pub max_gap: i32,
    /// Difference between the value of a node and the value assumed for its unvisited moves, in
    /// thousandths of a match.
    pub first_play_reduction: i32,
    /// Score at which three of four matches are expected to be won; at least 1.
    pub likely: i32,
    /// Depth passed to [`Tree::list`](crate::Tree::list) below the root.
    pub list_depth: i32,
}

impl Default for BestFirstSettings {
    fn default() -> BestFirstSettings {
        BestFirstSettings {
            exploration: 100,
            doubling: 2000,
            max_gap: 2000,
            first_play_reduction: 50,
            likely: LIKELY,
            list_depth: 4,
        }
    }
}
