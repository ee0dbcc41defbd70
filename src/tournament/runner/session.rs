//! A tournament while it is played, round after round.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use super::super::ledger::Ledger;
use super::super::{
    Entrant, Fixture, JobKey, Plan, PlayedRound, Round, RoundScores, Shape, Store, StoredFixture,
    count, criterion_rounds, fixtures, next_round, planned_criteria, sampled_fixtures,
};
use super::course::{Counts, Course};
use super::crew::{Queue, work};
use super::desk::Desk;
use super::event::{Event, Reporter};
use super::jobs::{Jobs, StageJobs};
use super::pace::Spent;
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
        let desk = Desk { store, edition, shape: shape.clone(), ledger, tally, reporter };
        Session { jobs: Jobs { game, plan, shape, entrants, players }, desk }
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
        (place, options): (&Isolation, &RunOptions),
        clock: &dyn Fn() -> Duration,
    ) -> Result<Ended, RunError> {
        let Session { jobs, desk } = self;
        let is_stored = |fixture: &StoredFixture| fixture.summary.is_some();
        let started = Event::Started {
            name: jobs.plan.name.clone(),
            game: jobs.plan.game.clone(),
            scheduled: stored.len() as u32,
            stored: stored.iter().filter(|fixture| is_stored(fixture)).count() as u32,
            concurrency: options.concurrency,
            seed_hash: jobs.plan.seed.commitment(),
        };
        desk.tell(&started);
        let (mut drawn, mut stored) = (drawn.into_iter(), stored.into_iter().peekable());
        let mut rounds: Vec<PlayedRound> = Vec::new();
        let (mut first, mut in_store) = (0, 0);
        let mut of_criteria = None;
        // What is stored already took its time too, when it was played.
        let (mut earlier, mut playing) = (Duration::ZERO, Duration::ZERO);
        loop {
            let (mut stage, mut matches) = (Vec::new(), jobs.stage());
            while stage.is_empty() || is_independent(&jobs.plan, &rounds) {
                let known = drawn.next();
                let drawn = known.clone().or_else(|| draw(jobs, desk, &rounds, &mut of_criteria));
                let Some(round) = drawn else { break };
                matches.add(&round)?;
                let scheduled: Vec<StoredFixture> = match known {
                    Some(_) => {
                        let is_of = |f: &StoredFixture| f.fixture.round == round.number;
                        std::iter::from_fn(|| stored.next_if(is_of)).collect()
                    }
                    None => schedule(&jobs.plan, &round, first, &matches, desk)?,
                };
                first += scheduled.len() as u32;
                let stored = scheduled.iter().filter_map(|fixture| fixture.summary.as_ref());
                earlier += Duration::from_micros(stored.map(|summary| summary.wall_us).sum());
                // Of rounds that do not depend on each other it is enough that they were drawn.
                rounds.push(RoundScores::new(round.clone()).finish());
                stage.push((round, scheduled));
            }
            if stage.is_empty() {
                break;
            }
            let before = rounds.len() - stage.len();
            let begun = clock();
            let (scores, counts) = play_stage(stage, jobs, &matches, desk, place, options)?;
            playing += clock().saturating_sub(begun);
            rounds.splice(before.., scores);
            in_store += counts.played;
            if counts.due > 0 {
                let left = counts.due + stored.filter(|fixture| !is_stored(fixture)).count() as u32;
                desk.tell(&Event::Interrupted { played: in_store, left });
                return Ok(Ended::Interrupted { left });
            }
            if counts.failed > 0 {
                // The next round may depend on these.
                desk.tell(&Event::Finished { played: in_store, failed: counts.failed });
                return Ok(Ended::Failed { matches: counts.failed });
            }
            if drawn.len() == 0 {
                let earlier = earlier / options.concurrency.max(1);
                let (playing, gone) = (playing + earlier, clock() + earlier);
                pace(jobs, desk, &rounds, Spent { matches: in_store, playing, gone })?;
            }
        }
        desk.store.finish(desk.edition)?;
        desk.tell(&Event::Finished { played: in_store, failed: 0 });
        Ok(Ended::Finished)
    }
}

/// True if the round after these does not depend on results. Such rounds are played all at once, so
/// that no thread waits for the last match of a round.
fn is_independent(plan: &Plan, rounds: &[PlayedRound]) -> bool {
    !plan.format.follows_from_results() || rounds.last().is_some_and(is_of_criteria)
}

