//! The unplayed jobs of a stage.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::setups::Setups;
use crate::job::{Job, JobKey};
use juez_match::registry::{AnyGame, MatchSetup};

/// An unplayed job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// Its index in the stage.
    pub at: usize,
    /// Its key.
    pub key: JobKey,
    /// Its index among the unplayed jobs.
    index: usize,
}

/// The unplayed jobs of a stage, in schedule order.
pub struct DueJobs<'a> {
    /// Jobs with their index in the stage.
    jobs: Vec<(usize, JobKey, Job)>,
    setups: &'a Setups<'a>,
    state: Mutex<State>,
    stop: &'a AtomicBool,
}

#[derive(Default)]
struct State {
    next: usize,
    benched: BTreeSet<u32>,
    closed: bool,
}

impl<'a> DueJobs<'a> {
    /// Takes jobs with their index in the stage. None is started once `stop` is set.
    pub(super) fn new(
        jobs: Vec<(usize, JobKey, Job)>,
        setups: &'a Setups<'a>,
        stop: &'a AtomicBool,
    ) -> DueJobs<'a> {
        DueJobs { jobs, setups, state: Mutex::default(), stop }
    }

    /// Prevents further matches of an entrant from starting.
    pub(super) fn bench(&self, entrant: u32) {
        self.state.lock().benched.insert(entrant);
    }

    /// Prevents any further match from starting.
    pub(super) fn close(&self) {
        self.state.lock().closed = true;
    }

    /// Returns the next job; `None` if none is left or none may start.
    pub fn next(&self) -> Option<Due> {
        let mut state = self.state.lock();
        while !state.closed && !self.stop.load(Ordering::Relaxed) {
            let (at, key, job) = self.jobs.get(state.next)?;
            let index = state.next;
            state.next += 1;
            if !job.order.iter().any(|entrant| state.benched.contains(entrant)) {
                return Some(Due { at: *at, key: *key, index });
            }
        }
        None
    }

    /// Returns true if an entrant of a job is benched by now.
    pub fn is_benched(&self, due: Due) -> bool {
        let state = self.state.lock();
        self.jobs[due.index].2.order.iter().any(|entrant| state.benched.contains(entrant))
    }

    /// Returns the number of jobs not yet reached by [`DueJobs::next`].
    pub fn left(&self) -> usize {
        self.jobs.len() - self.state.lock().next
    }

    /// Returns true if no job may start any more.
    pub fn is_closed(&self) -> bool {
        self.state.lock().closed || self.stop.load(Ordering::Relaxed)
    }

    /// Returns the setup of a job.
    pub fn setup(&self, due: Due) -> MatchSetup {
        self.setups.setup(&self.jobs[due.index].2)
    }

    /// Returns the game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.setups.tournament.game
    }
}
