//! The earlier runs in a store, and what they mean for a new one.

use jiff::civil::Date;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

use super::entries::Entry;
use crate::plan::{Entrant, Plan};
use crate::store::{Store, StoreError};
use juez_core::{Limits, PlayedBy, Player, Seed};
use juez_match::registry::AnyGame;

/// Why a tournament cannot continue the earlier runs in its store.
#[derive(Debug, thiserror::Error)]
pub enum EarlierError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "{path} holds a tournament of {stored}: give this one of {game} a file of its own with --db"
    )]
    Game {
        path: String,
        stored: String,
        /// The game of the new run.
        game: &'static str,
    },
    #[error("the ladder is already at {last}, so it cannot play {day}")]
    Day {
        /// The last day in the store.
        last: Date,
        /// The day of the new run.
        day: Date,
    },
    #[error("a day of a ladder has one seed, and {0} has another: omit --seed")]
    DaySeed(Date),
}

/// The newest of the earlier runs in a store.
pub struct Earlier {
    /// Its number, from 1.
    pub revision: u32,
    /// True if it is over and has programs, which can have changed.
    pub may_play_otherwise: bool,
    pub plan: Plan,
    pub entrants: Vec<Entrant>,
    /// Seeds whose deals can be known, because matches were played. Each comes with the players of
    /// its first revision, who were entered before.
    pub dealt: Vec<(Seed, Vec<Player>)>,
}

/// The revision of a new run, compared with the earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NextRevision {
    /// The differences in words; empty if the same tournament continues.
    pub changes: Vec<String>,
    /// Names of scripts that may know the deals of the plan's seed.
    pub known_by: Vec<String>,
}

impl Earlier {
    /// Reads the newest revision in the file at `path`; `None` if there is no file or it is empty.
    ///
    /// # Errors
    /// If the file is something else, or a tournament of another game.
    pub fn read(path: &Path, game: &dyn AnyGame) -> Result<Option<Earlier>, EarlierError> {
        let Some(store) = Store::read_if_any(path)? else { return Ok(None) };
        let revision = store.revisions()?;
        if revision == 0 {
            return Ok(None);
        }
        let (plan, entrants) = (store.plan(revision)?, store.entrants(revision)?);
        if plan.game != game.info().id {
            let (path, stored) = (path.display().to_string(), plan.game);
            return Err(EarlierError::Game { path, stored, game: game.info().id });
        }
        let mut dealt: Vec<(Seed, Vec<Player>)> = Vec::new();
        let played = if store.has_matches()? { revision } else { 0 };
        for revision in 1..=played {
            let seed = store.plan(revision)?.seed;
            if dealt.iter().all(|(other, _)| *other != seed) {
                let players = store.entrants(revision)?.into_iter().map(|entrant| entrant.player);
                dealt.push((seed, players.collect()));
            }
        }
        let may_play_otherwise = store.may_play_otherwise(revision)?;
        Ok(Some(Earlier { revision, may_play_otherwise, plan, entrants, dealt }))
    }

