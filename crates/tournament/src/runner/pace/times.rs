//! Measured times of matches, by table.

use std::collections::BTreeMap;

/// Seconds of matches and their number.
type Sum = (f64, u32);

/// The times of matches so far. They determine only the size of a tournament with a time limit.
#[derive(Clone, Default, Debug)]
pub struct MatchTimes {
    /// By the entrants at the table, ascending.
    tables: BTreeMap<Vec<u32>, Sum>,
    seconds: f64,
}

impl MatchTimes {
    /// Adds a match of these entrants.
    pub fn add(&mut self, mut table: Vec<u32>, seconds: f64) {
        table.sort_unstable();
        let sum = self.tables.entry(table).or_default();
        *sum = (sum.0 + seconds, sum.1 + 1);
        self.seconds += seconds;
    }

    /// Returns the seconds of all matches together.
    pub(super) fn sum(&self) -> f64 {
        self.seconds
    }

    /// Returns the mean seconds of a match at a table, if it has played.
    pub(super) fn of_table(&self, table: &[u32]) -> Option<f64> {
        let mut table = table.to_vec();
        table.sort_unstable();
        self.tables.get(&table).map(mean)
    }
}

fn mean(&(seconds, matches): &Sum) -> f64 {
    seconds / f64::from(matches.max(1))
}
