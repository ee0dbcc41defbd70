//! Reads stored matches and scripts.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Params, Row};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::tables::OWNER;
use super::write::StoredBundle;
use super::{Archive, StoredMatch, StoredMove};
use juez_core::{MAX_SEATS, Record, Seat};

use crate::error::ArchiveError;
use crate::plan::{MatchPlan, PlannedPlayer, Scripts};
use crate::seating::SeatedPerson;
use crate::{MatchSummary, VisitorId, words};
use juez_match::registry::game;
use juez_script::{BotSpec, Bundle, LANGUAGES};
use juez_storage::gzip;

impl Archive {
    /// Returns the ids of the matches that ran when the archive was closed, oldest first.
    pub fn running(&self) -> Result<Vec<String>, ArchiveError> {
        let sql = "SELECT id FROM match WHERE status = 'running' ORDER BY number";
        self.with(|db| rows(db, sql, [], |row| row.get(0)))
    }

    /// Returns the owners of the matches.
    pub fn owners(&self) -> Result<Vec<VisitorId>, ArchiveError> {
        let sql = format!("SELECT DISTINCT {OWNER} FROM match");
        let owner = |row: &Row<'_>| {
            let text: Option<String> = row.get(0).ok();
            Ok(text.and_then(|text| VisitorId::try_from(text).ok()))
        };
        let owners = self.with(|db| rows(db, &sql, [], owner))?;
        Ok(owners.into_iter().flatten().collect())
    }

    /// Returns the newest finished matches on the list, of these owners or of all, newest first.
    /// Skips unreadable matches and games that this juez does not have.
    pub fn newest(
        &self,
        count: usize,
        owners: Option<&[VisitorId]>,
    ) -> Result<Vec<MatchSummary>, ArchiveError> {
        let of_owners = match owners {
            None => String::new(),
            Some(_) => format!(" AND {OWNER} IN (SELECT value FROM json_each(?2))"),
        };
        let sql = format!(
            "SELECT id, game, begun, status, names, plies, ranks, plan FROM match
             WHERE status <> 'running' AND NOT cleared{of_owners} ORDER BY number DESC LIMIT ?1"
        );
        let count = count as i64;
        let summary = |row: &Row<'_>| Ok(summary(row).ok().flatten());
        let found = self.with(|db| match owners {
            None => rows(db, &sql, [count], summary),
            Some(owners) => rows(db, &sql, (count, json!(owners).to_string()), summary),
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Returns the match with this id, if it exists.
    pub fn stored(&self, id: &str) -> Result<Option<StoredMatch>, ArchiveError> {
        let damaged = |why: String| self.damaged(words::the_match(id), why);
        let found = stored(&self.db.lock(), id);
        let (found, record) = match found {
            Ok(None) => match self.rated(id)? {
                Some((found, record)) => (found, Some(record)),
                None => return Ok(None),
            },
            Ok(Some(found)) => found,
            Err(error) if error.sqlite_error().is_some() => {
                return Err(ArchiveError::of(&self.path, error));
            }
            Err(error) => return Err(damaged(error.to_string())),
        };
        // Decompressed after releasing the lock.
        let record = record.as_deref().map(unpack).transpose().map_err(damaged)?;
        Ok(Some(StoredMatch { record, ..found }))
    }

    /// Calls `hear` with the records of the finished matches of a game, oldest first. Skips damaged
    /// ones.
    pub fn each_record(
        &self,
        game: &str,
        hear: &mut dyn FnMut(Record),
    ) -> Result<(), ArchiveError> {
        let sql = "SELECT number FROM match WHERE game = ?1 AND record IS NOT NULL ORDER BY number";
        let numbers: Vec<i64> = self.with(|db| rows(db, sql, [game], |row| row.get(0)))?;
        for number in numbers {
            let sql = "SELECT record FROM match WHERE number = ?1";
            let packed: Vec<u8> = self.with(|db| db.query_row(sql, [number], |row| row.get(0)))?;
            if let Ok(record) = unpack(&packed) {
                hear(record);
            }
        }
        Ok(())
    }

    /// Returns at most `most` moves of a running match, starting after `ply` moves.
    pub fn moves(&self, id: &str, ply: u32, most: u32) -> Result<Vec<StoredMove>, ArchiveError> {
        let sql = "SELECT seat, decided, text, ms, how FROM move
                   WHERE match = (SELECT number FROM match WHERE id = ?1) AND ply >= ?2
                   ORDER BY ply LIMIT ?3";
        self.with(|db| {
            rows(db, sql, (id, ply, most), |row| {
                let how: Option<String> = row.get(4)?;
                Ok(StoredMove {
                    seat: seat(row, 0)?,
                    decided: word(row, 1)?,
                    mv: row.get(2)?,
                    ms: unsigned(row, 3)?,
                    how: how.map(|_| json(row, 4)).transpose()?,
                })
            })
        })
    }

    /// Adds the scripts of a match that `scripts` lacks.
    pub fn scripts(&self, plan: &MatchPlan, mut scripts: Scripts) -> Result<Scripts, ArchiveError> {
        for hash in plan.players.iter().filter_map(PlannedPlayer::script) {
            if !scripts.contains_key(hash) {
                scripts.insert(hash.to_string(), self.script(hash)?);
            }
        }
        Ok(scripts)
    }

    /// Returns true if a script is stored under this hash.
    pub fn has_script(&self, hash: &str) -> Result<bool, ArchiveError> {
        self.with(|db| db.prepare_cached("SELECT 1 FROM bundle WHERE hash = ?1")?.exists([hash]))
    }

    /// Returns a script by the hash of its bundle.
    pub fn script(&self, hash: &str) -> Result<BotSpec, ArchiveError> {
        let damaged = |why: String| self.damaged(words::the_source(hash), why);
        let sql = "SELECT language, files FROM bundle WHERE hash = ?1";
        let row: Option<(String, Vec<u8>)> = self.with(|db| {
            db.query_row(sql, [hash], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })?;
        let (id, packed) = row.ok_or_else(|| damaged(words::it_is_not_there()))?;
        let language = LANGUAGES.iter().find(|language| language.id == id);
        let language = language.ok_or_else(|| damaged(words::no_language(id)))?;
        let json = gzip::unpack(&packed).map_err(|error| damaged(error.to_string()))?;
        let StoredBundle { main, files } =
            serde_json::from_slice(&json).map_err(|error| damaged(error.to_string()))?;
        let (main, files) = (main.into_owned(), files.into_owned());
        let bundle = Bundle { main, files, hash: hash.to_string() };
        Ok(BotSpec::uncompiled(String::new(), language, bundle))
    }

    pub(super) fn check_scripts(&self) -> Result<(), ArchiveError> {
        let sql = "SELECT hash FROM bundle";
        let hashes: Vec<String> = self.with(|db| rows(db, sql, [], |row| row.get(0)))?;
        hashes.iter().try_for_each(|hash| self.script(hash).map(drop))
    }

    /// Checks every match except its record, which is checked when it is read.
    pub(super) fn check_matches(&self) -> Result<(), ArchiveError> {
        let ids: Vec<String> =
            self.with(|db| rows(db, "SELECT id FROM match", [], |row| row.get(0)))?;
        ids.iter().try_for_each(|id| match stored(&self.db.lock(), id) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.damaged(words::the_match(id), error.to_string())),
        })
    }

    fn damaged(&self, what: String, why: String) -> ArchiveError {
        ArchiveError::Damaged { path: self.path.clone(), what, why }
    }
}

/// Returns a match without its record, and the record in its stored form.
fn stored(db: &Connection, id: &str) -> rusqlite::Result<Option<(StoredMatch, Option<Vec<u8>>)>> {
    let sql = "SELECT number, begun, plan, status, why, rematch, record, times
               FROM match WHERE id = ?1";
    let read = |row: &Row<'_>| {
        let number: i64 = row.get(0)?;
        let times: Option<String> = row.get(7)?;
        let found = StoredMatch {
            id: id.to_string(),
            begun: unsigned(row, 1)?.unwrap_or_default(),
            plan: json(row, 2)?,
            status: word(row, 3)?,
            why: row.get(4)?,
            rematch: row.get(5)?,
            occupants: occupants(db, number)?,
            knows: rows(db, "SELECT visitor, seat FROM knows WHERE match = ?1", [number], |row| {
                Ok((VisitorId::from_bytes(row.get(0)?), seat(row, 1)?))
            })?,
            moves: count_moves(db, number)?,
            crashes: rows(db, "SELECT fault FROM crash WHERE match = ?1", [number], |row| {
                json(row, 0)
            })?,
            record: None,
            times: times.map_or(Ok(Vec::new()), |_| json(row, 7))?,
        };
        check_seats(&found)?;
        Ok((found, row.get(6)?))
    };
    db.query_row(sql, [id], read).optional()
}

