//! Legal moves, as sets first: counting and choosing need no list.

use std::ops::Range;

use super::paths::{self, Layers};
use super::{Board, Direction, Move, Square, SquareSet, Wall, WallSet};
use juez_core::{Rng, Seat};

/// The legal moves of a seat: squares for its pawn, and walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveSet {
    /// Possible squares of the pawn.
    pub pawn: SquareSet,
    /// Possible walls.
    pub walls: WallSet,
}

/// More than the legal moves of any seat: 128 walls, and a pawn seldom has more than four squares.
pub(super) const MAX_MOVES: usize = 160;

/// The horizontal and the vertical wall of each slot, as moves ready to copy.
const WALLS: [[Move; 2]; 64] = {
    let mut table = [[Move::Pass; 2]; 64];
    let mut slot = 0;
    while slot < 64 {
        let one = Wall::on_slot(slot, false);
        table[slot as usize] = [Move::Wall(one), Move::Wall(one.across())];
        slot += 1;
    }
    table
};

impl MoveSet {
    /// Returns the number of moves; `pass` counts if there is no other.
    #[inline]
    pub fn count(self) -> usize {
        (self.pawn.len() + self.walls.len()).max(1) as usize
    }

    /// Returns true if only `pass` is left.
    #[inline]
    fn is_pass(self) -> bool {
        self.pawn.is_empty() && self.walls.is_empty()
    }

    /// Appends the moves in ascending order.
    fn append_to(self, out: &mut Vec<Move>) {
        if self.is_pass() {
            out.push(Move::Pass);
            return;
        }
        if self.walls.is_empty() {
            out.extend(self.pawn.map(Move::Pawn));
            return;
        }
        let start = out.len();
        out.extend_from_slice(&[Move::Pass; MAX_MOVES]);
        let mut list = List { moves: &mut out[start..], len: 0 };
        let mut done = 0;
        for square in self.pawn {
            let below = slots_below(square);
            list.push_walls(self.walls, done..below);
            list.push(Move::Pawn(square), true);
            done = below;
        }
        list.push_walls(self.walls, done..64);
        let end = start + list.len;
        out.truncate(end);
    }

    /// Returns the `n`-th move, counting pawn moves, then horizontal walls, then vertical ones.
    #[inline]
    fn nth(self, n: u32) -> Move {
        let mut pawn = self.pawn;
        let Some(n) = n.checked_sub(pawn.len()) else {
            return pawn.nth(n as usize).map_or(Move::Pass, Move::Pawn);
        };
        let lying = self.walls.horizontal.count_ones();
        if n < lying {
            Move::Wall(Wall::on_slot(nth_bit(self.walls.horizontal, n), false))
        } else {
            Move::Wall(Wall::on_slot(nth_bit(self.walls.vertical, n - lying), true))
        }
    }
}

/// A list that grows without a branch: always writes a move, and counts it only if wanted.
struct List<'a> {
    moves: &'a mut [Move],
    len: usize,
}

impl List<'_> {
    #[inline]
    fn push(&mut self, mv: Move, counts: bool) {
        self.moves[self.len] = mv;
        self.len += usize::from(counts);
    }

    /// Appends the walls of `walls` on these slots.
    #[inline]
    fn push_walls(&mut self, walls: WallSet, slots: Range<u32>) {
        for slot in slots {
            let [lying, standing] = WALLS[slot as usize];
            self.push(lying, walls.horizontal >> slot & 1 == 1);
            self.push(standing, walls.vertical >> slot & 1 == 1);
        }
    }
}

/// Returns the number of slots whose walls come before the pawn move to `square`.
fn slots_below(square: Square) -> u32 {
    let slots = u32::from(Wall::SLOTS);
    (u32::from(square.file()) * slots + u32::from(square.rank()).min(slots)).min(slots * slots)
}

/// Returns the position of the bit of `word` that has `n` set bits below it.
#[inline]
fn nth_bit(mut word: u64, n: u32) -> u32 {
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros()
}

