//! The reviewed matches of several visitors, for the teacher of a class.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Lobby;
use super::archive::StoredReview;
use super::error::Result;
use super::policy::Author;
use crate::VisitorId;
use juez_core::Seat;
use juez_match::registry::{Reviewed, Reviewing, game};

/// Most reviewed matches that are read at once.
const MOST_READ: usize = 500;
/// Most matches in which unreviewed ones are looked for.
const MOST_SEARCHED: usize = 500;

/// The decisions of a visitor in a reviewed match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewedMatch {
    /// Id of the match.
    pub id: String,
    /// Id of the game.
    pub game: &'static str,
    /// Start, in seconds since 1970.
    pub begun: u64,
    /// The visitor who started it.
    pub owner: VisitorId,
    /// The decisions of the visitor and of the bots that the visitor writes, in order, each with the
    /// key of its position.
    pub decisions: Vec<(String, Reviewed)>,
}

impl Lobby {
    /// Returns the newest reviewed matches of these visitors, newest first. Reads at most 500, and
    /// makes no review.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn reviewed_matches(&self, of: &[VisitorId]) -> Result<Vec<ReviewedMatch>> {
        let found = self.stores.archive.reviewed(of, &Reviewing::names(), MOST_READ)?;
        let mut wrote = BTreeMap::new();
        let mut is_writer = |by: VisitorId, author: Author| {
            let may_read = || self.stores.policy.may_read(&by, author);
            *wrote.entry((*by.bytes(), i64::from(author))).or_insert_with(may_read)
        };
        let of_owner = |stored: StoredReview| {
            let StoredReview { id, begun, plan, own_seats, record, review } = stored;
            let game = game(&plan.game).ok()?;
            let mut is_own = |seat: Seat| {
                let author = plan.players.get(seat.index()).and_then(|player| player.author);
                own_seats.contains(&seat)
                    || author.is_some_and(|author| is_writer(plan.owner, author))
            };
            let mut decisions = review.decisions;
            decisions.retain(|decision| is_own(decision.seat));
            let plies: Vec<u32> = decisions.iter().map(|decision| decision.ply).collect();
            let keys = game.position_keys(&record, &plies).ok()?;
            let decisions = keys.into_iter().zip(decisions).collect();
            Some(ReviewedMatch { id, game: game.info().id, begun, owner: plan.owner, decisions })
        };
        Ok(found.into_iter().filter_map(of_owner).collect())
    }

    /// Begins the reviews of at most `most` matches of these visitors in the background: of each
    /// visitor the newest one first. Visitors who ask for a review of their own are served first,
    /// and at most ten matches wait at once. Returns the number of matches.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn review_newest(self: &Arc<Self>, of: &[VisitorId], most: usize) -> Result<usize> {
        let mut found = self.stores.archive.unreviewed(of, &Reviewing::names(), MOST_SEARCHED)?;
        found.retain(|(_, plan)| {
            game(&plan.game).is_ok_and(|game| {
                let seats = plan.players.len();
                game.has_reviewer(&game.info().with_seats(&plan.terms.options, seats))
            })
        });
        let mut counts: BTreeMap<[u8; 32], usize> = BTreeMap::new();
        let mut ranked: Vec<(usize, String)> = Vec::new();
        for (id, plan) in found {
            let count = counts.entry(*plan.owner.bytes()).or_default();
            ranked.push((*count, id));
            *count += 1;
        }
        // Stable: within a rank, newest first.
        ranked.sort_by_key(|(rank, _)| *rank);
        let tables = ranked.iter().filter_map(|(_, id)| self.table(id));
        let most = most.min(self.reviews.free_later());
        Ok(tables.filter(|table| self.review_later(table)).take(most).count())
    }
}
