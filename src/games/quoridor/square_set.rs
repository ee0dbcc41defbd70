//! Sets of squares as bits, and the open passages that let a whole set step at once.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::{Goal, Square};

/// A set of squares.
///
/// Two words instead of one `u128`: files a to e in the first, f to i in the second, a bit for each
/// [`Square::index`]. A shift then never carries from word to word except between files e and f, and
/// flooding is half as long as with 128-bit shifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSet {
    west: u64,
    east: u64,
}

/// Squares in the first word.
const SPLIT: usize = 45;
/// From file e in the first word to file f in the second.
const SEAM: u32 = 36;
const WEST: u64 = (1 << SPLIT) - 1;
const EAST: u64 = (1 << (Square::COUNT - SPLIT)) - 1;

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet { west: 0, east: 0 };
    /// Every square.
    pub const ALL: SquareSet = SquareSet { west: WEST, east: EAST };

    /// The set of one square.
    pub const fn of(square: Square) -> SquareSet {
        let index = square.index();
        if index < SPLIT {
            SquareSet { west: 1 << index, east: 0 }
        } else {
            SquareSet { west: 0, east: 1 << (index - SPLIT) }
        }
    }

    /// The set with `square` added.
    #[must_use]
    pub const fn with(self, square: Square) -> SquareSet {
        let one = SquareSet::of(square);
        SquareSet { west: self.west | one.west, east: self.east | one.east }
    }

    /// The squares of a goal line.
    pub const fn line(goal: Goal) -> SquareSet {
        const LINES: [SquareSet; 4] =
            [line(Goal::North), line(Goal::East), line(Goal::South), line(Goal::West)];
        LINES[goal as usize]
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        let index = square.index();
        let (word, bit) =
            if index < SPLIT { (self.west, index) } else { (self.east, index - SPLIT) };
        word >> bit & 1 == 1
    }

    /// Whether the set has no square.
    pub const fn is_empty(self) -> bool {
        self.west | self.east == 0
    }

    /// Whether the sets share a square.
    pub const fn meets(self, other: SquareSet) -> bool {
        (self.west & other.west) | (self.east & other.east) != 0
    }

    /// How many squares are in the set.
    pub const fn len(self) -> u32 {
        self.west.count_ones() + self.east.count_ones()
    }

    /// The lowest square, by the order of the notation.
    pub const fn first(self) -> Option<Square> {
        if self.west != 0 {
            Some(Square::from_index(self.west.trailing_zeros() as usize))
        } else if self.east != 0 {
            Some(Square::from_index(SPLIT + self.east.trailing_zeros() as usize))
        } else {
            None
        }
    }

    /// The set without its lowest square.
    #[must_use]
    const fn without_first(self) -> SquareSet {
        if self.west != 0 {
            SquareSet { west: self.west & (self.west - 1), east: self.east }
        } else {
            SquareSet { west: 0, east: self.east & self.east.wrapping_sub(1) }
        }
    }
}

const fn line(goal: Goal) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        if goal.contains(square) {
            set = set.with(square);
        }
        index += 1;
    }
    set
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet { west: self.west & other.west, east: self.east & other.east }
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet { west: self.west | other.west, east: self.east | other.east }
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet { west: !self.west & WEST, east: !self.east & EAST }
    }
}

impl Iterator for SquareSet {
    type Item = Square;
    /// Takes the lowest square out of the set.
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        *self = self.without_first();
        Some(first)
    }
}

/// Where walls leave a way: for each square whether its north and its east side are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passages {
    north: SquareSet,
    east: SquareSet,
}

/// A direction of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Toward row 9.
    North,
    /// Toward file i.
    East,
    /// Toward row 1.
    South,
    /// Toward file a.
    West,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The two directions across this one.
    pub const fn sides(self) -> [Direction; 2] {
        match self {
            Direction::North | Direction::South => [Direction::West, Direction::East],
            Direction::East | Direction::West => [Direction::South, Direction::North],
        }
    }
}

impl Passages {
    /// A board without walls: only the edge is closed.
    pub fn open() -> Passages {
        Passages { north: !SquareSet::line(Goal::North), east: !SquareSet::line(Goal::East) }
    }

    /// The passages left when the north sides of `squares` are closed too.
    #[must_use]
    pub fn close_north(self, squares: SquareSet) -> Passages {
        Passages { north: self.north & !squares, ..self }
    }

    /// The passages left when the east sides of `squares` are closed too.
    #[must_use]
    pub fn close_east(self, squares: SquareSet) -> Passages {
        Passages { east: self.east & !squares, ..self }
    }

    /// Where the squares of `from` get by one step in one direction.
    #[inline]
    pub fn step(self, from: SquareSet, direction: Direction) -> SquareSet {
        let Passages { north, east } = self;
        match direction {
            Direction::North => {
                let SquareSet { west: w, east: e } = from & north;
                SquareSet { west: w << 1, east: e << 1 }
            }
            Direction::South => SquareSet { west: from.west >> 1, east: from.east >> 1 } & north,
            Direction::East => {
                let SquareSet { west: w, east: e } = from & east;
                SquareSet { west: (w << 9) & WEST, east: (e << 9) | (w >> SEAM) }
            }
            Direction::West => {
                SquareSet { west: (from.west >> 9) | (from.east << SEAM), east: from.east >> 9 }
                    & east
            }
        }
    }

    /// `from` and everywhere its squares get by one step.
    #[inline]
    pub fn spread(self, from: SquareSet) -> SquareSet {
        from | self.step(from, Direction::North)
            | self.step(from, Direction::East)
            | self.step(from, Direction::South)
            | self.step(from, Direction::West)
    }

    /// Whether one step leads from `a` to `b`: they are adjacent and no wall is between.
    pub fn connects(self, a: Square, b: Square) -> bool {
        a != b && self.spread(SquareSet::of(a)).contains(b)
    }
}
