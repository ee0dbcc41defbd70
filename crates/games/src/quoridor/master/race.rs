//! Retrograde analysis of the race of two pawns when no walls are left.

use super::keys::GOLDEN_GAMMA;
use crate::quoridor::{Board, Square, SquareSet};
use juez_core::Seat;

const COUNT: usize = Square::COUNT;
/// Number of states: seat to move, square of the first pawn, square of the second.
const STATES: usize = 2 * COUNT * COUNT;

/// The result of the race for every pair of squares and seat to move, with fixed walls.
pub(super) struct Race {
    /// One more than the number of plies to the end under best play; 0 if neither side can force
    /// it.
    ends: Vec<u8>,
}

fn index(to_move: usize, pawns: [usize; 2]) -> usize {
    (to_move * COUNT + pawns[0]) * COUNT + pawns[1]
}

impl Race {
    /// Solves the race for the walls of a two-player board.
    pub fn solve(board: &Board) -> Race {
        let mut predecessors = Predecessors::of(board);
        let goals = [0, 1].map(|seat| board.goal_squares(Seat::new(seat)));
        let mut ends = vec![0; STATES];
        let mut queue = Vec::with_capacity(STATES);
        for first in Square::all() {
            for second in Square::all().filter(|&second| second != first) {
                let pawns = [first, second];
                for to_move in 0..2 {
                    if goals[1 - to_move].contains(pawns[1 - to_move]) {
                        let state = index(to_move, pawns.map(Square::index));
                        ends[state] = 1;
                        queue.push((to_move, pawns));
                    }
                }
            }
        }
        // Breadth-first order: the first result found for a state is the fastest.
        let mut next = 0;
        while let Some(&(to_move, pawns)) = queue.get(next) {
            next += 1;
            let end = ends[index(to_move, pawns.map(Square::index))];
            let is_lost = end % 2 == 1;
            let mover = 1 - to_move;
            for source in predecessors.origins_of(mover, pawns) {
                let mut before = pawns;
                before[mover] = source;
                let state = index(mover, before.map(Square::index));
                // A finished race has no moves.
                if ends[state] != 0
                    || goals.iter().zip(before).any(|(goal, pawn)| goal.contains(pawn))
                {
                    continue;
                }
                let left = &mut predecessors.moves_left[state];
                *left -= 1;
                if is_lost || *left == 0 {
                    ends[state] = end + 1;
                    queue.push((mover, before));
                }
            }
        }
        Race { ends }
    }

    /// Returns the number of plies to the end: odd if the seat to move wins, even if it loses.
    #[inline]
    pub fn end(&self, to_move: usize, pawns: [Square; 2]) -> Option<u32> {
        u32::from(self.ends[index(to_move, pawns.map(Square::index))]).checked_sub(1)
    }
}

/// Predecessors of each state by a pawn move.
struct Predecessors {
    /// Origins of a pawn by its square and the square of the other pawn.
    origins: Vec<SquareSet>,
    /// Number of moves of each state to states without a result yet.
    moves_left: Vec<u8>,
}

impl Predecessors {
    fn of(board: &Board) -> Predecessors {
        let mut origins = vec![SquareSet::EMPTY; COUNT * COUNT];
        let mut moves_left = vec![0; STATES];
        for own in Square::all() {
            let steps = board.neighbors(own);
            for other in Square::all().filter(|&other| other != own) {
                let mut moves = steps;
                if steps.contains(other) {
                    moves = board.with_pawns([own, other]).pawn_moves(Seat::new(0));
                }
                if moves.is_empty() {
                    // The seat passes.
                    moves = SquareSet::of(own);
                }
                moves_left[index(0, [own.index(), other.index()])] = moves.len() as u8;
                moves_left[index(1, [other.index(), own.index()])] = moves.len() as u8;
                moves.for_each(|to| {
                    let at = &mut origins[to.index() * COUNT + other.index()];
                    *at = at.with(own);
                });
            }
        }
        Predecessors { origins, moves_left }
    }

    /// Returns the squares from which `mover` can have moved to its square.
    fn origins_of(&self, mover: usize, pawns: [Square; 2]) -> SquareSet {
        self.origins[pawns[mover].index() * COUNT + pawns[1 - mover].index()]
    }
}

