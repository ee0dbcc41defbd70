//! Best-reply search: one seat against the strongest single reply of all others.

use crate::{Branches, Code, Paranoid, SeatTree, Tree, Weighted};

/// A game of several seats as a game of two sides that move in turn: the seat `me`, and all others.
/// Exactly one of the others moves, to minimise the score of `me`; the rest skip their turns.
///
/// A move is a seat and its branch. The moves of `me` have the codes of the [`SeatTree`]; the codes
/// of the n-th seat after it are higher by n times [`SeatTree::CODES`]. Scores depend on `me`: clear a
/// [`Search`](crate::Search) before it searches for another seat.
#[derive(Clone, Copy, Debug)]
pub struct BestReply<S, const SEATS: usize>(Paranoid<S, SEATS>);

impl<S: SeatTree<SEATS>, const SEATS: usize> BestReply<S, SEATS> {
    /// Creates the tree of the seat `me`, which is below `SEATS`.
    pub fn new(tree: S, me: usize) -> BestReply<S, SEATS> {
        BestReply(Paranoid::new(tree, me))
    }
}

impl<S: SeatTree<SEATS>, const SEATS: usize> Tree for BestReply<S, SEATS> {
    type Node = S::Node;
    type Branch = (usize, S::Branch);
    const CODES: usize = SEATS * S::CODES;

    fn key(&self, node: &S::Node) -> u64 {
        self.0.key(node)
    }

    fn side(&self, node: &S::Node) -> usize {
        self.0.side(node)
    }

    fn decided(&self, node: &S::Node) -> Option<i32> {
        self.0.decided(node)
    }

    fn evaluate(&self, node: &S::Node) -> i32 {
        self.0.evaluate(node)
    }

    fn code(&self, (seat, branch): (usize, S::Branch)) -> Code {
        let after_me = (seat + SEATS - self.0.me) % SEATS;
        (after_me * S::CODES) as Code + self.0.tree.code(branch)
    }

    fn list(&self, node: &mut S::Node, depth: i32, out: &mut Branches<(usize, S::Branch)>) {
        let turns = if self.side(node) == 0 { 0..1 } else { 1..SEATS };
        let mut list = Vec::new();
        for seat in turns.map(|nth| (self.0.me + nth) % SEATS) {
            self.0.tree.list(node, seat, depth, &mut list);
            let of_seat = |entry: Weighted<S::Branch>| Weighted {
                branch: (seat, entry.branch),
                weight: entry.weight,
            };
            out.extend(list.drain(..).map(of_seat));
        }
    }

    fn play(&self, node: &S::Node, (seat, branch): (usize, S::Branch)) -> S::Node {
        if seat == self.0.me {
            return self.0.tree.play(node, branch);
        }
        let after = self.0.tree.play(&self.0.tree.with_turn(node, seat), branch);
        self.0.tree.with_turn(&after, self.0.me)
    }

    fn is_irreversible(&self, (_, branch): (usize, S::Branch)) -> bool {
        self.0.tree.is_irreversible(branch)
    }
}
