//! Writes the store.

use rusqlite::{Connection, OptionalExtension, ToSql, params_from_iter};
use serde::Serialize;
use std::sync::Arc;

use super::Store;
use super::error::StoreError;
use super::packed::Packed;
use crate::job::{Job, JobKey, Summary};
use crate::plan::{Entrant, Plan};
use crate::round::Round;
use juez_script::Bundle;

impl Store {
    /// Plans a revision with these entrants and returns its number, from 1. Continues the newest
    /// revision if it has the same plan and the same bots, unless it is complete and an external
    /// program took part. Sources are stored once, by their hash. The origin of an entrant affects
    /// no match: a continued revision takes over new paths and students.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(
        &mut self,
        plan: &Plan,
        entrants: &[(Entrant, Option<Arc<Bundle>>)],
    ) -> Result<u32, StoreError> {
        let newest = self.revisions()?;
        let text = json(plan);
        let is_over = newest > 0 && self.may_play_otherwise(newest)?;
        let continues = newest > 0 && !is_over && self.plan_text(newest)? == text && {
            // The same under the same names.
            let plays = |entrant: &Entrant| (entrant.player.clone(), entrant.error.clone());
            let before = self.entrants(newest)?;
            before.iter().map(plays).eq(entrants.iter().map(|(entrant, _)| plays(entrant)))
        };
        let revision = if continues { newest } else { newest + 1 };
        self.at_once(|store| {
            if !continues {
                let columns: [(&str, &dyn ToSql); 4] = [
                    ("number", &revision),
                    ("name", &plan.name),
                    ("game", &plan.game),
                    ("plan", &text),
                ];
                insert(&store.db, "edition", &columns, "")?;
            }
            for (number, (entrant, bundle)) in (0..).zip(entrants) {
                if let Some(bundle) = bundle {
                    store.put_bundle(entrant.player.bot, bundle)?;
                }
                let hash = bundle.as_ref().map(|bundle| &bundle.hash);
                store.put_entrant(revision, number, entrant, hash)?;
            }
            Ok(())
        })?;
        Ok(revision)
    }

    /// Replaces the plan of a revision, once its size was settled.
    ///
    /// # Errors
    /// If the revision does not exist, or the file cannot be written.
    pub fn replan(&mut self, revision: u32, plan: &Plan) -> Result<(), StoreError> {
        self.must_exist(revision)?;
        self.at_once(|store| {
            let sql = "UPDATE edition SET plan = ?2 WHERE number = ?1";
            store.db.execute(sql, (revision, json(plan))).map(drop)
        })
    }

    /// Stores a round and its matches, all or nothing; does nothing if the round is already stored.
    ///
    /// # Errors
    /// If the round is stored with other content, or cannot be written.
    pub fn add_round(
        &mut self,
        revision: u32,
        round: &Round,
        jobs: &[(Job, JobKey)],
    ) -> Result<(), StoreError> {
        self.must_exist(revision)?;
        let known = "SELECT EXISTS (SELECT 1 FROM round WHERE edition = ?1 AND number = ?2)";
        if self.one(known, (revision, round.number), |row| row.get(0))?.unwrap_or(false) {
            let rounds = self.rounds(revision)?;
            let before = rounds.iter().find(|r| r.number == round.number);
            let mut stored = self.matches(revision)?;
            stored.retain(|(_, stored)| stored.job.round == round.number);
            let stored = stored.into_iter().map(|(key, stored)| (stored.job, key));
            if before == Some(round) && stored.eq(jobs.iter().cloned()) {
                return Ok(());
            }
            let (path, number) = (self.path.clone(), round.number);
            return Err(StoreError::OtherRound { path, revision, number });
        }
        self.at_once(|store| {
            let columns: [(&str, &dyn ToSql); 9] = [
                ("edition", &revision),
                ("number", &round.number),
                ("title", &round.title),
                ("first_block", &round.first_block),
                ("blocks", &round.blocks),
                ("pairings", &json(&round.pairings)),
                ("byes", &json(&round.byes)),
                ("against", &round.against),
                ("continues", &round.continues),
            ];
            insert(&store.db, "round", &columns, "")?;
            for (job, key) in jobs {
                let columns: [(&str, &dyn ToSql); 8] = [
                    ("edition", &revision),
                    ("number", &job.number),
                    ("round", &job.round),
                    ("pairing", &job.pairing),
                    ("block", &job.block),
                    ("seating", &job.seating),
                    ("entrants", &json(&job.order)),
                    ("key", &key.0),
                ];
                insert(&store.db, "fixture", &columns, "")?;
            }
            Ok(())
        })
    }

    /// Stores a played match; permanent after the next [`Store::commit`]. Does nothing if the match
    /// is already stored.
    ///
    /// # Errors
    /// If it is stored with another record; nothing changes then. If it cannot be written;
    /// everything put since the last commit is lost then.
    pub fn put(
        &mut self,
        key: &JobKey,
        summary: &Summary,
        record: &Packed,
    ) -> Result<(), StoreError> {
        if self.write(|db| put_match(db, key, summary, record))? {
            return Ok(());
        }
        Err(StoreError::Mismatch { path: self.path.clone(), key: *key })
    }

    /// Stores why a match could not be played after `attempts` tries; permanent after the next
    /// [`Store::commit`]. A later success replaces it.
    ///
    /// # Errors
    /// If there is no such match in the schedule, or it cannot be written (see [`Store::put`]).
    pub fn put_failure(
        &mut self,
        revision: u32,
        number: u32,
        attempts: u32,
        error: &str,
    ) -> Result<(), StoreError> {
        let rows = self.write(|db| {
            db.prepare_cached(
                "UPDATE fixture SET attempts = ?3, error = ?4 WHERE edition = ?1 AND number = ?2",
            )?
            .execute((revision, number, attempts, error))
        })?;
        match rows {
            0 => Err(StoreError::NoMatch { path: self.path.clone(), revision, number }),
            _ => Ok(()),
        }
    }

    /// Commits everything that was put: no kill of the process loses it after this returns. Does
    /// nothing if nothing was put.
    ///
    /// # Errors
    /// If it cannot be written; everything put since the last commit is lost then.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if self.db.is_autocommit() {
            return Ok(());
        }
        let committed = self.db.prepare_cached("COMMIT").and_then(|mut commit| commit.execute([]));
        self.or_roll_back(committed).map(drop)
    }

    /// Commits and marks a revision as complete. Everything is on disk when this returns, so even a
    /// power cut loses nothing.
    ///
    /// # Errors
    /// If the revision does not exist, or the file cannot be written.
    pub fn finish(&mut self, revision: u32) -> Result<(), StoreError> {
        self.must_exist(revision)?;
        self.commit()?;
        self.batch("PRAGMA synchronous = FULL")?;
        let noted = self.at_once(|store| {
            let sql = "UPDATE edition SET finished = unixepoch() WHERE number = ?1";
            store.db.execute(sql, [revision]).map(drop)
        });
        self.batch("PRAGMA synchronous = NORMAL")?;
        noted?;
        // Lets the single file be copied; current readers can delay this.
        let _ = self.db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        Ok(())
    }

    fn put_entrant(
        &self,
        revision: u32,
        number: u32,
        entrant: &Entrant,
        bundle: Option<&String>,
    ) -> rusqlite::Result<()> {
        let columns: [(&str, &dyn ToSql); 9] = [
            ("edition", &revision),
            ("number", &number),
            ("name", &entrant.player.name),
            ("bot", &word(&entrant.player.bot)),
            ("source", &entrant.player.source),
            ("bundle", &bundle),
            ("path", &entrant.path),
            ("student", &entrant.student),
            ("error", &entrant.error),
        ];
        let known = "ON CONFLICT (edition, number) DO UPDATE SET
                     bundle = coalesce(excluded.bundle, bundle), path = excluded.path,
                     student = excluded.student";
        insert(&self.db, "entrant", &columns, known).map(drop)
    }

    /// Writes within the open transaction, or opens one.
    pub(super) fn write<T>(
        &mut self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let written = self.open_transaction().and_then(|()| write(&self.db));
        self.or_roll_back(written)
    }

    /// Writes in a separate transaction.
    pub(super) fn at_once(
        &mut self,
        write: impl FnOnce(&Store) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        self.commit()?;
        let written = self.open_transaction().and_then(|()| write(self));
        self.or_roll_back(written)?;
        self.commit()
    }

    fn open_transaction(&self) -> rusqlite::Result<()> {
        if self.db.is_autocommit() {
            self.db.prepare_cached("BEGIN IMMEDIATE")?.execute([]).map(drop)
        } else {
            Ok(())
        }
    }

    /// Rolls back after an error, because only part of the data may be written.
    fn or_roll_back<T>(&self, written: rusqlite::Result<T>) -> Result<T, StoreError> {
        if written.is_err() && !self.db.is_autocommit() {
            // If this fails, SQLite rolls back, at the latest when the file is opened again.
            let _ = self.db.execute_batch("ROLLBACK");
        }
        self.checked(written)
    }
}

