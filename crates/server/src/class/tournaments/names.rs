//! Names follow the class: entrants of stored tournaments are called as their teams are now.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::board::broken;
use super::state::Tournaments;
use crate::error::Result;
use juez_class::{ExportedBot, Tournament, TournamentState};
use juez_lobby::Lobby;
use juez_tournament::{Entrant, NewName, Store};

/// The name of a bot that was deleted.
const REMOVED: &str = "removed";

impl Tournaments {
    /// Gives the entrants of all tournaments their present names. A tournament in which a deleted bot
    /// takes part ends: its results stay, without the name.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(in crate::class) fn follow_names(self: &Arc<Self>, lobby: &Arc<Lobby>) -> Result<()> {
        let tournaments = self.class.tournaments()?;
        if tournaments.is_empty() {
            return Ok(());
        }
        let bots = self.class.exported()?;
        for tournament in tournaments {
            self.follow(lobby, &tournament, &bots)?;
        }
        Ok(())
    }

    fn follow(
        self: &Arc<Self>,
        lobby: &Arc<Lobby>,
        &Tournament { id, state, .. }: &Tournament,
        bots: &[ExportedBot],
    ) -> Result<()> {
        let path = self.path(id);
        let names = {
            let store = Store::read(&path).map_err(broken)?;
            let revision = store.revisions().map_err(broken)?;
            changed(&store.entrants(revision).map_err(broken)?, bots)
        };
        if names.is_empty() {
            return Ok(());
        }
        let is_over = matches!(state, TournamentState::Stopped | TournamentState::Finished);
        let is_removed = names.values().any(|new| new.student.is_none());
        self.end_run(Some(id));
        if is_removed && !is_over {
            self.class.set_tournament_state(id, TournamentState::Stopped)?;
        }
        let mut store = Store::open(&path).map_err(broken)?;
        store.rename(&names).map_err(broken)?;
        drop(store);
        self.refresh(id, None)?;
        if state == TournamentState::Running && !is_removed {
            self.start(Arc::downgrade(lobby), id)?;
        }
        Ok(())
    }
}

/// Returns the new names of entrants, by their stored ones.
fn changed(entrants: &[Entrant], bots: &[ExportedBot]) -> BTreeMap<String, NewName> {
    let game = |id: i64| bots.iter().find(|bot| bot.id == id).map(|bot| bot.game.clone());
    let mut taken: BTreeSet<String> =
        entrants.iter().map(|entrant| entrant.name().to_string()).collect();
    let mut names = BTreeMap::new();
    for entrant in entrants {
        let Some(id) = bot_of(entrant) else { continue };
        let of_game: Vec<ExportedBot> = match game(id) {
            Some(game) => bots.iter().filter(|bot| bot.competes_in(&game)).cloned().collect(),
            None => Vec::new(),
        };
        let bot = of_game.iter().find(|bot| bot.id == id);
        let (name, student) = match bot {
            Some(bot) if entrant.student == Some(bot.team.join(", ")) => continue,
            Some(bot) => (bot.entrant_name(&of_game), Some(bot.team.join(", "))),
            None => (REMOVED.to_string(), None),
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut free = std::iter::once(name.clone()).chain(numbered);
        let name = free.find(|name| !taken.contains(name)).unwrap_or(name);
        taken.insert(name.clone());
        names.insert(entrant.name().to_string(), NewName { name, student });
    }
    names
}

/// Returns the bot of the class that an entrant is; `None` for a built-in one, and for one that was
/// removed before.
fn bot_of(entrant: &Entrant) -> Option<i64> {
    let mut parts = entrant.path.strip_prefix("bot/")?.split('/');
    parts.next()?.parse().ok()
}
