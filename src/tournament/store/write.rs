//! Writes the store.

use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use std::sync::Arc;

use super::Store;
use super::error::StoreError;
use super::packed::Packed;
use crate::script::Bundle;
use crate::tournament::entrant::Entrant;
use crate::tournament::job::{Job, JobKey, Summary};
use crate::tournament::plan::Plan;
use crate::tournament::round::Round;

/// The outcome of putting a match.
enum Put {
    Stored,
    /// Another record has its key.
    Differs,
}

impl Store {
    /// Plans: a new revision with these entrants, numbered from 1, or the newest one if it was
    /// planned the same for the same bots. Sources are stored once, by their hash. Where an entrant
    /// came from decides no match: a revision that goes on takes over the new paths and students.
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
        let goes_on = newest > 0 && self.plan_text(newest)? == text && {
            let before = self.entrants(newest)?;
            before.len() == entrants.len()
                && before.iter().zip(entrants).all(|(a, (b, _))| is_same(a, b))
        };
        let revision = if goes_on { newest } else { newest + 1 };
        self.at_once(|store| {
            if !goes_on {
                store.db.execute(
                    "INSERT INTO edition (number, name, game, plan) VALUES (?1, ?2, ?3, ?4)",
                    (revision, &plan.name, &plan.game, text),
                )?;
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

    /// Puts another plan in the place of that of a revision: how much is played was settled.
    ///
    /// # Errors
    /// If there is no such revision, or it cannot be written.
    pub fn replan(&mut self, revision: u32, plan: &Plan) -> Result<(), StoreError> {
        self.must_exist(revision)?;
        self.at_once(|store| {
            let sql = "UPDATE edition SET plan = ?2 WHERE number = ?1";
            store.db.execute(sql, (revision, json(plan))).map(drop)
        })
    }

    /// Stores a round and its matches, all or nothing. A round that is stored already is left
    /// alone.
    ///
    /// # Errors
    /// If it is stored with other matches, or cannot be written.
    pub fn add_round(
        &mut self,
        revision: u32,
        round: &Round,
        jobs: &[(Job, JobKey)],
    ) -> Result<(), StoreError> {
        self.must_exist(revision)?;
        let known = "SELECT EXISTS (SELECT 1 FROM round WHERE edition = ?1 AND number = ?2)";
        let is_known: bool = self.checked(
            self.db
                .prepare_cached(known)
                .and_then(|mut rows| rows.query_row((revision, round.number), |row| row.get(0))),
        )?;
        if is_known {
            let rounds = self.rounds(revision)?;
            let before = rounds.iter().find(|r| r.number == round.number);
            let stored = self.matches(revision)?;
            let stored = stored.iter().filter(|(_, stored)| stored.job.round == round.number);
            let is_same = stored
                .map(|(key, stored)| (&stored.job, key))
                .eq(jobs.iter().map(|(job, key)| (job, key)));
            return if before == Some(round) && is_same {
                Ok(())
            } else {
                Err(StoreError::OtherRound {
                    path: self.path.clone(),
                    revision,
                    number: round.number,
                })
            };
        }
        self.at_once(|store| {
            store.db.execute(
                "INSERT INTO round
                 (edition, number, title, first_block, blocks, pairings, byes, against)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                (
                    revision,
                    round.number,
                    &round.title,
                    round.first_block,
                    round.blocks,
                    json(&round.pairings),
                    json(&round.byes),
                    round.against,
                ),
            )?;
            let mut insert = store.db.prepare_cached(
                "INSERT INTO fixture
                 (edition, number, round, pairing, block, seating, entrants, key)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            for (job, key) in jobs {
                let Job { number, round, pairing, block, seating, order } = job;
                let entrants = json(order);
                insert.execute((
                    revision,
                    number,
                    round,
                    pairing,
                    block,
                    seating,
                    entrants,
                    key.bytes(),
                ))?;
            }
            Ok(())
        })
    }

    /// Puts a match that was played; it is in the file after the next [`Store::commit`]. A match
    /// that is stored already is left alone.
    ///
    /// # Errors
    /// If it is stored with another record, and then nothing changes. If it cannot be written, and
    /// then whatever was put since the last commit is gone.
    pub fn put(
        &mut self,
        key: &JobKey,
        summary: &Summary,
        record: &Packed,
    ) -> Result<(), StoreError> {
        match self.write(|db| put_match(db, key, summary, record))? {
            Put::Stored => Ok(()),
            Put::Differs => Err(StoreError::Mismatch { path: self.path.clone(), key: *key }),
        }
    }

    /// Puts why a match could not be played after so many attempts; it is in the file after the
    /// next [`Store::commit`]. Playing it after all makes good for that.
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

    /// Stores everything that was put: a process that is killed after this returns loses
    /// nothing of that. Does nothing where nothing was put.
    ///
    /// # Errors
    /// If it cannot be written; whatever was put since the last commit is then gone.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if self.db.is_autocommit() {
            return Ok(());
        }
        let committed = self.db.prepare_cached("COMMIT").and_then(|mut commit| commit.execute([]));
        self.or_roll_back(committed).map(drop)
    }

    /// Commits, and notes that a revision is complete. Everything is on the disk itself when this
    /// returns, so even a power cut loses nothing.
    ///
    /// # Errors
    /// If there is no such revision, or it cannot be written.
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
        // So the one file can be copied; those who read it now may keep that waiting.
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
        let Entrant { player, path, student, error } = entrant;
        self.db
            .prepare_cached(
                "INSERT INTO entrant
                 (edition, number, name, bot, source, bundle, path, student, error)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                 ON CONFLICT (edition, number) DO UPDATE SET
                 bundle = coalesce(excluded.bundle, bundle), path = excluded.path,
                 student = excluded.student",
            )?
            .execute((
                revision,
                number,
                &player.name,
                word(&player.bot),
                &player.source,
                bundle,
                path,
                student,
                error,
            ))?;
        Ok(())
    }

    /// Writes within the open transaction, or within one that it opens.
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let written = self.open_transaction().and_then(|()| write(&self.db));
        self.or_roll_back(written)
    }

