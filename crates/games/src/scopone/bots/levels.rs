//! The levels of the master.

/// Number of levels; the last one is the full strength.
pub(super) const COUNT: usize = 5;

/// The way a level plays: how far back it remembers, and how many worlds it imagines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Maximum number of worlds.
    pub worlds: u32,
    /// Worlds drawn for each one used; few of them infer little from the moves of others.
    pub candidates: u32,
    /// Moves before its own that it remembers.
    pub span: usize,
    /// Cards in all hands up to which it sees the end.
    pub exact_cards: usize,
}

const LEVELS: [Level; COUNT] = [
    Level { worlds: 1, candidates: 1, span: 0, exact_cards: 0 },
    Level { worlds: 40, candidates: 1, span: 16, exact_cards: 0 },
    Level { worlds: 60, candidates: 3, span: 24, exact_cards: 0 },
    Level { worlds: 100, candidates: 6, span: 32, exact_cards: 0 },
    Level { worlds: 200, candidates: 16, span: usize::MAX, exact_cards: 8 },
];

impl Level {
    /// Returns the way a level plays, from 1 to [`COUNT`].
    pub fn of(number: u32) -> Level {
        LEVELS[(number as usize).clamp(1, COUNT) - 1]
    }
}
