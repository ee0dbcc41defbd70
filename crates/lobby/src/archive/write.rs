//! Stores the events of a match; each step is atomic.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::levels::count_match;
use super::read::rows;
use super::tables::{OWNER, SCRIPT};
use super::{Archive, StoredMove};
use juez_core::{Record, Seat, SeatFault};

use crate::error::ArchiveError;
use crate::seating::SeatedPerson;
use crate::start::SeatedMatch;
use crate::table::MatchTable;
use crate::wire::json;
use crate::{MatchStatus, MatchSummary, VisitorId};
use juez_script::{BotSpec, Bundle};
use juez_storage::gzip;

/// The sources of a script as JSON. The bundle's hash covers the bytes on disk, before byte-order
/// marks and carriage returns were removed.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredBundle<'a> {
    pub main: Cow<'a, str>,
    pub files: Cow<'a, BTreeMap<String, String>>,
}

impl Archive {
    /// Stores a match that begins.
    pub fn begin(&self, new: &SeatedMatch) -> Result<(), ArchiveError> {
        let MatchTable { id, plan, begun, .. } = &*new.run.table;
        let names: Vec<&str> = plan.players.iter().map(|planned| &*planned.player.name).collect();
        let (game, plan, names) = (&plan.game, json(plan), json(&names));
        self.transaction(|db| {
            new.scripts.values().try_for_each(|spec| put_script(db, spec))?;
            db.execute(
                "INSERT INTO match (id, game, begun, plan, status, names)
                 VALUES (?1, ?2, ?3, ?4, 'running', ?5)",
                params![id, game, *begun as i64, plan, names],
            )?;
            for (seat, occupant) in Seat::all(new.occupants.len() as u8).zip(&new.occupants) {
                if let Some(occupant) = occupant {
                    put_occupant(db, id, seat, Some(occupant))?;
                }
            }
            if let Some(earlier) = &new.rematch_of {
                db.execute("UPDATE match SET rematch = ?2 WHERE id = ?1", (earlier, id))?;
            }
            Ok(())
        })
    }

    /// Stores a move or a resignation.
    pub fn put_move(&self, id: &str, ply: u32, made: &StoredMove) -> Result<(), ArchiveError> {
        let StoredMove { seat, decided, mv, ms, how } = made;
        let (ms, how) = (ms.map(|ms| ms as i64), how.as_ref().map(json));
        self.with(|db| {
            db.prepare_cached(
                "INSERT INTO move (match, ply, seat, decided, text, ms, how)
                 SELECT number, ?2, ?3, ?4, ?5, ?6, ?7 FROM match WHERE id = ?1
                 ON CONFLICT DO UPDATE SET text = excluded.text, how = excluded.how",
            )?
            .execute(params![id, ply, u8::from(*seat), word(decided), mv, ms, how])
            .map(drop)
        })
    }

    /// Stores a call that must not be made again.
    pub fn put_crash(&self, id: &str, fault: &SeatFault) -> Result<(), ArchiveError> {
        let sql = "INSERT INTO crash (match, fault) SELECT number, ?2 FROM match WHERE id = ?1";
        self.with(|db| db.execute(sql, (id, json(fault))).map(drop))
    }

    /// Stores the new person in a seat, and that this person knows its hand.
    pub fn put_occupant(
        &self,
        id: &str,
        seat: Seat,
        occupant: Option<&SeatedPerson>,
    ) -> Result<(), ArchiveError> {
        self.transaction(|db| put_occupant(db, id, seat, occupant))
    }

    /// Stores that a visitor has seen the hidden hand of a seat.
    pub fn put_knows(&self, id: &str, visitor: &VisitorId, seat: Seat) -> Result<(), ArchiveError> {
        self.with(|db| put_knows(db, id, visitor, seat))
    }

    /// Replaces the moves of a match by its end, which can count for the level of its owner. If the
    /// matches of its owner then take more than `most` bytes, deletes the oldest.
    pub fn finish(
        &self,
        summary: &MatchSummary,
        why: Option<&str>,
        record: Option<&Record>,
        times: &[Option<u64>],
        is_listed: bool,
        most: Option<u64>,
    ) -> Result<(), ArchiveError> {
        let MatchSummary { id, status, players, ply, ranks, .. } = summary;
        let ranks = ranks.map(|ranks| json(&ranks));
        let record = record.map(|record| gzip::pack(record.to_line().as_bytes()));
        let (status, names, times) = (word(status), json(players), json(times));
        self.transaction(|db| {
            db.execute(
                "UPDATE match SET status = ?2, why = ?3, names = ?4, plies = ?5, ranks = ?6,
                                  record = ?7, times = ?8, cleared = max(cleared, ?9) WHERE id = ?1",
                params![id, status, why, names, ply, ranks, record, times, !is_listed],
            )?;
            for table in ["move", "crash", "knows"] {
                let sql = format!(
                    "DELETE FROM {table} WHERE match = (SELECT number FROM match WHERE id = ?1)"
                );
                db.execute(&sql, [id])?;
            }
            count_match(db, id)?;
            measure(db, id)?;
            most.map_or(Ok(()), |most| delete_oldest(db, id, most))
        })
    }

