//! People who are logged in, and their tokens.

use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;
use std::net::IpAddr;

use super::browsers::{Origin, network};
use super::codes::{fresh_secret, hash};
use super::error::ClassErrorKind::Full;
use super::error::Result;
use super::people::{COLUMNS, person, read_person};
use super::{Class, Person, PersonId, now, words};

/// Limit on the browser sessions of a person; a new one ends the least recently used.
const MAX_COOKIES: u32 = 12;
/// Limit on the tokens of a person.
const MAX_TOKENS: u32 = 4;
/// Seconds without use after which a session ends.
const LIFETIME: i64 = 200 * 24 * 60 * 60;
/// Minimum seconds between writes of a session's last use.
const USE_INTERVAL: i64 = 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// In a browser.
    Cookie,
    /// In a person's program: `juez submit`, curl.
    Token,
}

impl SessionKind {
    fn text(self) -> &'static str {
        match self {
            SessionKind::Cookie => "cookie",
            SessionKind::Token => "token",
        }
    }

    fn most(self) -> u32 {
        match self {
            SessionKind::Cookie => MAX_COOKIES,
            SessionKind::Token => MAX_TOKENS,
        }
    }
}

/// A person who has just logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    pub person: Person,
    /// The secret of the session, 64 hex digits; the file has only its hash.
    pub secret: String,
}

impl Class {
    /// Returns the person whose session of this kind has this secret, if any. Notes the address of
    /// a browser.
    pub fn session(
        &self,
        secret: &str,
        kind: SessionKind,
        address: Option<IpAddr>,
    ) -> Result<Option<Person>> {
        let (hash, now) = (hash(secret), now());
        self.with(|db| {
            let sql = format!(
                "SELECT {COLUMNS}, used FROM session JOIN person ON person.id = person
                 WHERE hash = ?1 AND kind = ?2 AND used > ?3"
            );
            let read =
                |row: &rusqlite::Row<'_>| Ok((read_person(row)?, row.get::<_, i64>("used")?));
            let values = params![hash, kind.text(), now - LIFETIME];
            let found = db.prepare_cached(&sql)?.query_row(values, read).optional()?;
            let Some((person, used)) = found else { return Ok(None) };
            // Not every request causes a write.
            if now - used >= USE_INTERVAL || person.seen.is_none() {
                let sql = "UPDATE session SET used = ?2 WHERE hash = ?1";
                db.prepare_cached(sql)?.execute(params![hash, now])?;
                let sql = "UPDATE person SET seen = ?2 WHERE id = ?1";
                db.prepare_cached(sql)?.execute(params![person.id, now])?;
                let sql = "UPDATE browser SET address = ?3, used = ?4 WHERE person = ?2
                           AND hash = (SELECT browser FROM session WHERE hash = ?1)";
                let values = params![hash, person.id, network(address), now];
                db.prepare_cached(sql)?.execute(values)?;
            }
            Ok(Some(person))
        })
    }

    /// Ends the session with this secret.
    pub fn log_out(&self, secret: &str) -> Result<()> {
        self.with(|db| {
            db.execute("DELETE FROM session WHERE hash = ?1", [hash(secret)])?;
            Ok(())
        })
    }

    /// Ends all sessions of a person, tokens included.
    pub fn log_out_everywhere(&self, id: PersonId) -> Result<()> {
        self.with(|db| {
            db.execute("DELETE FROM session WHERE person = ?1", [id])?;
            Ok(())
        })
    }

    /// Makes a token with which a person's programs act for them.
    ///
    /// # Errors
    /// If the person has too many.
    pub fn new_token(&self, id: PersonId) -> Result<String> {
        self.with(|db| {
            if count(db, id, SessionKind::Token)? >= MAX_TOKENS {
                return Err(Full.because(words::too_many_tokens(MAX_TOKENS)));
            }
            Ok(insert_session(db, id, SessionKind::Token, None)?.secret)
        })
    }

    pub fn delete_tokens(&self, id: PersonId) -> Result<()> {
        self.with(|db| {
            db.execute("DELETE FROM session WHERE person = ?1 AND kind = 'token'", [id])?;
            Ok(())
        })
    }
}

fn count(db: &Transaction<'_>, id: PersonId, kind: SessionKind) -> Result<u32> {
    let sql = "SELECT count(*) FROM session WHERE person = ?1 AND kind = ?2";
    Ok(db.prepare_cached(sql)?.query_row(params![id, kind.text()], |row| row.get(0))?)
}

pub(super) fn insert_session(
    db: &Transaction<'_>,
    id: PersonId,
    kind: SessionKind,
    from: Option<Origin<'_>>,
) -> Result<Login> {
    let (secret, now) = (fresh_secret()?, now());
    while count(db, id, kind)? >= kind.most() {
        let sql = "DELETE FROM session WHERE hash = (SELECT hash FROM session
                   WHERE person = ?1 AND kind = ?2 ORDER BY used LIMIT 1)";
        db.execute(sql, params![id, kind.text()])?;
    }
    let browser = from.map(|from| from.hash());
    let sql = "INSERT INTO session (hash, person, kind, made, used, browser) VALUES (?1, ?2, ?3, ?4, ?4, ?5)";
    db.execute(sql, params![hash(&secret), id, kind.text(), now, browser])?;
    Ok(Login { person: person(db, id)?, secret })
}
