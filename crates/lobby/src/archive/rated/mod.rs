//! The matches of a ladder. They are apart from the matches of people: results stay when their
//! records are dropped, and no name is stored with them.
//!
//! A match is one row, written at its end in one transaction, and a row that is there already is not
//! written again. So a kill loses at most the match in progress, and no match counts twice.

mod tables;
#[cfg(test)]
mod tests;

use rusqlite::{OptionalExtension, Row, params};
use std::collections::BTreeSet;
use std::sync::Arc;

use super::Archive;
use super::read::{json, rows, unsigned};
use crate::error::ArchiveError;
use crate::start::ID_LENGTH;
use crate::wire::json as to_json;
use juez_core::{Record, Seed, plain_signs};
use juez_storage::sqlite_file::Unusable;
use juez_storage::{gzip, unix_time};
use juez_tournament::{BlockKey, LadderMatch, LadderPlayer};

/// The rules of a ladder: its game, and a hash of everything else that all of its matches share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderRules {
    /// The game's id.
    pub game: String,
    /// A hash of the terms. Results under other terms do not count.
    pub hash: i64,
}

/// A stored match of a ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMatch {
    /// Its number, ascending in the order of storing.
    pub number: i64,
    /// The id under which it is watched.
    pub id: String,
    /// Its end, in seconds since 1970.
    pub at: u64,
    /// False once its record was dropped.
    pub has_record: bool,
    /// Its result.
    pub played: LadderMatch,
}

const RATED: &str = "number, id, at, bytes > 0, day, nth, players, ranks, at_fault, plies,
    fingerprint";

fn read_rated(row: &Row<'_>) -> rusqlite::Result<RatedMatch> {
    let fingerprint: String = row.get(10)?;
    let fingerprint = fingerprint.parse().map_err(|why: String| {
        rusqlite::Error::FromSqlConversionFailure(10, rusqlite::types::Type::Text, why.into())
    })?;
    Ok(RatedMatch {
        number: row.get(0)?,
        id: row.get(1)?,
        at: unsigned(row, 2)?.unwrap_or_default(),
        has_record: row.get(3)?,
        played: LadderMatch {
            block: BlockKey { day: row.get(4)?, nth: row.get(5)? },
            order: json(row, 6)?,
            ranks: json(row, 7)?,
            at_fault: json(row, 8)?,
            plies: row.get(9)?,
            fingerprint,
        },
    })
}

fn read_player(row: &Row<'_>) -> rusqlite::Result<(u32, LadderPlayer)> {
    let (bot, version): (Option<i64>, Option<u32>) = (row.get(1)?, row.get(2)?);
    let built_in: Option<String> = row.get(3)?;
    let player = match (bot, version, built_in) {
        (Some(bot), Some(version), _) => LadderPlayer::Version { bot, version },
        (_, _, Some(name)) => LadderPlayer::BuiltIn(name),
        _ => LadderPlayer::Removed,
    };
    Ok((row.get(0)?, player))
}

/// The ladder in the archive of a lobby.
#[derive(Clone)]
pub struct LadderStore(pub(crate) Arc<Archive>);

impl LadderStore {
    /// Returns the seed of a day, which is `fresh` if there is none.
    pub fn seed(&self, day: i32, fresh: Seed) -> Result<Seed, ArchiveError> {
        let put = "INSERT INTO ladder_day (day, seed) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        self.0.with(|db| db.execute(put, params![day, fresh.bytes()]).map(drop))?;
        Ok(self.known_seed(day)?.unwrap_or(fresh))
    }

    /// Returns the seed of a day, if the ladder played on it.
    pub fn known_seed(&self, day: i32) -> Result<Option<Seed>, ArchiveError> {
        let sql = "SELECT seed FROM ladder_day WHERE day = ?1";
        let bytes = self.0.with(|db| db.query_row(sql, [day], |row| row.get(0)).optional())?;
        Ok(bytes.map(Seed::from_bytes))
    }

