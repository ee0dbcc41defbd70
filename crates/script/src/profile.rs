//! Measures the fuel spent per function and line of a hook, only on demand.
//!
//! A VM loaded while a [`Profiler`] is alive reports its location at each statement or safepoint;
//! the fuel until the next report counts for that location. Other VMs do no profiling work.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::meter;
use juez_core::{CodeLine, ProfileRow};

/// Enables profiling of every VM loaded on this thread during its lifetime.
pub struct Profiler(());

impl Profiler {
    /// Factor on the clock limits of a profiled VM, which runs slower.
    pub const SLOWER: u32 = 20;

    /// Loads the counts of a hook that ran in another process, and the line at which it ended.
    pub fn hear(mut rows: Vec<ProfileRow>, last: Option<CodeLine>) {
        let here = last.as_ref().map(|_| rows.len());
        rows.extend(last.map(|CodeLine { file, line, function }| {
            // Its fuel is counted in another row, or too little to be sent.
            ProfileRow { function, file, line, fuel: 0 }
        }));
        COUNTS.set(Counts { rows, here, ..Counts::default() });
    }

    /// Starts profiling.
    pub fn start() -> Profiler {
        ON.set(true);
        Profiler(())
    }

    /// Returns the line at which the last hook ended: the one that returned its result.
    pub fn last(&self) -> Option<CodeLine> {
        COUNTS.with_borrow(|counts| {
            let ProfileRow { function, file, line, .. } = counts.rows.get(counts.here?)?.clone();
            Some(CodeLine { file, line, function })
        })
    }

    /// Returns the `most` lines with the highest fuel in the last hook, at most.
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

#[derive(Default)]
struct Counts {
    known: BTreeMap<CodeLine, usize>,
    /// Each location, by its index.
    rows: Vec<ProfileRow>,
    here: Option<usize>,
    /// Fuel left at the last report of a location.
    left: u64,
}

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    static COUNTS: RefCell<Counts> = RefCell::default();
}

/// Returns true while a profiler is alive on this thread.
pub fn on() -> bool {
    ON.get()
}

/// Starts counting for a hook with this fuel.
pub fn open(fuel: u64) {
    if on() {
        COUNTS.set(Counts { left: fuel, ..Counts::default() });
    }
}

/// Ends counting for the hook.
pub fn close() {
    if on() {
        COUNTS.with_borrow_mut(Counts::settle);
    }
}

/// Reports that the running hook reached `location`.
pub fn at(location: &CodeLine) {
    COUNTS.with_borrow_mut(|counts| {
        let number = counts.known.get(location).copied().unwrap_or_else(|| {
            let CodeLine { file, line, function } = location.clone();
            counts.rows.push(ProfileRow { function, file, line, fuel: 0 });
            counts.known.insert(location.clone(), counts.rows.len() - 1);
            counts.rows.len() - 1
        });
        counts.go_to(number);
    });
}

/// Returns the index of the running hook's current location.
pub fn here() -> Option<usize> {
    COUNTS.with_borrow(|counts| counts.here)
}

/// Restores an earlier location of the running hook.
pub fn back_to(number: Option<usize>) {
    if let Some(number) = number {
        COUNTS.with_borrow_mut(|counts| counts.go_to(number));
    }
}

impl Counts {
    /// Moves to a recorded location. Fuel spent before the first location counts for the first.
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
