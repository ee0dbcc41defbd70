//! The trait that a game implements to be searched.

/// Number of a move, unique and the same in every position.
pub type Code = u16;

/// The code for "no move".
pub(crate) const NO_CODE: Code = Code::MAX;

/// A move with its ordering weight.
#[derive(Clone, Copy, Debug)]
pub struct Weighted<B> {
    /// The move.
    pub branch: B,
    /// Moves of higher weight are searched first.
    pub weight: i32,
}

/// A move list.
pub type Branches<B> = Vec<Weighted<B>>;

/// A game of two sides. They move in turn, or a side moves several times in a row.
///
/// The tree selects and orders the moves of a node; it can omit legal ones. Move lists can depend
/// on the remaining depth: wide near the root, narrow near the leaves.
pub trait Tree {
    /// A position with incrementally updated data; cheap to clone.
    type Node: Clone;
    /// A move with data computed during move generation.
    type Branch: Copy;

    /// One more than the highest [`Code`]; at most [`u16::MAX`], which is the code for "no move".
    const CODES: usize;

    /// Returns the hash key of the position.
    fn key(&self, node: &Self::Node) -> u64;

    /// Returns the side to move, 0 or 1.
    fn side(&self, node: &Self::Node) -> usize;

    /// Returns the score for the side to move if the position is decided:
    /// [`won_in`](crate::won_in), [`lost_in`](crate::lost_in) or a draw.
    fn decided(&self, node: &Self::Node) -> Option<i32>;

    /// Returns the static evaluation for the side to move, well within [`PROVEN`](crate::PROVEN).
    fn evaluate(&self, node: &Self::Node) -> i32;

    /// Returns the number of a move.
    fn code(&self, branch: Self::Branch) -> Code;

    /// Returns the move with this number if it is legal here and cheaper to find than by listing
    /// all moves.
    fn recall(&self, _node: &mut Self::Node, _code: Code) -> Option<Self::Branch> {
        None
    }

    /// Returns a move to search before the move list is generated.
    fn first(&self, _node: &mut Self::Node) -> Option<Self::Branch> {
        None
    }

    /// Appends the moves to search at this depth: at least one unless the position is decided.
    fn list(&self, node: &mut Self::Node, depth: i32, out: &mut Branches<Self::Branch>);

    /// Returns the position after a move.
    fn play(&self, node: &Self::Node, branch: Self::Branch) -> Self::Node;

    /// Returns the score of a leaf after a move, for the side that makes it, if that is cheaper
    /// than playing the move. It equals the result of [`Tree::decided`] or [`Tree::evaluate`]
    /// there, negated if the side changes. The search does not check such a leaf for repetition: a move to an
    /// earlier position has this score instead of
    /// [`Settings::repetition_score`](crate::Settings::repetition_score).
    fn leaf(&self, _node: &Self::Node, _branch: Self::Branch) -> Option<i32> {
        None
    }

    /// Returns true if the move is irreversible: no earlier position can repeat after it.
    fn is_irreversible(&self, _branch: Self::Branch) -> bool {
        false
    }
}

/// Mixes the bits of a word, for the keys of positions.
#[inline]
pub fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}
