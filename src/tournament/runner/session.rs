//! A tournament while it is played, round after round.

use std::sync::{Arc, mpsc};
use std::thread;

use super::super::ledger::Ledger;
use super::super::{
    Entrant, Fixture, JobKey, Plan, PlayedRound, Round, Shape, Store, StoredFixture, fixtures,
    next_round,
};
use super::course::{Counts, Course};
use super::crew::{Queue, work};
use super::desk::Desk;
use super::event::{Event, Reporter};
use super::jobs::{Jobs, RoundJobs};
use super::run::{Ended, RunError, RunOptions};
use super::tally::Tally;
use crate::pool::Isolation;
use crate::registry::{AnyGame, PlayerSpec};
use crate::script::STACK;

/// A tournament while it is played.
pub struct Session<'a> {
    jobs: Jobs,
    desk: Desk<'a>,
}

impl<'a> Session<'a> {
    /// An edition of a store before its first match, with the players of its entrants.
    pub fn new(
        store: &'a mut Store,
        edition: u32,
        (game, plan, shape): (&'static dyn AnyGame, Plan, Shape),
        (entrants, players): (Vec<Entrant>, Vec<Option<PlayerSpec>>),
        reporter: &'a mut dyn Reporter,
    ) -> Session<'a> {
        let ledger = Ledger::new(shape.clone(), entrants.len(), plan.bench_after);
        let tally = Tally::new(&entrants);
        let desk = Desk { store, edition, shape, ledger, tally, reporter };
        Session { jobs: Jobs { game, plan, entrants, players }, desk }
    }

    /// Plays all rounds: those that were drawn before with what is stored of them, then those that
    /// follow from them.
    ///
    /// # Errors
    /// If it cannot go on.
    pub fn play(
        &mut self,
        drawn: Vec<Round>,
        stored: Vec<StoredFixture>,
        place: &Isolation,
        options: &RunOptions,
    ) -> Result<Ended, RunError> {
        let Session { jobs, desk } = self;
        let is_stored = |fixture: &StoredFixture| fixture.summary.is_some();
        let started = Event::Started {
            name: jobs.plan.name.clone(),
            game: jobs.plan.game.clone(),
            scheduled: stored.len() as u32,
            stored: stored.iter().filter(|fixture| is_stored(fixture)).count() as u32,
            concurrency: options.concurrency,
        };
        desk.tell(&started);
        let (mut drawn, mut stored) = (drawn.into_iter(), stored.into_iter().peekable());
        let mut rounds: Vec<PlayedRound> = Vec::new();
        let (mut first, mut in_store) = (0, 0);
        loop {
            let known = drawn.next();
            let Some(round) = known.clone().or_else(|| draw(jobs, desk, &rounds)) else { break };
            let matches = jobs.of_round(&round)?;
            let scheduled = match known {
                Some(_) => {
                    let mut scheduled = Vec::new();
                    while let Some(fixture) = stored.next_if(|f| f.fixture.round == round.number) {
                        scheduled.push(fixture);
                    }
                    scheduled
                }
                None => schedule(&round, first, &matches, desk)?,
            };
            first += scheduled.len() as u32;
            let (scores, counts) =
                play_round(&round, scheduled, jobs, &matches, desk, place, options)?;
            in_store += counts.played;
            if counts.due > 0 {
                let left = counts.due + stored.filter(|fixture| !is_stored(fixture)).count() as u32;
                desk.tell(&Event::Interrupted { played: in_store, left });
                return Ok(Ended::Interrupted { left });
            }
            let leaders = desk.tally.leaders();
            desk.tell(&Event::RoundFinished { round: round.number, leaders });
            if counts.failed > 0 {
                // The next round may depend on these.
                desk.tell(&Event::Finished { played: in_store, failed: counts.failed });
                return Ok(Ended::Failed { matches: counts.failed });
            }
            rounds.push(scores);
        }
        desk.store.finish(desk.edition)?;
        desk.tell(&Event::Finished { played: in_store, failed: 0 });
        Ok(Ended::Finished)
    }
}

/// The round that follows.
fn draw(jobs: &Jobs, desk: &Desk<'_>, rounds: &[PlayedRound]) -> Option<Round> {
    next_round(&jobs.plan, &desk.shape, &jobs.field(), &desk.ledger.benched(), rounds)
}

/// Stores the schedule of a round before any of it is played. Matches that were played in an earlier
/// edition are in the store already.
fn schedule(
    round: &Round,
    first: u32,
    matches: &RoundJobs<'_>,
    desk: &mut Desk<'_>,
) -> Result<Vec<StoredFixture>, RunError> {
    let keyed: Vec<(Fixture, JobKey)> = fixtures(round, &desk.shape, first)
        .into_iter()
        .map(|fixture| {
            let key = matches.key(&fixture);
            (fixture, key)
        })
        .collect();
    desk.store.add_round(desk.edition, round, &keyed)?;
    let mut scheduled = Vec::with_capacity(keyed.len());
    for (fixture, key) in keyed {
        let summary = desk.store.summary(&key)?;
        scheduled.push(StoredFixture { fixture, key, summary, error: None });
    }
    Ok(scheduled)
}

/// Plays what is left of a round; its scores, and what has become of its matches.
fn play_round(
    round: &Round,
    scheduled: Vec<StoredFixture>,
    jobs: &Jobs,
    matches: &RoundJobs<'_>,
    desk: &mut Desk<'_>,
    place: &Isolation,
    options: &RunOptions,
) -> Result<(PlayedRound, Counts), RunError> {
    let begun = Event::RoundStarted {
        round: round.number,
        title: round.title.clone(),
        pairings: round.pairings.len() as u32,
        matches: scheduled.len() as u32,
        byes: round.byes.iter().map(|&bye| jobs.name(bye).to_string()).collect(),
    };
    desk.tell(&begun);
    let mut course = Course::new(round.clone(), scheduled);
    let fixtures = Arc::clone(&course.fixtures);
    let queue = Queue::new(&fixtures, course.todo(), &options.stop);
    course.settle(jobs, Some(&queue), desk);
    let (tell, hear) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..options.concurrency.max(1) {
            let (tell, queue) = (tell.clone(), &queue);
            let crew = thread::Builder::new().name("matches".into()).stack_size(STACK);
            crew.spawn_scoped(scope, move || work(queue, matches, place, &tell))
                .inspect_err(|_| queue.close())?;
        }
        drop(tell);
        let written = course.write_down(&hear, jobs, &queue, desk);
        // Whatever went wrong, nobody begins another match.
        queue.close();
        Ok::<(), RunError>(written?)
    })?;
    // What has not come by now will not come any more.
    course.settle(jobs, None, desk);
    Ok(course.finish())
}
