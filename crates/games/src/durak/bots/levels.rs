//! The levels of the master.

/// Number of levels; the last one is the full strength.
pub(super) const COUNT: usize = 5;

/// The way a level plays: how much it remembers, and how many worlds it imagines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Maximum number of worlds.
    pub worlds: u32,
    /// Cards that left the table, and choices of others, that it remembers.
    pub span: usize,
    /// Cards in two hands up to which it sees the end of a world; 0 if it never does.
    pub exact_cards: usize,
}

const LEVELS: [Level; COUNT] = [
    Level { worlds: 15, span: 0, exact_cards: 0 },
    Level { worlds: 45, span: 6, exact_cards: 0 },
    Level { worlds: 110, span: 12, exact_cards: 0 },
    Level { worlds: 230, span: 24, exact_cards: 0 },
    Level { worlds: 500, span: usize::MAX, exact_cards: 6 },
];

impl Level {
    /// Returns the way a level plays, from 1 to [`COUNT`].
    pub fn of(number: u32) -> Level {
        LEVELS[(number as usize).clamp(1, COUNT) - 1]
    }
}
