//! Reads the store.

use rusqlite::types::FromSql;
use rusqlite::{OptionalExtension, Params, Row};
use serde::de::DeserializeOwned;

use super::Store;
use super::error::StoreError;
use super::packed::unpack_record;
use super::sense::{Bounds, check_summary};
use crate::job::{Job, JobKey, MatchResult, Status, Summary};
use crate::plan::{Entrant, Plan};
use crate::round::Round;
use crate::shape::Shape;
use juez_core::{PlayedBy, Player, Record, plain, plain_lines};

impl Store {
    /// Returns the number of revisions, which are numbered from 1; 0 if nothing was planned yet.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn revisions(&self) -> Result<u32, StoreError> {
        let sql = "SELECT count(*), coalesce(max(number), 0) FROM edition";
        let found = self.db.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let (count, newest): (u32, u32) = self.checked(found)?;
        if count == newest {
            return Ok(newest);
        }
        let why = format!("there are {count} of them");
        Err(self.damaged(format!("the number of revision {newest}"), why))
    }

    /// Returns the plan of a revision.
    ///
    /// # Errors
    /// If the revision does not exist or cannot be read.
    pub fn plan(&self, revision: u32) -> Result<Plan, StoreError> {
        let text = self.plan_text(revision)?;
        let what = || format!("the plan of revision {revision}");
        let plan: Plan = self.parsed(&text, what)?;
        let entrants = self.entrant_count(revision)?;
        match plan.yardsticks.iter().find(|number| **number >= entrants) {
            None => Ok(plan),
            Some(stranger) => {
                Err(self.damaged(what(), format!("it names entrant {stranger} of {entrants}")))
            }
        }
    }

    fn entrant_count(&self, revision: u32) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM entrant WHERE edition = ?1";
        Ok(self.one(sql, [revision], |row| row.get(0))?.unwrap_or_default())
    }

    /// Returns the facts that rounds and matches must fit.
    fn bounds(&self, revision: u32) -> Result<Bounds, StoreError> {
        let shape = self.plan(revision)?.table().ok().map(|(_, shape)| shape);
        Ok(Bounds { entrants: self.entrant_count(revision)?, shape })
    }

    /// Returns the entrants, by number.
    ///
    /// # Errors
    /// If the revision does not exist or cannot be read.
    pub fn entrants(&self, revision: u32) -> Result<Vec<Entrant>, StoreError> {
        self.must_exist(revision)?;
        let mut all = Vec::new();
        self.each_row(
            "SELECT name, bot, source, path, student, error, number FROM entrant
             WHERE edition = ?1 ORDER BY number",
            revision,
            |row| {
                let (name, bot): (String, String) = (row.text(0)?, row.get(1)?);
                let (number, due): (u32, u32) = (row.get(6)?, all.len() as u32);
                if number != due {
                    let why = format!("expected entrant {due}");
                    return Err(self.damaged(format!("entrant {number}"), why));
                }
                let what = || format!("the kind of bot of {name}");
                let bot = self.parsed(&format!("{bot:?}"), what)?;
                all.push(Entrant {
                    player: Player { name, bot, source: row.maybe_text(2)? },
                    path: row.text(3)?,
                    student: row.maybe_text(4)?,
                    error: row.get::<Option<String>>(5)?.map(|text| plain_lines(&text)),
                });
                Ok(())
            },
        )?;
        Ok(all)
    }

    /// Returns the rounds drawn so far.
    ///
    /// # Errors
    /// If the revision does not exist or cannot be read.
    pub fn rounds(&self, revision: u32) -> Result<Vec<Round>, StoreError> {
        self.must_exist(revision)?;
        let bounds = self.bounds(revision)?;
        let mut all: Vec<Round> = Vec::new();
        self.each_row(
            "SELECT number, title, first_block, blocks, pairings, byes, against, continues,
                    coalesce(matches, 0) FROM round
             LEFT JOIN (SELECT round AS number, count(*) AS matches FROM fixture
                        WHERE edition = ?1 GROUP BY round) USING (number)
             WHERE edition = ?1 ORDER BY number",
            revision,
            |row| {
                let number = row.get(0)?;
                let what = || format!("round {number} of revision {revision}");
                let round = Round {
                    number,
                    title: row.text(1)?,
                    first_block: row.get(2)?,
                    blocks: row.get(3)?,
                    pairings: self.parsed(&row.get::<String>(4)?, what)?,
                    byes: self.parsed(&row.get::<String>(5)?, what)?,
                    against: row.get(6)?,
                    continues: row.get(7)?,
                };
                let checked = bounds.check_round(&round, &all, row.get(8)?);
                checked.map_err(|why| self.damaged(what(), why))?;
                all.push(round);
                Ok(())
            },
        )?;
        Ok(all)
    }

    /// Returns the matches of all rounds drawn so far, each with its key, in schedule order. No
    /// status is a walkover: walkovers follow from earlier matches.
    ///
    /// # Errors
    /// If the revision does not exist or cannot be read.
    pub fn matches(&self, revision: u32) -> Result<Vec<(JobKey, MatchResult)>, StoreError> {
        let mut all = Vec::new();
        self.each_match(revision, |key, result| {
            all.push((key, result));
            Ok(())
        })?;
        Ok(all)
    }

    /// Passes the matches of [`Store::matches`] to `take` one by one, to avoid having all in
    /// memory.
    ///
    /// # Errors
    /// If the revision does not exist or cannot be read, or if `take` fails.
    pub fn each_match(
        &self,
        revision: u32,
        mut take: impl FnMut(JobKey, MatchResult) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let (bounds, rounds) = (self.bounds(revision)?, self.rounds(revision)?);
        let mut before = 0;
        self.each_row(
            "SELECT number, round, pairing, block, seating, entrants, fixture.key, summary, error
             FROM fixture LEFT JOIN match ON match.key = fixture.key
             WHERE edition = ?1 ORDER BY number",
            revision,
            |row| {
                let number = row.get(0)?;
                let what = || format!("match {number} of revision {revision}");
                let job = Job {
                    number,
                    round: row.get(1)?,
                    pairing: row.get(2)?,
                    block: row.get(3)?,
                    seating: row.get(4)?,
                    order: self.parsed(&row.get::<String>(5)?, what)?,
                };
                let wrong = |why| self.damaged(what(), why);
                bounds.check_job(&job, &rounds, before).map_err(wrong)?;
                before += 1;
                let summary: Option<String> = row.get(7)?;
                let status = match (summary, row.get(8)?) {
                    (Some(text), _) => {
                        let summary: Box<Summary> = self.parsed(&text, what)?;
                        bounds.check_summary(&summary, job.order.len()).map_err(wrong)?;
                        Status::Played(summary)
                    }
                    (None, Some(error)) => Status::Failed { error },
                    (None, None) => Status::Due,
                };
                take(JobKey(row.get(6)?), MatchResult { job, status })
            },
        )
    }

    /// Returns the summary of a match at a table of `entries` entrants, if it was played.
    ///
    /// # Errors
    /// If it cannot be read, or does not fit the table.
    pub fn summary(
        &self,
        key: &JobKey,
        shape: &Shape,
        entries: usize,
    ) -> Result<Option<Summary>, StoreError> {
        let text: Option<String> =
            self.one("SELECT summary FROM match WHERE key = ?1", [key.0], |row| row.get(0))?;
        let Some(text) = text else { return Ok(None) };
        let what = || format!("match {key}");
        let summary = self.parsed(&text, what)?;
        check_summary(&summary, shape, entries).map_err(|why| self.damaged(what(), why))?;
        Ok(Some(summary))
    }

    /// Returns the record of a match, if it was played.
    ///
    /// # Errors
    /// If it is damaged or cannot be read.
    pub fn record(&self, key: &JobKey) -> Result<Option<Record>, StoreError> {
        let row: Option<(Vec<u8>, Vec<u8>)> = self.one(
            "SELECT packed, hash FROM match JOIN record ON record.match = match.id WHERE key = ?1",
            [key.0],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let unpacked = row.map(|(packed, hash)| unpack_record(&packed, &hash)).transpose();
        unpacked.map_err(|source| StoreError::Unpack {
            path: self.path.clone(),
            what: format!("the record of match {key}"),
            source,
        })
    }

    /// Returns true if any match of any revision was played.
    pub fn has_matches(&self) -> Result<bool, StoreError> {
        let any = "SELECT EXISTS (SELECT 1 FROM match)";
        self.checked(self.db.query_row(any, [], |row| row.get(0)))
    }

    /// Returns the key of a match in the schedule, if it exists.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn key(&self, revision: u32, number: u32) -> Result<Option<JobKey>, StoreError> {
        let sql = "SELECT key FROM fixture WHERE edition = ?1 AND number = ?2";
        Ok(self.one(sql, [revision, number], |row| row.get(0))?.map(JobKey))
    }

    /// Returns true if all of a revision was played and no round remains.
    ///
    /// # Errors
    /// If the revision does not exist or cannot be read.
    pub fn is_complete(&self, revision: u32) -> Result<bool, StoreError> {
        self.of_revision("SELECT finished IS NOT NULL FROM edition WHERE number = ?1", revision)
    }

    /// Returns true if all of a revision was played and an external program, which can have changed
    /// since, took part.
    ///
    /// # Errors
    /// If the revision does not exist or cannot be read.
    pub fn may_play_otherwise(&self, revision: u32) -> Result<bool, StoreError> {
        let is_program = |entrant: &Entrant| entrant.player.bot == PlayedBy::External;
        Ok(self.is_complete(revision)? && self.entrants(revision)?.iter().any(is_program))
    }

    pub(super) fn plan_text(&self, revision: u32) -> Result<String, StoreError> {
        self.of_revision("SELECT plan FROM edition WHERE number = ?1", revision)
    }

    pub(super) fn must_exist(&self, revision: u32) -> Result<(), StoreError> {
        self.of_revision::<u32>("SELECT number FROM edition WHERE number = ?1", revision).map(drop)
    }

    fn of_revision<T: FromSql>(&self, sql: &str, revision: u32) -> Result<T, StoreError> {
        if let Some(value) = self.one(sql, [revision], |row| row.get(0))? {
            return Ok(value);
        }
        let revisions = self.revisions()?;
        Err(StoreError::NoRevision { path: self.path.clone(), revision, revisions })
    }

    /// Returns the row found by a query, converted by `read`; `None` if there is none.
    pub(super) fn one<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let found = self.db.prepare_cached(sql);
        self.checked(found.and_then(|mut rows| rows.query_row(parameters, read).optional()))
    }

    fn each_row(
        &self,
        sql: &str,
        revision: u32,
        mut take: impl FnMut(&Fields<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut statement = self.checked(self.db.prepare_cached(sql))?;
        let mut rows = self.checked(statement.query([revision]))?;
        while let Some(row) = self.checked(rows.next())? {
            take(&Fields { store: self, row })?;
        }
        Ok(())
    }

    pub(super) fn parsed<T: DeserializeOwned>(
        &self,
        text: &str,
        what: impl Fn() -> String,
    ) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| self.damaged(what(), error.to_string()))
    }

    pub(super) fn damaged(&self, what: String, why: String) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), what, why }
    }
}

/// The columns of a row.
struct Fields<'a> {
    store: &'a Store,
    row: &'a Row<'a>,
}

impl Fields<'_> {
    fn get<T: FromSql>(&self, column: usize) -> Result<T, StoreError> {
        self.store.checked(self.row.get(column))
    }

    /// Reads a text chosen by the author of the file and makes it safe to display.
    fn text(&self, column: usize) -> Result<String, StoreError> {
        Ok(plain(&self.get::<String>(column)?))
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        Ok(self.get::<Option<String>>(column)?.map(|text| plain(&text)))
    }
}
