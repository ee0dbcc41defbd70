//! Join requests and the teacher's decision.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;

use super::browsers::{Origin, network};
use super::codes::{self, HASH_BYTES};
use super::error::ClassErrorKind::{Full, Missing};
use super::error::Result;
use super::names::TakenNames;
use super::people::{insert, taken};
use super::{Class, Login, Role, now, words};

/// Limit on the people who wait from one address.
const MAX_OF_ADDRESS: u32 = 40;
/// Limit on the people who wait from all addresses together.
const MAX: u32 = 400;
/// Seconds after which a join request ends.
const LIFETIME: i64 = 12 * 60 * 60;

/// Number of a join request, never reused.
pub type WaitingId = i64;

/// A join request, with the reason why the teacher is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Waiting {
    /// The number.
    pub id: WaitingId,
    pub name: String,
    /// Time of the request, in seconds since 1970.
    pub at: i64,
    /// Names of people who were logged in in this browser.
    pub browser: Vec<String>,
    /// True if a removed person was logged in in this browser.
    pub removed: bool,
    /// Names of people at this address.
    pub address: Vec<String>,
}

/// State of a browser's join request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Wait {
    pub name: String,
    /// True once the teacher has accepted.
    pub accepted: bool,
}

/// Result of a request to join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Joined {
    /// The person has joined, with this return code, which is stored nowhere.
    In(Login, String),
    /// The teacher was asked.
    Waits(Wait),
}

impl Class {
    /// Returns the join requests that wait for the teacher's decision, oldest first.
    pub fn waiting(&self) -> Result<Vec<Waiting>> {
        self.with(|db| {
            drop_late(db)?;
            let sql = "SELECT id, name, at, browser, address FROM waiting WHERE person IS NULL ORDER BY id";
            let read = |row: &Row<'_>| {
                let waiting = Waiting {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    at: row.get(2)?,
                    browser: Vec::new(),
                    removed: false,
                    address: Vec::new(),
                };
                Ok((waiting, row.get::<_, [u8; HASH_BYTES]>(3)?, row.get::<_, String>(4)?))
            };
            let mut statement = db.prepare_cached(sql)?;
            let found = statement.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            found.into_iter().map(|(waiting, browser, address)| {
                let removed = "SELECT 1 FROM browser WHERE hash = ?1 AND person IS NULL";
                Ok(Waiting {
                    browser: names(db, "hash = ?1", &browser)?,
                    removed: db.prepare_cached(removed)?.exists([browser])?,
                    address: names(db, "address = ?1", &address)?,
                    ..waiting
                })
            })
            .collect()
        })
    }

    /// Returns the state of a browser's join request, if it has one.
    pub fn wait_of(&self, browser: &str) -> Result<Option<Wait>> {
        self.with(|db| Ok(wait(db, codes::hash(browser)).optional()?))
    }

    /// Accepts join requests in one transaction. Returns names taken meanwhile, whose requests stay
    /// open.
    ///
    /// # Errors
    /// If a request is gone, or the class is full; then none is accepted.
    pub fn accept(&self, ids: &[WaitingId]) -> Result<Vec<String>> {
        self.with(|db| {
            let mut taken = taken(db, None)?;
            let mut left_out = Vec::new();
            for &id in ids {
                let name = name_of(db, id)?;
                if !take_in(db, &mut taken, id, &name)? {
                    left_out.push(name);
                }
            }
            Ok(left_out)
        })
    }

    /// Refuses join requests in one transaction.
    ///
    /// # Errors
    /// If a request is gone; then none is refused.
    pub fn refuse(&self, ids: &[WaitingId]) -> Result<()> {
        self.with(|db| {
            for &id in ids {
                name_of(db, id)?;
                db.execute("DELETE FROM waiting WHERE id = ?1", [id])?;
            }
            Ok(())
        })
    }
}

/// Asks the teacher about a person who wants to join. A browser has one request; a new name
/// replaces the old one.
///
/// # Errors
/// If too many people wait.
pub(super) fn ask_teacher(db: &Transaction<'_>, name: &str, from: Origin<'_>) -> Result<Wait> {
    drop_late(db)?;
    stop_waiting(db, from)?;
    let sql =
        "SELECT count(*) FILTER (WHERE address = ?1), count(*) FROM waiting WHERE person IS NULL";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (here, all): (u32, u32) =
        db.prepare_cached(sql)?.query_row([network(from.address)], read)?;
    if here >= MAX_OF_ADDRESS || all >= MAX {
        return Err(Full.because(words::too_many_wait()));
    }
    // An accepted request stays until the person enters.
    let sql = "INSERT INTO waiting (browser, name, address, at) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (browser) DO NOTHING";
    db.execute(sql, params![from.hash(), name, network(from.address), now()])?;
    Ok(wait(db, from.hash())?)
}

fn wait(db: &Transaction<'_>, browser: [u8; HASH_BYTES]) -> rusqlite::Result<Wait> {
    let sql = "SELECT name, person IS NOT NULL FROM waiting WHERE browser = ?1";
    let read = |row: &Row<'_>| Ok(Wait { name: row.get(0)?, accepted: row.get(1)? });
    db.prepare_cached(sql)?.query_row([browser], read)
}

/// Ends a browser's join request, unless it was accepted.
pub(super) fn stop_waiting(db: &Transaction<'_>, from: Origin<'_>) -> Result<()> {
    db.execute("DELETE FROM waiting WHERE browser = ?1 AND person IS NULL", [from.hash()])?;
    Ok(())
}

fn drop_late(db: &Transaction<'_>) -> Result<()> {
    let sql = "DELETE FROM waiting WHERE person IS NULL AND at < ?1";
    db.prepare_cached(sql)?.execute([now() - LIFETIME])?;
    Ok(())
}

fn name_of(db: &Transaction<'_>, id: WaitingId) -> Result<String> {
    let sql = "SELECT name FROM waiting WHERE id = ?1 AND person IS NULL";
    let found = db.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?;
    found.ok_or_else(|| Missing.because(words::waits_no_more()))
}

/// Adds the person of a join request; returns false if the name is taken.
fn take_in(
    db: &Transaction<'_>,
    taken: &mut TakenNames,
    id: WaitingId,
    name: &str,
) -> Result<bool> {
    if !taken.add(name) {
        return Ok(false);
    }
    let person = insert(db, name, Role::Student, None)?;
    db.execute("UPDATE waiting SET person = ?2 WHERE id = ?1", [id, person])?;
    Ok(true)
}

/// Returns the names of people whose browsers meet a condition.
fn names(
    db: &Transaction<'_>,
    condition: &str,
    value: &dyn rusqlite::ToSql,
) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT DISTINCT person.name FROM browser JOIN person ON person.id = person
         WHERE {condition} ORDER BY name_key"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let names = statement.query_map([value], |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}
