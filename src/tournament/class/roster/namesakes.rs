//! Students of one name.

use std::collections::{BTreeMap, BTreeSet};

use super::columns::{Id, ids};
use super::error::{RosterError, RosterFault};
use super::{Roster, wrong};

impl Roster {
    /// Gives students of one name different ones, with an id behind each: of the first column of
    /// ids that all of them have and no two share.
    ///
    /// # Errors
    /// The first that has the name of another.
    pub(super) fn tell_apart(&mut self) -> Result<(), RosterError> {
        let mut same: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            same.entry(&row.name).or_default().push(number);
        }
        let mut taken: BTreeSet<String> = same.keys().map(|name| name.to_string()).collect();
        let mut called: Vec<(usize, String)> = Vec::new();
        for (name, numbers) in same.iter().filter(|(_, numbers)| numbers.len() > 1) {
            let columns = Id::ALL.into_iter().flat_map(|kind| ids(&self.lines[self.header], kind));
            // `Participant 12345` is identified by its number, and tables have little room.
            let last = |id: String| id.rsplit(' ').next().unwrap_or_default().to_string();
            let ways = columns.flat_map(|column| [(column, true), (column, false)]);
            let mut named = ways.filter_map(|(column, is_short)| {
                let called = |&number: &usize| {
                    let id = self.filled(number, column)?;
                    Some((number, format!("{name} ({})", if is_short { last(id) } else { id })))
                };
                let named: Vec<(usize, String)> = numbers.iter().filter_map(called).collect();
                let different: BTreeSet<&String> = named.iter().map(|(_, name)| name).collect();
                let is_new = different.iter().all(|name| !taken.contains(*name));
                (different.len() == numbers.len() && is_new).then_some(named)
            });
            let Some(named) = named.next() else {
                let (first, row) = (&self.rows[numbers[0]], &self.rows[numbers[1]]);
                let (first, student) = (first.line, name.to_string());
                let fault = RosterFault::SameStudent { first, student };
                return Err(wrong(&self.path, Some(row.line), fault));
            };
            taken.extend(named.iter().map(|(_, name)| name.clone()));
            called.extend(named);
        }
        for (number, student) in called {
            self.rows[number].student = student;
        }
        Ok(())
    }
}
