//! Workers on other machines: the matches of each, and the distrusted ones.

use super::Store;
use super::error::StoreError;
use super::write::insert;
use crate::job::JobKey;

impl Store {
    /// Stores the worker of a match that was just put; permanent after the next [`Store::commit`].
    pub fn put_worker(&mut self, key: &JobKey, worker: &str) -> Result<(), StoreError> {
        let sql = "UPDATE match SET worker = ?2 WHERE key = ?1 AND worker IS NULL";
        self.write(|db| db.prepare_cached(sql)?.execute((key.0, worker)).map(drop))
    }

    /// Returns the worker that played a match, if on another machine.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn worker(&self, key: &JobKey) -> Result<Option<String>, StoreError> {
        let sql = "SELECT worker FROM match WHERE key = ?1";
        Ok(self.one(sql, [key.0], |row| row.get(0))?.flatten())
    }

    /// Removes all matches of a worker, with the rounds that depend on them, and marks the worker
    /// as distrusted. Returns the number of its matches.
    ///
    /// # Errors
    /// If the file cannot be written; nothing is removed then.
    pub fn distrust(&mut self, worker: &str) -> Result<u32, StoreError> {
        let mut drawn_from = Vec::new();
        for revision in 1..=self.revisions()? {
            let sql = "SELECT min(round) FROM fixture JOIN match USING (key)
                       WHERE edition = ?1 AND worker = ?2";
            let first: Option<u32> = self.one(sql, (revision, worker), |row| row.get(0))?.flatten();
            if let Some(first) = first {
                let follows = self.plan(revision)?.format.follows_from_results();
                drawn_from.push((revision, first, follows));
            }
        }
        let mut removed = 0;
        self.at_once(|store| {
            for &(revision, first, follows) in &drawn_from {
                let sql = "UPDATE edition SET finished = NULL WHERE number = ?1";
                store.db.execute(sql, [revision])?;
                if follows {
                    let later = (revision, first);
                    let sql = "DELETE FROM fixture WHERE edition = ?1 AND round > ?2";
                    store.db.execute(sql, later)?;
                    let sql = "DELETE FROM round WHERE edition = ?1 AND number > ?2";
                    store.db.execute(sql, later)?;
                }
            }
            for table in ["record", "fault"] {
                let sql = format!(
                    "DELETE FROM {table} WHERE match IN (SELECT id FROM match WHERE worker = ?1)"
                );
                store.db.execute(&sql, [worker])?;
            }
            let sql = "DELETE FROM match WHERE worker = ?1";
            removed = store.db.execute(sql, [worker])? as u32;
            let conflict = "ON CONFLICT DO NOTHING";
            insert(&store.db, "refused", &[("worker", &worker)], conflict).map(drop)
        })?;
        Ok(removed)
    }

    /// Returns the distrusted workers.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn refused_workers(&self) -> Result<Vec<String>, StoreError> {
        let statement = self.db.prepare("SELECT worker FROM refused ORDER BY worker");
        let all = statement.and_then(|mut rows| rows.query_map([], |row| row.get(0))?.collect());
        self.checked(all)
    }
}
