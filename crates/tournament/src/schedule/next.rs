//! The schedule of each format. Only this module and the methods of [`Format`] distinguish formats.

use super::pairing::{Field, RoundBasis};
use super::{draws, knockout, round_robin, sample, swiss};
use crate::format::Format;
use crate::plan::Plan;
use crate::round::{PlayedRound, Round};
use crate::shape::Shape;

/// Returns the round after these; `None` after the last.
///
/// `field` is the same for all rounds of a tournament; `benched` are its entrants benched by now.
/// They keep their pairings in a round robin and a gauntlet, get no more in a Swiss, and lose their
/// current tie in a knockout. There is no round if too few entrants are left to fill a planned
/// table.
pub fn next_round(
    plan: &Plan,
    shape: &Shape,
    field: &Field,
    benched: &[u32],
    played: &[PlayedRound],
) -> Option<Round> {
    let basis = RoundBasis { plan, shape, field, benched, played };
    match plan.format {
        Format::RoundRobin => match plan.matches_each {
            Some(each) => sample::next(&basis, each),
            None => round_robin::next(&basis),
        },
        Format::Gauntlet { challengers } => round_robin::next_of_gauntlet(&basis, challengers),
        Format::Swiss => swiss::next(&basis),
        Format::Knockout { .. } => knockout::next(&basis),
    }
}

/// Returns the pairings per round and the number of rounds of a tournament of `field` entrants. For
/// a knockout and a sample, counts all pairings; for a knockout, rounds without tie-breaks.
pub(super) fn pairings_and_rounds(plan: &Plan, shape: &Shape, field: usize) -> (u64, u32) {
    match plan.format {
        Format::RoundRobin => match plan.matches_each {
            Some(each) => (sample::count(field, shape.entries(), each), 1),
            None => (round_robin::count(field, shape), plan.rounds),
        },
        Format::Gauntlet { challengers } => {
            (round_robin::count_of_gauntlet(field, shape, challengers), plan.rounds)
        }
        Format::Swiss => (shape.split(field).len() as u64, plan.rounds),
        Format::Knockout { third_place } if shape.entries() == 2 => {
            draws::count(field, third_place)
        }
        Format::Knockout { .. } => draws::count_heats(field, shape.entries()),
    }
}
