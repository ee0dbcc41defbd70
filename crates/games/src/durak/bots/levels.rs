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
    Level { worlds: 5, span: 0, exact_cards: 0 },
    Level { worlds: 25, span: 4, exact_cards: 0 },
    Level { worlds: 75, span: 10, exact_cards: 0 },
    Level { worlds: 200, span: 20, exact_cards: 0 },
    Level { worlds: 500, span: usize::MAX, exact_cards: 6 },
];

impl Level {
    /// Returns the way a level plays, from 1 to [`COUNT`].
    pub fn of(number: u32) -> Level {
        LEVELS[(number as usize).clamp(1, COUNT) - 1]
    }
}
