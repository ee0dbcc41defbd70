//! Plays stage after stage of a tournament, until no round is left to draw.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::event::Event;
use super::pace::{Elapsed, MatchTimes, is_independent, matches_to_come, paced};
use super::run::{Ended, RunError, RunOptions};
use super::setups::{Setups, Tournament};
use super::stage::{Counts, Stage};
use super::venue::Venue;
use super::writer::Writer;
use crate::job::{Job, JobKey, MatchResult, Status, Summary};
use crate::plan::Plan;
use crate::round::{PlayedRound, Round, RoundScores};
use crate::schedule::{
    RoundBasis, count, criterion_rounds, jobs, next_round, planned_criteria, sampled_jobs,
};

/// A round and its matches, as stored.
pub type Scheduled = (Round, Vec<ScheduledMatch>);

/// A scheduled match. Its stored summary is read again when it is settled, because all summaries
/// together might not fit into memory.
pub struct ScheduledMatch {
    pub key: JobKey,
    pub job: Job,
    /// Its duration, if it is stored.
    pub played: Option<Duration>,
}

impl ScheduledMatch {
    fn new(key: JobKey, job: Job, stored: Option<&Summary>) -> ScheduledMatch {
        let played = stored.map(|summary| Duration::from_micros(summary.wall_us));
        ScheduledMatch { key, job, played }
    }
}

/// Plays all rounds: the drawn ones with their stored results, then the rounds that follow from
/// them. `clock` is the time since the tournament began.
///
/// # Errors
/// If the tournament cannot continue.
pub fn play(
    tournament: &mut Tournament,
    writer: &mut Writer<'_>,
    venue: &dyn Venue,
    options: &RunOptions,
    clock: &dyn Fn() -> Duration,
) -> Result<Ended, RunError> {
    let drawn = writer.store.rounds(writer.revision)?;
    let mut stored = Vec::new();
    writer.store.each_match(writer.revision, |key, MatchResult { job, status }| {
        let summary = if let Status::Played(summary) = &status { Some(&**summary) } else { None };
        stored.push(ScheduledMatch::new(key, job, summary));
        Ok(())
    })?;
    let is_played = |stored: &ScheduledMatch| stored.played.is_some();
    writer.report(&Event::Started {
        name: tournament.plan.name.clone(),
        game: tournament.plan.game.clone(),
        scheduled: stored.len() as u32,
        stored: stored.iter().filter(|stored| is_played(stored)).count() as u32,
        concurrency: options.concurrency,
        seed_hash: tournament.plan.seed.commitment(),
    });
    let (mut drawn, mut stored) = (drawn.into_iter(), stored.into_iter().peekable());
    let mut rounds: Vec<PlayedRound> = Vec::new();
    let (mut first, mut in_store) = (0, 0);
    let mut of_criteria = None;
    // The time of stored matches counts too.
    let (mut earlier, mut playing) = (Duration::ZERO, Duration::ZERO);
    loop {
        let (mut stage, mut setups) = (Vec::new(), tournament.setups());
        while stage.is_empty() || waits_for_none(&tournament.plan, &rounds) {
            let known = drawn.next();
            let is_known = known.is_some();
            let drawn = known.or_else(|| draw(tournament, writer, &rounds, &mut of_criteria));
            let Some(round) = drawn else { break };
            setups.add(&round)?;
            let scheduled: Vec<ScheduledMatch> = if is_known {
                let is_of = |stored: &ScheduledMatch| stored.job.round == round.number;
                std::iter::from_fn(|| stored.next_if(is_of)).collect()
            } else {
                schedule(&tournament.plan, &round, first, &setups, writer)?
            };
            first += scheduled.len() as u32;
            for played in scheduled.iter().filter_map(|stored| stored.played) {
                earlier = earlier.saturating_add(played);
            }
            // For independent rounds, it is enough that they were drawn.
            rounds.push(RoundScores::new(round.clone()).finish());
            stage.push((round, scheduled));
        }
        if stage.is_empty() {
            break;
        }
        let before = rounds.len() - stage.len();
        let begun = clock();
        let (scores, counts) = play_stage(stage, &setups, writer, venue, options)?;
        playing += clock().saturating_sub(begun);
        rounds.splice(before.., scores);
        in_store += counts.played;
        if counts.due > 0 {
            let left = counts.due + stored.filter(|stored| !is_played(stored)).count() as u32;
            writer.report(&Event::Interrupted { played: in_store, left });
            return Ok(Ended::Interrupted { left });
        }
        if counts.failed > 0 {
            // The next round can depend on these.
            writer.report(&Event::Finished { played: in_store, failed: counts.failed });
            return Ok(Ended::Failed { matches: counts.failed });
        }
        if drawn.len() == 0 {
            let earlier = earlier / options.concurrency.max(1);
            let (playing, gone) = (playing + earlier, clock() + earlier);
            pace(tournament, writer, &rounds, (in_store, playing, gone))?;
        }
    }
    writer.store.finish(writer.revision)?;
    writer.report(&Event::Finished { played: in_store, failed: 0 });
    Ok(Ended::Finished)
}

/// Returns true if the round after these does not depend on results. Such rounds are played
/// together, so that no thread waits for the last match of a round.
fn waits_for_none(plan: &Plan, rounds: &[PlayedRound]) -> bool {
    is_independent(plan, rounds) || rounds.last().is_some_and(is_of_criteria)
}

