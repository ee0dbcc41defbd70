//! Refused requests that a teacher should see.

use rusqlite::params;
use serde::Serialize;

use super::error::Result;
use super::{Class, PersonId, now};
use juez_core::plain;

const KEPT: u32 = 500;
/// Limit on the incidents of one person; people who are not logged in count as one.
const KEPT_OF_PERSON: u32 = 50;
/// Limit on the text of an incident, in characters.
const MAX_TEXT: usize = 300;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Incident {
    /// Time of the last request, in seconds since 1970.
    pub at: i64,
    /// Number of equal requests.
    pub times: u32,
    /// The name of the person; `None` if not logged in.
    pub person: Option<String>,
    /// Request and reason.
    pub what: String,
}

impl Class {
    /// Stores an incident; equal ones of a person are counted as one. Beyond the limits the oldest
    /// are deleted, first from a person with many.
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

    /// Returns the incidents, newest first.
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
