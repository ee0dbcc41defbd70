//! Matches of a ladder at tables, and bots that are deleted.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{RATED, read_player, read_rated};
use crate::archive::read::{json, rows, unpack, unsigned};
use crate::archive::{Archive, StoredMatch};
use crate::error::ArchiveError;
use crate::plan::{MatchPlan, PlannedPlayer};
use crate::policy::Author;
use crate::wire::json as to_json;
use crate::{MatchStatus, VisitorId};
use juez_core::{Record, Seat, SeatSet};
use juez_match::registry::{MatchSetup, game};
use juez_storage::gzip;
use juez_tournament::{LadderPlayer, seating};

impl Archive {
    /// Returns a match of a ladder as a finished match, without names. `None` if there is none, or
    /// its record was dropped.
    pub fn rated(&self, id: &str) -> Result<Option<(StoredMatch, Vec<u8>)>, ArchiveError> {
        let sql = "SELECT game, at, players, record
                   FROM rated JOIN rated_record ON match = number WHERE id = ?1";
        let by_number = "SELECT number, bot, version, built_in FROM rated_player WHERE number = ?1";
        self.with(|db| {
            let read = |row: &Row<'_>| {
                let begun = unsigned(row, 1)?.unwrap_or_default();
                Ok((row.get(0)?, begun, json(row, 2)?, row.get(3)?))
            };
            type Found = (String, u64, Vec<u32>, Vec<u8>);
            let found: Option<Found> = db.query_row(sql, [id], read).optional()?;
            let Some((game, begun, order, packed)) = found else { return Ok(None) };
            let mut players: Vec<LadderPlayer> = Vec::new();
            for number in order {
                let player = db.prepare_cached(by_number)?.query_row([number], read_player)?;
                players.push(player.1);
            }
            Ok(Some((game, begun, players, packed)))
        })
        .map(|found| {
            let (game, begun, players, packed) = found?;
            let record = unpack(&packed).ok()?;
            let plan = plan_of(&game, &players, &record);
            let stored = StoredMatch {
                id: id.to_string(),
                begun,
                plan,
                status: MatchStatus::Finished,
                why: None,
                rematch: None,
                occupants: Vec::new(),
                knows: Vec::new(),
                moves: 0,
                crashes: Vec::new(),
                record: None,
                times: Vec::new(),
            };
            Some((stored, packed))
        })
    }

    /// Makes a match of a ladder a stored match too, so that it can have a review. It is on no list.
    pub fn adopt_rated(&self, id: &str) -> Result<(), ArchiveError> {
        let Some((stored, packed)) = self.rated(id)? else { return Ok(()) };
        let StoredMatch { begun, plan, .. } = stored;
        let names: Vec<&str> = plan.players.iter().map(|planned| &*planned.player.name).collect();
        let bytes = packed.len() as i64;
        let (game, plan, names) = (&plan.game, to_json(&plan), to_json(&names));
        let sql = "INSERT INTO match (id, game, begun, plan, status, names, record, times, cleared,
                       bytes)
                   VALUES (?1, ?2, ?3, ?4, 'finished', ?5, ?6, '[]', 1, ?7) ON CONFLICT DO NOTHING";
        let values = params![id, game, begun as i64, plan, names, packed, bytes];
        self.with(|db| db.execute(sql, values).map(drop))
    }

    /// Forgets which bots these were, and the notes of their versions. The results stay.
    pub fn forget_bots(&self, bots: &[i64]) -> Result<(), ArchiveError> {
        let bots = to_json(&bots);
        let find = "SELECT number, game, players, record
                    FROM rated JOIN rated_record ON rated_record.match = number
                    WHERE number IN (SELECT match FROM rated_by WHERE player IN (
                        SELECT number FROM rated_player
                        WHERE bot IN (SELECT value FROM json_each(?1))))";
        self.transaction(|db| {
            let own: Vec<u32> = rows(
                db,
                "SELECT number FROM rated_player WHERE bot IN (SELECT value FROM json_each(?1))",
                [&bots],
                |row| row.get(0),
            )?;
            let found: Vec<(i64, String, Vec<u32>, Vec<u8>)> = rows(db, find, [&bots], |row| {
                Ok((row.get(0)?, row.get(1)?, json(row, 2)?, row.get(3)?))
            })?;
            for (number, game, order, packed) in found {
                let record = without_notes(&game, &order, &own, &packed);
                let bytes = record.as_ref().map_or(0, Vec::len) as i64;
                let sql = match record {
                    Some(_) => "UPDATE rated_record SET record = ?2 WHERE match = ?1",
                    None => "DELETE FROM rated_record WHERE match = ?1 AND ?2 IS NULL",
                };
                db.prepare_cached(sql)?.execute(params![number, record])?;
                let sql = "UPDATE rated SET bytes = ?2 WHERE number = ?1";
                db.prepare_cached(sql)?.execute([number, bytes])?;
            }
            let sql = "UPDATE rated_player SET bot = NULL, version = NULL
                       WHERE bot IN (SELECT value FROM json_each(?1))";
            db.execute(sql, [&bots]).map(drop)
        })?;
        // Reviewed matches of the ladder are copies with the notes.
        self.delete_matches_of(&[VisitorId::of_ladder()])
    }

    /// Checks every row of the ladder in an untrusted archive, except the records.
    pub(in crate::archive) fn check_rated(&self) -> Result<(), ArchiveError> {
        let check = |db: &Connection| {
            let players = "SELECT number, bot, version, built_in FROM rated_player";
            rows(db, players, [], read_player)?;
            let matches = format!("SELECT {RATED} FROM rated");
            rows(db, &matches, [], |row| read_rated(row).map(drop))?;
            rows(db, "SELECT seed FROM ladder_day", [], |row| row.get::<_, [u8; 32]>(0))?;
            rows(db, "SELECT splits FROM ladder_opening", [], |row| row.get::<_, bool>(0))
        };
        self.with(|db| check(db).map(drop))
    }
}

