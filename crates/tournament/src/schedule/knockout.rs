//! Knockouts: the loser of a tie is eliminated.

use std::collections::BTreeSet;

use super::draws::{Bracket, Heats};
use super::pairing::{RoundBasis, members};
use super::stage::{Contest, Decided, Draw, Finish, Stage};
use crate::round::{Round, whole_rounds};

/// Returns the next round: a stage, or the tables of one that are replayed.
pub(super) fn next(basis: &RoundBasis<'_>) -> Option<Round> {
    follow(basis).next
}

/// Returns each entrant of the field with its rank, by rank and then by seeding. Entrants
/// eliminated in the same stage before the final share a rank; all remaining entrants share the
/// first. Third place is played for or shared, depending on the plan.
pub fn knockout_places(basis: &RoundBasis<'_>) -> Vec<(u32, u32)> {
    let places = follow(basis).places;
    let mut places: Vec<(u32, u32)> = basis.field.iter().copied().zip(places).collect();
    places.sort_by_key(|&(_, place)| place);
    places
}

/// Returns the tables of complete rounds that the score did not decide, in round order.
pub fn knockout_decided(basis: &RoundBasis<'_>) -> Vec<Decided> {
    follow(basis).decided
}

/// The last stage of a knockout that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnockoutStage {
    /// Deals that each of its tables has played, without tie-breaks.
    pub deals: u32,
    /// Its tables: the entrants at each, by number.
    pub tables: Vec<Vec<u32>>,
    /// Number of tie-break rounds played.
    pub tie_breaks: u32,
    /// True if it is the final.
    pub is_last: bool,
    /// The tables that need a tie-break now, if any.
    pub level: Vec<Vec<u32>>,
}

/// Returns the last stage played; `None` before the first.
pub fn knockout_stage(basis: &RoundBasis<'_>) -> Option<KnockoutStage> {
    follow(basis).last
}

struct KnockoutState {
    /// The next round to play.
    next: Option<Round>,
    last: Option<KnockoutStage>,
    /// The rank of each seed; 1 while it remains.
    places: Vec<u32>,
    /// Tables that the score did not decide.
    decided: Vec<Decided>,
}

/// Follows a knockout through the played rounds.
///
/// If the next stage has been drawn, it shows which entrants advanced: since then, others may have
/// been benched.
fn follow(basis: &RoundBasis<'_>) -> KnockoutState {
    let RoundBasis { plan, shape, field, benched, played } = *basis;
    let mut draw: Box<dyn Draw> = match shape.entries() {
        2 => Box::new(Bracket::of(field.len(), plan.format.has_third_place())),
        size => Box::new(Heats::of(field.len(), size)),
    };
    let (mut places, mut decided) = (vec![1; field.len()], Vec::new());
    let whole = whole_rounds(played);
    let (mut rest, mut fallen, mut last) = (&whole[..], Vec::new(), None);
    let mut next = None;
    let round = |title: String, contests: &mut dyn Iterator<Item = &Contest>, byes: &[usize]| {
        let pairings = contests.map(|contest| members(field, &contest.seeds)).collect();
        Some(basis.after(title, pairings, members(field, byes)))
    };
    while let Some(stage) = draw.stage(&fallen) {
        if rest.is_empty() {
            next = round(stage.title, &mut stage.contests.iter(), &stage.byes);
            return KnockoutState { next, last, places, decided };
        }
        let breaks =
            rest[1..].iter().take_while(|later| stage.is_replayed_by(later, field)).count();
        let (rounds, later) = rest.split_at(1 + breaks);
        let stage_played = last.insert(KnockoutStage {
            deals: rounds[0].round.blocks,
            tables: rounds[0].round.pairings.clone(),
            tie_breaks: breaks as u32,
            is_last: stage.is_last,
            level: Vec::new(),
        });
        let mut is_over = false;
        let survivors: BTreeSet<usize> = if let Some(following) = later.first() {
            stage.those_in(&following.round, field)
        } else {
            let finishes: Vec<Finish> = stage
                .contests
                .iter()
                .map(|contest| contest.finish(rounds, field, benched))
                .collect();
            let open: Vec<&Contest> = (stage.contests.iter().zip(&finishes))
                .filter_map(|(contest, finish)| finish.is_open.then_some(contest))
                .collect();
            stage_played.level =
                open.iter().map(|contest| members(field, &contest.seeds)).collect();
            let more = match rounds {
                [whole] => basis.more_of(&whole.round),
                _ => None,
            };
            // A final with more deals to play can still be decided by them, so it needs no
            // tie-break yet.
            if more.is_some() && (!stage.is_last || !open.is_empty()) {
                return KnockoutState { next: more, last, places, decided };
            }
            next = more;
            if !open.is_empty() {
                let title = format!("{}, tie-break {}", stage.title, rounds.len());
                next = round(title, &mut open.into_iter(), &[]);
                if let (Some(next), Some(deals)) = (&mut next, plan.tie_break_deals) {
                    next.blocks = deals;
                }
                return KnockoutState { next, last, places, decided };
            }
            is_over = stage.is_last;
            if is_over {
                settle(&finishes, &mut places);
            }
            survivors(&stage, &finishes)
        };
        let contests = stage.contests.iter();
        decided.extend(contests.filter_map(|contest| contest.decided(rounds, field, &survivors)));
        if is_over {
            break;
        }
        fallen = stage.seeds().filter(|seed| !survivors.contains(seed)).collect();
        for &seed in &fallen {
            places[seed] = survivors.len() as u32 + 1;
        }
        draw.advance(&survivors);
        rest = later;
    }
    KnockoutState { next, last, places, decided }
}

/// Returns the remaining entrants after a stage.
fn survivors(stage: &Stage, finishes: &[Finish]) -> BTreeSet<usize> {
    let on = stage.contests.iter().zip(finishes).flat_map(|(contest, finish)| {
        finish.order[..contest.advance].iter().map(|(seed, _)| *seed)
    });
    on.chain(stage.byes.iter().copied()).collect()
}

/// Assigns the ranks of the last stage: the final decides the first ranks, a table before it the
/// ranks after those. Each table has one winner; others with equal merit share a rank.
fn settle(finishes: &[Finish], places: &mut [u32]) {
    let mut first = 1;
    for Finish { order, .. } in finishes.iter().rev() {
        let mut place = first;
        for (at, (seed, merit)) in order.iter().enumerate() {
            if at < 2 || *merit != order[at - 1].1 {
                place = first + at as u32;
            }
            places[*seed] = place;
        }
        first += order.len() as u32;
    }
}

#[cfg(test)]
mod tests;
