//! A tournament as all people of the class see it.

use std::path::Path;

use super::wire::{TournamentBoard, TournamentRow, TournamentSummary};
use crate::error::{Refusal, Result};
use juez_class::Tournament;
use juez_grading::report::{Meeting, RoundRow, Standing, Tables};
use juez_match::registry::game;
use juez_tournament::{FormatName, Results, Store};
use serde_json::{Map, Value};

/// Most rounds of a Swiss that are shown.
const MOST_ROUNDS: usize = 20;

/// Reads the results of a tournament.
///
/// # Errors
/// If its file cannot be read.
pub(super) fn results(path: &Path) -> Result<Results> {
    let store = Store::read(path).map_err(broken)?;
    let revision = store.revisions().map_err(broken)?;
    Results::read(&store, revision).map_err(broken)
}

/// Returns the board of a tournament, which plays at `pace` seconds a match.
///
/// # Errors
/// If its file cannot be read.
pub(super) fn board(
    path: &Path,
    tournament: &Tournament,
    pace: Option<f64>,
) -> Result<TournamentBoard> {
    let results = results(path)?;
    let tables = Tables::of(&results);
    let progress = &tables.progress;
    let matches = tournament.plan.matches.max(progress.scheduled.into());
    let format = FormatName::from(results.plan.format);
    let to_play = matches.saturating_sub(u64::from(progress.played + progress.walkovers));
    Ok(TournamentBoard {
        summary: TournamentSummary { matches, ..summary(tournament) },
        format,
        options: unusual(&results),
        seconds: tournament.plan.seconds,
        left: pace.map(|pace| (pace * to_play as f64) as u64),
        played: progress.played,
        scheduled: progress.scheduled,
        failed: progress.failed.len(),
        rows: tables.standings.iter().map(row).collect(),
        seed_hash: results.plan.seed.commitment(),
        seed: tournament.state.is_over().then(|| results.plan.seed.to_string()),
        results: if format == FormatName::Knockout { Vec::new() } else { meetings(&tables) },
        rounds: rounds(format, tables.rounds),
    })
}

/// Returns the points and matches of all against all. The message has one for each pair, so it has
/// nothing that follows from them.
fn meetings(tables: &Tables<'_>) -> Vec<Vec<Option<(f64, u32)>>> {
    let rows = tables.cross_table.meetings.iter();
    let met = |met: &Option<Meeting>| met.as_ref().map(|met| (met.points, met.games));
    rows.map(|row| row.iter().map(met).collect()).collect()
}

/// Returns the rounds to show: in formats whose pairings are known they tell nothing.
fn rounds(format: FormatName, mut rounds: Vec<RoundRow>) -> Vec<RoundRow> {
    match format {
        FormatName::Knockout => rounds,
        FormatName::Swiss => rounds.split_off(rounds.len().saturating_sub(MOST_ROUNDS)),
        FormatName::RoundRobin | FormatName::Gauntlet => Vec::new(),
    }
}

/// Returns the house rules that differ from the usual ones of the game.
fn unusual(results: &Results) -> Map<String, Value> {
    let usual = game(&results.plan.game).ok().and_then(|game| game.options(&Map::new()).ok());
    let mut options = results.plan.terms.options.clone();
    options.retain(|name, value| usual.as_ref().and_then(|usual| usual.get(name)) != Some(value));
    options
}

pub(super) fn summary(Tournament { id, plan, state, at }: &Tournament) -> TournamentSummary {
    TournamentSummary {
        id: *id,
        name: plan.name.clone(),
        game: plan.game.clone(),
        state: *state,
        matches: plan.matches,
        at: *at,
        trouble: None,
    }
}

fn row(standing: &Standing) -> TournamentRow {
    TournamentRow {
        rank: standing.place,
        is_close: standing.close,
        name: standing.name.clone(),
        points: standing.points,
        matches: standing.matches,
        score: standing.score,
        elo: standing.elo,
        buchholz: standing.buchholz,
        byes: standing.byes,
        passes: standing.verdict().map(str::to_string),
        is_out: standing.error.is_some(),
        is_benched: standing.benched_after.is_some(),
    }
}

pub(super) fn broken(error: impl ToString) -> Refusal {
    Refusal::broken(error.to_string())
}