    /// Writes in a transaction of its own.
    fn at_once(
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

    /// After an error half of what belongs together may be written.
    fn or_roll_back<T>(&self, written: rusqlite::Result<T>) -> Result<T, StoreError> {
        if written.is_err() && !self.db.is_autocommit() {
            // SQLite does it itself if this fails, at the latest when the file is opened again.
            let _ = self.db.execute_batch("ROLLBACK");
        }
        self.checked(written)
    }
}

/// True if two entrants play the same under the same name.
fn is_same(a: &Entrant, b: &Entrant) -> bool {
    a.player == b.player && a.error == b.error
}

fn put_match(
    db: &Connection,
    key: &JobKey,
    summary: &Summary,
    record: &Packed,
) -> rusqlite::Result<Put> {
    let names: Vec<&String> = record.players.iter().map(|player| &player.name).collect();
    let inserted = db
        .prepare_cached(
            "INSERT INTO match
             (key, players, reason, ranks, points, plies, faults, wall_us, summary, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (key) DO NOTHING",
        )?
        .execute((
            key.bytes(),
            json(&names),
            word(&summary.reason),
            json(&summary.ranks),
            json(&summary.points),
            summary.plies,
            summary.faults.len() as u32,
            i64::try_from(summary.wall_us).unwrap_or(i64::MAX),
            json(summary),
            record.hash,
        ))?;
    if inserted == 0 {
        let stored: Option<[u8; 32]> = db
            .prepare_cached("SELECT hash FROM match WHERE key = ?1")?
            .query_row([key.bytes()], |row| row.get(0))
            .optional()?;
        return Ok(if stored == Some(record.hash) { Put::Stored } else { Put::Differs });
    }
    let id = db.last_insert_rowid();
    db.prepare_cached("INSERT INTO record (match, packed) VALUES (?1, ?2)")?
        .execute((id, &record.bytes))?;
    for one in &summary.faults {
        let player = record.players.get(one.seat.index());
        let fault = &one.fault;
        db.prepare_cached(
            "INSERT INTO fault
             (match, seat, player, source, ply, kind, hook, why, text, file, line)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute((
            id,
            one.seat.index() as u32,
            player.map_or("", |player| &player.name),
            player.and_then(|player| player.source.as_ref()),
            one.ply,
            word(&fault.kind),
            word(&fault.hook),
            &fault.why,
            &fault.text,
            &fault.file,
            fault.line,
        ))?;
    }
    Ok(Put::Stored)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// A word of the record format, as it is written there.
fn word(value: &impl Serialize) -> String {
    json(value).trim_matches('"').to_string()
}
