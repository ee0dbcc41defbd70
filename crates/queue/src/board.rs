//! A stage: its jobs and their results.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use parking_lot::Mutex;

use juez_tournament::{Due, DueJobs, JobKey, Report};

/// Weight of the newest match in the mean duration.
const NEWEST: f64 = 0.05;

/// A stage while workers play it.
pub struct Board<'s> {
    pub jobs: &'s DueJobs<'s>,
    pub reports: SyncSender<Report>,
    pub state: Mutex<State>,
}

/// Jobs of a stage by progress.
#[derive(Default)]
pub struct State {
    /// Jobs without a result, sent or about to be.
    pub waiting: HashMap<JobKey, Waiting>,
    /// Jobs to send again, all of them in `waiting`.
    pub again: VecDeque<JobKey>,
    /// Batches sent and not finished, by number.
    pub batches: BTreeMap<u64, SentBatch>,
    /// Accepted results.
    pub done: HashMap<JobKey, Done>,
    /// Matches to replay here.
    pub rechecks: VecDeque<Recheck>,
    /// Number of matches being replayed.
    pub rechecking: u32,
    /// Number of messages of results being checked.
    pub checking: u32,
    /// Mean duration of a match in seconds; `None` before the first.
    pub mean: Option<f64>,
    /// True if a worker lacked a source: sources are sent again with the next batch.
    pub sources_lost: bool,
    /// Notices about returned batches, to show each once.
    pub said: BTreeSet<String>,
    /// True once a distrusted worker, a dead receiver or an error has ended the stage.
    pub ended: bool,
}

pub struct Waiting {
    /// Several, if jobs of the stage are the same match.
    pub dues: Vec<Due>,
    /// Tries that failed.
    pub tries: u32,
    /// Number of times that a worker returned it unplayed.
    pub returns: u32,
    /// Its batch; `None` before it is sent.
    pub batch: Option<u64>,
}

impl Waiting {
    /// Makes a job that was not tried yet.
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
    /// Time of sending, or of the last sighting in the stream.
    pub seen: Instant,
}

pub struct Done {
    pub due: Due,
    /// Hash of the record.
    pub hash: [u8; 32],
    pub worker: Arc<str>,
}

/// A match to replay here.
pub struct Recheck {
    pub due: Due,
    /// The hash of the record reported by each worker.
    pub reported: Vec<(Arc<str>, [u8; 32])>,
}

impl State {
    /// Removes and returns the jobs of a match; `None` if they no longer wait.
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

    /// Queues a job to be sent again, if it still waits.
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

    /// Returns the jobs without a result of a batch, by its sequence and name; an empty name
    /// matches the last batch with this sequence.
    pub fn jobs_of(&self, sequence: u64, id: &str) -> Vec<JobKey> {
        let is_it =
            |batch: &&SentBatch| batch.sequence == sequence && (id.is_empty() || batch.id == id);
        self.batches.values().rev().find(is_it).map_or_else(Vec::new, |batch| batch.left.clone())
    }

    /// Adds a match to the mean duration.
    pub fn measure(&mut self, seconds: f64) {
        let mean = self.mean.get_or_insert(seconds);
        *mean += NEWEST * (seconds - *mean);
    }

    /// Returns true if no job waits and no result is being checked or replayed.
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

    /// Sends a report; ends the stage if there is no reader.
    pub fn report(&self, report: Report) {
        if self.reports.send(report).is_err() {
            self.end();
        }
    }

    /// Ends the stage; nothing more is started.
    pub fn end(&self) {
        self.state.lock().ended = true;
    }

    /// Returns true if the stage has ended, by an error or from outside.
    pub fn has_ended(&self) -> bool {
        self.state.lock().ended || self.jobs.is_closed()
    }
}
