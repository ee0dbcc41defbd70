//! Rounds while they are played: what the crew says is stored in groups, and counts once it is.

use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::super::ledger::Known;
use super::super::{
    Fixture, JobKey, PlayedRound, Round, RoundScores, Status, StoreError, StoredFixture,
};
use super::crew::{Queue, TRIES, Word};
use super::desk::Desk;
use super::event::Event;
use super::jobs::Jobs;

/// What is put into the store is committed after this time at the latest.
const GROUP: Duration = Duration::from_millis(100);

/// The matches of one round, or of several that do not depend on each other.
pub struct Course {
    pub fixtures: Arc<[Fixture]>,
    keys: Vec<JobKey>,
    /// Whether a match was in the store before.
    stored: Vec<bool>,
    known: Vec<Known>,
    /// What has been put into the store and is not committed.
    put: Vec<(usize, Known)>,
    /// How many of the first matches are settled.
    settled: usize,
    legs: Vec<Leg>,
    /// The leg to which the next match belongs.
    leg: usize,
    counts: Counts,
}

/// One round of a course.
struct Leg {
    round: Round,
    /// The place of its first match, and that after its last.
    places: Range<usize>,
    scores: RoundScores,
}

/// What has become of the matches of a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Played.
    pub played: u32,
    /// Could not be played.
    pub failed: u32,
    /// Not played yet.
    pub due: u32,
}

impl Course {
    /// Rounds with their matches.
    pub fn new(rounds: Vec<(Round, Vec<StoredFixture>)>) -> Course {
        let (mut fixtures, mut keys, mut known) = (Vec::new(), Vec::new(), Vec::new());
        let mut legs = Vec::with_capacity(rounds.len());
        for (round, scheduled) in rounds {
            let places = fixtures.len()..fixtures.len() + scheduled.len();
            for StoredFixture { fixture, key, summary, .. } in scheduled {
                fixtures.push(fixture);
                keys.push(key);
                known.push(
                    summary.map_or(Known::Nothing, |summary| Known::Played(Box::new(summary))),
                );
            }
            legs.push(Leg { scores: RoundScores::new(round.clone()), round, places });
        }
        let stored = known.iter().map(|known| *known != Known::Nothing).collect();
        let fixtures = fixtures.into();
        Course {
            fixtures,
            keys,
            stored,
            known,
            put: Vec::new(),
            settled: 0,
            legs,
            leg: 0,
            counts: Counts::default(),
        }
    }

    /// The matches that are not in the store, by their place in the course.
    pub fn todo(&self) -> Vec<usize> {
        (0..self.fixtures.len()).filter(|&at| !self.stored[at]).collect()
    }

    /// Settles the matches whose turn has come, and keeps those who are benched out of the queue.
    pub fn settle(&mut self, jobs: &Jobs, queue: &Queue<'_>, desk: &mut Desk<'_>) {
        while let Some(fixture) = self.fixtures.get(self.settled) {
            let walkover = fixture.order.iter().any(|&entrant| desk.ledger.is_benched(entrant));
            if self.known[self.settled] == Known::Nothing && !walkover {
                return;
            }
            let before = desk.ledger.benchings().len();
            self.settle_next(jobs, desk);
            let benchings = &desk.ledger.benchings()[before..];
            benchings.iter().for_each(|benching| queue.bench(benching.entrant));
        }
    }

    /// Settles all that is left: what is not known by now will not be any more.
    pub fn settle_rest(&mut self, jobs: &Jobs, desk: &mut Desk<'_>) {
        while self.settled < self.fixtures.len() {
            self.settle_next(jobs, desk);
        }
    }

    fn settle_next(&mut self, jobs: &Jobs, desk: &mut Desk<'_>) {
        let at = self.settled;
        let known = std::mem::replace(&mut self.known[at], Known::Nothing);
        let counts = self.legs[self.leg].round.against.is_none();
        let result = desk.settle(jobs, &self.fixtures[at], known, (self.stored[at], counts));
        self.settled += 1;
        self.legs[self.leg].scores.add(&result, &desk.shape);
        match result.status {
            Status::Played(_) => self.counts.played += 1,
            Status::Failed { .. } => self.counts.failed += 1,
            Status::Due => self.counts.due += 1,
            Status::Walkover { .. } => {}
        }
        self.pass_rounds(jobs, desk);
    }

    /// Announces the first round.
    pub fn begin(&mut self, jobs: &Jobs, desk: &mut Desk<'_>) {
        self.announce(jobs, desk);
        self.pass_rounds(jobs, desk);
    }

    /// Goes on to the round of the next match, if all of this one is settled.
    fn pass_rounds(&mut self, jobs: &Jobs, desk: &mut Desk<'_>) {
        while self.leg < self.legs.len() && self.legs[self.leg].places.end == self.settled {
            // What was not played is not over.
            if self.counts.due == 0 {
                let round = self.legs[self.leg].round.number;
                let leaders = desk.tally.leaders();
                desk.tell(&Event::RoundFinished { round, leaders });
            }
            self.leg += 1;
            self.announce(jobs, desk);
        }
    }

    fn announce(&self, jobs: &Jobs, desk: &mut Desk<'_>) {
        let Some(Leg { round, places, .. }) = self.legs.get(self.leg) else { return };
        if self.counts.due == 0 {
            desk.tell(&Event::RoundStarted {
                round: round.number,
                title: round.title.clone(),
                pairings: round.pairings.len() as u32,
                matches: places.len() as u32,
                byes: round.byes.iter().map(|&bye| jobs.name(bye).to_string()).collect(),
            });
        }
    }

    /// Writes down what the crew says until the crew is gone.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn write_down(
        &mut self,
        hear: &Receiver<Word>,
        jobs: &Jobs,
        queue: &Queue<'_>,
        desk: &mut Desk<'_>,
    ) -> Result<(), StoreError> {
        let mut due: Option<Instant> = None;
        loop {
            let word = match due {
                None => hear.recv().map_err(RecvTimeoutError::from),
                Some(due) => hear.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match word {
                Ok(word) => {
                    self.put(word, desk)?;
                    due.get_or_insert_with(|| Instant::now() + GROUP);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if due.is_some_and(|due| Instant::now() >= due) {
                due = None;
                self.commit(desk)?;
                self.settle(jobs, queue, desk);
            }
        }
        self.commit(desk)
    }

    fn put(&mut self, word: Word, desk: &mut Desk<'_>) -> Result<(), StoreError> {
        match word {
            Word::Played { at, summary, record } => {
                desk.store.put(&self.keys[at], &summary, &record)?;
                self.put.push((at, Known::Played(summary)));
            }
            Word::Failed { at, error } => {
                let number = self.fixtures[at].number;
                desk.store.put_failure(desk.edition, number, TRIES, &error)?;
                self.put.push((at, Known::Failed(error)));
            }
            Word::Retried { at, attempt, error } => {
                let number = self.fixtures[at].number;
                desk.tell(&Event::MatchRetried { number, attempt, error });
            }
        }
        Ok(())
    }

    fn commit(&mut self, desk: &mut Desk<'_>) -> Result<(), StoreError> {
        desk.store.commit()?;
        for (at, known) in self.put.drain(..) {
            self.known[at] = known;
        }
        Ok(())
    }

    /// The rounds as they were played, and what has become of their matches.
    pub fn finish(self) -> (Vec<PlayedRound>, Counts) {
        (self.legs.into_iter().map(|leg| leg.scores.finish()).collect(), self.counts)
    }
}
