//! Sets of walls as bits, with the joints that walls touch and the sides that they close.

use super::{Passages, Square, SquareSet, Wall};

/// A set of walls: a word of 64 slots for each direction.
///
/// Slot bits run file by file like the notation, so a shift by 1 goes north and one by 8 east.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WallSet {
    pub(super) horizontal: u64,
    pub(super) vertical: u64,
}

const FILE_A: u64 = 0xff;
const FILE_H: u64 = FILE_A << 56;
const RANK_1: u64 = 0x0101_0101_0101_0101;
const RANK_8: u64 = RANK_1 << 7;

#[inline]
const fn north(slots: u64) -> u64 {
    (slots & !RANK_8) << 1
}

#[inline]
const fn south(slots: u64) -> u64 {
    (slots & !RANK_1) >> 1
}

#[inline]
const fn east(slots: u64) -> u64 {
    slots << Wall::SLOTS
}

#[inline]
const fn west(slots: u64) -> u64 {
    slots >> Wall::SLOTS
}

#[inline]
fn two_of_three(a: u64, b: u64, c: u64) -> u64 {
    (a & b) | (c & (a | b))
}

/// Returns the positions of the set bits of `word`, from the lowest.
#[inline]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// Returns the walls with at least one of their three joints (both ends and the middle) in
/// `joints`.
#[inline]
const fn touching(joints: u64) -> WallSet {
    WallSet {
        horizontal: joints | east(joints) | west(joints),
        vertical: joints | north(joints) | south(joints),
    }
}

/// Returns the walls with at least two of their three joints in `joints`; with `edge`, the ends on
/// the edge of the board count too.
#[inline]
fn touching_twice(joints: u64, edge: bool) -> WallSet {
    let on_edge = |ends: u64| if edge { ends } else { 0 };
    WallSet {
        horizontal: two_of_three(
            east(joints) | on_edge(FILE_A),
            joints,
            west(joints) | on_edge(FILE_H),
        ),
        vertical: two_of_three(
            north(joints) | on_edge(RANK_1),
            joints,
            south(joints) | on_edge(RANK_8),
        ),
    }
}

impl WallSet {
    /// No wall.
    pub const EMPTY: WallSet = WallSet { horizontal: 0, vertical: 0 };

    /// Returns the set of one wall.
    #[cfg(feature = "masters")]
    const fn of(wall: Wall) -> WallSet {
        let slot = 1 << wall.slot();
        if wall.is_vertical() {
            WallSet { horizontal: 0, vertical: slot }
        } else {
            WallSet { horizontal: slot, vertical: 0 }
        }
    }

    /// Returns true if `wall` is in the set.
    #[inline]
    pub const fn contains(self, wall: Wall) -> bool {
        let slots = if wall.is_vertical() { self.vertical } else { self.horizontal };
        slots >> wall.slot() & 1 == 1
    }

