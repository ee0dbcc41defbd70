//! The matches against `adaptive`, from which the level of their owner is estimated.
//!
//! A match counts if it was played to its end by its owner and levels, and no other person had a
//! seat.

use rusqlite::{Connection, Row};

use super::Archive;
use super::read::{json, rows};
use super::tables::OWNER;
use juez_core::{LevelResult, PerSeat, shares};
use juez_match::registry::game;

use crate::VisitorId;
use crate::error::ArchiveError;
use crate::plan::MatchPlan;

impl Archive {
    /// Returns the last matches that count for the level of a visitor in a game, at most `most`,
    /// in the order of their ends, and the number of all of them, deleted ones included.
    pub fn level_results(
        &self,
        of: &VisitorId,
        game: &str,
        most: usize,
    ) -> Result<(Vec<LevelResult>, u32), ArchiveError> {
        let sql = format!(
            "SELECT plan, ranks, counted FROM match
             WHERE {OWNER} = ?1 AND game = ?2 AND counted IS NOT NULL ORDER BY counted DESC LIMIT ?3"
        );
        let values = (String::from(*of), game, most as i64);
        // Skips unreadable matches.
        let read = |row: &Row<'_>| {
            Ok((result(row).ok().flatten(), row.get::<_, u32>(2).unwrap_or_default()))
        };
        let newest_first = self.with(|db| rows(db, &sql, values, read))?;
        let count = newest_first.first().map_or(0, |(_, count)| *count);
        Ok((newest_first.into_iter().rev().filter_map(|(result, _)| result).collect(), count))
    }
}

/// Numbers a finished match, if it counts.
pub(super) fn count_match(db: &Connection, id: &str) -> rusqlite::Result<()> {
    let sql = format!(
        "UPDATE match SET counted = (
             SELECT coalesce(max(counted), 0) + 1 FROM match
             WHERE ({OWNER}, game) = (SELECT {OWNER}, game FROM match WHERE id = ?1) AND counted IS NOT NULL
         ) WHERE id = ?1 AND status = 'finished' AND json_extract(plan, '$.adaptive') AND (
             SELECT count(*) = 1 AND max(lower(hex(visitor))) = {OWNER} FROM seat WHERE match = number
         )"
    );
    db.prepare_cached(&sql)?.execute([id]).map(drop)
}

/// Returns the result of the person in a match against levels.
fn result(row: &Row<'_>) -> rusqlite::Result<Option<LevelResult>> {
    Ok(result_of(&json(row, 0)?, &json(row, 1)?))
}

fn result_of(plan: &MatchPlan, ranks: &PerSeat<u8>) -> Option<LevelResult> {
    let levels: Vec<Option<usize>> = plan.players.iter().map(|player| player.level()).collect();
    let own = levels.iter().position(Option::is_none)?;
    let teams = game(&plan.game).ok()?.teams_at(&plan.terms.options, levels.len()).ok()?;
    if [levels.len(), ranks.seats().into()] != [teams.len(); 2] {
        return None;
    }
    let (own_side, opponents): (Vec<usize>, Vec<usize>) =
        (0..teams.len()).partition(|&seat| teams[seat] == teams[own]);
    let level = levels[*opponents.first()?]?;
    let are_alike = opponents.iter().all(|&seat| levels[seat] == Some(level));
    let score = shares(ranks, &teams)[own];
    are_alike.then_some(LevelResult { level, score, has_partner: own_side.len() > 1 })
}
