//! Gives stored entrants other names, in their matches too.

use rusqlite::params;
use std::collections::BTreeMap;

use super::packed::unpack_record;
use super::write::{json, put_faults};
use super::{Packed, Store, StoreError};
use crate::job::{JobKey, Summary};
use juez_core::{Fault, Seat, SeatSet};
use juez_match::registry::{AnyGame, game};

/// The new name of an entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewName {
    /// The name, different from all others.
    pub name: String,
    /// The student that it belongs to; `None` takes everything but its results out of the file: the
    /// source, notes, and messages of faults.
    pub student: Option<String>,
}

/// A match as it is stored with the new names.
struct Renamed {
    id: i64,
    summary: Summary,
    packed: Packed,
}

impl Store {
    /// Gives entrants other names, by their present ones, in all revisions. No trace of the old ones
    /// is left. A tournament without the source of an entrant cannot continue.
    ///
    /// # Errors
    /// If a match cannot be read, or the file cannot be written; then nothing has changed.
    pub fn rename(&mut self, names: &BTreeMap<String, NewName>) -> Result<(), StoreError> {
        let renamed = self.renamed(names)?;
        self.batch("PRAGMA secure_delete = ON")?;
        self.at_once(|store| {
            // Names differ at each moment, also if two are exchanged.
            let apart = "UPDATE entrant SET name = char(0) || ?1 WHERE name = ?1";
            let named = "UPDATE entrant SET name = ?2, student = ?3 WHERE name = char(0) || ?1";
            let emptied = "UPDATE entrant SET source = NULL, bundle = NULL, path = '',
                           error = CASE WHEN error IS NULL THEN NULL ELSE ?1 END WHERE name = ?1";
            for old in names.keys() {
                store.db.execute(apart, [old])?;
            }
            for (old, NewName { name, student }) in names {
                store.db.execute(named, params![old, name, student])?;
                if student.is_none() {
                    store.db.execute(emptied, [name])?;
                }
            }
            renamed.iter().try_for_each(|one| store.put_renamed(one))?;
            let unused = "DELETE FROM bundle WHERE hash NOT IN
                          (SELECT bundle FROM entrant WHERE bundle IS NOT NULL)";
            store.db.execute(unused, []).map(drop)
        })?;
        // The log of SQLite has the old pages. A reader can delay this until the file is closed.
        let _ = self.db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(())
    }

    /// Returns the matches of these entrants with the new names.
    fn renamed(&self, names: &BTreeMap<String, NewName>) -> Result<Vec<Renamed>, StoreError> {
        let old = json(&names.keys().collect::<Vec<_>>());
        let sql = "SELECT match.id, key, summary, packed, hash,
                          (SELECT game FROM edition ORDER BY number LIMIT 1)
                   FROM match JOIN record ON record.match = match.id
                   WHERE EXISTS (SELECT 1 FROM json_each(players) AS player
                                 JOIN json_each(?1) AS old ON player.value = old.value)";
        let mut statement = self.checked(self.db.prepare(sql))?;
        let mut rows = self.checked(statement.query([old]))?;
        let mut renamed = Vec::new();
        while let Some(row) = self.checked(rows.next())? {
            let read = || {
                let (id, key, summary): (i64, [u8; 32], String) =
                    (row.get(0)?, row.get(1)?, row.get(2)?);
                let (packed, hash, game): (Vec<u8>, Vec<u8>, String) =
                    (row.get(3)?, row.get(4)?, row.get(5)?);
                rusqlite::Result::Ok((id, JobKey(key), summary, packed, hash, game))
            };
            let (id, key, summary, packed, hash, id_of_game) = self.checked(read())?;
            let what = || format!("match {key}");
            let any = game(&id_of_game).map_err(|why| self.damaged(what(), why.to_string()))?;
            let summary: Summary = self.parsed(&summary, what)?;
            renamed.push(self.renamed_match((id, &key), any, summary, (&packed, &hash), names)?);
        }
        Ok(renamed)
    }

    fn renamed_match(
        &self,
        (id, key): (i64, &JobKey),
        game: &dyn AnyGame,
        mut summary: Summary,
        (packed, hash): (&[u8], &[u8]),
        names: &BTreeMap<String, NewName>,
    ) -> Result<Renamed, StoreError> {
        let what = || format!("the record of match {key}");
        let unpacked = unpack_record(packed, hash);
        let mut record = unpacked.map_err(|source| StoreError::Unpack {
            path: self.path().to_path_buf(),
            what: what(),
            source,
        })?;
        let mut removed = SeatSet::EMPTY;
        for (seat, player) in Seat::all(record.players.len() as u8).zip(&mut record.players) {
            let Some(new) = names.get(&player.name) else { continue };
            player.name.clone_from(&new.name);
            if new.student.is_none() {
                player.source = None;
                removed = removed.with(seat);
            }
        }
        if removed != SeatSet::EMPTY {
            let forgotten = game.forget_notes(&mut record, removed);
            forgotten.map_err(|fault| self.damaged(what(), fault.error.to_string()))?;
            for one in summary.faults.iter_mut().filter(|one| removed.has(one.seat)) {
                one.fault = Fault::new(one.fault.kind, one.fault.hook, "", "");
            }
        }
        Ok(Renamed { id, summary, packed: Packed::of(&record) })
    }

    fn put_renamed(&self, Renamed { id, summary, packed }: &Renamed) -> rusqlite::Result<()> {
        let names: Vec<&String> = packed.players.iter().map(|player| &player.name).collect();
        let sql = "UPDATE match SET players = ?2, summary = ?3, hash = ?4 WHERE id = ?1";
        self.db.execute(sql, params![id, json(&names), json(summary), packed.hash])?;
        let sql = "UPDATE record SET packed = ?2 WHERE match = ?1";
        self.db.execute(sql, params![id, packed.bytes])?;
        self.db.execute("DELETE FROM fault WHERE match = ?1", [id])?;
        put_faults(&self.db, *id, summary, packed)
    }
}
