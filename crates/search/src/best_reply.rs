//! Best-reply search: one seat against the strongest single reply of all others.

use crate::{Branches, Code, SeatTree, Tree, Weighted};

/// A game of several seats as a game of two sides that move in turn: the seat `me`, and all others.
/// Exactly one of the others moves, to minimise the score of `me`; the rest skip their turns.
///
/// A move is a seat and its branch. The moves of `me` have the codes of the [`SeatTree`]; the codes
/// of the n-th seat after it are higher by n times [`SeatTree::CODES`]. Scores depend on `me`: clear a
/// [`Search`](crate::Search) before it searches for another seat.
#[derive(Clone, Copy, Debug)]
pub struct BestReply<S, const SEATS: usize> {
    tree: S,
    me: usize,
}

impl<S: SeatTree<SEATS>, const SEATS: usize> BestReply<S, SEATS> {
    /// Creates the tree of the seat `me`, which is below `SEATS`.
    pub fn new(tree: S, me: usize) -> BestReply<S, SEATS> {
        BestReply { tree, me }
    }

    /// Returns the score of `me` from the point of view of the side to move.
    fn for_side(&self, node: &S::Node, score: i32) -> i32 {
        if self.side(node) == 0 { score } else { -score }
    }
}

impl<S: SeatTree<SEATS>, const SEATS: usize> Tree for BestReply<S, SEATS> {
    type Node = S::Node;
    type Branch = (usize, S::Branch);
    const CODES: usize = SEATS * S::CODES;

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

    fn code(&self, (seat, branch): (usize, S::Branch)) -> Code {
        let after_me = (seat + SEATS - self.me) % SEATS;
        (after_me * S::CODES) as Code + self.tree.code(branch)
    }

    fn list(&self, node: &mut S::Node, depth: i32, out: &mut Branches<(usize, S::Branch)>) {
        let turns = if self.side(node) == 0 { 0..1 } else { 1..SEATS };
        let mut list = Vec::new();
        for seat in turns.map(|nth| (self.me + nth) % SEATS) {
            self.tree.list(node, seat, depth, &mut list);
            let of_seat = |entry: Weighted<S::Branch>| Weighted {
                branch: (seat, entry.branch),
                weight: entry.weight,
            };
            out.extend(list.drain(..).map(of_seat));
        }
    }

    fn play(&self, node: &S::Node, (seat, branch): (usize, S::Branch)) -> S::Node {
        if seat == self.me {
            return self.tree.play(node, branch);
        }
        let after = self.tree.play(&self.tree.with_turn(node, seat), branch);
        self.tree.with_turn(&after, self.me)
    }

    fn is_irreversible(&self, (_, branch): (usize, S::Branch)) -> bool {
        self.tree.is_irreversible(branch)
    }
}
