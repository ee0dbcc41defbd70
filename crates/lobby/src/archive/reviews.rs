//! Reviews of finished matches.

use rusqlite::OptionalExtension;

use super::Archive;
use crate::error::ArchiveError;
use juez_match::registry::Review;
use juez_storage::gzip;

impl Archive {
    /// Returns the review of a match by this reviewer, if there is one.
    pub fn review(&self, id: &str, reviewer: &str) -> Result<Option<Review>, ArchiveError> {
        let sql = "SELECT review FROM review
                   WHERE match = (SELECT number FROM match WHERE id = ?1) AND reviewer = ?2";
        let packed: Option<Vec<u8>> =
            self.with(|db| db.query_row(sql, [id, reviewer], |row| row.get(0)).optional())?;
        // A damaged review is made again.
        let line = packed.and_then(|packed| String::from_utf8(gzip::unpack(&packed).ok()?).ok());
        Ok(line.and_then(|line| Review::from_line(&line)))
    }

    /// Stores the review of a match in place of an older one by the same reviewer.
    pub fn put_review(&self, id: &str, review: &Review) -> Result<(), ArchiveError> {
        let sql = "INSERT OR REPLACE INTO review (match, reviewer, review)
                   SELECT number, ?2, ?3 FROM match WHERE id = ?1";
        let packed = gzip::pack(review.to_line().as_bytes());
        self.with(|db| db.execute(sql, (id, &review.key.reviewer, packed)).map(drop))
    }
}