/// Cache of solved races, with lookup counts of the others.
#[derive(Default)]
pub(super) struct Races {
    slots: Vec<Slot>,
}

struct Slot {
    board: Board,
    lookups: u32,
    race: Option<Race>,
}

/// Number of cached races of 13 kB each; a power of two.
const SLOTS: usize = 64;
/// Rotation of the vertical walls in the hash of a slot, which separates them from the horizontal
/// ones.
const VERTICAL_ROTATION: u32 = 29;
/// Lookups before a race is solved; solving takes as long as a thousand nodes.
const SOLVE_AFTER: u32 = 800;

impl Races {
    /// Returns [`Race::end`] of a board if its race is solved.
    pub fn end(&mut self, board: &Board) -> Option<u32> {
        let slot = self.slot(board);
        slot.lookups += 1;
        if slot.lookups < SOLVE_AFTER {
            return None;
        }
        let race = slot.race.get_or_insert_with(|| Race::solve(board));
        let pawns = [0, 1].map(|seat| board.pawn(Seat::new(seat)));
        race.end(board.to_move().index(), pawns)
    }

    /// Returns the slot for the walls of a board.
    fn slot(&mut self, board: &Board) -> &mut Slot {
        let walls = board.walls();
        // The upper bits of the product depend on all bits of the walls.
        let mixed = walls.horizontal ^ walls.vertical.rotate_left(VERTICAL_ROTATION);
        let nth = (mixed.wrapping_mul(GOLDEN_GAMMA) >> (u64::BITS - SLOTS.ilog2())) as usize;
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, || Slot { board: *board, lookups: 0, race: None });
        }
        let slot = &mut self.slots[nth];
        if slot.board.walls() != walls {
            *slot = Slot { board: *board, lookups: 0, race: None };
        }
        slot
    }

    /// Marks the race of a board to be solved at the next lookup.
    pub fn prepare(&mut self, board: &Board) {
        self.slot(board).lookups = SOLVE_AFTER;
    }

    /// Clears the cache.
    pub fn clear(&mut self) {
        self.slots.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quoridor::Move;
    use juez_core::Seed;

    /// Returns [`Race::end`] by a full search of `plies` plies.
    fn full_search(board: &Board, plies: u32) -> Option<u32> {
        if board.winner().is_some() {
            return Some(0);
        }
        if plies == 0 {
            return None;
        }
        let mut moves: Vec<Move> = board.pawn_moves(board.to_move()).map(Move::Pawn).collect();
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        let ends = moves.iter().map(|&mv| full_search(&board.after(mv), plies - 1));
        let mut longest = Some(0);
        let mut shortest_win = None;
        for end in ends {
            match end {
                Some(end) if end % 2 == 0 => {
                    shortest_win = Some(shortest_win.unwrap_or(u32::MAX).min(end + 1));
                }
                Some(end) => longest = longest.map(|longest: u32| longest.max(end + 1)),
                None => longest = None,
            }
        }
        shortest_win.or(longest)
    }

    #[test]
    fn a_race_ends_as_trying_all_moves_says() {
        const PLIES: u32 = 9;
        let mut found = 0;
        for nth in 0..40 {
            let mut rng = Seed::from(nth).rng();
            let mut board = Board::new(2, 10, true);
            for _ in 0..30 {
                if board.winner().is_none() {
                    board.play_unchecked(board.random_move(&mut rng));
                }
            }
            let race = Race::solve(&board);
            for _ in 0..200 {
                let mut draw = || Square::from_index(rng.below(COUNT as u32) as usize);
                let (first, second) = (draw(), draw());
                let is_over = board.goal_squares(Seat::new(0)).contains(first)
                    || board.goal_squares(Seat::new(1)).contains(second);
                if first == second || is_over {
                    continue;
                }
                let start = board.with_pawns([first, second]);
                let solved = race.end(start.to_move().index(), [first, second]);
                let seen = full_search(&start, PLIES);
                found += u32::from(seen.is_some());
                assert_eq!(seen, solved.filter(|&end| end <= PLIES), "{start:?}");
            }
        }
        assert!(found > 1000, "{found}");
    }
}