    /// Returns the last day before `day` on which the ladder played, with its seed.
    pub fn seed_before(&self, day: i32) -> Result<Option<(i32, Seed)>, ArchiveError> {
        let sql = "SELECT day, seed FROM ladder_day WHERE day < ?1 ORDER BY day DESC LIMIT 1";
        let read = |row: &Row<'_>| Ok((row.get(0)?, Seed::from_bytes(row.get(1)?)));
        self.0.with(|db| db.query_row(sql, [day], read).optional())
    }

    /// Returns the number of a player, a new one if it has none.
    pub fn player(&self, game: &str, player: &LadderPlayer) -> Result<u32, ArchiveError> {
        let (bot, version) = match player {
            LadderPlayer::Version { bot, version } => (Some(*bot), Some(*version)),
            _ => (None, None),
        };
        let built_in = player.built_in();
        self.0.transaction(|db| {
            let sql = "SELECT number FROM rated_player
                       WHERE game = ?1 AND bot IS ?2 AND version IS ?3 AND built_in IS ?4";
            let values = params![game, bot, version, built_in];
            let found = db.prepare_cached(sql)?.query_row(values, |row| row.get(0)).optional()?;
            if let Some(number) = found {
                return Ok(number);
            }
            let sql =
                "INSERT INTO rated_player (game, bot, version, built_in) VALUES (?1, ?2, ?3, ?4)";
            db.execute(sql, params![game, bot, version, built_in])?;
            Ok(db.last_insert_rowid() as u32)
        })
    }

    /// Returns the players of a game that have ever taken part, by number.
    pub fn players(&self, game: &str) -> Result<Vec<(u32, LadderPlayer)>, ArchiveError> {
        let sql = "SELECT number, bot, version, built_in FROM rated_player WHERE game = ?1
                   ORDER BY number";
        self.0.with(|db| rows(db, sql, [game], read_player))
    }

