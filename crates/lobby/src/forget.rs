//! Takes deleted bots and removed visitors out of a lobby.

use std::sync::Arc;
use std::time::Instant;

use super::error::Result;
use super::live::EarlyEnd;
use super::policy::Author;
use super::table::{MatchTable, Stores};
use super::{Lobby, MAX_PAST_MATCHES, REPLY_TIMEOUT};
use crate::VisitorId;

/// The name of a player who was removed.
pub const REMOVED: &str = "removed";

impl Lobby {
    /// Deletes the matches started by these visitors, with the scripts that no other match has, and
    /// stops the running ones. Removes the visitors from all other tables, with their names.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn remove_visitors(&self, owners: &[VisitorId]) -> Result<()> {
        let running = self.tables.lock().running.clone();
        let (theirs, others): (Vec<_>, Vec<_>) =
            running.into_iter().partition(|table| owners.contains(&table.plan.owner));
        for table in &theirs {
            table.discard();
        }
        for table in others {
            for owner in owners {
                let _ = table.get_up(owner);
            }
        }
        wait_for(&theirs);
        self.stores.archive.delete_matches_of(owners)?;
        self.tables.lock().forget(|table| owners.contains(&table.plan.owner));
        self.forget(&[], owners)?;
        self.forget_deleted_bots()
    }

    /// Forgets the bots that were deleted: their names, their scripts and their notes. Results and
    /// moves stay. Stops the matches in which they play.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn forget_deleted_bots(&self) -> Result<()> {
        let Stores { archive, policy, .. } = &self.stores;
        let mut gone = archive.bots()?;
        gone.retain(|bot| !policy.has_bot(*bot));
        if gone.is_empty() {
            return Ok(());
        }
        let is_gone = |author: Option<Author>| matches!(author, Some(Author::Bot(bot)) if gone.contains(&bot));
        let mut theirs = self.tables.lock().running.clone();
        theirs.retain(|table| table.plan.players.iter().any(|planned| is_gone(planned.author)));
        for table in &theirs {
            table.end(EarlyEnd::Stopped);
        }
        wait_for(&theirs);
        archive.forget_bots(&gone)?;
        self.tables.lock().forget(|table| table.plan.owner == VisitorId::of_ladder());
        self.forget(&gone, &[])
    }

    /// Takes bots and visitors out of the finished matches of others.
    fn forget(&self, bots: &[i64], visitors: &[VisitorId]) -> Result<()> {
        let Stores { archive, list, .. } = &self.stores;
        let changed = archive.forget_players(bots, visitors)?;
        self.tables.lock().forget(|table| changed.binary_search(&table.id).is_ok());
        list.replace(archive.newest(MAX_PAST_MATCHES, None)?);
        Ok(())
    }
}

fn wait_for(tables: &[Arc<MatchTable>]) {
    let deadline = Instant::now() + REPLY_TIMEOUT;
    tables.iter().for_each(|table| table.wait_for_end(deadline));
}
