//! Rounds played together: results are stored in groups, then settled in schedule order.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::due::DueJobs;
use super::event::Event;
use super::rounds::{Scheduled, ScheduledMatch};
use super::run::RunError;
use super::setups::Setups;
use super::venue::{Attempt, Report};
use super::worker::TRIES;
use super::writer::Writer;
use crate::job::{JobKey, MatchResult, Status};
use crate::plan::Benching;
use crate::round::{PlayedRound, RoundScores};
use crate::store::StoreError;

/// Longest time from a result to its commit.
const COMMIT_AFTER: Duration = Duration::from_millis(100);
/// Maximum number of results in a commit.
const COMMIT_RESULTS: u32 = 32;

/// One round, or several that do not depend on each other.
pub struct Stage {
    /// The jobs of all rounds; a status is kept from the result until the match is settled.
    matches: Vec<(JobKey, MatchResult)>,
    /// By match: true if it was stored before the stage.
    stored: Vec<bool>,
    settled: usize,
    /// Each round, with the index after its last match.
    rounds: Vec<(RoundScores, usize)>,
    /// Index of the round of the next match.
    current: usize,
    counts: Counts,
}

/// Numbers of settled matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub played: u32,
    pub failed: u32,
    pub due: u32,
}

impl Stage {
    /// Makes a stage of rounds with their stored matches.
    pub fn new(planned: Vec<Scheduled>) -> Stage {
        let (mut matches, mut stored) = (Vec::new(), Vec::new());
        let mut rounds = Vec::with_capacity(planned.len());
        for (round, scheduled) in planned {
            stored.extend(scheduled.iter().map(|one| one.played.is_some()));
            // Matches that failed before are tried again.
            let due =
                |ScheduledMatch { key, job, .. }| (key, MatchResult { job, status: Status::Due });
            matches.extend(scheduled.into_iter().map(due));
            rounds.push((RoundScores::new(round), matches.len()));
        }
        Stage { matches, stored, settled: 0, rounds, current: 0, counts: Counts::default() }
    }