/// Checks that a match has players, and that all seats it names exist.
fn check_seats(found: &StoredMatch) -> rusqlite::Result<()> {
    let seats = found.plan.players.len();
    let named = found.occupants.iter().map(|(seat, _)| *seat);
    let named = named.chain(found.knows.iter().map(|(_, seat)| *seat));
    let mut named = named.chain(found.crashes.iter().map(|crash| crash.seat));
    if !(1..=MAX_SEATS).contains(&seats) {
        return Err(invalid(2, words::players_for_seats(seats, MAX_SEATS)));
    }
    match named.find(|seat| seat.index() >= seats) {
        Some(seat) => Err(invalid(2, words::no_seat(seat))),
        None => Ok(()),
    }
}

/// Returns the number of moves, after checking that none is missing.
fn count_moves(db: &Connection, number: i64) -> rusqlite::Result<u32> {
    let mut due = 0;
    rows(db, "SELECT ply FROM move WHERE match = ?1 ORDER BY ply", [number], |row| {
        if row.get::<_, u32>(0)? != due {
            return Err(invalid(0, format!("move {} is not there", due + 1)));
        }
        due += 1;
        Ok(())
    })?;
    Ok(due)
}

pub(super) fn occupants(
    db: &Connection,
    number: i64,
) -> rusqlite::Result<Vec<(Seat, Option<SeatedPerson>)>> {
    let sql = "SELECT seat, visitor, name FROM seat WHERE match = ?1 ORDER BY seat";
    rows(db, sql, [number], |row| {
        let (visitor, name): (Option<[u8; 32]>, Option<String>) = (row.get(1)?, row.get(2)?);
        let occupant = visitor.map(|bytes| SeatedPerson {
            visitor: VisitorId::from_bytes(bytes),
            name: name.unwrap_or_default(),
        });
        Ok((seat(row, 0)?, occupant))
    })
}

