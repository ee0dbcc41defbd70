//! The ladder of a lobby: its store, its matches at tables, and the people it gives way to.

use super::Lobby;
use super::archive::LadderStore;
use super::error::Result;
use super::plan::MatchPlan;
use super::policy::Policy;
use super::start::built_in_bot;
use super::table::MatchTable;
use crate::{REMOVED, VisitorId};
use juez_core::Record;
use juez_match::registry::{AnyGame, PlayerSpec};
use juez_pool::{Isolation, PoolError, PoolOptions};

impl Lobby {
    /// Returns the stored matches of the ladder.
    pub fn ladder(&self) -> LadderStore {
        LadderStore(self.stores.archive.clone())
    }

    /// Returns a built-in bot with the weights that it has in this lobby.
    ///
    /// # Errors
    /// If the game has no such bot.
    pub fn built_in(&self, text: &str, game: &dyn AnyGame) -> Result<PlayerSpec> {
        built_in_bot(text, game, &*self.stores.policy)
    }

    /// Returns true while a person at a table waits for a bot.
    pub fn is_awaited_by_people(&self) -> bool {
        let running = self.tables.lock().running.clone();
        running.iter().any(|table| table.is_awaited_by_person())
    }

    /// Returns true while a bot at a table is called, or people wait for one.
    pub fn is_at_work(&self) -> bool {
        let running = self.tables.lock().running.clone();
        running.iter().any(|table| table.is_at_work())
    }

    /// Returns true once the lobby is closed.
    pub fn is_closed(&self) -> bool {
        self.tables.lock().is_closed
    }

    /// Starts the workers of a ladder, which get a core only while nothing else wants it.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn background_isolation(&self) -> Result<Isolation, PoolError> {
        let (kind, pool) = &self.workers;
        Isolation::new(*kind, &PoolOptions { background: true, ..pool.clone() })
    }
}

/// Gives the players of a match of the ladder the names that they have now.
pub(super) fn name_players(plan: &mut MatchPlan, policy: &dyn Policy) {
    if plan.owner != VisitorId::of_ladder() {
        return;
    }
    for planned in &mut plan.players {
        let named = match (planned.author, planned.version) {
            (Some(author), Some(version)) => policy.version_name(author, version),
            _ if planned.is_script() => None,
            _ => continue,
        };
        planned.player.name = named.unwrap_or_else(|| REMOVED.to_string());
    }
}

impl MatchTable {
    /// Gives the players of a record of the ladder their names at this table.
    pub(super) fn name_record(&self, record: &mut Record) {
        if self.plan.owner == VisitorId::of_ladder() {
            for (player, planned) in record.players.iter_mut().zip(&self.plan.players) {
                player.name.clone_from(&planned.player.name);
            }
        }
    }
}
