//! Paranoid search: one seat against all others.

use crate::{Branches, Code, SeatTree, Tree};

/// A game of several seats as a game of two sides: the seat `me`, and all others, who minimise its
/// score.
///
/// Scores depend on `me`: clear a [`Search`](crate::Search) before it searches for another seat.
#[derive(Clone, Copy, Debug)]
pub struct Paranoid<S, const SEATS: usize> {
    pub(crate) tree: S,
    pub(crate) me: usize,
}

impl<S: SeatTree<SEATS>, const SEATS: usize> Paranoid<S, SEATS> {
    /// Creates the tree of the seat `me`, which is below `SEATS`.
    pub fn new(tree: S, me: usize) -> Paranoid<S, SEATS> {
        Paranoid { tree, me }
    }

    /// Returns the score of `me` from the point of view of the side to move.
    fn for_side(&self, node: &S::Node, score: i32) -> i32 {
        if self.side(node) == 0 { score } else { -score }
    }
}

impl<S: SeatTree<SEATS>, const SEATS: usize> Tree for Paranoid<S, SEATS> {
    type Node = S::Node;
    type Branch = S::Branch;
    const CODES: usize = S::CODES;

    fn key(&self, node: &S::Node) -> u64 {
        self.tree.key(node)
    }

    fn side(&self, node: &S::Node) -> usize {
        usize::from(self.tree.seat(node) != self.me)
    }

    fn decided(&self, node: &S::Node) -> Option<i32> {
        self.tree.decided(node).map(|scores| self.for_side(node, scores[self.me]))
    }

    fn evaluate(&self, node: &S::Node) -> i32 {
        self.for_side(node, self.tree.evaluate(node, self.me))
    }

    fn code(&self, branch: S::Branch) -> Code {
        self.tree.code(branch)
    }

    fn list(&self, node: &mut S::Node, depth: i32, out: &mut Branches<S::Branch>) {
        let seat = self.tree.seat(node);
        self.tree.list(node, seat, depth, out);
    }

    fn play(&self, node: &S::Node, branch: S::Branch) -> S::Node {
        self.tree.play(node, branch)
    }

    fn is_irreversible(&self, branch: S::Branch) -> bool {
        self.tree.is_irreversible(branch)
    }
}
