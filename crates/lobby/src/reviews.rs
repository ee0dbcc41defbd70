//! Reviews of finished matches: one thread makes them, in the order in which visitors ask for them.

use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::thread::Builder;
use std::time::Duration;

use super::Lobby;
use super::error::RefusalKind::{Conflict, Full};
use super::error::{LobbyError, Result};
use super::table::MatchTable;
use crate::{MatchReview, words};
use juez_core::Record;
use juez_match::registry::{Review, Reviewing};
use juez_script::STACK;

/// Most matches that wait for their review, the one in progress included.
const MOST_WAITING: usize = 20;
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
}

impl Reviews {
    fn find(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs.lock().iter().find(|job| job.id == id).cloned()
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
        let of = |review: Review, is_complete, is_begun| MatchReview {
            moves: record.moves.len() as u32,
            costliest: review.costliest().iter().map(|decision| decision.ply).collect(),
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
            self.begin_review(Job { id, record, reviewing, so_far })?;
        }
        Ok(of(empty, false, begin))
    }

    fn begin_review(self: &Arc<Self>, job: Job) -> Result<()> {
        let mut jobs = self.reviews.jobs.lock();
        if jobs.len() >= MOST_WAITING {
            return Err(Full.because(words::too_many_reviews(MOST_WAITING)));
        }
        jobs.push_back(Arc::new(job));
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
        let is_awaited = |table: &Arc<MatchTable>| table.is_awaited_by_person();
        loop {
            let running = self.tables.lock().running.clone();
            if !self.reviews.is_in_progress(job) {
                return false;
            }
            if !running.iter().any(is_awaited) {
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
