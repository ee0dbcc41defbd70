//! The pace of a knockout. It is unknown beforehand who plays the later stages and how long their
//! matches take. So every stage plays as many deals as all stages could play if each match took as
//! long as the longest, and the final plays for the remaining time. Tie-breaks are short.

use super::{Elapsed, SETTLED_SHARE, part_end};
use crate::plan::Plan;
use crate::schedule::{KnockoutStage, RoundBasis, count, knockout_places, knockout_stage};

/// Maximum share of the whole time for a round of tie-breaks, if it has more than one deal.
const TIE_BREAK_SHARE: f64 = 0.02;
/// Share of the time after which the final ends; its tie-breaks can follow.
const FINAL_SHARE: f64 = 0.97;

/// Returns the plan for what follows these rounds: more deals of the final, tie-breaks, or the next
/// stage.
pub(super) fn paced(basis: &RoundBasis<'_>, elapsed: &Elapsed<'_>, time: f64) -> Option<Plan> {
    let plan = basis.plan;
    let stage = knockout_stage(basis)?;
    let mut next = Plan { deals: stage.deals, ..plan.clone() };
    if stage.is_last && stage.tie_breaks == 0 {
        let each = deal(basis, elapsed, &stage.tables);
        next.deals = of_final(&stage, each, elapsed.gone.as_secs_f64(), FINAL_SHARE * time);
    }
    if next.deals == stage.deals && !stage.level.is_empty() {
        let each = deal(basis, elapsed, &stage.level).max(1e-9);
        let deals = TIE_BREAK_SHARE * time / each;
        next.tie_break_deals = Some((deals as u32).clamp(1, stage.deals));
    }
    (next != *plan).then_some(next)
}

/// Returns the number of remaining matches if each table plays the deals of the plan.
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

/// Returns the seconds of a deal at each of these tables, except those with a benched entrant.
fn deal(basis: &RoundBasis<'_>, elapsed: &Elapsed<'_>, tables: &[Vec<u32>]) -> f64 {
    let is_played = |table: &&Vec<u32>| !table.iter().any(|who| basis.benched.contains(who));
    let at_once = elapsed.times.sum() / elapsed.playing.as_secs_f64().max(1e-6);
    let seatings = basis.shape.seatings(0).len() as f64;
    let seconds = |table: &Vec<u32>| elapsed.times.of_table(table).unwrap_or_default();
    tables.iter().filter(is_played).map(seconds).sum::<f64>() * seatings / at_once.max(1e-6)
}

/// Returns the deals of the final that fit into the time, if one takes `each` seconds.
fn of_final(stage: &KnockoutStage, each: f64, gone: f64, time: f64) -> u32 {
    // Walkovers take no time.
    if each <= 0.0 {
        return stage.deals;
    }
    let part = if gone < SETTLED_SHARE * time { part_end(gone, time) - gone } else { 0.0 };
    let fits = |seconds: f64| libm::round(seconds / each).clamp(0.0, 1e6) as u32;
    let more = if fits(part) > 0 { fits(part) } else { fits(time - gone) };
    stage.deals.saturating_add(more)
}
