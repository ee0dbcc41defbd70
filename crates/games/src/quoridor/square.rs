//! One square of the board.

use std::fmt;
use std::str::FromStr;

use juez_core::serde_forms;

/// A square, `a1` to `i9`.
///
/// Numbered file by file (a1, a2, .. a9, b1, ..), which is the byte order of the notation.
///
/// ```
/// use juez_games::quoridor::Square;
/// let e1: Square = "e1".parse()?;
/// assert_eq!((e1.file(), e1.rank()), (4, 0));
/// assert!(Square::at(4, 9).is_none());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Squares along a side of the board.
    pub(super) const SIDE: u8 = 9;
    /// Number of squares of a board.
    pub const COUNT: usize = 81;

    /// Returns the square on a file and a rank, each counted from 0; `None` off the board.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < Square::SIDE && rank < Square::SIDE {
            Some(Square(file * Square::SIDE + rank))
        } else {
            None
        }
    }

    /// Returns the square with this index, counted in the order of the notation.
    ///
    /// # Panics
    /// If `index` is not below [`Square::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        assert!(index < Square::COUNT, "a board has 81 squares");
        Square(index as u8)
    }

    /// Returns its number in the order of the notation, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns its file from 0 (a) to 8 (i).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / Square::SIDE
    }

    /// Returns its rank from 0 (the side of seat 0) to 8.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % Square::SIDE
    }

    /// Returns true if its index is odd, which is its colour on a chessboard.
    #[inline]
    pub(super) const fn is_odd(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns every square, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..Square::COUNT as u8).map(Square)
    }

    /// Returns the square `files` east and `ranks` north of this one; `None` off the board.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Square::at(self.file().checked_add_signed(files)?, self.rank().checked_add_signed(ranks)?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [b'a' + self.file(), b'1' + self.rank()];
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = String;
    fn from_str(text: &str) -> Result<Square, String> {
        let square = match text.as_bytes() {
            [file, rank] => Square::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')),
            _ => None,
        };
        square.ok_or_else(|| format!("{} is not a square: squares are a1 to i9", clipped(text)))
    }
}

/// Quotes a text, cut to a readable length.
pub(super) fn clipped(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

serde_forms!(Square as text, u8, |square| square.0, |index| {
    (usize::from(index) < Square::COUNT).then_some(Square(index))
});