/// Returns the summary of a finished match, if this juez has its game.
fn summary(row: &Row<'_>) -> rusqlite::Result<Option<MatchSummary>> {
    let (game_id, ply): (String, Option<u32>) = (row.get(1)?, row.get(5)?);
    let ranks: Option<String> = row.get(6)?;
    let Ok(game) = game(&game_id) else { return Ok(None) };
    let plan: MatchPlan = json(row, 7)?;
    Ok(Some(MatchSummary {
        id: row.get(0)?,
        game: game.info().id,
        title: game.info().title,
        status: word(row, 3)?,
        players: json(row, 4)?,
        ply: ply.unwrap_or_default(),
        free: 0,
        ranks: ranks.map(|_| json(row, 6)).transpose()?,
        begun: unsigned(row, 2)?.unwrap_or_default(),
        turn: None,
        waits: false,
        abandoned: false,
        watching: 0,
        chosen_seed: plan.chosen_seed.is_some(),
        branch: plan.branch.is_some(),
        yours: false,
        by: None,
        owner: plan.owner,
    }))
}

pub(super) fn rows<T>(
    db: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(sql)?.query_map(values, read)?.collect()
}

fn seat(row: &Row<'_>, column: usize) -> rusqlite::Result<Seat> {
    let number: u8 = row.get(column)?;
    Seat::try_from(number).map_err(|_| Error::IntegralValueOutOfRange(column, number.into()))
}

/// Reads a number that is never negative.
pub(super) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    let number: Option<i64> = row.get(column)?;
    Ok(number.and_then(|number| number.try_into().ok()))
}

/// Reads a column of JSON.
pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| invalid(column, error))
}

/// Reads a column with the name of a variant.
fn word<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_value(Value::String(text)).map_err(|error| invalid(column, error))
}

fn invalid(column: usize, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, why.into())
}

pub(super) fn unpack(packed: &[u8]) -> Result<Record, String> {
    let line = gzip::unpack(packed).map_err(|error| error.to_string())?;
    let line = String::from_utf8(line).map_err(|error| error.to_string())?;
    Record::from_line(&line).map_err(|error| error.to_string())
}
