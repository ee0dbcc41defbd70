//! A stage: where its jobs are, and what came of them.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use parking_lot::Mutex;

use crate::tournament::{Due, DueJobs, JobKey, Report};

/// Share of the newest match in the mean duration.
const NEWEST: f64 = 0.05;

/// A stage while workers play it.
pub struct Board<'s> {
    pub jobs: &'s DueJobs<'s>,
    pub reports: SyncSender<Report>,
    pub state: Mutex<State>,
}

/// Jobs of a stage by how far they are.
#[derive(Default)]
pub struct State {
    /// Jobs without a result, sent or about to be.
    pub waiting: HashMap<JobKey, Waiting>,
    /// Jobs to send again, each of them waiting.
    pub again: VecDeque<JobKey>,
    /// Batches that are out, by number.
    pub batches: BTreeMap<u64, SentBatch>,
    /// Results that count.
    pub done: HashMap<JobKey, Done>,
    /// Matches to play again here.
    pub rechecks: VecDeque<Recheck>,
    /// The number of these that are being played.
    pub rechecking: u32,
    /// Results that are being checked.
    pub checking: u32,
    /// Mean duration of a match in seconds; `None` before the first.
    pub mean: Option<f64>,
    /// A worker lacked something: sources are sent again with the next batch.
    pub sources_lost: bool,
    /// Reasons of workers that gave batches back, each once.
    pub said: BTreeSet<String>,
    /// A distrusted worker, a dead receiver or an error ended the stage.
    pub ended: bool,
}

pub struct Waiting {
    /// Two jobs of a stage may be the same match.
    pub dues: Vec<Due>,
    /// Tries that failed.
    pub tries: u32,
    /// Number of times that a worker gave it back unplayed.
    pub returns: u32,
    /// The batch it is in; `None` if it is about to be sent.
    pub batch: Option<u64>,
}

impl Waiting {
    /// A job that was not tried yet.
    pub fn new(due: Due) -> Waiting {
        Waiting { dues: vec![due], tries: 0, returns: 0, batch: None }
    }
}

pub struct SentBatch {
    pub id: String,
    /// Its sequence in the stream.
    pub sequence: u64,
    /// Its jobs without a result.
    pub left: Vec<JobKey>,
    /// When it was sent, or last seen in the stream.
    pub seen: Instant,
}

pub struct Done {
    pub due: Due,
    /// Hash of the record.
    pub hash: [u8; 32],
    pub worker: Arc<str>,
}

/// A match to play again here.
pub struct Recheck {
    pub due: Due,
    /// The hash of the record that each worker reported.
    pub reported: Vec<(Arc<str>, [u8; 32])>,
}

impl State {
    /// Takes a result off: the jobs of that match, if they still waited for it.
    pub fn take(&mut self, key: &JobKey) -> Option<Waiting> {
        let waiting = self.waiting.remove(key)?;
        if let Some(number) = waiting.batch
            && let Some(batch) = self.batches.get_mut(&number)
        {
            batch.left.retain(|other| other != key);
            if batch.left.is_empty() {
                self.batches.remove(&number);
            }
        }
        Some(waiting)
    }

    /// Has a job sent again that still waits.
    pub fn send_again(&mut self, key: &JobKey) {
        if let Some(waiting) = self.waiting.get_mut(key)
            && let Some(number) = waiting.batch.take()
        {
            if let Some(batch) = self.batches.get_mut(&number) {
                batch.left.retain(|other| other != key);
                if batch.left.is_empty() {
                    self.batches.remove(&number);
                }
            }
            self.again.push_back(*key);
        }
    }

    /// The jobs without a result of a batch, by its sequence and name; an empty name is that of the last with
    /// this sequence.
    pub fn jobs_of(&self, sequence: u64, id: &str) -> Vec<JobKey> {
        let is_it =
            |batch: &&SentBatch| batch.sequence == sequence && (id.is_empty() || batch.id == id);
        self.batches.values().rev().find(is_it).map_or_else(Vec::new, |batch| batch.left.clone())
    }

    /// Takes the duration of a match into account.
    pub fn measure(&mut self, seconds: f64) {
        let mean = self.mean.get_or_insert(seconds);
        *mean += NEWEST * (seconds - *mean);
    }

    /// True if nothing is out and nothing is being looked at.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
            && self.rechecks.is_empty()
            && self.rechecking == 0
            && self.checking == 0
    }
}

impl<'s> Board<'s> {
    pub fn new(jobs: &'s DueJobs<'s>, reports: SyncSender<Report>) -> Board<'s> {
        Board { jobs, reports, state: Mutex::default() }
    }

    /// Makes all jobs wait to be sent, so that a result of any of them counts.
    pub fn await_all(&self) {
        let mut state = self.state.lock();
        while let Some(due) = self.jobs.next() {
            if let Some(waiting) = state.waiting.get_mut(&due.key) {
                waiting.dues.push(due);
                continue;
            }
            state.waiting.insert(due.key, Waiting::new(due));
            state.again.push_back(due.key);
        }
    }

    /// Reports; the stage ends if there is no reader.
    pub fn report(&self, report: Report) {
        if self.reports.send(report).is_err() {
            self.end();
        }
    }

    /// Nothing further is begun.
    pub fn end(&self) {
        self.state.lock().ended = true;
    }

    /// True if nothing further is begun: by an error, or from outside.
    pub fn has_ended(&self) -> bool {
        self.state.lock().ended || self.jobs.is_closed()
    }
}
