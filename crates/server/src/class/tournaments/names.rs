//! Names follow the class: entrants of stored tournaments are called as their teams are now.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::board::broken;
use super::state::{Tournaments, end};
use crate::error::Result;
use juez_class::{ExportedBot, Tournament, TournamentId, TournamentState};
use juez_lobby::{Lobby, REMOVED};
use juez_tournament::{Entrant, NewName, Store};

impl Tournaments {
    /// Gives the entrants of all tournaments their present names, and takes out the bots of removed
    /// people. A tournament in which these play ends: its results stay. A bot that its team has deleted
    /// plays its tournaments to the end first.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(in crate::class) fn follow_names(
        self: &Arc<Self>,
        lobby: &Arc<Lobby>,
        removed: &[String],
    ) -> Result<()> {
        let mut running = self.running.lock();
        for tournament in self.class.tournaments()? {
            let id = tournament.id;
            let names = self.changed_names(&tournament, removed)?;
            if names.is_empty() {
                continue;
            }
            end(&mut running, id);
            let is_cut = names.values().any(|new| new.student.is_none());
            let plays = tournament.state == TournamentState::Running && !is_cut;
            if is_cut && !tournament.state.is_over() {
                self.class.set_tournament_state(id, TournamentState::Stopped)?;
            }
            self.rename(id, &names)?;
            if plays {
                self.start(&mut running, Arc::downgrade(lobby), id)?;
            }
        }
        Ok(())
    }

    /// Takes deleted bots out of a tournament that has just ended.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub(super) fn take_out_deleted(&self, id: TournamentId) -> Result<()> {
        let names = self.changed_names(&self.class.tournament(id)?, &[])?;
        if names.is_empty() { Ok(()) } else { self.rename(id, &names) }
    }

    fn rename(&self, id: TournamentId, names: &BTreeMap<String, NewName>) -> Result<()> {
        Store::open(&self.path(id)).and_then(|mut store| store.rename(names)).map_err(broken)?;
        self.refresh(id, None).map(drop)
    }

    /// Returns the new names of entrants, by their stored ones.
    fn changed_names(
        &self,
        Tournament { id, plan, state, .. }: &Tournament,
        removed: &[String],
    ) -> Result<BTreeMap<String, NewName>> {
        let store = Store::read(&self.path(*id)).map_err(broken)?;
        let entrants = store.revisions().and_then(|revision| store.entrants(revision));
        let mut bots = self.class.exported()?;
        bots.retain(|bot| bot.competes_in(&plan.game));
        Ok(changed(&entrants.map_err(broken)?, &bots, removed, state.is_over()))
    }
}

fn changed(
    entrants: &[Entrant],
    bots: &[ExportedBot],
    removed: &[String],
    is_over: bool,
) -> BTreeMap<String, NewName> {
    let mut taken: BTreeSet<String> =
        entrants.iter().map(|entrant| entrant.name().to_string()).collect();
    let mut names = BTreeMap::new();
    for entrant in entrants {
        let (Some(id), Some(student)) = (bot_of(entrant), &entrant.student) else { continue };
        let (name, student) = match bots.iter().find(|bot| bot.id == id) {
            Some(bot) if *student == bot.team.join(", ") => continue,
            Some(bot) => (bot.entrant_name(bots), Some(bot.team.join(", "))),
            None if is_over || removed.iter().any(|name| is_in(name, student)) => {
                (REMOVED.to_string(), None)
            }
            None => continue,
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut free = std::iter::once(name.clone()).chain(numbered);
        let name = free.find(|name| !taken.contains(name)).unwrap_or(name);
        taken.insert(name.clone());
        names.insert(entrant.name().to_string(), NewName { name, student });
    }
    names
}

/// True for the name of a person in a team named after all of its people. A name can have a comma.
fn is_in(name: &str, team: &str) -> bool {
    format!(", {team}, ").contains(&format!(", {name}, "))
}

/// Returns the bot of the class that an entrant is; `None` for a built-in one, and for one that was
/// taken out before.
fn bot_of(entrant: &Entrant) -> Option<i64> {
    let mut parts = entrant.path.strip_prefix("bot/")?.split('/');
    parts.next()?.parse().ok()
}
