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

    /// Takes in what was counted of a hook in another process.
    pub fn hear(rows: Vec<ProfileRow>) {
        COUNTS.set(Counts { rows, ..Counts::default() });
    }

    /// Begins to count.
    pub fn start() -> Profiler {
        ON.set(true);
        Profiler(())
    }

    /// The lines on which the last hook spent most, at most `most` of them.
    pub fn top(&self, most: usize) -> Vec<ProfileRow> {
        let mut rows = COUNTS.with_borrow(|counts| counts.rows.clone());
        rows.retain(|row| row.fuel > 0);
        rows.sort_by(|one, two| {
            let location = (&one.file, one.line, &one.function);
            two.fuel.cmp(&one.fuel).then(location.cmp(&(&two.file, two.line, &two.function)))
        });
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
    /// Each place, by its number.
    rows: Vec<ProfileRow>,
    here: Option<usize>,
    /// Fuel that was left when a place was noted last.
    left: u64,
}

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    static COUNTS: RefCell<Counts> = RefCell::default();
}

/// True while a profiler lives on this thread.
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
            let Location { file, line, function } = location.clone();
            counts.rows.push(ProfileRow { function, file, line, fuel: 0 });
            counts.known.insert(location.clone(), counts.rows.len() - 1);
            counts.rows.len() - 1
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
            self.rows[here].fuel += self.left.saturating_sub(left);
        }
        self.left = left;
    }
}
