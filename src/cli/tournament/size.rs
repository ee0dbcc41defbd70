//! The size of a tournament and the time it takes, before it begins.

use anyhow::{Context, bail, ensure};
use std::time::Duration;

use super::criteria::decidable;
use super::entrants::Entry;
use super::estimate::{Measured, Trial, shared};
use super::resolve::ResolvedPlan;
use crate::cli::text::tell;
use crate::pool::Isolation;
use crate::tournament::{
    Count, Entrant, MAX_MATCHES, Plan, PlannedCriteria, Shape, count, planned_criteria,
};

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

/// The plan with as much of it as fits into the time, if one was given.
///
/// # Errors
/// If it is no match at all, or more than can be meant.
pub(super) fn sized(
    resolved: &ResolvedPlan,
    plan: Plan,
    entries: &[Entry],
    isolation: &Isolation,
) -> anyhow::Result<SizedPlan> {
    let ResolvedPlan { shape, settings, .. } = resolved;
    let entrants: Vec<Entrant> = entries.iter().map(|entry| entry.entrant.clone()).collect();
    let field = plan.field(&entrants);
    let trial = Trial { resolved, plan: &plan, entries, isolation };
    let Some(time) = settings.time else {
        let count = counted(&plan, shape, field.len())?;
        let criteria = decidable(&plan, shape, &entrants, &count)?;
        let all = count.matches + criteria.matches(shape);
        let is_reported = !settings.quiet || settings.dry_run;
        let measured = is_reported.then(|| trial.measure(&field, all)).flatten();
        let time = |m: Measured| m.time(all, plan.bench_after, field.len(), shape.entries());
        let time = measured.map(time).map(|time| shared(time, settings.at_once()));
        return Ok(SizedPlan { plan, count, criteria, time });
    };
    // Where a time decides, there will be many.
    let measured = trial.measure(&field, u64::MAX).context(
        "no match could be played on trial, so --time cannot tell how many fit: give --rounds, --games \
         or --matches-each",
    )?;
    let guess = measured.guess(settings.at_once());
    let each = guess.mean;
    // More rounds leave less to play for the criteria; how much, pacing takes into account.
    let reserved = planned_criteria(&plan, shape, &entrants).matches(shape);
    let free = time.saturating_sub(each.mul_f64(reserved as f64));
    let (mut whole, mut first) = plan.fitted(shape, field.len(), free, guess);
    let millis = u64::try_from(time.as_millis()).ok();
    (whole.time, first.time) = (millis, millis);
    let count = counted(&whole, shape, field.len())?;
    let criteria = decidable(&whole, shape, &entrants, &count)?;
    let takes = each.mul_f64((count.matches + criteria.matches(shape)) as f64);
    if takes > time.mul_f64(MAX_TIME_FACTOR) && !settings.quiet {
        tell(format_args!(
            "note: the least that can be played takes longer than {}",
            humantime::format_duration(time)
        ));
    }
    Ok(SizedPlan { plan: first, count, criteria, time: Some(takes) })
}

/// The size and the duration of a plan.
///
/// # Errors
/// If it is no match at all, or more than can be meant.
fn counted(plan: &Plan, shape: &Shape, field: usize) -> anyhow::Result<Count> {
    let count = count(plan, shape, field);
    ensure!(
        count.matches <= MAX_MATCHES,
        "that would be {} matches, and a tournament plays {MAX_MATCHES} at most: fewer --rounds or \
         --games, --matches-each, or --format swiss",
        count.matches
    );
    if count.matches == 0 {
        bail!("with {field} bots that is no match at all: more bots are needed for this format");
    }
    Ok(count)
}
