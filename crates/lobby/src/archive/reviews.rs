//! Reviews of finished matches.

use rusqlite::{OptionalExtension, Row};

use super::Archive;
use super::read::{json, occupants, rows, unpack, unsigned};
use super::tables::OWNER;
use crate::VisitorId;
use crate::error::ArchiveError;
use crate::plan::MatchPlan;
use crate::wire;
use juez_core::{Record, Seat};
use juez_match::registry::Review;
use juez_storage::gzip;

/// A finished match with its review.
pub struct StoredReview {
    pub id: String,
    /// Seconds since 1970.
    pub begun: u64,
    pub plan: MatchPlan,
    /// The seats in which the owner sat at the end.
    pub own_seats: Vec<Seat>,
    pub record: Record,
    pub review: Review,
}

impl Archive {
    /// Returns the review of a match by this reviewer, if there is one.
    pub fn review(&self, id: &str, reviewer: &str) -> Result<Option<Review>, ArchiveError> {
        let sql = "SELECT review FROM review
                   WHERE match = (SELECT number FROM match WHERE id = ?1) AND reviewer = ?2";
        let packed: Option<Vec<u8>> =
            self.with(|db| db.query_row(sql, [id, reviewer], |row| row.get(0)).optional())?;
        // A damaged review is made again.
        Ok(packed.and_then(|packed| unpacked(&packed)))
    }

    /// Returns the newest matches of these owners that one of these reviewers has reviewed, at most
    /// `most`, newest first. Skips damaged ones.
    pub fn reviewed(
        &self,
        owners: &[VisitorId],
        reviewers: &[String],
        most: usize,
    ) -> Result<Vec<StoredReview>, ArchiveError> {
        let sql = format!(
            "SELECT number, id, begun, plan, record, review
             FROM match JOIN review ON review.match = number
             WHERE {OWNER} IN (SELECT value FROM json_each(?1))
                 AND reviewer IN (SELECT value FROM json_each(?2)) AND record IS NOT NULL
             ORDER BY number DESC LIMIT ?3"
        );
        let values = (wire::json(owners), wire::json(reviewers), most as i64);
        type Packed = (String, u64, MatchPlan, Vec<Seat>, Vec<u8>, Vec<u8>);
        let packed: Vec<Option<Packed>> = self.with(|db| {
            let read = |row: &Row<'_>| -> rusqlite::Result<Packed> {
                let (plan, begun): (MatchPlan, _) = (json(row, 3)?, unsigned(row, 2)?);
                let sat = occupants(db, row.get(0)?)?.into_iter().filter(|(_, occupant)| {
                    occupant.as_ref().is_some_and(|occupant| occupant.visitor == plan.owner)
                });
                let own_seats = sat.map(|(seat, _)| seat).collect();
                Ok((
                    row.get(1)?,
                    begun.unwrap_or_default(),
                    plan,
                    own_seats,
                    row.get(4)?,
                    row.get(5)?,
                ))
            };
            rows(db, &sql, values, |row| Ok(read(row).ok()))
        })?;
        // Unpacked after releasing the lock.
        let unpack = |(id, begun, plan, own_seats, record, review): Packed| {
            let (record, review) = (unpack(&record).ok()?, unpacked(&review)?);
            Some(StoredReview { id, begun, plan, own_seats, record, review })
        };
        Ok(packed.into_iter().flatten().filter_map(unpack).collect())
    }

    /// Returns the newest finished matches of these owners that none of these reviewers has
    /// reviewed, at most `most`, newest first: the id and the plan of each.
    pub fn unreviewed(
        &self,
        owners: &[VisitorId],
        reviewers: &[String],
        most: usize,
    ) -> Result<Vec<(String, MatchPlan)>, ArchiveError> {
        let sql = format!(
            "SELECT id, plan FROM match
             WHERE {OWNER} IN (SELECT value FROM json_each(?1)) AND status = 'finished'
                 AND record IS NOT NULL AND NOT EXISTS (
                     SELECT 1 FROM review WHERE review.match = number
                         AND reviewer IN (SELECT value FROM json_each(?2)))
             ORDER BY number DESC LIMIT ?3"
        );
        let values = (wire::json(owners), wire::json(reviewers), most as i64);
        let plan = |row: &Row<'_>| -> rusqlite::Result<_> { Ok((row.get(0)?, json(row, 1)?)) };
        let found = self.with(|db| rows(db, &sql, values, |row| Ok(plan(row).ok())))?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Stores the review of a match in place of an older one by the same reviewer.
    pub fn put_review(&self, id: &str, review: &Review) -> Result<(), ArchiveError> {
        let sql = "INSERT OR REPLACE INTO review (match, reviewer, review)
                   SELECT number, ?2, ?3 FROM match WHERE id = ?1";
        let packed = gzip::pack(review.to_line().as_bytes());
        self.with(|db| db.execute(sql, (id, &review.key.reviewer, packed)).map(drop))
    }
}

fn unpacked(packed: &[u8]) -> Option<Review> {
    Review::from_line(&String::from_utf8(gzip::unpack(packed).ok()?).ok()?)
}
