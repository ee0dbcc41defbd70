//! The search tree of a match of two: move selection and evaluation.

use super::Weights;
use super::codes::{CODES, WALL, code_of, move_of};
use super::net::{Net, Row};
use super::node::{Node, seat};
use super::ordering::{ADVANCE, RETREAT, SIDESTEP, WALL_GAIN};
use super::paths::NO_PATH;
use super::race::Races;
use crate::quoridor::{Board, Move, Square, WallSet};
use juez_search::{Branches, Code, Tree, Weighted, lost_in, won_in};
use std::cell::RefCell;
use std::sync::Arc;

/// Cost of an opponent's wall, in steps, from which walls that block it are searched.
const THREAT: u8 = 2;

/// Minimum depth at which each kind of wall is searched, in addition to the walls across the
/// opponent's path; 0 to disable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WallDepths {
    /// Maximum depth at which only walls that gain steps are searched.
    pub gain_only: i32,
    /// Walls that close detours, so that the last path can no longer be cut.
    pub closing: i32,
    /// Walls that block a wall of the opponent that would cost two steps or more.
    pub guards: i32,
}

impl Default for WallDepths {
    fn default() -> WallDepths {
        WallDepths { gain_only: 2, closing: 3, guards: 4 }
    }
}

/// The search tree of a match of two.
#[derive(Default)]
pub struct Duel {
    /// Weights of the evaluation by distances and walls.
    pub weights: Weights,
    /// Minimum depths of walls.
    pub wall_depths: WallDepths,
    /// A side that places no walls in the search.
    pub without_walls: Option<usize>,
    net: Option<Arc<Net>>,
    races: RefCell<Races>,
}

impl Duel {
    /// Creates a search tree without a network.
    pub fn new(weights: Weights, wall_depths: WallDepths) -> Duel {
        Duel { weights, wall_depths, ..Duel::default() }
    }

    /// Returns the tree with a network that corrects the evaluation.
    #[must_use]
    pub fn with_net(self, net: Option<Arc<Net>>) -> Duel {
        Duel { net, ..self }
    }

    /// Creates the root of a search.
    pub fn node(&self, board: Board) -> Node {
        let mut node = Node::new(board);
        if !node.has_walls() {
            self.races.borrow_mut().prepare(&board);
        }
        if let Some(net) = &self.net {
            node.accumulators = net.accumulators(&board);
        }
        node
    }

    /// Clears the solved races.
    pub fn clear(&self) {
        self.races.borrow_mut().clear();
    }
}

/// A move and the path lengths of both seats after it.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    code: u8,
    steps: [u8; 2],
}

impl Branch {
    fn new(mv: Move, steps: [u8; 2]) -> Branch {
        Branch { code: code_of(mv) as u8, steps }
    }

    #[inline]
    fn is_wall(self) -> bool {
        Code::from(self.code) >= WALL
    }
}

/// Returns the two numbers with the one of `side` first.
#[inline]
fn own_first(side: usize, numbers: [u8; 2]) -> [u8; 2] {
    [numbers[side], numbers[1 - side]]
}

impl Duel {
    /// Returns the walls to search at this depth.
    #[inline]
    fn walls(&self, node: &mut Node, side: usize, depth: i32) -> WallSet {
        let from = |least: i32| least > 0 && depth >= least;
        let walls = node.board.walls();
        let mut candidates = node.across(1 - side);
        if from(self.wall_depths.closing) {
            candidates = candidates.or(walls.touching_twice());
        }
        if from(self.wall_depths.guards) {
            let threats = node.across(side).and(walls.room());
            let steps = node.steps[side];
            threats.each(|wall| {
                let after = node.steps_of_with(side, wall);
                if after != NO_PATH && after >= steps + THREAT {
                    candidates = candidates.or(wall.conflicts());
                }
            });
        }
        candidates.and(walls.room())
    }

    /// Lists all legal moves, for a position without selected moves.
    fn list_all(&self, node: &mut Node, out: &mut Branches<Branch>) {
        let side = node.side();
        let mut all = Vec::new();
        node.board.legal_moves_into(&mut all);
        node.find_paths();
        for mv in all {
            let steps = match mv {
                Move::Pawn(square) => Some(steps_after(node, side, square)),
                Move::Wall(wall) => node.steps_with(wall),
                Move::Pass => Some(node.steps),
            };
            out.extend(steps.map(|steps| Weighted { branch: Branch::new(mv, steps), weight: 0 }));
        }
    }
}

/// Returns both path lengths after a pawn move of `side` to `square`.
#[inline]
fn steps_after(node: &Node, side: usize, square: Square) -> [u8; 2] {
    let mut steps = node.steps;
    steps[side] = node.steps_from(side, square);
    steps
}

