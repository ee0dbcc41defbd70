//! The list of matches for each visitor.

use std::sync::Arc;
use tokio::sync::watch;

use super::Lobby;
use super::error::Result;
use super::match_list::MAX_PAST_MATCHES;
use super::table::MatchTable;
use crate::{MatchSummary, VisitorId};

impl Lobby {
    /// Returns the running and the newest finished matches for a visitor, newest first.
    pub fn matches_for(&self, by: &VisitorId) -> Vec<MatchSummary> {
        let policy = &self.stores.policy;
        let mut matches = match policy.lists(by) {
            None => {
                let mut matches = self.matches();
                matches.iter_mut().for_each(|listed| listed.by = policy.name(&listed.owner));
                matches
            }
            Some(owners) => {
                let past = self.stores.archive.newest(MAX_PAST_MATCHES, Some(&owners));
                let mut matches = self.with_running(past.unwrap_or_default());
                matches.retain(|listed| listed.free > 0 || owners.contains(&listed.owner));
                matches
            }
        };
        matches.iter_mut().for_each(|listed| listed.yours = listed.owner == *by);
        matches
    }

    /// Returns the finished matches of a visitor, newest first, except those taken off the list.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn past_matches_of(&self, by: &VisitorId) -> Result<Vec<MatchSummary>> {
        Ok(self.stores.archive.newest(u32::MAX as usize, Some(&[*by]))?)
    }

    /// Returns the running and the newest finished matches, newest first, except those taken off
    /// the list or stopped before anything was played.
    pub fn matches(&self) -> Vec<MatchSummary> {
        self.with_running(self.stores.list.past())
    }

    fn with_running(&self, past: Vec<MatchSummary>) -> Vec<MatchSummary> {
        let running: Vec<Arc<MatchTable>> =
            self.tables.lock().running.iter().rev().cloned().collect();
        let mut matches: Vec<MatchSummary> =
            running.iter().map(|table| self.listed(table)).collect();
        let is_new = |past: &MatchSummary| running.iter().all(|table| table.id != past.id);
        matches.extend(past.into_iter().filter(is_new));
        matches
    }

    fn listed(&self, table: &MatchTable) -> MatchSummary {
        let summary = table.summary();
        let abandoned = summary.waits && self.capacity.absence(table).is_some();
        MatchSummary { abandoned, ..summary }
    }

    /// Returns a counter of the changes of [`Lobby::matches`].
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.stores.list.changes()
    }
}