    /// Returns true if the set has no wall.
    pub const fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }

    /// Returns the number of walls in the set.
    pub const fn len(self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// Adds `wall`.
    #[inline]
    pub fn insert(&mut self, wall: Wall) {
        *self.slots_mut(wall) |= 1 << wall.slot();
    }

    /// Removes `wall`.
    pub fn remove(&mut self, wall: Wall) {
        *self.slots_mut(wall) &= !(1 << wall.slot());
    }

    #[inline]
    fn slots_mut(&mut self, wall: Wall) -> &mut u64 {
        if wall.is_vertical() { &mut self.vertical } else { &mut self.horizontal }
    }

    /// Returns the walls in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Wall> {
        Wall::all().filter(move |&wall| self.contains(wall))
    }

    /// Returns the walls of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: WallSet) -> WallSet {
        WallSet {
            horizontal: self.horizontal & !other.horizontal,
            vertical: self.vertical & !other.vertical,
        }
    }

    /// Returns the walls in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: WallSet) -> WallSet {
        WallSet {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }

    /// Returns the walls in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: WallSet) -> WallSet {
        WallSet {
            horizontal: self.horizontal | other.horizontal,
            vertical: self.vertical | other.vertical,
        }
    }

    /// Calls `see` with each wall, horizontal walls first.
    #[inline]
    pub fn each(self, mut see: impl FnMut(Wall)) {
        for (slots, vertical) in [(self.horizontal, false), (self.vertical, true)] {
            bits(slots).for_each(|slot| see(Wall::on_slot(slot, vertical)));
        }
    }

    /// Returns the walls that neither overlap nor cross a wall of this set.
    #[inline]
    pub(super) fn room(self) -> WallSet {
        let WallSet { horizontal, vertical } = self.conflicts();
        WallSet { horizontal: !horizontal, vertical: !vertical }
    }

    /// Returns the walls that overlap or cross a wall of this set, including its own.
    #[inline]
    const fn conflicts(self) -> WallSet {
        let WallSet { horizontal: h, vertical: v } = self;
        WallSet { horizontal: h | v | east(h) | west(h), vertical: h | v | north(v) | south(v) }
    }

    /// Returns the walls that could close a region: at two or more of its three joints (its ends
    /// and its middle) such a wall touches the edge or walls connected to it, or at two or more of
    /// them walls that are not connected to the edge.
    ///
    /// Any other wall bounds no region, so it cuts nothing off.
    pub(super) fn closing(self) -> WallSet {
        let anchored = self.anchored_joints();
        let loose = self.joints() & !anchored;
        touching_twice(anchored, true).or(touching_twice(loose, false))
    }

    /// Returns the walls that would touch a wall of this set, and that touch this set or the edge
    /// at two or more of their three joints.
    #[cfg(feature = "masters")]
    #[inline]
    pub(super) fn touching_twice(self) -> WallSet {
        let joints = self.joints();
        touching_twice(joints, true).and(touching(joints))
    }

    /// Returns the joints of these walls. A joint is named by the slot whose walls have it in their
    /// middle.
    #[inline]
    fn joints(self) -> u64 {
        let WallSet { horizontal: h, vertical: v } = self;
        h | east(h) | west(h) | v | north(v) | south(v)
    }

    /// Returns the joints that walls connect to the edge.
    #[inline]
    fn anchored_joints(self) -> u64 {
        let mut anchored = WallSet {
            horizontal: self.horizontal & (FILE_A | FILE_H),
            vertical: self.vertical & (RANK_1 | RANK_8),
        };
        loop {
            let joints = anchored.joints();
            let more = self.and(touching(joints));
            if more == anchored {
                return joints;
            }
            anchored = more;
        }
    }
}

impl Wall {
    /// Returns the walls that overlap or cross this one, including itself.
    #[cfg(feature = "masters")]
    #[inline]
    pub(super) const fn conflicts(self) -> WallSet {
        CONFLICTS[self.index()]
    }

    /// Returns the two squares whose side it closes: the north side if it is horizontal, the east
    /// side if it is vertical.
    #[inline]
    pub(super) const fn closes(self) -> SquareSet {
        CLOSES[self.index()]
    }
}

impl Passages {
    /// Returns the passages left after `wall` is placed.
    #[inline]
    #[must_use]
    pub fn with(self, wall: Wall) -> Passages {
        if wall.is_vertical() {
            self.close_east(wall.closes())
        } else {
            self.close_north(wall.closes())
        }
    }
}

#[cfg(feature = "masters")]
const CONFLICTS: [WallSet; Wall::COUNT] = {
    let mut table = [WallSet::EMPTY; Wall::COUNT];
    let mut index = 0;
    while index < Wall::COUNT {
        table[index] = WallSet::of(Wall::from_index(index)).conflicts();
        index += 1;
    }
    table
};

const CLOSES: [SquareSet; Wall::COUNT] = {
    let mut table = [SquareSet::EMPTY; Wall::COUNT];
    let mut index = 0;
    while index < Wall::COUNT {
        let wall = Wall::from_index(index);
        let corner = wall.corner();
        let second = corner.index() + if wall.is_vertical() { 1 } else { Square::SIDE as usize };
        table[wall.index()] = SquareSet::of(corner).with(Square::from_index(second));
        index += 1;
    }
    table
};

/// The slots of the walls that would close the north side of each square, and of the walls that
/// would close its east side.
pub(super) const CLOSERS: [WallSet; Square::COUNT] = {
    let mut table = [WallSet::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Wall::COUNT {
        let wall = Wall::from_index(index);
        let corner = wall.corner().index();
        let slot = 1 << wall.slot();
        if wall.is_vertical() {
            table[corner].vertical |= slot;
            table[corner + 1].vertical |= slot;
        } else {
            table[corner].horizontal |= slot;
            table[corner + Square::SIDE as usize].horizontal |= slot;
        }
        index += 1;
    }
    table
};
