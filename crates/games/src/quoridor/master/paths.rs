//! Shortest paths for the search: lengths, routes and the walls across them.

use crate::quoridor::wall_set::CLOSERS;
use crate::quoridor::{Direction, Passages, Square, SquareSet, WallSet};

/// Maximum number of steps of a short path; most paths are.
const SHORT: u8 = 16;
/// The length if no path exists.
pub(super) const NO_PATH: u8 = u8::MAX;

/// Returns the length of a shortest path to the goal, or [`NO_PATH`].
#[inline]
pub(super) fn steps(open: Passages, from: Square, goal: SquareSet) -> u8 {
    let mut reached = SquareSet::of(from);
    if reached.meets(goal) {
        return 0;
    }
    let mut steps = 0;
    if from.is_odd() {
        reached = open.spread_odd(reached);
        if reached.meets(goal) {
            return 1;
        }
        steps = 1;
    }
    loop {
        let once = open.spread_even(reached);
        if once.meets(goal) {
            return steps + 1;
        }
        let twice = open.spread_odd(once);
        if twice.meets(goal) {
            return steps + 2;
        }
        if twice == reached {
            return NO_PATH;
        }
        reached = twice;
        steps += 2;
    }
}

/// A shortest path to the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// The walls across the path.
    pub across: WallSet,
    /// Its first steps as direction numbers of two bits, from the lowest bits.
    pub route: u64,
}

impl Path {
    /// Maximum number of steps in a route.
    pub const MAX_ROUTE: u8 = 32;
}

/// Returns a shortest path of `steps` steps from a square off the goal.
#[inline]
pub(super) fn path(open: Passages, from: Square, goal: SquareSet, steps: u8) -> Path {
    // Clearing the layers of a long path takes as long as finding a short one.
    if steps <= SHORT {
        path_in::<{ SHORT as usize }>(open, from, goal)
    } else {
        path_in::<{ Square::COUNT }>(open, from, goal)
    }
}

#[inline]
fn path_in<const STEPS: usize>(open: Passages, from: Square, goal: SquareSet) -> Path {
    let mut layers = [SquareSet::EMPTY; STEPS];
    let mut reached = SquareSet::of(from);
    let mut steps = 0;
    let mut is_even = !from.is_odd();
    while !reached.meets(goal) {
        layers[steps] = reached;
        reached = if is_even { open.spread_even(reached) } else { open.spread_odd(reached) };
        is_even = !is_even;
        steps += 1;
    }
    let mut at = (reached & goal).first().unwrap_or(from);
    let mut path = Path { across: WallSet::EMPTY, route: 0 };
    for &layer in layers[..steps].iter().rev() {
        let here = SquareSet::of(at);
        let before = |direction| open.step(here, direction).meets(layer);
        // The walk is backwards, so the route has the opposite directions.
        let (back, ahead) = if before(Direction::South) {
            (Direction::South, Direction::North)
        } else if before(Direction::North) {
            (Direction::North, Direction::South)
        } else if before(Direction::West) {
            (Direction::West, Direction::East)
        } else {
            (Direction::East, Direction::West)
        };
        path.across = path.across.or(closers(at, back));
        path.route = path.route << 2 | ahead as u64;
        at = neighbour(at, back);
    }
    path
}

/// Returns the walls across the first `steps` steps of a route.
#[inline]
pub(super) fn across(mut from: Square, mut route: u64, steps: u8) -> WallSet {
    let mut across = WallSet::EMPTY;
    for _ in 0..steps {
        let direction = direction_of(route);
        across = across.or(closers(from, direction));
        from = neighbour(from, direction);
        route >>= 2;
    }
    across
}

/// Returns the direction of the first step of a route.
#[inline]
pub(super) fn direction_of(route: u64) -> Direction {
    Direction::ALL[route as usize & 3]
}

/// Returns the neighbour of a square, which must exist.
#[inline]
pub(super) fn neighbour(square: Square, direction: Direction) -> Square {
    let index = square.index();
    Square::from_index(match direction {
        Direction::North => index + 1,
        Direction::East => index + Square::SIDE as usize,
        Direction::South => index.wrapping_sub(1),
        Direction::West => index.wrapping_sub(Square::SIDE as usize),
    })
}

/// Returns the walls that would close one side of a square.
#[inline]
fn closers(square: Square, direction: Direction) -> WallSet {
    match direction {
        Direction::North => WallSet { vertical: 0, ..CLOSERS[square.index()] },
        Direction::East => WallSet { horizontal: 0, ..CLOSERS[square.index()] },
        Direction::South => {
            WallSet { vertical: 0, ..CLOSERS[neighbour(square, direction).index()] }
        }
        Direction::West => {
            WallSet { horizontal: 0, ..CLOSERS[neighbour(square, direction).index()] }
        }
    }
}
