//! Seeding by the standings of earlier tournaments.

use anyhow::{bail, ensure};
use std::path::{Path, PathBuf};

use super::args::Settings;
use super::entrants::Entry;
use juez_grading::report::Tables;
use juez_match::registry::AnyGame;
use juez_tournament::{Results, Store};

/// Returns the stored bots of the earlier tournaments, each once. They enter if no others are
/// named.
///
/// # Errors
/// If a database cannot be read or is of another game.
pub(super) fn stored(files: &[PathBuf], game: &'static dyn AnyGame) -> anyhow::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    for file in files {
        let (store, results) = read(file, game)?;
        for number in results.plan.field(&results.entrants) {
            let entrant = results.entrants[number as usize].clone();
            let player = store.player(game, &entrant)?;
            if entries.iter().all(|entry| entry.entrant.name() != entrant.name()) {
                let bundle = player.mind.script().map(|spec| spec.bundle);
                entries.push(Entry { entrant, player: Some(player), bundle });
            }
        }
    }
    Ok(entries)
}

/// Sorts the first `contest` entries by the earlier standings. Several standings take turns: the
/// first of each, the second of each, and so on; newcomers come last. Keeps the first `--first` of
/// them and returns their number.
///
/// # Errors
/// If a database cannot be read, or none of the bots took part.
pub(super) fn seeded(
    entries: &mut Vec<Entry>,
    contest: usize,
    settings: &Settings,
    game: &dyn AnyGame,
) -> anyhow::Result<usize> {
    if settings.seeded_by.is_empty() {
        return Ok(contest);
    }
    let lists = settings.seeded_by.iter().map(|file| standings(file, game));
    let lists = lists.collect::<anyhow::Result<Vec<Vec<String>>>>()?;
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let order: Vec<&String> =
        (0..longest).flat_map(|at| lists.iter().filter_map(move |list| list.get(at))).collect();
    let place = |entry: &Entry| order.iter().position(|name| *name == entry.entrant.name());
    let others = entries.split_off(contest);
    if entries.iter().all(|entry| place(entry).is_none()) {
        bail!("--seeded-by: none of the bots has a place there; names must match");
    }
    entries.sort_by_key(|entry| (!entry.plays(), place(entry).unwrap_or(usize::MAX)));
    let first = settings.first.map_or(entries.len(), |first| first as usize);
    entries.truncate(first);
    let contest = entries.len();
    entries.extend(others);
    Ok(contest)
}

/// Returns the ranked names of an earlier tournament, the best first.
fn standings(file: &Path, game: &dyn AnyGame) -> anyhow::Result<Vec<String>> {
    let (_, results) = read(file, game)?;
    let rows = Tables::of(&results).standings;
    Ok(rows.into_iter().filter(|row| row.place.is_some()).map(|row| row.name).collect())
}

fn read(file: &Path, game: &dyn AnyGame) -> anyhow::Result<(Store, Results)> {
    let store = Store::read(file)?;
    let revision = store.revisions()?;
    let results = Results::read_ladder(&store, revision)?;
    let (own, other) = (game.info().id, &results.plan.game);
    ensure!(own == other, "--seeded-by {}: a tournament of {other}, not of {own}", file.display());
    Ok((store, results))
}
