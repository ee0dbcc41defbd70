//! The refused requests that a teacher should see.

use rusqlite::params;
use serde::Serialize;

use super::error::Result;
use super::{Class, PersonId, now};
use crate::core::plain;

const KEPT: u32 = 500;
/// Longest text of an incident, in characters.
const MAX_TEXT: usize = 300;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Incident {
    /// Seconds since 1970.
    pub at: i64,
    /// The name of the person; `None` for a person who was not logged in.
    pub person: Option<String>,
    /// Request and reason, in words.
    pub what: String,
}

impl Class {
    /// Keeps an incident for the teacher; the oldest give way.
    pub fn note_incident(&self, person: Option<PersonId>, what: &str) -> Result<()> {
        let what: String = plain(what).chars().take(MAX_TEXT).collect();
        self.with(|db| {
            let sql = "INSERT INTO incident (at, person, what) VALUES (?1, ?2, ?3)";
            db.prepare_cached(sql)?.execute(params![now(), person, what])?;
            let sql = "DELETE FROM incident WHERE id <= (SELECT max(id) FROM incident) - ?1";
            db.prepare_cached(sql)?.execute([KEPT])?;
            Ok(())
        })
    }

    /// The incidents, newest first.
    pub fn incidents(&self) -> Result<Vec<Incident>> {
        self.with(|db| {
            let sql = "SELECT at, person.name, what FROM incident
                       LEFT JOIN person ON person.id = person ORDER BY incident.id DESC";
            let mut statement = db.prepare_cached(sql)?;
            let read = |row: &rusqlite::Row<'_>| {
                Ok(Incident { at: row.get(0)?, person: row.get(1)?, what: row.get(2)? })
            };
            let found = statement.query_map([], read)?.collect::<rusqlite::Result<_>>()?;
            Ok(found)
        })
    }
}
