//! The trait that a game of more than two seats implements to be searched.

use crate::{Branches, Code};

/// A game of `SEATS` seats, each for itself.
///
/// The tree selects and orders the moves of a node; it can omit legal ones.
pub trait SeatTree<const SEATS: usize> {
    /// A position with incrementally updated data; cheap to clone.
    type Node: Clone;
    /// A move with data computed during move generation.
    type Branch: Copy;

    /// One more than the highest [`Code`]; `SEATS` times this is at most [`u16::MAX`].
    const CODES: usize;

    /// Returns the hash key of the position, including the seat to move.
    fn key(&self, node: &Self::Node) -> u64;

    /// Returns the seat to move, from 0.
    fn seat(&self, node: &Self::Node) -> usize;

    /// Returns the score of each seat if the position is decided: [`won_in`](crate::won_in),
    /// [`lost_in`](crate::lost_in) or a draw.
    fn decided(&self, node: &Self::Node) -> Option<[i32; SEATS]>;

    /// Returns the static evaluation for `seat`, well within [`PROVEN`](crate::PROVEN).
    fn evaluate(&self, node: &Self::Node, seat: usize) -> i32;

    /// Returns the number of a move, the same for every seat.
    fn code(&self, branch: Self::Branch) -> Code;

    /// Appends the moves to search at this depth for `seat`, as if it were to move: at least one
    /// unless the position is decided.
    fn list(
        &self,
        node: &mut Self::Node,
        seat: usize,
        depth: i32,
        out: &mut Branches<Self::Branch>,
    );

    /// Returns the position after a move of the seat to move.
    fn play(&self, node: &Self::Node, branch: Self::Branch) -> Self::Node;

    /// Returns the same position with `seat` to move; the position may be decided.
    fn with_turn(&self, node: &Self::Node, seat: usize) -> Self::Node;

    /// Returns true if the move is irreversible: no earlier position can repeat after it.
    fn is_irreversible(&self, _branch: Self::Branch) -> bool {
        false
    }
}
