//! The size of a tournament and the time it takes, before it begins.

use anyhow::{Context, bail};
use std::time::Duration;

use super::args::Settings;
use super::criteria::decidable;
use super::entrants::Entry;
use super::estimate::{Measured, Trial, patience, shared};
use super::resolve::ResolvedPlan;
use crate::cli::options::cores;
use crate::cli::text::tell;
use crate::pool::Isolation;
use crate::registry::PlayerSpec;
use crate::tournament::{
    Count, Entrant, Format, Plan, PlannedCriteria, Shape, count, next_round, planned_criteria,
};

/// Upper bound on matches: larger plans are refused as typing errors.
pub(super) const MAX_MATCHES: u64 = 50_000_000;

/// The factor over `--time` above which a note says that the smallest plan takes longer.
const MAX_TIME_FACTOR: f64 = 1.2;

/// A plan, how much it is and how long it takes, if that is known.
pub(super) struct SizedPlan {
    /// The part that is played first: with `--time` only the first part of it.
    pub plan: Plan,
    /// The size of it, with `--time` about.
    pub count: Count,
    /// The matches that are played for criteria alone.
    pub criteria: PlannedCriteria,
    /// The duration of all of it.
    pub time: Option<Duration>,
}

impl SizedPlan {
    /// All matches, those for criteria included.
    pub fn matches(&self, shape: &Shape) -> u64 {
        self.count.matches + self.criteria.matches(shape)
    }
}

pub(super) fn concurrency(settings: &Settings) -> u32 {
    settings.concurrency.unwrap_or_else(cores)
}

/// The plan with as much of it as fits into the time, if one was given.
///
/// # Errors
/// If it is no match at all, or more than can be meant.
pub(super) fn sized(
    resolved: &ResolvedPlan,
    plan: Plan,
    field: &[u32],
    entries: &[Entry],
    isolation: &Isolation,
) -> anyhow::Result<SizedPlan> {
    let ResolvedPlan { shape, settings, .. } = resolved;
    let Some(time) = settings.time else {
        let count = counted(&plan, shape, field.len())?;
        let criteria = decidable(resolved, &plan, entries, &count)?;
        // It would not be reported.
        if settings.quiet && !settings.dry_run {
            return Ok(SizedPlan { plan, count, criteria, time: None });
        }
        let all = count.matches + criteria.matches(shape);
        let measured = trial(resolved, &plan, all, field, entries, isolation);
        let size = shape.entries();
        let time = |m: Measured| m.time(all, plan.bench_after, field.len(), size);
        let time = measured.map(time).map(|time| shared(time, at_once(settings)));
        return Ok(SizedPlan { plan, count, criteria, time });
    };
    // Where a time decides, there will be many.
    let measured = trial(resolved, &plan, u64::MAX, field, entries, isolation).context(
        "no match could be played on trial, so --time cannot tell how many fit: give --rounds, --games \
         or --matches-each",
    )?;
    let each = shared(measured.mean, at_once(settings));
    // More rounds leave less to play for the criteria; how much, pacing takes into account.
    let entrants: Vec<Entrant> = entries.iter().map(|entry| entry.entrant.clone()).collect();
    let reserved = planned_criteria(&plan, shape, &entrants).matches(shape);
    let free = time.saturating_sub(each.mul_f64(reserved as f64));
    let (mut whole, mut first) = plan.fitted(shape, field.len(), free, each);
    (whole.time, first.time) = (plan_time(time), plan_time(time));
    let count = counted(&whole, shape, field.len())?;
    let criteria = decidable(resolved, &whole, entries, &count)?;
    let takes = each.mul_f64((count.matches + criteria.matches(shape)) as f64);
    if takes > time.mul_f64(MAX_TIME_FACTOR) && !settings.quiet {
        tell(format_args!(
            "note: the least that can be played takes longer than {}",
            humantime::format_duration(time)
        ));
    }
    Ok(SizedPlan { plan: first, count, criteria, time: Some(takes) })
}

/// A time as a plan has it, in milliseconds.
fn plan_time(time: Duration) -> Option<u64> {
    u64::try_from(time.as_millis()).ok()
}

/// The number of matches that run at once: more matches than CPUs only take turns.
fn at_once(settings: &Settings) -> u32 {
    concurrency(settings).min(cores())
}

/// The size and the duration of a plan.
///
/// # Errors
/// If it is no match at all, or more than can be meant.
fn counted(plan: &Plan, shape: &Shape, field: usize) -> anyhow::Result<Count> {
    let count = count(plan, shape, field);
    if count.matches > MAX_MATCHES {
        bail!(
            "that would be {} matches, and a tournament plays {MAX_MATCHES} at most: fewer --rounds or \
             --games, --matches-each, or --format swiss",
            count.matches
        );
    }
    if count.matches == 0 {
        bail!("with {field} bots that is no match at all: more bots are needed for this format");
    }
    Ok(count)
}

/// The time a match takes, from a few of them; `None` where one could not be played.
fn trial(
    resolved: &ResolvedPlan,
    plan: &Plan,
    of: u64,
    field: &[u32],
    entries: &[Entry],
    isolation: &Isolation,
) -> Option<Measured> {
    let ResolvedPlan { shape, settings, .. } = resolved;
    // Where it is known beforehand who meets, tables at which every entrant sits once: there may be
    // millions in all.
    let format = if plan.format.follows_from_results() { plan.format } else { Format::RoundRobin };
    let once = Plan { format, matches_each: Some(1), ..plan.clone() };
    let tables = next_round(&once, shape, field, &[], &[])?.pairings;
    let player = |&entrant: &u32| entries.get(entrant as usize)?.player.as_ref();
    let players: Vec<Vec<&PlayerSpec>> =
        tables.iter().map(|table| table.iter().map(player).collect()).collect::<Option<_>>()?;
    let trial = Trial { resolved, plan, isolation };
    let tried = trial.play(&players, of, at_once(settings), patience(settings.time))?;
    Measured::of(&tried, &tables)
}