    /// Returns the scripts that may know the deals of `seed`: those changed, or possibly changed,
    /// since matches with it were played. Built-in bots learn nothing.
    fn may_know<'e>(&self, seed: Seed, entries: &'e [Entry]) -> Vec<&'e str> {
        let Some((_, there)) = self.dealt.iter().find(|(dealt, _)| *dealt == seed) else {
            return Vec::new();
        };
        let late = |entry: &&Entry| {
            let player = &entry.entrant.player;
            entry.plays() && player.bot != PlayedBy::Builtin && !there.contains(player)
        };
        entries.iter().filter(late).map(|entry| entry.entrant.name()).collect()
    }

    /// Makes scripts that may know the deals of today's `seed` wait for the next day of the ladder.
    pub fn keep_waiting(&self, seed: Seed, entries: &mut [Entry]) {
        let late: Vec<String> =
            self.may_know(seed, entries).into_iter().map(str::to_string).collect();
        let is_late = |entry: &&mut Entry| late.contains(&entry.entrant.player.name);
        for entry in entries.iter_mut().filter(is_late) {
            let why = "it is new and may know today's deals: it plays from the next day on";
            (entry.entrant.error, entry.player) = (Some(why.to_string()), None);
        }
    }

    /// Compares a new run with the earlier one. `has_chance` says whether its matches have deals.
    pub fn next_revision(&self, plan: &Plan, entries: &[Entry], has_chance: bool) -> NextRevision {
        let changes = self.changes(plan, entries);
        let knows_nothing = !has_chance || changes.is_empty();
        let known_by = if knows_nothing { Vec::new() } else { self.may_know(plan.seed, entries) };
        let known_by = known_by.into_iter().map(str::to_string).collect();
        NextRevision { changes, known_by }
    }

    fn changes(&self, plan: &Plan, entries: &[Entry]) -> Vec<String> {
        let fields = |plan: &Plan| match serde_json::to_value(plan) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (before, now) = (fields(&self.plan), fields(plan));
        // A field with its default can be absent.
        let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
        let differ = names.into_iter().filter(|&name| before.get(name) != now.get(name));
        let mut changes: Vec<String> = differ
            .map(|name| match name.as_str() {
                // Named like their options.
                "deals" => "games".to_string(),
                "criteria" => "pass".to_string(),
                "limits" => limits_changed(&self.plan.terms.limits, &plan.terms.limits),
                other => other.replace('_', "-"),
            })
            .collect();
        let old: Vec<&str> = self.entrants.iter().map(Entrant::name).collect();
        let new: Vec<&str> = entries.iter().map(|entry| entry.entrant.name()).collect();
        for (Entry { entrant, .. }, name) in entries.iter().zip(&new) {
            match self.entrants.iter().find(|other| other.name() == *name) {
                None => changes.push(format!("{name} is new")),
                Some(Entrant { player, error, .. })
                    if *player == entrant.player && *error == entrant.error => {}
                Some(_) => changes.push(format!("{name} has changed")),
            }
        }
        let gone = old.iter().filter(|name| !new.contains(name));
        changes.extend(gone.map(|name| format!("{name} is gone")));
        let kept = old.iter().filter(|name| new.contains(name));
        if kept.ne(new.iter().filter(|name| old.contains(name))) {
            changes.push("the order of the bots".to_string());
        }
        if self.may_play_otherwise {
            changes.push("programs, which may have changed".to_string());
        }
        changes
    }

    /// Returns the seed of a run: the requested one, else the stored one, so that unchanged matches are
    /// not played again. A ladder keeps its seed only within a day. `None` asks for a fresh seed.
    ///
    /// # Errors
    /// If the ladder is already at a later day, or has another seed for this one.
    pub fn seed(
        &self,
        request: Option<Seed>,
        day: Option<Date>,
    ) -> Result<Option<Seed>, EarlierError> {
        let own = self.plan.seed;
        match (self.plan.day, day) {
            (Some(last), Some(day)) if last > day => Err(EarlierError::Day { last, day }),
            (last, Some(day)) if last == Some(day) && request.is_some_and(|seed| seed != own) => {
                Err(EarlierError::DaySeed(day))
            }
            (last, day) if last == day => Ok(request.or(Some(own))),
            _ => Ok(request),
        }
    }
}

