//! Sets of walls as bits, and what a wall touches and closes.

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

fn north(slots: u64) -> u64 {
    (slots & !RANK_8) << 1
}

fn south(slots: u64) -> u64 {
    (slots & !RANK_1) >> 1
}

fn east(slots: u64) -> u64 {
    slots << 8
}

fn west(slots: u64) -> u64 {
    slots >> 8
}

fn two_of_three(a: u64, b: u64, c: u64) -> u64 {
    (a & b) | (c & (a | b))
}

impl WallSet {
    /// No wall.
    pub const EMPTY: WallSet = WallSet { horizontal: 0, vertical: 0 };

    /// True if `wall` is in the set.
    pub const fn contains(self, wall: Wall) -> bool {
        let slots = if wall.is_vertical() { self.vertical } else { self.horizontal };
        slots >> wall.slot() & 1 == 1
    }

    /// True if the set has no wall.
    pub const fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }

    /// Number of walls in the set.
    pub const fn len(self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// Adds `wall`.
    pub fn insert(&mut self, wall: Wall) {
        *self.slots_mut(wall) |= 1 << wall.slot();
    }

    /// Takes `wall` out.
    pub fn remove(&mut self, wall: Wall) {
        *self.slots_mut(wall) &= !(1 << wall.slot());
    }

    fn slots_mut(&mut self, wall: Wall) -> &mut u64 {
        if wall.is_vertical() { &mut self.vertical } else { &mut self.horizontal }
    }

    /// The walls in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Wall> {
        Wall::all().filter(move |&wall| self.contains(wall))
    }

    /// The walls of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: WallSet) -> WallSet {
        WallSet {
            horizontal: self.horizontal & !other.horizontal,
            vertical: self.vertical & !other.vertical,
        }
    }

    /// The walls in both sets.
    #[must_use]
    pub const fn and(self, other: WallSet) -> WallSet {
        WallSet {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }

    /// Where one more wall neither overlaps nor crosses a wall of this set.
    pub(super) fn room(self) -> WallSet {
        let WallSet { horizontal: h, vertical: v } = self;
        WallSet {
            horizontal: !(h | v | east(h) | west(h)),
            vertical: !(h | v | north(v) | south(v)),
        }
    }

    /// Where one more wall might close a region: it would touch, at two of its three joints (its
    /// ends and its middle) or more, walls that hang on the edge or the edge itself; or at two or
    /// more, walls that do not.
    ///
    /// Any other wall bounds no region, so it cuts nothing off.
    pub(super) fn closing(self) -> WallSet {
        let anchored = self.anchored_joints();
        let loose = self.joints() & !anchored;
        WallSet {
            horizontal: two_of_three(east(anchored) | FILE_A, anchored, west(anchored) | FILE_H)
                | two_of_three(east(loose), loose, west(loose)),
            vertical: two_of_three(north(anchored) | RANK_1, anchored, south(anchored) | RANK_8)
                | two_of_three(north(loose), loose, south(loose)),
        }
    }

    /// The joints of these walls; a joint is named by the slot whose walls have it in their middle.
    #[inline]
    fn joints(self) -> u64 {
        let WallSet { horizontal: h, vertical: v } = self;
        h | east(h) | west(h) | v | north(v) | south(v)
    }

    /// The joints from which walls lead to the edge.
    #[inline]
    fn anchored_joints(self) -> u64 {
        let mut anchored = WallSet {
            horizontal: self.horizontal & (FILE_A | FILE_H),
            vertical: self.vertical & (RANK_1 | RANK_8),
        };
        loop {
            let joints = anchored.joints();
            let more = self.and(WallSet {
                horizontal: joints | east(joints) | west(joints),
                vertical: joints | north(joints) | south(joints),
            });
            if more == anchored {
                return joints;
            }
            anchored = more;
        }
    }
}

impl Wall {
    /// The two squares whose side it closes: their north side if it lies, their east side if it
    /// stands.
    pub(super) const fn closes(self) -> SquareSet {
        CLOSES[self.index()]
    }
}

impl Passages {
    /// The passages left once `wall` stands.
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

const CLOSES: [SquareSet; Wall::COUNT] = {
    let mut table = [SquareSet::EMPTY; Wall::COUNT];
    let mut index = 0;
    while index < Wall::COUNT {
        let wall = Wall::on_slot(index as u32 / 2, index % 2 == 1);
        let corner = wall.corner();
        let second = corner.index() + if wall.is_vertical() { 1 } else { 9 };
        table[wall.index()] = SquareSet::of(corner).with(Square::from_index(second));
        index += 1;
    }
    table
};

/// For each square the walls that would close its north side, and those that would close its east
/// side, as slots.
pub(super) const CLOSERS: [WallSet; Square::COUNT] = {
    let mut table = [WallSet::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Wall::COUNT {
        let wall = Wall::on_slot(index as u32 / 2, index % 2 == 1);
        let corner = wall.corner().index();
        let slot = 1 << wall.slot();
        if wall.is_vertical() {
            table[corner].vertical |= slot;
            table[corner + 1].vertical |= slot;
        } else {
            table[corner].horizontal |= slot;
            table[corner + 9].horizontal |= slot;
        }
        index += 1;
    }
    table
};
