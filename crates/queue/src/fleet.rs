//! Known workers and rejected ones.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::wire::Heartbeat;
use juez_tournament::WorkerRate;

/// Time between two heartbeats of a worker.
pub const HEARTBEAT: Duration = Duration::from_secs(2);
/// Silence after which a worker counts as gone.
const GONE: Duration = Duration::from_secs(15);
/// Difference of clocks, in seconds, above which a notice is shown.
const CLOCK_SECONDS: u64 = 30;
/// Maximum number of names kept: anyone can send heartbeats on a server without users.
const MAX_NAMES: usize = 10_000;
/// Weight of the newest rate in the mean.
const NEWEST: f64 = 0.3;

/// The known workers, by name.
#[derive(Default)]
pub struct Fleet {
    workers: BTreeMap<String, Worker>,
    refused: BTreeSet<String>,
    measured: Option<Instant>,
}

#[derive(Default)]
struct Worker {
    concurrency: u32,
    program: String,
    heard: Option<Instant>,
    matches: u32,
    /// Matches at the last measurement.
    before: u32,
    per_second: f64,
}

impl Fleet {
    /// Records a heartbeat and returns a notice for the user. `now` is this clock, in seconds since
    /// 1970.
    pub fn heartbeat(&mut self, name: &str, heartbeat: &Heartbeat, now: u64) -> Option<String> {
        if self.workers.len() >= MAX_NAMES && !self.workers.contains_key(name) {
            return None;
        }
        let worker = self.workers.entry(name.to_string()).or_default();
        let is_new = worker.heard.is_none();
        let is_other = worker.program != heartbeat.program;
        worker.heard = (!heartbeat.leaves).then(Instant::now);
        worker.concurrency = heartbeat.concurrency;
        worker.program = heartbeat.program.clone();
        if heartbeat.leaves {
            return (!is_new).then(|| format!("worker {name} leaves"));
        }
        let here = env!("CARGO_PKG_VERSION");
        if is_other && heartbeat.program != here {
            return Some(format!(
                "worker {name} runs juez {}, and this is {here}: it gets no matches until both are the same",
                heartbeat.program
            ));
        }
        let apart = now.abs_diff(heartbeat.now);
        if is_new && apart > CLOCK_SECONDS {
            return Some(format!(
                "worker {name} joins; its clock and that of this machine differ by {apart} s, which \
                 spoils certificates and the times of logs: set them by NTP"
            ));
        }
        is_new.then(|| format!("worker {name} joins: {} matches at once", heartbeat.concurrency))
    }

    /// Counts a match of a worker.
    pub fn count(&mut self, name: &str) {
        let worker = self.workers.entry(name.to_string()).or_default();
        worker.matches += 1;
        worker.heard = Some(Instant::now());
    }

    /// Returns the number of matches that all present workers play at once.
    pub fn slots(&self) -> u32 {
        self.present().map(|(_, worker)| worker.concurrency.max(1)).sum()
    }

    /// Rejects the results of a worker from now on; returns false if they already were.
    pub fn refuse(&mut self, name: &str) -> bool {
        self.refused.insert(name.to_string())
    }

    /// Returns true if the results of this worker are rejected.
    pub fn is_refused(&self, name: &str) -> bool {
        self.refused.contains(name)
    }

    /// Returns the workers whose results are rejected.
    pub fn refused(&self) -> Vec<String> {
        self.refused.iter().cloned().collect()
    }

    /// Measures rates; `None` if the last measurement is too recent.
    pub fn rates(&mut self) -> Option<Vec<WorkerRate>> {
        let since = self.measured.map(|at| at.elapsed());
        if since.is_some_and(|since| since < HEARTBEAT) {
            return None;
        }
        self.measured = Some(Instant::now());
        let since = since?.as_secs_f64();
        for worker in self.workers.values_mut() {
            let rate = f64::from(worker.matches - worker.before) / since;
            worker.per_second += NEWEST * (rate - worker.per_second);
            worker.before = worker.matches;
        }
        let rate = |(name, worker): (&String, &Worker)| WorkerRate {
            worker: name.clone(),
            concurrency: worker.concurrency,
            matches: worker.matches,
            per_second: (worker.per_second * 100.0).round() / 100.0,
        };
        Some(self.present().map(rate).collect())
    }

    fn present(&self) -> impl Iterator<Item = (&String, &Worker)> {
        let is_here = |worker: &Worker| worker.heard.is_some_and(|at| at.elapsed() < GONE);
        self.workers.iter().filter(move |(_, worker)| is_here(worker))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heartbeat(program: &str, now: u64) -> Heartbeat {
        Heartbeat { program: program.to_string(), concurrency: 4, now, leaves: false }
    }

    const HERE: &str = env!("CARGO_PKG_VERSION");

    #[test]
    fn a_worker_is_announced_once_and_counts_until_it_leaves() {
        let mut fleet = Fleet::default();
        let news = fleet.heartbeat("ana", &heartbeat(HERE, 100), 101);
        assert_eq!(news.as_deref(), Some("worker ana joins: 4 matches at once"));
        assert_eq!(fleet.heartbeat("ana", &heartbeat(HERE, 102), 102), None);
        assert_eq!(fleet.slots(), 4);
        let leaves = Heartbeat { leaves: true, ..heartbeat(HERE, 103) };
        assert_eq!(fleet.heartbeat("ana", &leaves, 103).as_deref(), Some("worker ana leaves"));
        assert_eq!(fleet.slots(), 0);
    }

    #[test]
    fn another_version_and_a_clock_that_is_wrong_are_said() {
        let mut fleet = Fleet::default();
        let news = fleet.heartbeat("old", &heartbeat("0.0.1", 100), 100).expect("news");
        assert!(news.contains("runs juez 0.0.1, and this is"), "{news}");
        assert_eq!(fleet.heartbeat("old", &heartbeat("0.0.1", 102), 102), None, "once");
        let news = fleet.heartbeat("late", &heartbeat(HERE, 100), 400).expect("news");
        assert!(news.contains("differ by 300 s"), "{news}");
    }

    #[test]
    fn a_worker_is_refused_once() {
        let mut fleet = Fleet::default();
        assert!(fleet.refuse("eve"));
        assert!(!fleet.refuse("eve"));
        assert!(fleet.is_refused("eve") && !fleet.is_refused("ana"));
        assert_eq!(fleet.refused(), ["eve"]);
    }
}
