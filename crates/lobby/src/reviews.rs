//! Reviews of finished matches: one thread makes them, in the order in which visitors ask for them;
//! then the ones that a teacher wants of a class.

use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::thread::Builder;
use std::time::Duration;

use super::Lobby;
use super::error::RefusalKind::{Conflict, Full, Wrong};
use super::error::{LobbyError, Result};
use super::table::MatchTable;
use crate::{MatchReview, words};
use juez_core::Record;
use juez_match::registry::{Review, Reviewed, Reviewing};
use juez_script::STACK;

/// Most matches that wait for a review that a visitor asked for, the one in progress included.
const MOST_WAITING: usize = 20;
/// Most matches that wait for a review after those.
const MOST_LATER: usize = 10;
/// Time between two looks at matches that people play.
const PAUSE: Duration = Duration::from_millis(50);

/// The review in progress, and the ones that wait.
#[derive(Default)]
pub(super) struct Reviews {
    /// The first one is in progress.
    jobs: Mutex<VecDeque<Arc<Job>>>,
    /// Woken when the lobby closes.
    closing: Condvar,
}

struct Job {
    id: String,
    record: Record,
    reviewing: Reviewing,
    so_far: Mutex<Review>,
    /// True if matches that visitors ask for come first.
    is_later: bool,
}

impl Reviews {
    fn find(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs.lock().iter().find(|job| job.id == id).cloned()
    }

    /// Returns the number of matches of others that can still wait for later.
    pub fn free_later(&self) -> usize {
        let later = self.jobs.lock().iter().filter(|job| job.is_later).count();
        MOST_LATER.saturating_sub(later)
    }

    /// Forgets all reviews that are not complete.
    pub fn close(&self) {
        self.jobs.lock().clear();
        self.closing.notify_all();
    }

    fn is_in_progress(&self, job: &Arc<Job>) -> bool {
        self.jobs.lock().front().is_some_and(|first| Arc::ptr_eq(first, job))
    }
}

impl Lobby {
    /// Returns the review of a finished match, as far as it is made; with `begin`, it is made if
    /// there is none.
    ///
    /// # Errors
    /// If the match is not over, no bot of its game reviews matches, or too many matches wait.
    pub fn review(self: &Arc<Self>, table: &MatchTable, begin: bool) -> Result<MatchReview> {
        let no_record = || Conflict.because(words::no_record_yet());
        let record = table.record().filter(|record| record.end.is_some()).ok_or_else(no_record)?;
        let reviewing = Reviewing::new(table.game, &record, None);
        let reviewing = reviewing.map_err(|error| Conflict.because(error))?;
        let patterns = table.game.patterns();
        let advice = |review: &Review| {
            let costliest = review.costliest();
            let is_named = |name| costliest.iter().any(|one| one.pattern.as_deref() == Some(name));
            let named = patterns.iter().filter(|info| is_named(info.name));
            named.map(|info| (info.name.to_string(), info.advice.to_string())).collect()
        };
        let of = |review: Review, is_complete, is_begun| MatchReview {
            moves: record.moves.len() as u32,
            costliest: review.costliest().iter().map(|decision| decision.ply).collect(),
            advice: advice(&review),
            sums: table.seats().map(|seat| review.sum(seat)).collect(),
            sources: review.sources(&table.head.teams),
            reviewer: review.key.reviewer,
            decisions: review.decisions,
            is_complete,
            is_begun,
        };
        let empty = reviewing.empty(&record);
        if let Some(known) = self.stores.archive.review(&table.id, &empty.key.reviewer)? {
            return Ok(of(known, true, true));
        }
        if let Some(job) = self.reviews.find(&table.id) {
            return Ok(of(job.so_far.lock().clone(), false, true));
        }
        if begin {
            let (id, record, so_far) =
                (table.id.clone(), record.clone(), Mutex::new(empty.clone()));
            self.begin_review(Job { id, record, reviewing, so_far, is_later: false })?;
        }
        Ok(of(empty, false, begin))
    }

