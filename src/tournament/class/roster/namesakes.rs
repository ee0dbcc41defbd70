//! Students of one name.

use std::collections::{BTreeMap, BTreeSet};

use super::columns::id;
use super::{Id, Roster, RosterError};

impl Roster {
    /// Gives students of one name different ones, with an id behind each: the first kind of id that all
    /// of them have and no two share.
    ///
    /// # Errors
    /// The first who cannot be told from another.
    pub(super) fn tell_apart(&mut self) -> Result<(), RosterError> {
        let mut same: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            same.entry(&row.name).or_default().push(number);
        }
        let mut taken: BTreeSet<String> = same.keys().map(|name| name.to_string()).collect();
        let mut called: Vec<(usize, String)> = Vec::new();
        for (name, numbers) in same.iter().filter(|(_, numbers)| numbers.len() > 1) {
            let columns = Id::ALL.into_iter().filter_map(|kind| id(&self.lines[self.header], kind));
            let named = columns.filter_map(|column| {
                let with = |&number: &usize| {
                    Some((number, format!("{name} ({})", self.filled(number, column)?)))
                };
                let named: Vec<(usize, String)> = numbers.iter().filter_map(with).collect();
                let different: BTreeSet<&String> = named.iter().map(|(_, name)| name).collect();
                let is_new = different.iter().all(|name| !taken.contains(*name));
                (different.len() == numbers.len() && is_new).then_some(named)
            });
            let Some(named) = { named }.next() else {
                let (first, row) = (&self.rows[numbers[0]], &self.rows[numbers[1]]);
                return Err(RosterError::SameStudent {
                    path: self.path.clone(),
                    line: row.line,
                    first: first.line,
                    student: name.to_string(),
                });
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