    /// Returns the jobs that are not in the store.
    pub fn due<'a>(&self, setups: &'a Setups<'a>, stop: &'a AtomicBool) -> DueJobs<'a> {
        let jobs = self.matches.iter().zip(&self.stored).enumerate();
        let due = jobs.filter(|(_, (_, stored))| !**stored);
        let due = due.map(|(at, ((key, result), _))| (at, *key, result.job.clone()));
        DueJobs::new(due.collect(), setups, stop)
    }

    pub fn begin(&mut self, writer: &mut Writer<'_>) {
        self.report_start(writer);
        self.finish_rounds(writer);
    }

    /// Settles all matches whose turn has come and removes benched entrants from the remaining
    /// jobs.
    ///
    /// # Errors
    /// If a stored match cannot be read.
    pub fn settle(
        &mut self,
        jobs: &DueJobs<'_>,
        writer: &mut Writer<'_>,
    ) -> Result<(), StoreError> {
        while let Some((_, MatchResult { job, status })) = self.matches.get(self.settled) {
            let is_walkover = job.order.iter().any(|&entrant| writer.ledger.is_benched(entrant));
            if *status == Status::Due && !self.stored[self.settled] && !is_walkover {
                return Ok(());
            }
            self.settle_next(writer)?.iter().for_each(|benching| jobs.bench(benching.entrant));
        }
        Ok(())
    }

    /// Settles the next match; returns the entrants benched after it.
    fn settle_next(&mut self, writer: &mut Writer<'_>) -> Result<Vec<Benching>, StoreError> {
        let at = self.settled;
        let (key, result) = &mut self.matches[at];
        if self.stored[at] {
            let entries = result.job.order.len();
            let summary = writer.store.summary(key, &writer.shape, entries)?;
            result.status =
                summary.map_or(Status::Due, |summary| Status::Played(Box::new(summary)));
        }
        let scores = &mut self.rounds[self.current].0;
        let counts = scores.round.against.is_none();
        let benchings = writer.settle(result, self.stored[at], counts);
        scores.add(result, &writer.shape);
        self.settled += 1;
        match std::mem::replace(&mut result.status, Status::Due) {
            Status::Played(_) => self.counts.played += 1,
            Status::Failed { .. } => self.counts.failed += 1,
            Status::Due => self.counts.due += 1,
            Status::Walkover { .. } => {}
        }
        self.finish_rounds(writer);
        Ok(benchings)
    }

    /// Moves on to the round of the next match once the current round is settled.
    fn finish_rounds(&mut self, writer: &mut Writer<'_>) {
        while let Some((scores, end)) = self.rounds.get(self.current)
            && *end == self.settled
        {
            // A round with an unplayed match is not over.
            if self.counts.due == 0 {
                let (round, leaders) = (scores.round.number, writer.leaders());
                writer.report(&Event::RoundFinished { round, leaders });
            }
            self.current += 1;
            self.report_start(writer);
        }
    }

    fn report_start(&self, writer: &mut Writer<'_>) {
        let Some((scores, end)) = self.rounds.get(self.current) else { return };
        if self.counts.due == 0 {
            let round = &scores.round;
            writer.report(&Event::RoundStarted {
                round: round.number,
                title: round.title.clone(),
                pairings: round.pairings.len() as u32,
                matches: (end - self.settled) as u32,
                byes: round.byes.iter().map(|&bye| writer.name(bye)).collect(),
            });
        }
    }

    /// Stores and settles results until the playing threads are gone.
    ///
    /// # Errors
    /// If a result cannot be stored, the venue can play no more, or a worker is distrusted.
    pub fn write(
        &mut self,
        reports: &Receiver<Report>,
        jobs: &DueJobs<'_>,
        writer: &mut Writer<'_>,
    ) -> Result<(), RunError> {
        let (mut commit_at, mut put): (Option<Instant>, u32) = (None, 0);
        let mut stored = Vec::new();
        loop {
            let report = match commit_at {
                None => reports.recv().map_err(RecvTimeoutError::from),
                Some(at) => reports.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match report {
                Ok(Report::Attempt(mut attempt)) => {
                    stored.extend(attempt.stored.take());
                    self.put(attempt, writer)?;
                    put += 1;
                    commit_at.get_or_insert_with(|| Instant::now() + COMMIT_AFTER);
                }
                Ok(Report::Event(event)) => writer.report(&event),
                Ok(Report::Distrust { worker, why }) => {
                    writer.store.commit()?;
                    return Err(RunError::Distrusted { worker, why });
                }
                Ok(Report::Failed(why)) => {
                    writer.store.commit()?;
                    return Err(RunError::Venue(why));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if put >= COMMIT_RESULTS || commit_at.is_some_and(|at| Instant::now() >= at) {
                (commit_at, put) = (None, 0);
                writer.store.commit()?;
                stored.drain(..).for_each(|then: Box<dyn FnOnce() + Send>| then());
                self.settle(jobs, writer)?;
            }
        }
        writer.store.commit()?;
        stored.into_iter().for_each(|then| then());
        // Matches without a result by now have none in this run.
        while self.settled < self.matches.len() {
            self.settle_next(writer)?;
        }
        Ok(())
    }

    fn put(&mut self, attempt: Attempt, writer: &mut Writer<'_>) -> Result<(), StoreError> {
        let (key, result) = &mut self.matches[attempt.at];
        let number = result.job.number;
        match attempt.played {
            Ok((summary, record)) => {
                writer.store.put(key, &summary, &record)?;
                if let Some(worker) = &attempt.worker {
                    writer.store.put_worker(key, worker)?;
                }
                result.status = Status::Played(summary);
            }
            Err(error) if attempt.number < TRIES => {
                writer.report(&Event::MatchRetried { number, attempt: attempt.number, error });
            }
            Err(error) => {
                writer.store.put_failure(writer.revision, number, TRIES, &error)?;
                result.status = Status::Failed { error };
            }
        }
        Ok(())
    }

    /// Returns the played rounds and the counts of their matches.
    pub fn finish(self) -> (Vec<PlayedRound>, Counts) {
        (self.rounds.into_iter().map(|(scores, _)| scores.finish()).collect(), self.counts)
    }
}
