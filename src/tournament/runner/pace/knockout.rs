//! The time of a knockout. Nobody knows beforehand who will play the later stages, and how long
//! their matches are. So an early stage plays so many deals that all later ones can play as many
//! even if their matches are the longest; the final takes what is left. No stage plays fewer deals
//! than the one before. Tie-breaks are short, and their time is that of the final.

use super::{Elapsed, GROWTH_FACTOR, SETTLED_SHARE, part_end};
use crate::tournament::plan::Plan;
use crate::tournament::schedule::{
    KnockoutStage, RoundBasis, count, knockout_places, knockout_stage,
};

/// Share of the whole time that a round of tie-breaks takes at most, if one deal does not take
/// more.
const TIE_BREAK_SHARE: f64 = 0.03;
/// A stage goes on if it can play so many times its deals; less is left to the final.
const WORTH_FACTOR: f64 = 1.25;

/// The plan for what comes after these rounds: more deals of the stage that was played last, its
/// tie-breaks, or the next stage.
pub(super) fn paced(basis: &RoundBasis<'_>, elapsed: &Elapsed<'_>, time: f64) -> Option<Plan> {
    let plan = basis.plan;
    // What the plan says of tie-breaks is not about the stage.
    let stage = knockout_stage(basis)?;
    let cost = Costs::of(basis, elapsed);
    let mut next = Plan { deals: stage.deals, ..plan.clone() };
    if stage.tie_breaks == 0 {
        let gone = elapsed.gone.as_secs_f64();
        next.deals = if stage.is_last {
            of_final(&stage, &cost, gone, time)
        } else {
            of_stage(basis, &stage, &cost, time - gone)
        };
    }
    if next.deals == stage.deals && !stage.level.is_empty() {
        let deals = TIE_BREAK_SHARE * time / cost.deal(&stage.level).max(1e-9);
        next.tie_break_deals = Some((deals as u32).clamp(1, stage.deals));
    }
    (next != *plan).then_some(next)
}

/// The matches that are still to come if each table plays the deals of the plan.
pub fn matches_to_come(basis: &RoundBasis<'_>) -> u64 {
    let RoundBasis { plan, shape, .. } = *basis;
    let places = knockout_places(basis);
    let left: Vec<u32> = places.iter().filter(|(_, place)| *place == 1).map(|at| at.0).collect();
    let all = if left.len() < shape.entries() { 0 } else { count(plan, shape, left.len()).matches };
    let is_in = |who: &u32| left.contains(who);
    let open = knockout_stage(basis).filter(|stage| stage.tables.iter().flatten().all(is_in));
    let played = open.map_or(0, |stage| stage.deals as usize * stage.tables.len());
    all.saturating_sub((played * shape.seatings(0).len()) as u64)
}

/// The seconds that deals take.
struct Costs<'a> {
    basis: &'a RoundBasis<'a>,
    elapsed: &'a Elapsed<'a>,
    /// The entrants that are still in or were until now.
    left: Vec<u32>,
    seatings: f64,
    /// Matches that are played at once.
    at_once: f64,
}

impl<'a> Costs<'a> {
    fn of(basis: &'a RoundBasis<'a>, elapsed: &'a Elapsed<'a>) -> Costs<'a> {
        let still_in = |&(_, place): &(u32, u32)| place == 1;
        let left =
            knockout_places(basis).into_iter().filter(still_in).map(|(who, _)| who).collect();
        let seatings = basis.shape.seatings(0).len() as f64;
        let at_once = elapsed.times.sum() / elapsed.playing.as_secs_f64().max(1e-6);
        Costs { basis, elapsed, left, seatings, at_once: at_once.max(1e-6) }
    }

    /// Seconds of a deal at each of these tables, but for those with a benched entrant.
    fn deal(&self, tables: &[Vec<u32>]) -> f64 {
        let (size, times) = (self.basis.shape.entries(), self.elapsed.times);
        let is_played =
            |table: &&Vec<u32>| !table.iter().any(|who| self.basis.benched.contains(who));
        let seconds =
            |table: &Vec<u32>| times.of_table(table).unwrap_or_else(|| times.at_most(table, size));
        tables.iter().filter(is_played).map(seconds).sum::<f64>() * self.seatings / self.at_once
    }

    /// Seconds of a deal at each table of the stages to come, at most.
    fn later(&self, stage: &KnockoutStage) -> f64 {
        let RoundBasis { plan, shape, .. } = *self.basis;
        let tables = count(plan, shape, self.left.len()).pairings as f64;
        let size = shape.entries();
        let is_open = stage.tables.iter().flatten().all(|who| self.left.contains(who));
        let own = if is_open { stage.tables.len() as f64 } else { 0.0 };
        let later = (tables - own).max(1.0);
        later * self.elapsed.times.at_most(&self.left, size) * self.seatings / self.at_once
    }
}

/// The deals of the final: as many as fit into the time.
fn of_final(stage: &KnockoutStage, cost: &Costs<'_>, gone: f64, time: f64) -> u32 {
    let each = cost.deal(&stage.tables);
    // Walkovers take no time.
    if each <= 0.0 {
        return stage.deals;
    }
    let part = if gone < SETTLED_SHARE * time { part_end(gone, time) - gone } else { 0.0 };
    let fits = |seconds: f64| libm::round(seconds / each).clamp(0.0, 1e6) as u32;
    let more = if fits(part) > 0 { fits(part) } else { fits(time - gone) };
    stage.deals.saturating_add(more)
}

/// The deals of a stage before the final.
fn of_stage(basis: &RoundBasis<'_>, stage: &KnockoutStage, cost: &Costs<'_>, left: f64) -> u32 {
    // The matches of one that had a bye may take any time.
    if !cost.left.iter().all(|&who| cost.elapsed.times.knows(who) || basis.benched.contains(&who)) {
        return stage.deals;
    }
    let (own, deals) = (cost.deal(&stage.tables), f64::from(stage.deals));
    if own <= 0.0 {
        return stage.deals;
    }
    let all = (left + deals * own) / (own + cost.later(stage)).max(1e-9);
    let all = all.min(GROWTH_FACTOR * deals);
    if all >= WORTH_FACTOR * deals { all as u32 } else { stage.deals }
}
