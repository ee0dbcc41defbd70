//! The jobs of a stage that are still to be played.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::setups::Setups;
use crate::registry::{AnyGame, MatchSetup};
use crate::tournament::job::{Job, JobKey};
use crate::tournament::plan::Plan;

/// A job that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// Its index in the stage.
    pub at: usize,
    /// Its key.
    pub key: JobKey,
    /// Its index among the jobs that are due.
    index: usize,
}

/// The jobs of a stage that are still to be played, in the order of the schedule.
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
    /// These jobs, each with its index in the stage. None is begun once `stop` is set.
    pub(super) fn new(
        jobs: Vec<(usize, JobKey, Job)>,
        setups: &'a Setups<'a>,
        stop: &'a AtomicBool,
    ) -> DueJobs<'a> {
        DueJobs { jobs, setups, state: Mutex::default(), stop }
    }

    /// No further match of this entrant is begun.
    pub(super) fn bench(&self, entrant: u32) {
        self.state.lock().benched.insert(entrant);
    }

    /// No further match is begun.
    pub(super) fn close(&self) {
        self.state.lock().closed = true;
    }

    /// The next job; `None` if none is left or none may begin.
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

    /// True if an entrant of a job is benched by now.
    pub fn is_benched(&self, due: Due) -> bool {
        let state = self.state.lock();
        self.jobs[due.index].2.order.iter().any(|entrant| state.benched.contains(entrant))
    }

    /// The number of jobs that [`DueJobs::next`] has not reached.
    pub fn left(&self) -> usize {
        self.jobs.len() - self.state.lock().next
    }

    /// True if none may begin any more.
    pub fn is_closed(&self) -> bool {
        self.state.lock().closed || self.stop.load(Ordering::Relaxed)
    }

    /// The setup of a job.
    pub fn setup(&self, due: Due) -> MatchSetup {
        self.setups.setup(&self.jobs[due.index].2)
    }

    /// The game that is played.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.setups.tournament.game
    }

    /// The plan of the tournament.
    pub fn plan(&self) -> &Plan {
        &self.setups.tournament.plan
    }
}
