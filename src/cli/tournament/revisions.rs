//! The earlier runs in a database, and the settings of a new one that depend on them.

use anyhow::{bail, ensure};
use jiff::civil::Date;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

use super::entrants::Entry;
use crate::cli::options::short_seed;
use juez_core::{Limits, PlayedBy, Player, Seed};
use juez_match::registry::AnyGame;
use juez_tournament::{Entrant, Plan, Store};

use juez_grading::report;

pub(super) struct Earlier {
    pub revision: u32,
    /// True if it is over and has programs, which can have changed.
    pub may_play_otherwise: bool,
    pub plan: Plan,
    pub entrants: Vec<Entrant>,
    /// Seeds whose deals can be known, because matches were played. Each comes with the players of
    /// its first revision, who were entered before.
    pub dealt: Vec<(Seed, Vec<Player>)>,
}

/// Reads the newest revision in the file at `path`; `None` if there is no file or it is empty.
///
/// # Errors
/// If the file is something else, or a tournament of another game.
pub(super) fn earlier(path: &Path, game: &dyn AnyGame) -> anyhow::Result<Option<Earlier>> {
    let Some(store) = Store::read_if_any(path)? else { return Ok(None) };
    let revision = store.revisions()?;
    if revision == 0 {
        return Ok(None);
    }
    let (plan, entrants) = (store.plan(revision)?, store.entrants(revision)?);
    ensure!(
        plan.game == game.info().id,
        "{} holds a tournament of {}: give this one of {} a file of its own with --db",
        path.display(),
        plan.game,
        game.info().id
    );
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

impl Earlier {
    /// Returns the scripts that may know the deals of `seed`: those changed, or possibly changed,
    /// since matches with it were played. Built-in bots learn nothing.
    pub fn may_know<'e>(&self, seed: Seed, entries: &'e [Entry]) -> Vec<&'e str> {
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

    /// Describes the differences from the earlier revision; empty if the same tournament continues.
    pub fn changes(&self, plan: &Plan, entries: &[Entry]) -> Vec<String> {
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

/// Returns the seed of a run: the requested one, else the stored one, so that unchanged matches are
/// not played again. A ladder keeps its seed only within a day. `None` asks for a fresh seed.
///
/// # Errors
/// If the ladder is already at a later day, or has another seed for this one.
pub(super) fn seed(
    request: Option<Seed>,
    earlier: Option<&Earlier>,
    day: Option<Date>,
) -> anyhow::Result<Option<Seed>> {
    let Some(earlier) = earlier else { return Ok(request) };
    let own = earlier.plan.seed;
    match (earlier.plan.day, day) {
        (Some(last), Some(day)) if last > day => {
            bail!("the ladder is already at {last}, so it cannot play {day}")
        }
        (last, Some(day)) if last == Some(day) && request.is_some_and(|seed| seed != own) => {
            bail!("a day of a ladder has one seed, and {day} has another: omit --seed")
        }
        (last, day) if last == day => Ok(request.or(Some(own))),
        _ => Ok(request),
    }
}

/// Formats a note on the contents of the database file. `renewed` says that this revision drew a
/// new seed.
pub(super) fn note(path: &Path, earlier: &Earlier, changes: &[String], renewed: bool) -> String {
    let (path, revision) = (path.display(), earlier.revision);
    if changes.is_empty() {
        return format!(
            "{path} already holds this tournament: stored matches are not played again"
        );
    }
    let again = if renewed {
        "New bots may know the deals played so far, so it draws a new seed and plays all its \
         matches; with --keep-seed it plays only the new ones"
    } else {
        "Unchanged matches are not played again"
    };
    let changes = listed(changes);
    format!(
        "{path} holds revision {revision}; this is revision {}, because these differ: {changes}. {again}",
        revision + 1
    )
}

/// Returns warnings if a seed reveals deals: because it is short, or because bots may know its
/// deals already. `given` says whether it came from `--seed`.
pub(super) fn gives_away(seed: Seed, given: bool, known_by: &[&str]) -> Vec<String> {
    let short = short_seed(seed, given);
    let known = (!known_by.is_empty()).then(|| {
        format!(
            "note: {} may know the deals: matches with this seed were played before; without --seed \
             and --keep-seed 256 bits are drawn",
            listed(known_by)
        )
    });
    short.into_iter().chain(known).collect()
}

/// Lists the first few items and counts the rest.
fn listed<T: AsRef<str>>(items: &[T]) -> String {
    const MAX_ITEMS: usize = 8;
    let shown: Vec<&str> = items.iter().take(MAX_ITEMS).map(AsRef::as_ref).collect();
    let more = items.len() - shown.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", report::listed(&shown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::args::tests::settings;
    use crate::cli::tournament::resolve::ResolvedPlan;
    use juez_match::registry::{PlayerSpec, game};

    fn plan(line: &str) -> Plan {
        let resolved =
            ResolvedPlan::new(game("quoridor").expect("a game"), settings(line), "class")
                .expect("ok");
        resolved.plan(3, 0, Seed::from(1)).expect("a plan")
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
            plan: plan(""),
            entrants,
            dealt: Vec::new(),
        }
    }

    #[test]
    fn the_same_plan_and_bots_are_the_same_tournament() {
        let mut entries = [entry("ana", "1"), entry("bo", "2"), entry("cy", "3")];
        assert_eq!(first().changes(&plan(""), &entries), [""; 0]);
        entries[0].entrant.path = "elsewhere/ana.lua".to_string();
        assert_eq!(first().changes(&plan(""), &entries), [""; 0], "its path decides nothing");
        let note = note(Path::new("class.db"), &first(), &[], false);
        assert!(note.starts_with("class.db already holds this tournament"), "{note}");
    }

    #[test]
    fn what_differs_is_named() {
        let entries = [entry("bo", "2"), entry("ana", "new"), entry("di", "4")];
        let changes = first().changes(&plan("--format swiss --budget quick"), &entries);
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
        let note = note(Path::new("class.db"), &first(), &changes, false);
        assert!(note.starts_with(
            "class.db holds revision 2; this is revision 3, because these differ: format"
        ));
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
    fn what_a_seed_gives_away_is_said_in_lines() {
        assert_eq!(gives_away(Seed::from_bytes([7; 32]), true, &[]), [""; 0]);
        let both = gives_away(Seed::from(7), true, &["ana", "bo"]);
        assert!(both[0].starts_with("note: a bot can try all seeds of up to 3 bits"), "{both:?}");
        assert!(both[1].starts_with("note: ana, bo may know the deals"), "{both:?}");
        let kept = gives_away(Seed::from(7), false, &[]);
        assert!(
            kept[0].ends_with("in a file of its own, with --db, 256 bits are drawn"),
            "{kept:?}"
        );
    }

    #[test]
    fn another_version_of_the_languages_makes_a_revision_and_is_named() {
        let now = plan("");
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
        let of = |request, earlier| seed(request, earlier, None).expect("a seed");
        assert_eq!(of(None, Some(&first)), Some(Seed::from(1)));
        assert_eq!(of(Some(Seed::from(5)), Some(&first)), Some(Seed::from(5)));
        assert_eq!(of(None, None), None);
    }

    #[test]
    fn a_day_of_a_ladder_has_one_seed_and_another_day_another() {
        let day = |day| Some(jiff::civil::date(2026, 5, day));
        let today = Earlier { plan: Plan { day: day(7), ..plan("") }, ..first() };
        let of = |request, day| seed(request, Some(&today), day);
        assert_eq!(of(None, day(7)).expect("a seed"), Some(Seed::from(1)));
        assert_eq!(of(None, day(8)).expect("a seed"), None, "a fresh one");
        assert_eq!(of(None, None).expect("a seed"), None, "no ladder, no seed of it");
        assert_eq!(of(Some(Seed::from(5)), day(8)).expect("a seed"), Some(Seed::from(5)));
        assert!(of(Some(Seed::from(5)), day(7)).is_err());
        assert!(of(None, day(6)).is_err());
        let first = first();
        assert_eq!(seed(None, Some(&first), day(7)).expect("a seed"), None, "it was no ladder");
    }
}