    /// Deletes the matches of owners and the scripts that no other match has, and overwrites the
    /// deleted data.
    pub fn delete_matches_of(&self, owners: &[VisitorId]) -> Result<(), ArchiveError> {
        let sql =
            format!("SELECT number FROM match WHERE {OWNER} IN (SELECT value FROM json_each(?1))");
        self.transaction(|db| {
            let owned: Vec<i64> = rows(db, &sql, [json(owners)], |row| row.get(0))?;
            delete(db, &owned)
        })?;
        // The log of SQLite still contains the deleted data.
        self.with(|db| db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
    }

    /// Takes a match off the list. Deletes nothing.
    pub fn clear(&self, id: &str) -> Result<(), ArchiveError> {
        self.with(|db| db.execute("UPDATE match SET cleared = 1 WHERE id = ?1", [id]).map(drop))
    }

    /// Marks a match as broken because it cannot even be read.
    pub fn break_off(&self, id: &str, why: &str) -> Result<(), ArchiveError> {
        let status = word(&MatchStatus::Broken);
        let sql = "UPDATE match SET status = ?2, why = ?3 WHERE id = ?1";
        self.with(|db| db.execute(sql, (id, status, why)).map(drop))
    }

    pub(super) fn transaction<T>(
        &self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        self.with(|db| {
            let transaction = db.transaction()?;
            let done = write(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
    }
}

/// Computes the bytes of a match. A script counts for each of its matches; otherwise matches that
/// share one could outlive the match that paid for it.
pub(super) fn measure(db: &Connection, id: &str) -> rusqlite::Result<()> {
    let sql = format!(
        "UPDATE match SET bytes = length(plan) + coalesce(length(record), 0) + coalesce(length(times), 0) + (
             SELECT coalesce(sum(length(files)), 0) FROM bundle WHERE hash IN
                 (SELECT {SCRIPT} FROM json_each(plan, '$.places'))
         ) WHERE id = ?1"
    );
    db.prepare_cached(&sql)?.execute([id]).map(drop)
}

/// Deletes the oldest matches of the owner of a match if they take more than `most` bytes in total,
/// down to three quarters of that.
fn delete_oldest(db: &Connection, id: &str, most: u64) -> rusqlite::Result<()> {
    let owner = format!("{OWNER} = (SELECT {OWNER} FROM match WHERE id = ?1)");
    let sum = format!("SELECT sum(bytes) FROM match WHERE {owner}");
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let bytes: i64 = db.prepare_cached(&sum)?.query_row([id], |row| row.get(0))?;
    if bytes <= most {
        return Ok(());
    }
    let oldest = format!(
        "SELECT number FROM (
             SELECT number, id, status, sum(bytes) OVER (ORDER BY number DESC) AS total
             FROM match WHERE {owner}
         ) WHERE total > ?2 AND id <> ?1 AND status <> 'running'"
    );
    let oldest: Vec<i64> = rows(db, &oldest, (id, most / 4 * 3), |row| row.get(0))?;
    delete(db, &oldest)
}

/// Deletes matches by their numbers.
fn delete(db: &Connection, numbers: &[i64]) -> rusqlite::Result<()> {
    let of_match = ["move", "crash", "knows", "seat", "review"].map(|table| (table, "match"));
    for (table, column) in of_match.into_iter().chain([("match", "number")]) {
        let sql =
            format!("DELETE FROM {table} WHERE {column} IN (SELECT value FROM json_each(?1))");
        db.execute(&sql, [json(&numbers)])?;
    }
    delete_unused_scripts(db)
}

/// Deletes the scripts that no match uses any longer.
pub(super) fn delete_unused_scripts(db: &Connection) -> rusqlite::Result<()> {
    let sql = format!(
        "DELETE FROM bundle WHERE hash NOT IN
             (SELECT {SCRIPT} FROM match, json_each(plan, '$.places') WHERE {SCRIPT} IS NOT NULL)"
    );
    db.execute(&sql, []).map(drop)
}

fn put_script(db: &Connection, spec: &BotSpec) -> rusqlite::Result<()> {
    let Bundle { main, files, hash } = &*spec.bundle;
    let stored = StoredBundle { main: Cow::Borrowed(main), files: Cow::Borrowed(files) };
    db.execute(
        "INSERT INTO bundle (hash, language, files) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        (hash, spec.language.id, gzip::pack(json(&stored).as_bytes())),
    )?;
    Ok(())
}

fn put_occupant(
    db: &Connection,
    id: &str,
    seat: Seat,
    occupant: Option<&SeatedPerson>,
) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO seat (match, seat, visitor, name)
         SELECT number, ?2, ?3, ?4 FROM match WHERE id = ?1
         ON CONFLICT DO UPDATE SET visitor = excluded.visitor, name = excluded.name",
        params![
            id,
            u8::from(seat),
            occupant.map(|it| it.visitor.bytes()),
            occupant.map(|it| &it.name)
        ],
    )?;
    match occupant {
        Some(occupant) => put_knows(db, id, &occupant.visitor, seat),
        None => Ok(()),
    }
}

fn put_knows(db: &Connection, id: &str, visitor: &VisitorId, seat: Seat) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO knows (match, visitor, seat)
         SELECT number, ?2, ?3 FROM match WHERE id = ?1 ON CONFLICT DO NOTHING",
        (id, visitor.bytes(), u8::from(seat)),
    )?;
    Ok(())
}

/// Returns the name of a variant.
fn word(value: &impl Serialize) -> String {
    json(value).trim_matches('"').to_string()
}