/// Stores a match; returns false if another record has its key.
fn put_match(
    db: &Connection,
    key: &JobKey,
    summary: &Summary,
    record: &Packed,
) -> rusqlite::Result<bool> {
    let names: Vec<&String> = record.players.iter().map(|player| &player.name).collect();
    let columns: [(&str, &dyn ToSql); 10] = [
        ("key", &key.0),
        ("players", &json(&names)),
        ("reason", &word(&summary.reason)),
        ("ranks", &json(&summary.ranks)),
        ("points", &json(&summary.points)),
        ("plies", &summary.plies),
        ("faults", &(summary.faults.len() as u32)),
        ("wall_us", &i64::try_from(summary.wall_us).unwrap_or(i64::MAX)),
        ("summary", &json(summary)),
        ("hash", &record.hash),
    ];
    if insert(db, "match", &columns, "ON CONFLICT (key) DO NOTHING")? == 0 {
        let mut stored = db.prepare_cached("SELECT hash FROM match WHERE key = ?1")?;
        let stored = stored.query_row([key.0], |row| row.get(0)).optional()?;
        return Ok(stored == Some(record.hash));
    }
    let id = db.last_insert_rowid();
    insert(db, "record", &[("match", &id), ("packed", &record.bytes)], "")?;
    put_faults(db, id, summary, record)?;
    Ok(true)
}