fn is_of_criteria(played: &PlayedRound) -> bool {
    played.round.against.is_some()
}

/// The round that follows: of the contest, and once that is over of the criteria, all of whose
/// rounds are drawn at once.
fn draw(
    jobs: &Jobs,
    desk: &Desk<'_>,
    rounds: &[PlayedRound],
    all_of_criteria: &mut Option<Vec<Round>>,
) -> Option<Round> {
    let Jobs { plan, entrants, .. } = jobs;
    let contest = rounds.iter().position(is_of_criteria).unwrap_or(rounds.len());
    let (contest, of_criteria) = rounds.split_at(contest);
    let mut next = None;
    // A bot that a match of a criterion benches changes nothing in a contest that is over.
    if of_criteria.is_empty() {
        let (field, benched) = (plan.field(entrants), desk.ledger.benched());
        next = next_round(plan, &desk.shape, &field, &benched, contest);
    }
    // How much the criteria lack is known when it is settled how much the contest plays.
    let is_settled = plan.time.is_none() || plan.format.follows_from_results();
    next.or_else(|| {
        if !is_settled {
            return None;
        }
        let all = || criterion_rounds(plan, &desk.shape, entrants, contest);
        all_of_criteria.get_or_insert_with(all).get(of_criteria.len()).cloned()
    })
}

/// Settles how much more is played of a tournament that is to take a time.
fn pace(
    jobs: &mut Jobs,
    desk: &mut Desk<'_>,
    rounds: &[PlayedRound],
    spent: Spent,
) -> Result<(), RunError> {
    if rounds.last().is_some_and(is_of_criteria) {
        return Ok(());
    }
    let (field, benched) = (jobs.plan.field(&jobs.entrants), desk.ledger.benched());
    let of_criteria = |jobs: &Jobs| {
        planned_criteria(&jobs.plan, &jobs.shape, &jobs.entrants).matches(&jobs.shape)
    };
    // The time that they will take is not there for the contest.
    let share = of_criteria(jobs) as f64 / f64::from(spent.matches.max(1));
    let reserved = spent.playing.mul_f64(share);
    let left = Spent { gone: spent.gone + reserved, ..spent };
    let Some(plan) = jobs.plan.paced(&desk.shape, &field, &benched, rounds, left) else {
        return Ok(());
    };
    desk.store.replan(desk.edition, &plan)?;
    jobs.plan = plan;
    let Plan { deals, matches_each, time, .. } = jobs.plan;
    let follows = jobs.plan.format.follows_from_results();
    let matches = match follows {
        true => {
            let least = jobs.plan.least_to_come(&desk.shape, &field, &benched, rounds);
            u64::from(spent.matches) + least * u64::from(deals)
        }
        false => count(&jobs.plan, &desk.shape, field.len()).matches,
    };
    desk.tell(&Event::Sized {
        rounds: jobs.plan.rounds,
        deals,
        matches_each,
        matches: u32::try_from(matches + of_criteria(jobs)).unwrap_or(u32::MAX),
        settled: time.is_none() || follows,
    });
    Ok(())
}

/// Stores the schedule of a round before any of it is played. Matches that were played in an
/// earlier edition are in the store already.
fn schedule(
    plan: &Plan,
    round: &Round,
    first: u32,
    matches: &StageJobs<'_>,
    desk: &mut Desk<'_>,
) -> Result<Vec<StoredFixture>, RunError> {
    let is_sampled = plan.is_sample() && round.against.is_none();
    let fixtures = if is_sampled { sampled_fixtures } else { fixtures };
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

/// Plays what is left of some rounds; their scores, and what has become of their matches.
fn play_stage(
    stage: Vec<(Round, Vec<StoredFixture>)>,
    jobs: &Jobs,
    matches: &StageJobs<'_>,
    desk: &mut Desk<'_>,
    place: &Isolation,
    options: &RunOptions,
) -> Result<(Vec<PlayedRound>, Counts), RunError> {
    let mut course = Course::new(stage);
    let fixtures = Arc::clone(&course.fixtures);
    let queue = Queue::new(&fixtures, course.todo(), &options.stop);
    course.begin(jobs, desk);
    course.settle(jobs, &queue, desk);
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
        // Whatever went wrong, no other match begins.
        queue.close();
        Ok::<(), RunError>(written?)
    })?;
    course.settle_rest(jobs, desk);
    Ok(course.finish())
}