fn is_of_criteria(played: &PlayedRound) -> bool {
    played.round.against.is_some()
}

/// Draws the next round of the contest; after the last, the next of the rounds for criteria, which
/// are drawn together.
fn draw(
    tournament: &Tournament,
    writer: &Writer<'_>,
    rounds: &[PlayedRound],
    all_of_criteria: &mut Option<Vec<Round>>,
) -> Option<Round> {
    let Tournament { plan, entrants, shape, .. } = tournament;
    let contest = rounds.iter().position(is_of_criteria).unwrap_or(rounds.len());
    let (contest, of_criteria) = rounds.split_at(contest);
    let (field, benched) = (plan.field(entrants), writer.ledger.benched());
    // A benching in a match for a criterion changes nothing in a finished contest.
    if of_criteria.is_empty()
        && let Some(next) = next_round(plan, shape, &field, &benched, contest)
    {
        return Some(next);
    }
    // Criteria need the final size of the contest to know which matches are missing.
    if plan.time.is_some() && !plan.format.is_elimination() {
        return None;
    }
    let all = || criterion_rounds(plan, shape, entrants, contest);
    all_of_criteria.get_or_insert_with(all).get(of_criteria.len()).cloned()
}

/// Settles how much more is played in a tournament with a time limit.
fn pace(
    tournament: &mut Tournament,
    writer: &mut Writer<'_>,
    rounds: &[PlayedRound],
    (matches, playing, gone): (u32, Duration, Duration),
) -> Result<(), RunError> {
    if tournament.plan.time.is_none() || rounds.last().is_some_and(is_of_criteria) {
        return Ok(());
    }
    let none = MatchTimes::default();
    let times = writer.times.as_ref().unwrap_or(&none);
    let Tournament { plan, shape, entrants, .. } = tournament;
    let (field, benched) = (plan.field(entrants), writer.ledger.benched());
    let of_criteria = |plan: &Plan| planned_criteria(plan, shape, entrants).matches(shape);
    // The contest must leave time for the matches of criteria.
    let share = of_criteria(plan) as f64 / f64::from(matches.max(1));
    let gone = gone + playing.mul_f64(share);
    let elapsed = Elapsed { matches, playing, gone, times };
    let basis = RoundBasis { plan, shape, field: &field, benched: &benched, played: rounds };
    let Some(next) = paced(&basis, &elapsed) else { return Ok(()) };
    writer.store.replan(writer.revision, &next)?;
    *plan = next;
    let Plan { deals, matches_each, time, rounds: planned, .. } = *plan;
    let is_elimination = plan.format.is_elimination();
    let matches = if is_elimination {
        let basis = RoundBasis { plan, shape, field: &field, benched: &benched, played: rounds };
        u64::from(matches) + matches_to_come(&basis)
    } else {
        count(plan, shape, field.len()).matches
    };
    writer.report(&Event::Sized {
        rounds: planned,
        deals,
        matches_each,
        matches: u32::try_from(matches + of_criteria(plan)).unwrap_or(u32::MAX),
        settled: time.is_none() || is_elimination,
    });
    Ok(())
}

/// Stores the schedule of a round before any of it is played. Matches played in an earlier revision
/// are already in the store.
fn schedule(
    plan: &Plan,
    round: &Round,
    first: u32,
    setups: &Setups<'_>,
    writer: &mut Writer<'_>,
) -> Result<Vec<ScheduledMatch>, RunError> {
    let is_sampled = plan.is_sample() && round.against.is_none();
    let jobs = if is_sampled { sampled_jobs } else { jobs };
    let jobs = jobs(round, &writer.shape, first);
    let keys: Vec<JobKey> = jobs.iter().map(|job| setups.key(job)).collect();
    let keyed: Vec<(Job, JobKey)> = jobs.into_iter().zip(keys).collect();
    writer.store.add_round(writer.revision, round, &keyed)?;
    let with_status = |(job, key): (Job, JobKey)| {
        let summary = writer.store.summary(&key, &writer.shape, job.order.len())?;
        Ok(ScheduledMatch::new(key, job, summary.as_ref()))
    };
    keyed.into_iter().map(with_status).collect()
}

/// Plays the unplayed matches of some rounds; returns their scores and counts.
fn play_stage(
    scheduled: Vec<Scheduled>,
    setups: &Setups<'_>,
    writer: &mut Writer<'_>,
    venue: &dyn Venue,
    options: &RunOptions,
) -> Result<(Vec<PlayedRound>, Counts), RunError> {
    let mut stage = Stage::new(scheduled);
    let jobs = stage.due(setups, &options.stop);
    stage.begin(writer);
    stage.settle(&jobs, writer)?;
    // Bounded, so that players wait for a slower writer.
    let (send, reports) = mpsc::sync_channel(options.concurrency as usize);
    thread::scope(|scope| {
        venue.start(scope, &jobs, send).inspect_err(|_| jobs.close())?;
        let written = stage.write(&reports, &jobs, writer);
        // After an error no other match starts, and reports are dropped.
        jobs.close();
        drop(reports);
        written
    })?;
    Ok(stage.finish())
}