/// Stores the faults of a match.
pub(super) fn put_faults(
    db: &Connection,
    id: i64,
    summary: &Summary,
    record: &Packed,
) -> rusqlite::Result<()> {
    for one in &summary.faults {
        let player = record.players.get(one.seat.index());
        let columns: [(&str, &dyn ToSql); 11] = [
            ("match", &id),
            ("seat", &(one.seat.index() as u32)),
            ("player", &player.map_or("", |player| &player.name)),
            ("source", &player.and_then(|player| player.source.as_ref())),
            ("ply", &one.ply),
            ("kind", &word(&one.fault.kind)),
            ("hook", &word(&one.fault.hook)),
            ("why", &one.fault.why),
            ("text", &one.fault.text),
            ("file", &one.fault.file),
            ("line", &one.fault.line),
        ];
        insert(db, "fault", &columns, "")?;
    }
    Ok(())
}

/// Inserts a row with these columns and returns the number of rows inserted; `conflict` handles a
/// taken key.
pub(super) fn insert(
    db: &Connection,
    table: &str,
    columns: &[(&str, &dyn ToSql)],
    conflict: &str,
) -> rusqlite::Result<usize> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let (names, marks) = (names.join(", "), vec!["?"; columns.len()].join(", "));
    let sql = format!("INSERT INTO {table} ({names}) VALUES ({marks}) {conflict}");
    db.prepare_cached(&sql)?.execute(params_from_iter(columns.iter().map(|(_, value)| value)))
}

pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// Returns a word as written in the record format.
fn word(value: &impl Serialize) -> String {
    json(value).trim_matches('"').to_string()
}
