//! Search for one seat of a match of four.
//!
//! Only the searching seat has a choice of moves. Each opponent is modelled by a greedy policy: it
//! steps along its shortest path, or places a wall in front of the leader when it is behind. The
//! three replies take one ply, so the search reaches many rounds deep; a full search reaches two.
//! Each new search starts from the actual replies, which corrects the model.

use super::codes::{CODES, code_of};
use super::keys::{key_change, key_of};
use super::ordering::{ADVANCE, RETREAT, WALL_GAIN};
use super::paths::{NO_PATH, Path, path, steps};
use super::weights::STEP;
use crate::quoridor::board::MAX_SEATS;
use crate::quoridor::{Board, Move, Wall, WallSet};
use juez_core::Seat;
use juez_search::{Branches, Code, Tree, Weighted, lost_in, won_in};

const SEATS: u8 = MAX_SEATS as u8;
/// Cost of each turn before the next move of a seat: a step for a whole round.
const WAIT: i32 = STEP / SEATS as i32;

/// A board of four players with incrementally updated paths and hash key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FourNode {
    board: Board,
    key: u64,
    steps: [u8; MAX_SEATS],
    paths: [Option<Path>; MAX_SEATS],
    /// 0 before a move of the searching seat, 1 before the replies. The board does not determine
    /// it: a match can end before all opponents have moved.
    side: usize,
}

impl FourNode {
    /// Creates the root of a search for the seat to move.
    pub fn new(board: Board) -> FourNode {
        let key = key_of(&board);
        let mut node =
            FourNode { board, key, steps: [0; MAX_SEATS], paths: [None; MAX_SEATS], side: 0 };
        for seat in Seat::all(SEATS) {
            node.steps[seat.index()] =
                steps(board.passages(), board.pawn(seat), board.goal_squares(seat));
        }
        node
    }

    /// Returns the hash key of the position.
    pub fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    fn path(&mut self, seat: Seat) -> Path {
        let (board, steps) = (self.board, self.steps[seat.index()]);
        *self.paths[seat.index()].get_or_insert_with(|| {
            path(board.passages(), board.pawn(seat), board.goal_squares(seat), steps)
        })
    }

    /// Returns the path lengths of all seats after one more wall; `None` if it cuts the last path
    /// of a seat.
    fn steps_with(&self, wall: Wall) -> Option<[u8; MAX_SEATS]> {
        let board = &self.board;
        let open = board.passages().with(wall);
        let mut after = self.steps;
        for seat in Seat::all(SEATS) {
            let path = self.paths[seat.index()];
            if path.is_none_or(|path| path.across.contains(wall)) {
                let found = steps(open, board.pawn(seat), board.goal_squares(seat));
                if found == NO_PATH {
                    return None;
                }
                after[seat.index()] = found;
            }
        }
        Some(after)
    }

    /// Returns the first pawn move with the shortest remaining path.
    fn best_step(&self, seat: Seat) -> Option<Move> {
        let (open, goal) = (self.board.passages(), self.board.goal_squares(seat));
        let to = self.board.pawn_moves(seat).min_by_key(|&square| steps(open, square, goal));
        to.map(Move::Pawn)
    }

    pub(super) fn play(&mut self, mv: Move) {
        let seat = self.board.to_move();
        self.key ^= key_change(&self.board, mv);
        self.board.play_unchecked(mv);
        let steps_of = |seat: Seat| {
            steps(self.board.passages(), self.board.pawn(seat), self.board.goal_squares(seat))
        };
        match mv {
            Move::Pawn(_) => {
                self.steps[seat.index()] = steps_of(seat);
                self.paths[seat.index()] = None;
            }
            Move::Wall(wall) => {
                for other in Seat::all(SEATS) {
                    let path = self.paths[other.index()];
                    if path.is_none_or(|path| path.across.contains(wall)) {
                        self.steps[other.index()] = steps_of(other);
                        self.paths[other.index()] = None;
                    }
                }
            }
            Move::Pass => {}
        }
    }
}

/// A move of the searching seat, or `pass` for the replies of all opponents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FourBranch(pub(super) Move);

/// The search tree of one seat in a match of four.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Four {
    me: Seat,
    weights: FourWeights,
}

/// Evaluation weights for four players, in hundredths of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FourWeights {
    /// Step of the opponent nearest to its goal.
    pub nearest: i32,
    /// Step of each other opponent.
    pub others: i32,
    /// Wall left to the searching seat.
    pub own_wall: i32,
    /// Wall left to an opponent.
    pub their_wall: i32,
}

impl Default for FourWeights {
    fn default() -> FourWeights {
        FourWeights { nearest: 75, others: 15, own_wall: 60, their_wall: 15 }
    }
}

impl Four {
    /// Creates the search tree of the seat `me`.
    pub fn new(me: Seat, weights: FourWeights) -> Four {
        Four { me, weights }
    }

    fn others(&self) -> [Seat; 3] {
        let one = self.me.next(SEATS);
        let two = one.next(SEATS);
        [one, two, two.next(SEATS)]
    }