    /// Stores a match with its record. Returns false and stores nothing if it is stored
    /// already, or one of its bots was deleted meanwhile.
    pub fn put(
        &self,
        rules: &LadderRules,
        played: &LadderMatch,
        record: &Record,
    ) -> Result<bool, ArchiveError> {
        let packed = gzip::pack(record.to_line().as_bytes());
        let id = plain_signs(ID_LENGTH)
            .map_err(|error| ArchiveError::unusable(&self.0.path, Unusable::Io(error)))?;
        let LadderMatch { block, order, ranks, at_fault, plies, fingerprint } = played;
        self.0.transaction(|db| {
            let gone = "SELECT 1 FROM rated_player WHERE bot IS NULL AND built_in IS NULL
                        AND number IN (SELECT value FROM json_each(?1))";
            if db.prepare_cached(gone)?.exists([to_json(order)])? {
                return Ok(false);
            }
            let sql = "INSERT INTO rated (id, game, rules, day, nth, players, at, ranks, at_fault,
                           plies, fingerprint, bytes)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                       ON CONFLICT DO NOTHING";
            let put = db.prepare_cached(sql)?.execute(params![
                id,
                rules.game,
                rules.hash,
                block.day,
                block.nth,
                to_json(order),
                unix_time() as i64,
                to_json(ranks),
                to_json(at_fault),
                plies,
                fingerprint.to_string(),
                packed.len() as i64
            ])?;
            if put == 0 {
                return Ok(false);
            }
            let number = db.last_insert_rowid();
            let sql = "INSERT INTO rated_record (match, record) VALUES (?1, ?2)";
            db.prepare_cached(sql)?.execute(params![number, packed])?;
            let sql = "INSERT INTO rated_by (player, match) VALUES (?1, ?2)";
            for player in order.iter().collect::<BTreeSet<_>>() {
                db.prepare_cached(sql)?.execute(params![player, number])?;
            }
            Ok(true)
        })
    }

    /// Calls `hear` with the matches of a ladder, oldest first.
    pub fn each(
        &self,
        rules: &LadderRules,
        hear: &mut dyn FnMut(RatedMatch),
    ) -> Result<(), ArchiveError> {
        let sql =
            format!("SELECT {RATED} FROM rated WHERE game = ?1 AND rules = ?2 ORDER BY number");
        self.0.with(|db| {
            let mut statement = db.prepare_cached(&sql)?;
            let mut rows = statement.query(params![rules.game, rules.hash])?;
            while let Some(row) = rows.next()? {
                hear(read_rated(row)?);
            }
            Ok(())
        })
    }

    /// Returns the newest matches of players of a ladder, newest first, at most `most`.
    pub fn matches_of(
        &self,
        rules: &LadderRules,
        players: &[u32],
        most: usize,
    ) -> Result<Vec<RatedMatch>, ArchiveError> {
        let sql = format!(
            "SELECT {RATED} FROM rated WHERE game = ?1 AND rules = ?2 AND number IN
                 (SELECT match FROM rated_by WHERE player IN (SELECT value FROM json_each(?3)))
             ORDER BY number DESC LIMIT ?4"
        );
        let values = params![rules.game, rules.hash, to_json(&players), most as i64];
        self.0.with(|db| rows(db, &sql, values, read_rated))
    }

    /// Drops the oldest records of a ladder if all take more than `most` bytes, down to three
    /// quarters of that, and the oldest results beyond `results`. Returns true if results were
    /// dropped.
    pub fn trim(&self, most: u64, results: u32) -> Result<bool, ArchiveError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let bytes = "SELECT coalesce(sum(bytes), 0) FROM rated";
        let oldest = "SELECT max(number) FROM (
            SELECT number, sum(bytes) OVER (ORDER BY number DESC) AS total FROM rated
        ) WHERE total > ?1";
        let last = "SELECT number FROM rated ORDER BY number DESC LIMIT 1 OFFSET ?1";
        self.0.transaction(|db| {
            if db.query_row(bytes, [], |row| row.get::<_, i64>(0))? > most {
                let sum = db.query_row(oldest, [most / 4 * 3], |row| row.get::<_, Option<i64>>(0));
                if let Some(dropped) = sum? {
                    db.execute("DELETE FROM rated_record WHERE match <= ?1", [dropped])?;
                    db.execute(
                        "UPDATE rated SET bytes = 0 WHERE number <= ?1 AND bytes > 0",
                        [dropped],
                    )?;
                }
            }
            let last = db.query_row(last, [results], |row| row.get::<_, i64>(0)).optional()?;
            let Some(last) = last else { return Ok(false) };
            db.execute("DELETE FROM rated_record WHERE match <= ?1", [last])?;
            db.execute("DELETE FROM rated_by WHERE match <= ?1", [last])?;
            db.execute("DELETE FROM rated WHERE number <= ?1", [last])?;
            Ok(true)
        })
    }

    /// Returns the judgements of the openings of a day: true for one that splits by the seat.
    pub fn openings(
        &self,
        rules: &LadderRules,
        day: i32,
    ) -> Result<Vec<(u32, bool)>, ArchiveError> {
        let sql =
            "SELECT nth, splits FROM ladder_opening WHERE game = ?1 AND rules = ?2 AND day = ?3";
        let values = params![rules.game, rules.hash, day];
        self.0.with(|db| rows(db, sql, values, |row| Ok((row.get(0)?, row.get(1)?))))
    }

    /// Stores the judgement of an opening.
    pub fn put_opening(
        &self,
        rules: &LadderRules,
        (day, nth): (i32, u32),
        splits: bool,
    ) -> Result<(), ArchiveError> {
        let sql = "INSERT INTO ladder_opening (game, rules, day, nth, splits)
                   VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
        let values = params![rules.game, rules.hash, day, nth, splits];
        self.0.with(|db| db.execute(sql, values).map(drop))
    }
}
