//! A match of four with a choice of moves for every seat.

use super::codes::{CODES, code_of};
use super::four::{Four, FourBranch, FourNode, FourWeights};
use crate::quoridor::Move;
use crate::quoridor::board::MAX_SEATS;
use juez_core::Seat;
use juez_search::{Branches, Code, SeatTree, lost_in, won_in};

/// The search tree of all seats, with the moves and the evaluation that [`Four`] has for its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct FourSeats {
    pub weights: FourWeights,
}

impl FourSeats {
    fn of(&self, seat: usize) -> Four {
        Four::new(Seat::new(seat as u8), self.weights)
    }
}

impl SeatTree<MAX_SEATS> for FourSeats {
    type Node = FourNode;
    type Branch = FourBranch;
    const CODES: usize = CODES;

    fn key(&self, node: &FourNode) -> u64 {
        node.key()
    }

    fn seat(&self, node: &FourNode) -> usize {
        node.board().to_move().index()
    }

    fn decided(&self, node: &FourNode) -> Option<[i32; MAX_SEATS]> {
        let winner = node.board().winner()?.index();
        Some(std::array::from_fn(|seat| if seat == winner { won_in(0) } else { lost_in(0) }))
    }

    fn evaluate(&self, node: &FourNode, seat: usize) -> i32 {
        self.of(seat).value(node)
    }

    fn code(&self, branch: FourBranch) -> Code {
        code_of(branch.0)
    }

    fn list(&self, node: &mut FourNode, seat: usize, _: i32, out: &mut Branches<FourBranch>) {
        self.of(seat).list_own(node, out);
    }

    fn play(&self, node: &FourNode, branch: FourBranch) -> FourNode {
        let mut node = *node;
        node.play(branch.0);
        node
    }

    fn with_turn(&self, node: &FourNode, seat: usize) -> FourNode {
        let mut node = *node;
        while self.seat(&node) != seat {
            node.play(Move::Pass);
        }
        node
    }

    fn is_irreversible(&self, branch: FourBranch) -> bool {
        matches!(branch.0, Move::Wall(_))
    }
}
