//! How a match is found: at hand, or in the archive.

use std::sync::{Arc, Weak};

use super::resume::Resumed;
use super::{Hall, Table, Tables};
use crate::server::Status;

/// How many matches from the archive are kept though no page looks at them: a page asks for the film, and
/// then for what follows it.
const RECENT: usize = 4;

impl Hall {
    /// The match with this id. May take its time: what is not at hand is read from the archive.
    pub fn table(&self, id: &str) -> Option<Arc<Table>> {
        for is_last in [false, true] {
            if let Some(table) = self.table_at_hand(id) {
                return Some(table);
            }
            // No other request has to wait for this.
            let stored = self.archive.stored(id).ok()??;
            let ran = stored.status == Status::Running;
            let table = Resumed::new(stored, &self.archive, &self.lobby).ok()?.table;
            let mut tables = self.tables();
            if let Some(table) = tables.at_hand(id) {
                return Some(table);
            }
            // One that ran has come to its end since, unless the hall is closed.
            if !ran || is_last {
                tables.keep(&table);
                tables.recent.truncate(RECENT - 1);
                tables.recent.push_front(table.clone());
                return Some(table);
            }
        }
        None
    }

    /// The match with this id, if it runs or was looked at lately.
    pub(in crate::server) fn table_at_hand(&self, id: &str) -> Option<Arc<Table>> {
        self.tables().at_hand(id)
    }
}

impl Tables {
    fn at_hand(&self, id: &str) -> Option<Arc<Table>> {
        let running = self.running.iter().find(|table| table.id == id);
        running.cloned().or_else(|| self.opened.get(id).and_then(Weak::upgrade))
    }

    /// Finds the table of a match that is over again while a page looks at it.
    pub(super) fn keep(&mut self, table: &Arc<Table>) {
        self.opened.retain(|_, table| table.strong_count() > 0);
        self.opened.insert(table.id.clone(), Arc::downgrade(table));
    }
}
