//! Sets of squares as bits, and the open passages that let a whole set step at once.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::Square;
use juez_core::named;

/// A set of squares.
///
/// Two words, one per colour on a chessboard: bit `n` of the first is the square with
/// [`Square::index`] `2n`, bit `n` of the second the one with `2n + 1`. A step always leads to the
/// other colour, so it shifts a whole word without a carry to the other; and a flood from one
/// square needs only one of the two words at each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSet {
    even: u64,
    odd: u64,
}

const EVEN: u64 = (1 << Square::COUNT.div_ceil(2)) - 1;
const ODD: u64 = (1 << (Square::COUNT / 2)) - 1;

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet { even: 0, odd: 0 };

    /// Returns the set of one square.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        let index = square.index();
        let odd = index as u64 & 1;
        SquareSet { even: (odd ^ 1) << (index / 2), odd: odd << (index / 2) }
    }

    /// Returns the set with `square` added.
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> SquareSet {
        let one = SquareSet::of(square);
        SquareSet { even: self.even | one.even, odd: self.odd | one.odd }
    }

    /// Returns the line of nine squares at an edge of the board.
    #[inline]
    pub const fn line(edge: Direction) -> SquareSet {
        const LINES: [SquareSet; 4] = [
            line(Direction::North),
            line(Direction::East),
            line(Direction::South),
            line(Direction::West),
        ];
        LINES[edge as usize]
    }

    /// Returns true if `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let index = square.index();
        let word = if index.is_multiple_of(2) { self.even } else { self.odd };
        word >> (index / 2) & 1 == 1
    }

    /// Returns true if the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.even | self.odd == 0
    }

    /// Returns true if the sets share a square.
    #[inline]
    pub const fn meets(self, other: SquareSet) -> bool {
        (self.even & other.even) | (self.odd & other.odd) != 0
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.even.count_ones() + self.odd.count_ones()
    }

    /// Returns the lowest square, by the order of the notation.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let even = 2 * self.even.trailing_zeros();
        let odd = 2 * self.odd.trailing_zeros() + 1;
        Some(Square::from_index(if even < odd { even } else { odd } as usize))
    }
}

const fn line(edge: Direction) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        let is_there = match edge {
            Direction::North => square.rank() == Square::SIDE - 1,
            Direction::East => square.file() == Square::SIDE - 1,
            Direction::South => square.rank() == 0,
            Direction::West => square.file() == 0,
        };
        if is_there {
            set = set.with(square);
        }
        index += 1;
    }
    set
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet { even: self.even & other.even, odd: self.odd & other.odd }
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet { even: self.even | other.even, odd: self.odd | other.odd }
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn not(self) -> SquareSet {
        SquareSet { even: !self.even & EVEN, odd: !self.odd & ODD }
    }
}

impl Iterator for SquareSet {
    type Item = Square;
    /// Removes and returns the lowest square.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        *self = *self & !SquareSet::of(first);
        Some(first)
    }
}

/// The passages that walls leave open: for each square, its north and its east side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passages {
    north: SquareSet,
    east: SquareSet,
}

/// A direction on the board, the same for every seat: `north`, `east`, `south` or `west`.
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
    /// All four directions.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the name of the line of squares at this edge of the board.
    pub const fn line_name(self) -> &'static str {
        match self {
            Direction::North => "row 9",
            Direction::East => "file i",
            Direction::South => "row 1",
            Direction::West => "file a",
        }
    }

    /// Returns the two directions across this one.
    pub const fn sides(self) -> [Direction; 2] {
        match self {
            Direction::North | Direction::South => [Direction::West, Direction::East],
            Direction::East | Direction::West => [Direction::South, Direction::North],
        }
    }
}

named! {
    Direction, "direction":
    North = "north",
    East = "east",
    South = "south",
    West = "west",
}

impl Passages {
    /// Creates the passages of a board without walls: only the edge is closed.
    pub fn open() -> Passages {
        Passages {
            north: !SquareSet::line(Direction::North),
            east: !SquareSet::line(Direction::East),
        }
    }

    /// Returns the passages left when the north sides of `squares` are closed too.
    #[must_use]
    #[inline]
    pub(super) fn close_north(self, squares: SquareSet) -> Passages {
        Passages { north: self.north & !squares, ..self }
    }

    /// Returns the passages left when the east sides of `squares` are closed too.
    #[must_use]
    #[inline]
    pub(super) fn close_east(self, squares: SquareSet) -> Passages {
        Passages { east: self.east & !squares, ..self }
    }

    /// Returns the squares that one step in a direction leads to from `from`.
    #[inline]
    pub fn step(self, from: SquareSet, direction: Direction) -> SquareSet {
        let Passages { north, east } = self;
        match direction {
            Direction::North => {
                let SquareSet { even, odd } = from & north;
                SquareSet { even: odd << 1, odd: even }
            }
            Direction::South => SquareSet { even: from.odd, odd: from.even >> 1 } & north,
            Direction::East => {
                let SquareSet { even, odd } = from & east;
                SquareSet { even: odd << 5, odd: even << 4 }
            }
            Direction::West => SquareSet { even: from.odd >> 4, odd: from.even >> 5 } & east,
        }
    }

    /// Returns `from` and the squares one step from its even squares.
    #[inline]
    pub(super) fn spread_even(self, from: SquareSet) -> SquareSet {
        let Passages { north, east } = self;
        let even = from.even;
        let along_file = (even & north.even) | (even >> 1 & north.odd);
        let along_rank = (even & east.even) << 4 | (even >> 5 & east.odd);
        SquareSet { odd: from.odd | along_file | along_rank, ..from }
    }

    /// Returns `from` and the squares one step from its odd squares.
    #[inline]
    pub(super) fn spread_odd(self, from: SquareSet) -> SquareSet {
        let Passages { north, east } = self;
        let odd = from.odd;
        let along_file = (odd & north.odd) << 1 | (odd & north.even);
        let along_rank = (odd & east.odd) << 5 | (odd >> 4 & east.even);
        SquareSet { even: from.even | along_file | along_rank, ..from }
    }

    /// Returns true if one step leads from `a` to `b`: they are adjacent and no wall is between.
    pub fn connects(self, a: Square, b: Square) -> bool {
        Direction::ALL.iter().any(|&d| self.step(SquareSet::of(a), d).contains(b))
    }
}
