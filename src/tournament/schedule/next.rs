//! The schedule of each format: the one place, beside the methods of [`Format`], that tells formats
//! apart.

use super::pairing::{Field, RoundBasis};
use super::{draws, knockout, round_robin, sample, swiss};
use crate::tournament::format::Format;
use crate::tournament::plan::Plan;
use crate::tournament::round::{PlayedRound, Round};
use crate::tournament::shape::Shape;

/// The round after these, `None` after the last.
///
/// `field` is the same for all rounds of a tournament; `benched` are those of it who are benched by
/// now. In a round robin and a gauntlet they keep their pairings, in Swiss they get no more, in a
/// knockout they lose the tie they are in. There is no round where fewer are left than sit at a
/// planned table.
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

/// The pairings of a round and the rounds of a tournament of `field` entrants; of a knockout and a
/// sample all pairings, and of a knockout the rounds without tie-breaks.
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
