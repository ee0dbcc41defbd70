//! How long matches have taken, by table and by entrant.

use std::collections::BTreeMap;

/// Seconds of matches, and their number.
type Sum = (f64, u32);

/// The times of matches so far. They decide how much is played of a tournament that is to take a
/// time, and nothing else.
#[derive(Clone, Default, Debug)]
pub struct MatchTimes {
    /// By the entrants at the table, ascending.
    tables: BTreeMap<Vec<u32>, Sum>,
    entrants: BTreeMap<u32, Sum>,
    seconds: f64,
}

impl MatchTimes {
    /// Adds a match of these entrants.
    pub fn add(&mut self, mut table: Vec<u32>, seconds: f64) {
        let add = |sum: &mut Sum| *sum = (sum.0 + seconds, sum.1 + 1);
        table.iter().for_each(|&entrant| add(self.entrants.entry(entrant).or_default()));
        table.sort_unstable();
        add(self.tables.entry(table).or_default());
        self.seconds += seconds;
    }

    /// Seconds of all matches together.
    pub(super) fn sum(&self) -> f64 {
        self.seconds
    }

    /// True if an entrant has played.
    pub(super) fn knows(&self, entrant: u32) -> bool {
        self.entrants.contains_key(&entrant)
    }

    /// The mean seconds of a match at a table, if it has played.
    pub(super) fn of_table(&self, table: &[u32]) -> Option<f64> {
        let mut table = table.to_vec();
        table.sort_unstable();
        self.tables.get(&table).map(mean)
    }

    /// More than the mean seconds of a match at any table of so many of these entrants, if what a
    /// bot adds to a match does not depend on its opponents: the sum over those who take longest.
    pub(super) fn at_most(&self, entrants: &[u32], size: usize) -> f64 {
        let all = entrants.iter().filter_map(|entrant| self.entrants.get(entrant));
        let mut means: Vec<f64> = all.map(mean).collect();
        means.sort_unstable_by(|a, b| b.total_cmp(a));
        means.iter().take(size).sum()
    }
}

fn mean(&(seconds, matches): &Sum) -> f64 {
    seconds / f64::from(matches.max(1))
}
