//! Paths to a goal line: their length, their squares, and the walls that would cut the last one.
//!
//! All functions flood: a set of squares grows by one step at a time, and each step is a few
//! shifts.

use super::wall_set::{CLOSERS, bits};
use super::{Direction, Passages, Square, SquareSet, Wall, WallSet};

/// More steps than any path on the board.
const TOO_FAR: u8 = Square::COUNT as u8;

/// Floods from `from` to `goal` and passes the squares reached after each step to `see`. Returns
/// the number of steps, or `None` without a path.
///
/// A path almost always exists, so it does not check whether the flood still grows.
#[inline]
fn flood(
    open: Passages,
    from: Square,
    goal: SquareSet,
    mut see: impl FnMut(u8, SquareSet),
) -> Option<u8> {
    let mut reached = SquareSet::of(from);
    see(0, reached);
    if reached.meets(goal) {
        return Some(0);
    }
    // The even squares and the odd ones spread in turns. From an odd square, the first turn of the
    // even ones does nothing.
    let idle = u8::from(from.is_odd());
    for steps in (1..TOO_FAR).step_by(2) {
        reached = open.spread_even(reached);
        see(steps - idle, reached);
        if reached.meets(goal) {
            return Some(steps - idle);
        }
        reached = open.spread_odd(reached);
        see(steps + 1 - idle, reached);
        if reached.meets(goal) {
            return Some(steps + 1 - idle);
        }
    }
    None
}

/// Returns the steps of a shortest path from `from` to `goal`; `None` without a path.
#[inline]
pub(super) fn distance(open: Passages, from: Square, goal: SquareSet) -> Option<u8> {
    flood(open, from, goal, |_, _| ())
}

/// Returns true if a path leads from `from` to `goal`.
///
/// The number of steps does not matter, so newly reached squares of one colour spread at once.
#[inline]
pub(super) fn reaches(open: Passages, from: SquareSet, goal: SquareSet) -> bool {
    let mut reached = from;
    loop {
        let next = open.spread_odd(open.spread_even(reached));
        if next.meets(goal) {
            return true;
        }
        if next == reached {
            return false;
        }
        reached = next;
    }
}

/// Space for the layers of a flood: `[n]` holds the squares reached in at most `n` steps.
pub(super) struct Layers([SquareSet; TOO_FAR as usize + 1]);

impl Layers {
    pub(super) fn new() -> Layers {
        Layers([SquareSet::EMPTY; TOO_FAR as usize + 1])
    }

    /// Floods from `from` to `goal`. Returns the number of steps, or `None` without a path.
    fn flood(&mut self, open: Passages, from: Square, goal: SquareSet) -> Option<usize> {
        flood(open, from, goal, |steps, layer| self.0[usize::from(steps)] = layer).map(usize::from)
    }
}

/// One step of a path, found backwards from its goal.
struct Step {
    /// The square it comes from.
    from: SquareSet,
    /// The square whose north or east side it crosses.
    side: SquareSet,
    /// True for an east side.
    vertical: bool,
}

/// Returns the step to the square `to` from the layer before it. Prefers south, west, north, east.
#[inline]
fn step_back(open: Passages, to: SquareSet, earlier: SquareSet) -> Step {
    let south = open.step(to, Direction::South) & earlier;
    if !south.is_empty() {
        return Step { from: south, side: south, vertical: false };
    }
    let west = open.step(to, Direction::West) & earlier;
    if !west.is_empty() {
        return Step { from: west, side: west, vertical: true };
    }
    let north = open.step(to, Direction::North) & earlier;
    if !north.is_empty() {
        return Step { from: north, side: to, vertical: false };
    }
    Step { from: open.step(to, Direction::East) & earlier, side: to, vertical: true }
}

fn lowest(set: SquareSet) -> SquareSet {
    set.first().map_or(SquareSet::EMPTY, SquareSet::of)
}

/// Returns the squares of a shortest path from `from` to `goal`, without `from`; `None` without a
/// path.
///
/// Equal walls always give the same path.
pub(super) fn shortest(open: Passages, from: Square, goal: SquareSet) -> Option<Vec<Square>> {
    let mut layers = Layers::new();
    let steps = layers.flood(open, from, goal)?;
    let mut to = lowest(layers.0[steps] & goal);
    let mut way = Vec::with_capacity(steps);
    for earlier in layers.0[..steps].iter().rev() {
        way.extend(to.first());
        to = step_back(open, to, *earlier).from;
    }
    way.reverse();
    Some(way)
}

/// Returns the walls of `suspects` that, each alone, would leave no path from `from` to `goal`.
///
/// Only walls across one shortest path can. Such a wall is tested by a detour from the squares
/// reached before the path crosses it to any square of the path behind it. That takes a few steps,
/// a flood of the whole board a dozen. The two walls across one passage are first tried together.
pub(super) fn cutting(
    open: Passages,
    from: Square,
    goal: SquareSet,
    mut suspects: WallSet,
    layers: &mut Layers,
) -> WallSet {
    let mut cutting = WallSet::EMPTY;
    let Some(steps) = layers.flood(open, from, goal) else {
        return suspects;
    };
    let mut to = lowest(layers.0[steps] & goal);
    let mut target = goal;
    for crossed in (0..steps).rev() {
        target |= to;
        let step = step_back(open, to, layers.0[crossed]);
        let closers = step.side.first().map_or(WallSet::EMPTY, |side| CLOSERS[side.index()]);
        // The path can cross a wall twice; it is whole behind the later crossing, so a wall is
        // tested when it is first found.
        let (pending, cut, closers) = if step.vertical {
            (&mut suspects.vertical, &mut cutting.vertical, closers.vertical)
        } else {
            (&mut suspects.horizontal, &mut cutting.horizontal, closers.horizontal)
        };
        let slots = *pending & closers;
        *pending &= !slots;
        let reached = &layers.0[..=crossed];
        let cuts = |slots| !detour(open, (slots, step.vertical), reached, target);
        if slots != 0 && cuts(slots) {
            let alone = bits(slots).map(|slot| 1 << slot);
            *cut |= alone.filter(|&one| one == slots || cuts(one)).fold(0, |all, one| all | one);
        }
        to = step.from;
    }
    cutting
}

/// Returns true if a path from the start of `layers` to `target` remains with walls on all of
/// `slots`, one or two across the same passage.
fn detour(
    open: Passages,
    (slots, vertical): (u64, bool),
    layers: &[SquareSet],
    target: SquareSet,
) -> bool {
    let closed = bits(slots)
        .fold(SquareSet::EMPTY, |closed, slot| closed | Wall::on_slot(slot, vertical).closes());
    let (left, direction) = if vertical {
        (open.close_east(closed), Direction::East)
    } else {
        (open.close_north(closed), Direction::North)
    };
    // A layer depends on a passage only if it has both of its squares.
    let owes = |layer: SquareSet| open.step(layer & closed, direction).meets(layer);
    let start = layers.iter().rev().find(|&&layer| !owes(layer));
    start.is_some_and(|&start| reaches(left, start, target))
}