    /// Returns the static evaluation for the searching seat.
    pub(super) fn value(&self, node: &FourNode) -> i32 {
        let FourWeights { nearest, others, own_wall, their_wall } = self.weights;
        let mover = node.board.to_move();
        let wait = |seat: Seat| {
            let turns = (seat.index() + MAX_SEATS - mover.index()) % MAX_SEATS;
            WAIT * turns as i32
        };
        let far = |seat: Seat| STEP * i32::from(node.steps[seat.index()]) + wait(seat);
        let walls = |seat: Seat| i32::from(node.board.walls_left(seat));
        let mut all = self.others().map(far);
        all.sort_unstable();
        let rivals = (nearest * all[0] + others * (all[1] + all[2])) / STEP;
        let theirs: i32 = self.others().map(walls).iter().sum();
        rivals - far(self.me) * (nearest + 2 * others) / STEP + own_wall * walls(self.me)
            - their_wall * theirs
    }

    /// Appends walls across the shortest paths of opponents, weighted by gain.
    fn list_walls(&self, node: &mut FourNode, out: &mut Branches<FourBranch>) {
        if node.board.walls_left(self.me) == 0 {
            return;
        }
        let others = self.others();
        let candidates =
            others.iter().fold(WallSet::EMPTY, |all, &seat| all.or(node.path(seat).across));
        candidates.and(node.board.walls().room()).each(|wall| {
            let Some(steps) = node.steps_with(wall) else {
                return;
            };
            let cost = |seat: Seat| i32::from(steps[seat.index()] - node.steps[seat.index()]);
            let gain = others.map(cost).iter().sum::<i32>() - 2 * cost(self.me);
            if gain > 0 {
                out.push(Weighted {
                    branch: FourBranch(Move::Wall(wall)),
                    weight: WALL_GAIN * gain,
                });
            }
        });
    }

    /// Appends the moves of the searching seat, as if it were to move.
    pub(super) fn list_own(&self, node: &mut FourNode, out: &mut Branches<FourBranch>) {
        let (mut board, me, begin) = (node.board, self.me, out.len());
        for square in board.pawn_moves(me) {
            let after = steps(board.passages(), square, board.goal_squares(me));
            let gain = i32::from(node.steps[me.index()]) - i32::from(after);
            let branch = FourBranch(Move::Pawn(square));
            out.push(Weighted { branch, weight: if gain > 0 { ADVANCE } else { RETREAT * -gain } });
        }
        self.list_walls(node, out);
        if out.len() == begin {
            while board.to_move() != me {
                board.play_unchecked(Move::Pass);
            }
            let mut all = Vec::new();
            board.legal_moves_into(&mut all);
            out.extend(all.iter().map(|&mv| Weighted { branch: FourBranch(mv), weight: 0 }));
        }
    }

    /// Returns the reply of `seat`. If another seat is nearer to its goal, that is the wall that
    /// improves the lead of `seat` most, provided it gains more than a step; otherwise a step along
    /// a shortest path.
    fn greedy_reply(node: &mut FourNode, seat: Seat) -> Move {
        let board = node.board;
        let own = i32::from(node.steps[seat.index()]);
        let rivals = || Seat::all(SEATS).filter(|&other| other != seat);
        let nearest = rivals().min_by_key(|other| node.steps[other.index()]);
        let lead = nearest.map_or(0, |rival| i32::from(node.steps[rival.index()])) - own;
        if let Some(rival) = nearest.filter(|_| lead < 0 && board.walls_left(seat) > 0) {
            let mut best: (i32, Option<Wall>) = (lead + 1, None);
            node.path(rival).across.and(board.walls().room()).each(|wall| {
                if let Some(steps) = node.steps_with(wall) {
                    let steps_of = |seat: Seat| i32::from(steps[seat.index()]);
                    let lead = rivals().map(steps_of).min().unwrap_or(0) - steps_of(seat);
                    let is_first = best.1.is_some_and(|other| wall < other);
                    if lead > best.0 || lead == best.0 && is_first {
                        best = (lead, Some(wall));
                    }
                }
            });
            if let Some(wall) = best.1 {
                return Move::Wall(wall);
            }
        }
        node.best_step(seat).unwrap_or(Move::Pass)
    }
}

impl Tree for Four {
    type Node = FourNode;
    type Branch = FourBranch;
    const CODES: usize = CODES;

    fn key(&self, node: &FourNode) -> u64 {
        node.key
    }

    fn side(&self, node: &FourNode) -> usize {
        node.side
    }

    fn decided(&self, node: &FourNode) -> Option<i32> {
        let is_mine = node.board.winner()? == self.me;
        Some(if is_mine == (self.side(node) == 0) { won_in(0) } else { lost_in(0) })
    }

    fn evaluate(&self, node: &FourNode) -> i32 {
        let value = self.value(node);
        if self.side(node) == 0 { value } else { -value }
    }

    fn code(&self, branch: FourBranch) -> Code {
        code_of(branch.0)
    }

    fn list(&self, node: &mut FourNode, _: i32, out: &mut Branches<FourBranch>) {
        if self.side(node) == 0 {
            self.list_own(node, out);
        } else {
            out.push(Weighted { branch: FourBranch(Move::Pass), weight: 0 });
        }
    }

    fn play(&self, node: &FourNode, branch: FourBranch) -> FourNode {
        let mut node = *node;
        node.side = 1 - node.side;
        if node.side == 1 {
            node.play(branch.0);
            return node;
        }
        for seat in self.others() {
            let mv = Four::greedy_reply(&mut node, seat);
            node.play(mv);
            if node.board.winner().is_some() {
                break;
            }
        }
        node
    }

    fn is_irreversible(&self, branch: FourBranch) -> bool {
        matches!(branch.0, Move::Wall(_))
    }
}
