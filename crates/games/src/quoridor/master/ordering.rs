//! Ordering weights of moves, in thousandths of a step.

/// A step along a shortest path: before every wall and every bonus of the search.
pub(super) const ADVANCE: i32 = 500_000;
/// A pawn move that keeps the path length: after a wall that gains a step.
pub(super) const SIDESTEP: i32 = 900;
/// Each step by which a pawn move makes the path longer.
pub(super) const RETREAT: i32 = -1500;
/// Each step by which a wall makes the other paths longer than the own one.
pub(super) const WALL_GAIN: i32 = 1000;