/// Returns the plan of a match with these players of its entries. Their names are placeholders.
fn plan_of(game_id: &str, players: &[LadderPlayer], record: &Record) -> MatchPlan {
    let entries = entries_by_seat(game_id, record, players.len());
    let planned = |(player, entry): (&juez_core::Player, usize)| {
        let planned = PlannedPlayer::from(player.clone());
        match players.get(entry) {
            Some(LadderPlayer::Version { bot, version }) => PlannedPlayer {
                author: Some(Author::Bot(*bot)),
                version: Some(*version),
                ..planned
            },
            _ => planned,
        }
    };
    MatchPlan {
        game: game_id.to_string(),
        players: record.players.iter().zip(entries).map(planned).collect(),
        seed: record.seed.unwrap_or_default(),
        terms: record.terms(),
        owner: VisitorId::of_ladder(),
        ..MatchPlan::default()
    }
}

/// Returns the entry in each seat of a record.
fn entries_by_seat(game_id: &str, record: &Record, entries: usize) -> Vec<usize> {
    let setup = MatchSetup { terms: record.terms(), ..MatchSetup::new(Vec::new()) };
    let teams = game(game_id).ok().and_then(|game| game.teams(&setup).ok());
    teams.map_or_else(|| (0..entries).collect(), |teams| seating(entries, &teams))
}

/// Returns a record without the notes of these players and without the hashes of their sources; none
/// if it cannot be read.
fn without_notes(game_id: &str, order: &[u32], own: &[u32], packed: &[u8]) -> Option<Vec<u8>> {
    let mut record = unpack(packed).ok()?;
    let entries = entries_by_seat(game_id, &record, order.len());
    let mut theirs = SeatSet::EMPTY;
    for (seat, entry) in Seat::all(entries.len() as u8).zip(entries) {
        if own.contains(order.get(entry)?) {
            theirs = theirs.with(seat);
            record.players.get_mut(seat.index())?.source = None;
        }
    }
    game(game_id).ok()?.forget_notes(&mut record, theirs).ok()?;
    Some(gzip::pack(record.to_line().as_bytes()))
}
