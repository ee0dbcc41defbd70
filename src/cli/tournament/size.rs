//! The size and duration of a tournament, before it begins.

use anyhow::{Context, bail, ensure};
use std::time::Duration;

use super::criteria::decidable;
use super::entrants::Entry;
use super::estimate::{Measured, Trial, shared};
use super::resolve::ResolvedPlan;
use crate::cli::text::tell;
use juez_pool::Isolation;
use juez_tournament::{
    Count, Entrant, MAX_MATCHES, Plan, PlannedCriteria, Shape, count, planned_criteria,
};

/// Factor over `--time` from which a note warns that even the smallest plan takes longer.
const MAX_TIME_FACTOR: f64 = 1.2;

/// A plan with its size and duration.
pub(super) struct SizedPlan {
    /// The plan to start with; with `--time` only its first part.
    pub plan: Plan,
    /// Number of matches; estimated with `--time`.
    pub count: Count,
    /// Matches played only for criteria.
    pub criteria: PlannedCriteria,
    /// Duration of the whole tournament, if known.
    pub time: Option<Duration>,
}

impl SizedPlan {
    /// Returns the number of matches, including those for criteria.
    pub fn matches(&self, shape: &Shape) -> u64 {
        self.count.matches + self.criteria.matches(shape)
    }
}

/// Sizes a plan; with `--time`, to fit the time.
///
/// # Errors
/// If it has no matches, or too many.
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
    // With `--time` there are usually many matches, so the trials are not limited by their number.
    let measured = trial.measure(&field, u64::MAX).context(
        "no trial match could be played, so --time cannot estimate how many fit: give --rounds, \
         --games or --matches-each",
    )?;
    let guess = measured.guess(settings.at_once());
    let each = guess.mean;
    // An approximation: more rounds need fewer extra matches for the criteria. Pacing corrects it.
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
            "note: even the smallest plan takes longer than {}",
            humantime::format_duration(time)
        ));
    }
    Ok(SizedPlan { plan: first, count, criteria, time: Some(takes) })
}

/// Counts the matches of a plan.
///
/// # Errors
/// If it has no matches, or too many.
fn counted(plan: &Plan, shape: &Shape, field: usize) -> anyhow::Result<Count> {
    let count = count(plan, shape, field);
    ensure!(
        count.matches <= MAX_MATCHES,
        "that would be {} matches, and a tournament plays {MAX_MATCHES} at most: choose fewer \
         --rounds or --games, --matches-each, or --format swiss",
        count.matches
    );
    if count.matches == 0 {
        bail!("with {field} bots there are no matches: this format needs more bots");
    }
    Ok(count)
}
