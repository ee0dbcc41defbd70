//! The refused requests that a teacher should see.

use rusqlite::params;
use serde::Serialize;

use super::error::Result;
use super::{Class, PersonId, now};
use crate::core::plain;

const KEPT: u32 = 500;
/// Most of one person; those who are not logged in count as one.
const KEPT_OF_PERSON: u32 = 50;
/// Longest text of an incident, in characters.
const MAX_TEXT: usize = 300;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Incident {
    /// Time of the last one, in seconds since 1970.
    pub at: i64,
    /// Times that it came.
    pub times: u32,
    /// The name of the person; `None` for a person who was not logged in.
    pub person: Option<String>,
    /// Request and reason, in words.
    pub what: String,
}

impl Class {
    /// Keeps an incident for the teacher, equal ones of a person as one with a count. The oldest give way,
    /// first those of a person who has many.
    pub fn note_incident(&self, person: Option<PersonId>, what: &str) -> Result<()> {
        let what: String = plain(what).chars().take(MAX_TEXT).collect();
        self.with(|db| {
            let again = "UPDATE incident SET at = ?1, times = times + 1 WHERE person IS ?2 AND what = ?3";
            if db.prepare_cached(again)?.execute(params![now(), person, what])? > 0 {
                return Ok(());
            }
            let sql = "INSERT INTO incident (at, person, what) VALUES (?1, ?2, ?3)";
            db.prepare_cached(sql)?.execute(params![now(), person, what])?;
            let sql = "DELETE FROM incident WHERE id IN
                       (SELECT id FROM incident WHERE person IS ?1 ORDER BY id DESC LIMIT -1 OFFSET ?2)";
            db.prepare_cached(sql)?.execute(params![person, KEPT_OF_PERSON])?;
            let sql = "DELETE FROM incident WHERE id IN
                       (SELECT id FROM incident ORDER BY id DESC LIMIT -1 OFFSET ?1)";
            db.prepare_cached(sql)?.execute([KEPT])?;
            Ok(())
        })
    }

    /// The incidents, newest first.
    pub fn incidents(&self) -> Result<Vec<Incident>> {
        self.with(|db| {
            let sql = "SELECT at, person.name, what, times FROM incident
                       LEFT JOIN person ON person.id = person ORDER BY at DESC, incident.id DESC";
            let mut statement = db.prepare_cached(sql)?;
            let read = |row: &rusqlite::Row<'_>| {
                let (at, person, what) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(Incident { at, times: row.get(3)?, person, what })
            };
            let found = statement.query_map([], read)?.collect::<rusqlite::Result<_>>()?;
            Ok(found)
        })
    }
}
