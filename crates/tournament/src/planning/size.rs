//! The size and duration of a tournament, before it begins.

use std::time::Duration;

use super::entries::Entry;
use super::estimate::{Measured, shared};
use super::opponents::{OpponentError, decidable};
use crate::plan::{Entrant, Plan};
use crate::schedule::{Count, MAX_MATCHES, PlannedCriteria, count, planned_criteria};
use crate::shape::Shape;
use juez_match::registry::{AnyGame, MatchSetup};
use juez_pool::Isolation;

/// Factor over the time for a tournament from which the smallest plan counts as too long.
const MAX_TIME_FACTOR: f64 = 1.2;

/// A plan whose size is wanted.
pub struct Sizing<'a> {
    pub game: &'static dyn AnyGame,
    /// The shape of its tables.
    pub shape: &'a Shape,
    /// The plan; with a time, the smallest one.
    pub plan: &'a Plan,
    /// A match without players, with the common settings of all matches.
    pub base: &'a MatchSetup,
    pub entries: &'a [Entry],
    /// Where trial matches are played.
    pub isolation: &'a Isolation,
    /// The time to fill, if the plan follows from it.
    pub time: Option<Duration>,
    /// Number of matches played in parallel.
    pub at_once: u32,
}

/// A plan with its size and duration.
pub struct SizedPlan {
    /// The plan to start with; with a time, only its first part.
    pub plan: Plan,
    /// Number of matches; estimated with a time.
    pub count: Count,
    /// Matches played only for criteria.
    pub criteria: PlannedCriteria,
    /// Duration of the whole tournament, if known.
    pub time: Option<Duration>,
    /// True if even the smallest plan takes much longer than the time for it.
    pub is_too_long: bool,
}

/// Why a plan has no size.
#[derive(Debug, thiserror::Error)]
pub enum SizeError {
    #[error(
        "that would be {0} matches, and a tournament plays {MAX_MATCHES} at most: choose fewer \
         --rounds or --games, --matches-each, or --format swiss"
    )]
    TooMany(u64),
    #[error("with {0} bots there are no matches: this format needs more bots")]
    None(usize),
    #[error(
        "no trial match could be played, so --time cannot estimate how many fit: give --rounds, \
         --games or --matches-each"
    )]
    NoTrial,
    /// A pass criterion that the plan cannot decide.
    #[error(transparent)]
    Criterion(#[from] OpponentError),
}

impl SizedPlan {
    /// Returns the number of matches, including those for criteria.
    pub fn matches(&self, shape: &Shape) -> u64 {
        self.count.matches + self.criteria.matches(shape)
    }
}

impl Sizing<'_> {
    /// Sizes the plan; with a time, to fit it. Estimates the duration from trial matches if `timed`
    /// or if there is a time to fit.
    ///
    /// # Errors
    /// If it has no matches, or too many.
    pub fn sized(&self, timed: bool) -> Result<SizedPlan, SizeError> {
        let Sizing { plan, shape, .. } = *self;
        let entrants: Vec<Entrant> =
            self.entries.iter().map(|entry| entry.entrant.clone()).collect();
        let field = plan.field(&entrants);
        let Some(time) = self.time else {
            let count = counted(plan, shape, field.len())?;
            let criteria = decidable(plan, shape, &entrants, &count)?;
            let all = count.matches + criteria.matches(shape);
            let measured = timed.then(|| self.measure(&field, all)).flatten();
            let time = |m: Measured| m.time(all, plan.bench_after, field.len(), shape.entries());
            let time = measured.map(time).map(|time| shared(time, self.at_once));
            let plan = plan.clone();
            return Ok(SizedPlan { plan, count, criteria, time, is_too_long: false });
        };
        // With a time there are usually many matches, so the trials are not limited by their number.
        let guess = self.measure(&field, u64::MAX).ok_or(SizeError::NoTrial)?.guess(self.at_once);
        let each = guess.mean;
        // An approximation: more rounds need fewer extra matches for the criteria. Pacing corrects
        // it.
        let reserved = planned_criteria(plan, shape, &entrants).matches(shape);
        let free = time.saturating_sub(each.mul_f64(reserved as f64));
        let (mut whole, mut first) = plan.fitted(shape, field.len(), free, guess);
        let millis = u64::try_from(time.as_millis()).ok();
        (whole.time, first.time) = (millis, millis);
        let count = counted(&whole, shape, field.len())?;
        let criteria = decidable(&whole, shape, &entrants, &count)?;
        let takes = each.mul_f64((count.matches + criteria.matches(shape)) as f64);
        let is_too_long = takes > time.mul_f64(MAX_TIME_FACTOR);
        Ok(SizedPlan { plan: first, count, criteria, time: Some(takes), is_too_long })
    }
}

/// Counts the matches of a plan.
fn counted(plan: &Plan, shape: &Shape, field: usize) -> Result<Count, SizeError> {
    match count(plan, shape, field) {
        count if count.matches > MAX_MATCHES => Err(SizeError::TooMany(count.matches)),
        count if count.matches == 0 => Err(SizeError::None(field)),
        count => Ok(count),
    }
}
