//! The functions and lines that a hook spent its fuel on, counted only on demand.
//!
//! A VM that is loaded while a [`Profiler`] lives says at each statement or safepoint where it is;
//! what is spent until it says so again belongs there. Any other VM knows nothing of this.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::meter;
use crate::core::ProfileRow;

/// Counts for every VM that is loaded on this thread while it lives.
pub struct Profiler(());

impl Profiler {
    /// The clocks of a VM that counts are this many times as far out, for counting takes its time.
    pub const SLOWER: u32 = 20;

    /// True if a profiler lives on this thread.
    pub fn is_on() -> bool {
        ON.get()
    }

    /// Takes in what was counted of a hook in another process.
    pub fn hear(rows: Vec<ProfileRow>) {
        let mut counts = Counts::default();
        for (index, row) in rows.into_iter().enumerate() {
            let ProfileRow { function, file, line, fuel } = row;
            counts.known.insert(Location { file, line, function }, index);
            counts.spent.push(fuel);
        }
        COUNTS.set(counts);
    }

    /// Begins to count.
    pub fn start() -> Profiler {
        ON.set(true);
        Profiler(())
    }

    /// The lines on which the last hook spent most, at most `most` of them.
    pub fn top(&self, most: usize) -> Vec<ProfileRow> {
        let mut rows = COUNTS.with_borrow(|counts| {
            let rows = counts.known.iter().map(|(location, &index)| ProfileRow {
                function: location.function.clone(),
                file: location.file.clone(),
                line: location.line,
                fuel: counts.spent[index],
            });
            rows.filter(|row| row.fuel > 0).collect::<Vec<_>>()
        });
        // Stable: rows that are equal stay in the order of their places.
        rows.sort_by_key(|row| std::cmp::Reverse(row.fuel));
        rows.truncate(most);
        rows
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        ON.set(false);
        COUNTS.take();
    }
}

/// A line of a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The file within the bundle.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The function.
    pub function: String,
}

#[derive(Default)]
struct Counts {
    known: BTreeMap<Location, usize>,
    /// The fuel of each place, by its number.
    spent: Vec<u64>,
    here: Option<usize>,
    /// Fuel that was left when a place was noted last.
    left: u64,
}

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    static COUNTS: RefCell<Counts> = RefCell::default();
}

/// True while lines are counted.
pub fn on() -> bool {
    ON.get()
}

/// A hook begins with this fuel.
pub fn open(fuel: u64) {
    if on() {
        COUNTS.set(Counts { left: fuel, ..Counts::default() });
    }
}

/// The hook is over.
pub fn close() {
    if on() {
        COUNTS.with_borrow_mut(Counts::settle);
    }
}

/// The running hook has come to `location`.
pub fn at(location: &Location) {
    COUNTS.with_borrow_mut(|counts| {
        let number = counts.known.get(location).copied().unwrap_or_else(|| {
            counts.spent.push(0);
            counts.known.insert(location.clone(), counts.spent.len() - 1);
            counts.spent.len() - 1
        });
        counts.go_to(number);
    });
}

/// The number of the place where the running hook is.
pub fn here() -> Option<usize> {
    COUNTS.with_borrow(|counts| counts.here)
}

/// The running hook is again where it was.
pub fn back_to(number: Option<usize>) {
    if let Some(number) = number {
        COUNTS.with_borrow_mut(|counts| counts.go_to(number));
    }
}

impl Counts {
    /// Moves to a noted position. Fuel spent before the first one belongs to it.
    fn go_to(&mut self, number: usize) {
        if self.here.is_some() {
            self.settle();
        }
        self.here = Some(number);
    }

    fn settle(&mut self) {
        let left = meter::fuel_left();
        if let Some(here) = self.here {
            self.spent[here] += self.left.saturating_sub(left);
        }
        self.left = left;
    }
}