/// Describes the difference between limits.
fn limits_changed(before: &Limits, now: &Limits) -> String {
    let (then, here) = (before.languages, now.languages);
    if (Limits { languages: here, ..before.clone() }) == *now {
        format!("the version of the languages (it was {then} and is {here})")
    } else {
        "the budgets of bots and the cost of faults".to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use juez_core::Budget;
    use juez_match::registry::{PlayerSpec, game};
    use serde_json::Map;

    fn plan() -> Plan {
        Plan::new("quoridor", Map::new(), Format::RoundRobin, Seed::from(1))
    }

    fn entrant(name: &str, source: &str) -> Entrant {
        let player =
            Player { name: name.into(), bot: PlayedBy::Lua, source: Some(source.to_string()) };
        Entrant { player, path: format!("{name}.lua"), student: None, error: None }
    }

    fn entry(name: &str, source: &str) -> Entry {
        Entry { entrant: entrant(name, source), player: None, bundle: None }
    }

    fn first() -> Earlier {
        let entrants = vec![entrant("ana", "1"), entrant("bo", "2"), entrant("cy", "3")];
        Earlier {
            revision: 2,
            may_play_otherwise: false,
            plan: plan(),
            entrants,
            dealt: Vec::new(),
        }
    }

    #[test]
    fn the_same_plan_and_bots_are_the_same_tournament() {
        let mut entries = [entry("ana", "1"), entry("bo", "2"), entry("cy", "3")];
        assert_eq!(first().changes(&plan(), &entries), [""; 0]);
        entries[0].entrant.path = "elsewhere/ana.lua".to_string();
        assert_eq!(first().changes(&plan(), &entries), [""; 0], "its path decides nothing");
    }

    #[test]
    fn differences_are_named() {
        let entries = [entry("bo", "2"), entry("ana", "new"), entry("di", "4")];
        let mut plan = Plan { format: Format::Swiss, rounds: 2, ..plan() };
        plan.terms.limits = Limits::of(Budget::Quick);
        let changes = first().changes(&plan, &entries);
        assert_eq!(
            changes,
            [
                "format",
                "the budgets of bots and the cost of faults",
                "rounds",
                "ana has changed",
                "di is new",
                "cy is gone",
                "the order of the bots",
            ]
        );
    }

    #[test]
    fn scripts_that_came_after_the_deals_may_know_them_and_others_cannot() {
        let entries = [entry("ana", "1"), entry("bo", "new"), entry("di", "4")];
        let entries = entries.map(|entry| Entry { player: Some(random()), ..entry });
        let players = |earlier: &Earlier| {
            earlier.entrants.iter().map(|entrant| entrant.player.clone()).collect::<Vec<_>>()
        };
        let mut earlier = first();
        assert!(earlier.may_know(Seed::from(1), &entries).is_empty(), "nothing was played");
        earlier.dealt = vec![(Seed::from(1), players(&earlier))];
        assert_eq!(earlier.may_know(Seed::from(1), &entries), ["bo", "di"]);
        assert!(earlier.may_know(Seed::from(2), &entries).is_empty(), "another seed");
        let built_in = entries.map(|mut entry| {
            entry.entrant.player.bot = PlayedBy::Builtin;
            entry
        });
        assert!(earlier.may_know(Seed::from(1), &built_in).is_empty(), "they learn nothing");
    }

    fn random() -> PlayerSpec {
        PlayerSpec::read("random", game("quoridor").expect("a game")).expect("a bot")
    }

    #[test]
    fn another_version_of_the_languages_makes_a_revision_and_is_named() {
        let now = plan();
        let mut first = first();
        first.plan.terms.limits.languages = 1;
        let version = Limits::LANGUAGES;
        let expected = format!("the version of the languages (it was 1 and is {version})");
        assert!(first.changes(&now, &[]).contains(&expected), "{:?}", first.changes(&now, &[]));
        let other = Limits { move_ms: 7, languages: 1, ..Limits::default() };
        assert_eq!(
            limits_changed(&other, &now.terms.limits),
            "the budgets of bots and the cost of faults"
        );
    }

    #[test]
    fn the_seed_of_the_database_is_kept_unless_another_is_asked_for() {
        let first = first();
        let of = |request| first.seed(request, None).expect("a seed");
        assert_eq!(of(None), Some(Seed::from(1)));
        assert_eq!(of(Some(Seed::from(5))), Some(Seed::from(5)));
    }

    #[test]
    fn a_day_of_a_ladder_has_one_seed_and_another_day_another() {
        let day = |day| Some(jiff::civil::date(2026, 5, day));
        let today = Earlier { plan: Plan { day: day(7), ..plan() }, ..first() };
        let of = |request, day| today.seed(request, day);
        assert_eq!(of(None, day(7)).expect("a seed"), Some(Seed::from(1)));
        assert_eq!(of(None, day(8)).expect("a seed"), None, "a fresh one");
        assert_eq!(of(None, None).expect("a seed"), None, "no ladder, no seed of it");
        assert_eq!(of(Some(Seed::from(5)), day(8)).expect("a seed"), Some(Seed::from(5)));
        assert!(of(Some(Seed::from(5)), day(7)).is_err());
        assert!(of(None, day(6)).is_err());
        assert_eq!(first().seed(None, day(7)).expect("a seed"), None, "it was not a ladder");
    }
}
