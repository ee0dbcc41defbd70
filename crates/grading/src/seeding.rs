//! Seeding by the standings of earlier tournaments.

use std::path::{Path, PathBuf};

use crate::report::Tables;
use juez_match::registry::AnyGame;
use juez_tournament::{Entry, Results, ResultsError, Store, StoreError};

/// Why earlier standings cannot seed a tournament.
#[derive(Debug, thiserror::Error)]
pub enum SeedingError {
    /// A store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Results cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error("--seeded-by {file}: a tournament of {stored}, not of {game}")]
    Game { file: String, stored: String, game: &'static str },
    #[error("--seeded-by: none of the bots has a place there; names must match")]
    NoPlace,
}

/// Returns the stored bots of the earlier tournaments, each once. They enter if no others are
/// named.
///
/// # Errors
/// If a database cannot be read or is of another game.
pub fn stored_entries(
    files: &[PathBuf],
    game: &'static dyn AnyGame,
) -> Result<Vec<Entry>, SeedingError> {
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
/// first of each, the second of each, and so on; newcomers come last. Keeps the `first` of them, if
/// given, and returns their number.
///
/// # Errors
/// If a database cannot be read, or none of the bots took part.
pub fn seed_by_standings(
    entries: &mut Vec<Entry>,
    contest: usize,
    files: &[PathBuf],
    first: Option<usize>,
    game: &dyn AnyGame,
) -> Result<usize, SeedingError> {
    if files.is_empty() {
        return Ok(contest);
    }
    let lists = files.iter().map(|file| standings(file, game));
    let lists = lists.collect::<Result<Vec<Vec<String>>, SeedingError>>()?;
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let order: Vec<&String> =
        (0..longest).flat_map(|at| lists.iter().filter_map(move |list| list.get(at))).collect();
    let place = |entry: &Entry| order.iter().position(|name| *name == entry.entrant.name());
    let others = entries.split_off(contest);
    if entries.iter().all(|entry| place(entry).is_none()) {
        return Err(SeedingError::NoPlace);
    }
    entries.sort_by_key(|entry| (!entry.plays(), place(entry).unwrap_or(usize::MAX)));
    entries.truncate(first.unwrap_or(usize::MAX));
    let contest = entries.len();
    entries.extend(others);
    Ok(contest)
}

/// Returns the ranked names of an earlier tournament, the best first.
fn standings(file: &Path, game: &dyn AnyGame) -> Result<Vec<String>, SeedingError> {
    let (_, results) = read(file, game)?;
    let rows = Tables::of(&results).standings;
    Ok(rows.into_iter().filter(|row| row.place.is_some()).map(|row| row.name).collect())
}

fn read(file: &Path, game: &dyn AnyGame) -> Result<(Store, Results), SeedingError> {
    let store = Store::read(file)?;
    let revision = store.revisions()?;
    let results = Results::read_ladder(&store, revision)?;
    let (game, stored) = (game.info().id, results.plan.game.clone());
    if game != stored {
        return Err(SeedingError::Game { file: file.display().to_string(), stored, game });
    }
    Ok((store, results))
}
