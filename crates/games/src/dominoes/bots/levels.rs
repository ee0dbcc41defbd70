//! The levels of the master.

/// Number of levels; the last one is the full strength.
pub(super) const COUNT: usize = 5;

/// The way a level plays: how far back it remembers, and how many worlds it imagines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Maximum number of worlds.
    pub worlds: u32,
    /// Worlds drawn for each one used; few of them infer little from the tiles that others play.
    pub candidates: u32,
    /// Turns before its own that it remembers.
    pub span: usize,
    /// Tiles in all hands up to which it sees the end.
    pub exact_tiles: usize,
}

const LEVELS: [Level; COUNT] = [
    Level { worlds: 3, candidates: 1, span: 0, exact_tiles: 0 },
    Level { worlds: 12, candidates: 1, span: 4, exact_tiles: 0 },
    Level { worlds: 40, candidates: 2, span: 8, exact_tiles: 6 },
    Level { worlds: 80, candidates: 4, span: 16, exact_tiles: 8 },
    Level { worlds: 400, candidates: 4, span: usize::MAX, exact_tiles: 12 },
];

impl Level {
    /// Returns the way a level plays, from 1 to [`COUNT`].
    pub fn of(number: u32) -> Level {
        LEVELS[(number as usize).clamp(1, COUNT) - 1]
    }
}
