//! The browsers in which students were logged in, and the rules for joining from one.
//!
//! Names cost nothing, and each name gets a share of the machine. So a browser or an address can
//! add one person; a second one needs the teacher's consent. An address used by a third of the
//! class counts as shared, and people join from it freely.

use rusqlite::{Transaction, params};
use std::net::{IpAddr, Ipv6Addr};

use super::codes::{self, HASH_BYTES};
use super::error::ClassErrorKind::Forbidden;
use super::error::Result;
use super::settings::asks_about_second_names;
use super::{PersonId, now, words};

/// An address counts as shared if one in this many students uses it.
const SHARED_BY_ONE_OF: u32 = 3;
/// Limit on the students who join from a shared address without the teacher: above a big class.
const MAX_OF_ADDRESS: u32 = 40;
/// Limit on the browsers stored for a person; the least recently used is deleted.
const MAX_OF_PERSON: u32 = 24;
/// Limit on the browsers stored of removed people.
const MAX_OF_REMOVED: u32 = 2000;
/// Network part of an IPv6 address in bits. A device can take any number of addresses in its
/// network.
const NETWORK_BITS: u32 = 64;

/// The origin of a request before the login.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The browser's secret for the class; the file has only its hash.
    pub browser: &'a str,
    /// The address, if known.
    pub address: Option<IpAddr>,
}

impl Origin<'_> {
    pub(super) fn hash(&self) -> [u8; HASH_BYTES] {
        codes::hash(self.browser)
    }
}

/// Returns an address as stored and compared: for IPv6 its network, empty if unknown.
pub(super) fn network(address: Option<IpAddr>) -> String {
    match address.map(|address| address.to_canonical()) {
        Some(IpAddr::V6(address)) => {
            let network = address.to_bits() & (u128::MAX << (u128::BITS - NETWORK_BITS));
            Ipv6Addr::from_bits(network).to_string()
        }
        Some(address) => address.to_string(),
        None => String::new(),
    }
}

/// Notes that a student is logged in in this browser and at this address.
pub(super) fn note_browser(db: &Transaction<'_>, id: PersonId, from: Origin<'_>) -> Result<()> {
    let sql = "INSERT INTO browser (hash, person, address, used) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (hash, person) DO UPDATE SET address = ?3, used = ?4";
    db.prepare_cached(sql)?.execute(params![from.hash(), id, network(from.address), now()])?;
    keep_newest(db, Some(id), MAX_OF_PERSON)
}

/// Removes a person's name and addresses from their browsers, which stay marked. Called before the
/// person is deleted.
pub(super) fn forget_person(db: &Transaction<'_>, id: PersonId) -> Result<()> {
    let sql = "UPDATE browser SET person = NULL, address = '' WHERE person = ?1";
    db.prepare_cached(sql)?.execute([id])?;
    keep_newest(db, None, MAX_OF_REMOVED)
}

fn keep_newest(db: &Transaction<'_>, id: Option<PersonId>, most: u32) -> Result<()> {
    let sql = "DELETE FROM browser WHERE rowid IN (SELECT rowid FROM browser WHERE person IS ?1
               ORDER BY used DESC, rowid DESC LIMIT -1 OFFSET ?2)";
    db.prepare_cached(sql)?.execute(params![id, most])?;
    Ok(())
}

/// Ends join requests from a person's browsers.
pub(super) fn stop_waits_of(db: &Transaction<'_>, id: PersonId) -> Result<()> {
    let sql = "DELETE FROM waiting WHERE person IS NULL AND browser IN
               (SELECT hash FROM browser WHERE person = ?1)";
    db.execute(sql, [id])?;
    Ok(())
}

/// True if a new person can join without the teacher.
///
/// # Errors
/// If a person with a paused account uses the browser.
pub(super) fn comes_in_at_once(db: &Transaction<'_>, from: Origin<'_>) -> Result<bool> {
    let hash = from.hash();
    let paused =
        "SELECT 1 FROM browser JOIN person ON person.id = person WHERE hash = ?1 AND frozen";
    if db.prepare_cached(paused)?.exists([hash])? {
        return Err(Forbidden.because(words::paused_does_not_join()));
    }
    if !asks_about_second_names(db)? {
        return Ok(true);
    }
    if db.prepare_cached("SELECT 1 FROM browser WHERE hash = ?1")?.exists([hash])? {
        return Ok(false);
    }
    let sql = "SELECT count(DISTINCT person) FILTER (WHERE address = ?1), count(DISTINCT person),
               count(*) FILTER (WHERE address = ?1 AND frozen)
               FROM browser JOIN person ON person.id = person";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (here, all, paused_here): (u32, u32, u32) =
        db.prepare_cached(sql)?.query_row([network(from.address)], read)?;
    let is_shared = here * SHARED_BY_ONE_OF >= all && here < MAX_OF_ADDRESS;
    Ok(here == 0 || is_shared && paused_here == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_however_it_is_written_and_a_network_of_ipv6_is_one() {
        let network = |text: &str| network(Some(text.parse().expect("an address")));
        assert_eq!(network("::ffff:192.168.1.7"), network("192.168.1.7"));
        assert_ne!(network("192.168.1.7"), network("192.168.1.8"));
        assert_eq!(network("fd00:1:2:3:aaaa::1"), network("fd00:1:2:3:bbbb::2"));
        assert_ne!(network("fd00:1:2:3::1"), network("fd00:1:2:4::1"));
    }
}
