//! Small games with known results.

use super::random_tree::mix;
use crate::{Branches, Code, Tree, Weighted, lost_in};

/// Nim with one heap: a move takes one to three, and the player who takes the last one wins.
pub(super) struct Nim;

impl Tree for Nim {
    type Node = (u32, usize);
    type Branch = u32;
    const CODES: usize = 4;

    fn key(&self, &(left, side): &(u32, usize)) -> u64 {
        mix(u64::from(left) * 2 + side as u64 + 1)
    }

    fn side(&self, node: &(u32, usize)) -> usize {
        node.1
    }

    fn decided(&self, node: &(u32, usize)) -> Option<i32> {
        (node.0 == 0).then_some(lost_in(0))
    }

    fn evaluate(&self, _: &(u32, usize)) -> i32 {
        0
    }

    fn code(&self, taken: u32) -> Code {
        taken as Code
    }

    fn recall(&self, node: &mut (u32, usize), code: Code) -> Option<u32> {
        (1..=node.0.min(3)).contains(&code.into()).then_some(code.into())
    }

    fn list(&self, node: &mut (u32, usize), _: i32, out: &mut Branches<u32>) {
        out.extend((1..=node.0.min(3)).map(|branch| Weighted { branch, weight: 0 }));
    }

    fn play(&self, &(left, side): &(u32, usize), taken: u32) -> (u32, usize) {
        (left - taken, 1 - side)
    }
}

/// A cycle of four positions with one move each and a bad evaluation for the side to move.
pub(super) struct Cycle;
impl Tree for Cycle {
    type Node = u32;
    type Branch = u32;
    const CODES: usize = 8;
    fn key(&self, node: &u32) -> u64 {
        mix(u64::from(*node) + 1)
    }
    fn side(&self, node: &u32) -> usize {
        (*node % 2) as usize
    }
    fn decided(&self, _: &u32) -> Option<i32> {
        None
    }
    fn evaluate(&self, _: &u32) -> i32 {
        -50
    }
    fn code(&self, branch: u32) -> Code {
        branch as Code
    }
    fn recall(&self, _: &mut u32, code: Code) -> Option<u32> {
        Some(code.into())
    }
    fn list(&self, _: &mut u32, _: i32, out: &mut Branches<u32>) {
        out.push(Weighted { branch: 0, weight: 0 });
    }
    fn play(&self, node: &u32, _: u32) -> u32 {
        (node + 1) % 4
    }
}