impl Board {
    /// Returns the squares that the pawn of `seat` could go to on its turn, by steps and jumps.
    #[inline]
    pub fn pawn_moves(&self, seat: Seat) -> SquareSet {
        let occupied = self.occupied();
        let steps = self.neighbors(self.pawn(seat));
        if steps.meets(occupied) { self.jumps(seat, occupied) } else { steps }
    }

    /// Returns the pawn moves of a seat next to another pawn.
    fn jumps(&self, seat: Seat, occupied: SquareSet) -> SquareSet {
        let open = self.passages();
        let from = SquareSet::of(self.pawn(seat));
        let mut to = SquareSet::EMPTY;
        for direction in Direction::ALL {
            let next = open.step(from, direction);
            if !next.meets(occupied) {
                to |= next;
                continue;
            }
            let behind = open.step(next, direction);
            let third_pawn = behind.meets(occupied);
            if !behind.is_empty() && !third_pawn {
                to |= behind;
            } else if !third_pawn || self.third_pawn_side() {
                for side in direction.sides() {
                    to |= open.step(next, side) & !occupied;
                }
            }
        }
        to
    }

    /// Returns the walls that `seat` could place on its turn.
    pub fn wall_moves(&self, seat: Seat) -> WallSet {
        if self.walls_left(seat) == 0 {
            return WallSet::EMPTY;
        }
        let mut room = self.walls().room();
        let suspects = room.and(self.walls().closing());
        if suspects.is_empty() {
            return room;
        }
        let mut layers = Layers::new();
        for (seat, &pawn) in Seat::all(self.seats()).zip(self.pawns()) {
            let goal = self.goal_squares(seat);
            let suspects = room.and(suspects);
            room = room.without(paths::cutting(self.passages(), pawn, goal, suspects, &mut layers));
        }
        room
    }

    /// Returns the legal moves of the seat to move.
    #[inline]
    pub fn legal(&self) -> MoveSet {
        let seat = self.to_move();
        MoveSet { pawn: self.pawn_moves(seat), walls: self.wall_moves(seat) }
    }

    /// Appends every legal move of the seat to move, ascending.
    pub fn legal_moves_into(&self, out: &mut Vec<Move>) {
        self.legal().append_to(out);
    }

    /// Returns the seats that `wall` would leave without a path.
    pub(super) fn cut_off_by(&self, wall: Wall) -> impl Iterator<Item = Seat> {
        let board = *self;
        let open = board.passages().with(wall);
        Seat::all(board.seats()).filter(move |&seat| {
            !paths::reaches(open, SquareSet::of(board.pawn(seat)), board.goal_squares(seat))
        })
    }

    /// Returns true if `wall`, which has room, leaves every seat a path.
    #[inline]
    fn leaves_paths(&self, wall: Wall) -> bool {
        !self.walls().closing().contains(wall) || self.cut_off_by(wall).next().is_none()
    }

    /// Returns true if the seat to move may play `mv`.
    pub fn is_legal(&self, mv: Move) -> bool {
        let seat = self.to_move();
        match mv {
            Move::Pawn(square) => self.pawn_moves(seat).contains(square),
            Move::Wall(wall) => {
                self.walls_left(seat) > 0
                    && self.walls().room().contains(wall)
                    && self.leaves_paths(wall)
            }
            Move::Pass => self.legal().is_pass(),
        }
    }

    /// Returns a uniformly random legal move of the seat to move.
    ///
    /// Draws a wall before checking whether it cuts a path; if it does, draws again without it.
    pub fn random_move(&self, rng: &mut Rng) -> Move {
        let seat = self.to_move();
        let walls = if self.walls_left(seat) > 0 { self.walls().room() } else { WallSet::EMPTY };
        let mut moves = MoveSet { pawn: self.pawn_moves(seat), walls };
        while !moves.is_pass() {
            match moves.nth(rng.below(moves.count() as u32)) {
                Move::Wall(wall) if !self.leaves_paths(wall) => moves.walls.remove(wall),
                mv => return mv,
            }
        }
        Move::Pass
    }
}
