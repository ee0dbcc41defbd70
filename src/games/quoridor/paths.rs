//! Ways to a goal line: how far, which way, and which walls would cut the last one.
//!
//! All of it floods: a set of squares grows by one step at a time, each step a few shifts.

use super::wall_set::CLOSERS;
use super::{Direction, Passages, Square, SquareSet, Wall, WallSet};

/// More steps than any way on the board has.
const TOO_FAR: u8 = Square::COUNT as u8;

/// Floods from `from` to `goal` and gives each layer, what is reached in one more step, to `see`.
/// The number of steps, or `None` if there is no way.
///
/// There almost always is one, so a flood that has come to rest is not looked for.
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
    // By turns the even squares spread, then the odd ones. Of an odd square the first half of the
    // first turn makes nothing.
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

/// Steps of a shortest way from `from` to `goal`; `None` if there is none.
#[inline]
pub(super) fn distance(open: Passages, from: Square, goal: SquareSet) -> Option<u8> {
    flood(open, from, goal, |_, _| ())
}

/// True if any way leads from `from` to `goal`.
///
/// Only the answer counts and not the number of steps, so it grows without counting: what one
/// colour has just reached spreads further at once.
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

/// Room for the layers of a flood: `[n]` holds what is reached in `n` steps or fewer.
pub(super) struct Layers([SquareSet; TOO_FAR as usize + 1]);

impl Layers {
    pub(super) fn new() -> Layers {
        Layers([SquareSet::EMPTY; TOO_FAR as usize + 1])
    }

    /// Floods from `from` to `goal`; the number of steps, or `None` if there is no way.
    fn flood(&mut self, open: Passages, from: Square, goal: SquareSet) -> Option<usize> {
        flood(open, from, goal, |steps, layer| self.0[usize::from(steps)] = layer).map(usize::from)
    }
}

/// One step of a way, found backwards from its goal.
struct Step {
    /// The square it comes from.
    from: SquareSet,
    /// The square whose north or east side it crosses.
    side: SquareSet,
    /// True for an east side.
    vertical: bool,
}

/// The step that led to the square `to` from the layer before it. Prefers south, west, north, east.
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

/// The squares of one shortest way from `from` to `goal`, without `from`; `None` if there is none.
///
/// The same way for the same walls, always.
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

/// Which walls of `suspects`, each alone, would leave no way from `from` to `goal`.
///
/// Only walls across one shortest way can. Such a wall is tested by a detour: from what was reached
/// before the way crosses it, to any square of the way behind it. That takes a few steps where a
/// flood of the whole board takes a dozen; and the two walls across one passage are first tried together.
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
        // The way may cross a wall twice; behind the later crossing it is whole, so a wall is tested
        // when it first turns up.
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

/// True if a way from the start of `layers` to `target` remains once walls stand on all of `slots`,
/// one or two across the same passage.
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
    // A layer owes nothing to a passage unless it has both of its squares.
    let owes = |layer: SquareSet| open.step(layer & closed, direction).meets(layer);
    let start = layers.iter().rev().find(|&&layer| !owes(layer));
    start.is_some_and(|&start| reaches(left, start, target))
}

/// The places of the bits of `word`, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