/// Updates the accumulator of `side` after a move from `node`.
#[inline]
fn update_accumulator(net: &Net, sum: &mut Row, side: usize, node: &Node, mv: Move) {
    let mover = node.side();
    match mv {
        Move::Pawn(to) => net.move_pawn(sum, side, mover, node.pawn(mover), to),
        Move::Wall(wall) => net.add_wall(sum, side, wall),
        Move::Pass => {}
    }
}

impl Tree for Duel {
    type Node = Node;
    type Branch = Branch;

    const CODES: usize = CODES;

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        node.key
    }

    #[inline]
    fn side(&self, node: &Node) -> usize {
        node.side()
    }

    #[inline]
    fn decided(&self, node: &Node) -> Option<i32> {
        if node.steps[1 - node.side()] == 0 {
            return Some(lost_in(0));
        }
        if node.has_walls() {
            return None;
        }
        let plies = self.races.borrow_mut().end(&node.board)?;
        Some(if plies % 2 == 1 { won_in(plies) } else { lost_in(plies) })
    }

    #[inline]
    fn evaluate(&self, node: &Node) -> i32 {
        let side = node.side();
        let left = [node.left(side), node.left(1 - side)];
        let steps = own_first(side, node.steps);
        let value = self.weights.value(steps, left);
        match &self.net {
            Some(net) if !Weights::is_race(value) => {
                value + net.value(&node.accumulators[side], steps, left)
            }
            _ => value,
        }
    }

    #[inline]
    fn code(&self, branch: Branch) -> Code {
        branch.code.into()
    }

    fn recall(&self, node: &mut Node, code: Code) -> Option<Branch> {
        let side = node.side();
        let mv = move_of(code);
        let steps = match mv {
            Move::Pawn(square) => node
                .board
                .pawn_moves(seat(side))
                .contains(square)
                .then(|| steps_after(node, side, square))?,
            Move::Wall(wall) => {
                if node.left(side) == 0 || !node.board.walls().room().contains(wall) {
                    return None;
                }
                node.find_paths();
                node.steps_with(wall)?
            }
            Move::Pass => return None,
        };
        Some(Branch::new(mv, steps))
    }

    #[inline]
    fn first(&self, node: &mut Node) -> Option<Branch> {
        let side = node.side();
        let next = node.next(side);
        if !node.board.pawn_moves(seat(side)).contains(next) {
            return None;
        }
        let mut steps = node.steps;
        steps[side] -= 1;
        Some(Branch::new(Move::Pawn(next), steps))
    }

    fn list(&self, node: &mut Node, depth: i32, out: &mut Branches<Branch>) {
        let side = node.side();
        let begin = out.len();
        for square in node.board.pawn_moves(seat(side)) {
            let steps = steps_after(node, side, square);
            let weight = match i32::from(node.steps[side]) - i32::from(steps[side]) {
                gain if gain > 0 => ADVANCE,
                0 => SIDESTEP,
                _ => RETREAT,
            };
            out.push(Weighted { branch: Branch::new(Move::Pawn(square), steps), weight });
        }
        if node.left(side) > 0 && self.without_walls != Some(side) {
            node.find_paths();
            let was = node.steps.map(i32::from);
            self.walls(node, side, depth).each(|wall| {
                let Some(steps) = node.steps_with(wall) else {
                    return;
                };
                let costs = |of: usize| i32::from(steps[of]) - was[of];
                let gain = costs(1 - side) - costs(side);
                if gain > 0 || depth > self.wall_depths.gain_only {
                    let branch = Branch::new(Move::Wall(wall), steps);
                    out.push(Weighted { branch, weight: WALL_GAIN * gain });
                }
            });
        }
        if out.len() == begin {
            self.list_all(node, out);
        }
    }

    #[inline]
    fn play(&self, node: &Node, branch: Branch) -> Node {
        let mv = move_of(branch.code.into());
        let mut after = node.after(mv, branch.steps);
        if let Some(net) = &self.net {
            for side in 0..2 {
                update_accumulator(net, &mut after.accumulators[side], side, node, mv);
            }
        }
        after
    }

    #[inline]
    fn leaf(&self, node: &Node, branch: Branch) -> Option<i32> {
        let side = node.side();
        if branch.steps[side] == 0 {
            return Some(-lost_in(0));
        }
        let left = [node.left(1 - side), node.left(side) - u8::from(branch.is_wall())];
        if left == [0, 0] {
            return None;
        }
        let steps = own_first(1 - side, branch.steps);
        let mut value = self.weights.value(steps, left);
        if let Some(net) = &self.net
            && !Weights::is_race(value)
        {
            let mut sum = node.accumulators[1 - side];
            update_accumulator(net, &mut sum, 1 - side, node, move_of(branch.code.into()));
            value += net.value(&sum, steps, left);
        }
        Some(-value)
    }

    #[inline]
    fn is_irreversible(&self, branch: Branch) -> bool {
        branch.is_wall()
    }
}