    /// Begins the review of a match after the ones that visitors ask for. Returns false if it waits
    /// already, cannot be reviewed, or too many wait.
    pub(super) fn review_later(self: &Arc<Self>, table: &MatchTable) -> bool {
        let job = || {
            let (record, id) = (table.record()?, table.id.clone());
            let reviewing = Reviewing::new(table.game, &record, None).ok()?;
            let so_far = Mutex::new(reviewing.empty(&record));
            Some(Job { id, record, reviewing, so_far, is_later: true })
        };
        self.reviews.find(&table.id).is_none()
            && job().is_some_and(|job| self.begin_review(job).is_ok())
    }

    /// Returns the number of matches that wait for their review, the one in progress included.
    pub fn reviews_waiting(&self) -> usize {
        self.reviews.jobs.lock().len()
    }

    /// Returns the decision after `ply` moves of a reviewed match, and the same decision with
    /// another move, both by the reviewer of the match; `None` without a complete review, or if it
    /// has no such decision. Takes as long as the review of one move.
    ///
    /// # Errors
    /// If the archive cannot be read, or the move cannot be made there.
    pub fn review_move(
        &self,
        table: &MatchTable,
        ply: u32,
        mv: &str,
    ) -> Result<Option<[Reviewed; 2]>> {
        let Some(record) = table.record() else { return Ok(None) };
        let Ok(reviewing) = Reviewing::new(table.game, &record, None) else { return Ok(None) };
        let known = self.stores.archive.review(&table.id, &reviewing.key(&record).reviewer)?;
        let mut decisions = known.into_iter().flat_map(|review| review.decisions);
        let Some(then) = decisions.find(|decision| decision.ply == ply) else { return Ok(None) };
        if then.played == mv {
            return Ok(Some([then.clone(), then]));
        }
        let now = self.with_isolation(|_, _| reviewing.review_move(&record, ply, mv))?;
        Ok(now.map_err(|error| Wrong.because(error))?.map(|now| [then, now]))
    }

    fn begin_review(self: &Arc<Self>, job: Job) -> Result<()> {
        // A match of the ladder has no row for a review yet.
        self.stores.archive.adopt_rated(&job.id)?;
        let mut jobs = self.reviews.jobs.lock();
        let most = if job.is_later { MOST_LATER } else { MOST_WAITING };
        if jobs.iter().filter(|other| other.is_later == job.is_later).count() >= most {
            return Err(Full.because(words::too_many_reviews(most)));
        }
        // The first one is in progress.
        let first_later = (1..jobs.len()).find(|&at| jobs[at].is_later && !job.is_later);
        let at = first_later.unwrap_or(jobs.len());
        jobs.insert(at, Arc::new(job));
        if jobs.len() > 1 {
            return Ok(());
        }
        let lobby = Arc::downgrade(self);
        let make = move || while make_next(&lobby) {};
        let thread = Builder::new().name("reviews".into()).stack_size(STACK).spawn(make);
        thread.map(drop).map_err(|source| {
            jobs.clear();
            LobbyError::System { why: words::no_thread(&source), source }
        })
    }

    /// Waits while bots play with people. Returns false once the lobby has closed.
    fn yield_to_people(&self, job: &Arc<Job>) -> bool {
        loop {
            let is_awaited = self.is_awaited_by_people();
            if !self.reviews.is_in_progress(job) {
                return false;
            }
            if !is_awaited {
                return true;
            }
            let mut jobs = self.reviews.jobs.lock();
            self.reviews.closing.wait_for(&mut jobs, PAUSE);
        }
    }
}

/// Makes the first review that waits. Returns false if there is none.
fn make_next(lobby: &Weak<Lobby>) -> bool {
    let Some(job) = lobby.upgrade().and_then(|lobby| lobby.reviews.jobs.lock().front().cloned())
    else {
        return false;
    };
    let reviewed = job.reviewing.review(&job.record, |so_far| {
        job.so_far.lock().clone_from(so_far);
        lobby.upgrade().is_some_and(|lobby| lobby.yield_to_people(&job))
    });
    let Some(lobby) = lobby.upgrade() else { return false };
    // A match that is not reviewed, or whose review is not stored, is asked for again.
    if let Ok(Some(review)) = reviewed {
        let _ = lobby.stores.archive.put_review(&job.id, &review);
    }
    let mut jobs = lobby.reviews.jobs.lock();
    if jobs.front().is_some_and(|first| Arc::ptr_eq(first, &job)) {
        jobs.pop_front();
    }
    !jobs.is_empty()
}
