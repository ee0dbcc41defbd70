//! How much a tournament will play.

use super::{bracket, heats};
use crate::tournament::{Format, Plan, Shape};

/// How much a tournament plays, apart from what it is spared by benched entrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Pairings of a round; of all rounds together in a knockout.
    pub pairings: u64,
    /// Rounds.
    pub rounds: u32,
    /// Seatings of a pairing.
    pub seatings: u32,
    /// Deals that a pairing plays in a round, each in every seating.
    pub deals: u32,
    /// Matches: pairings × rounds × deals × seatings, in a knockout pairings × deals × seatings.
    pub matches: u64,
    /// Whether that is all; a knockout plays on where a tie is drawn.
    pub exact: bool,
}

/// How much a tournament of `field` entrants plays, reckoned without drawing it. Numbers too great
/// for their type stop at its greatest.
pub fn count(plan: &Plan, shape: &Shape, field: usize) -> Count {
    let (entrants, size) = (field as u64, shape.entries() as u64);
    let (pairings, rounds) = match plan.format {
        Format::RoundRobin => (choose(entrants, size), plan.rounds),
        Format::Gauntlet { challengers } => {
            let challengers = entrants.min(challengers.into());
            let tables = choose(entrants - challengers, size - 1);
            (tables.saturating_mul(challengers), plan.rounds)
        }
        Format::Swiss => (entrants / size, plan.rounds),
        Format::Knockout { third_place } if size == 2 => bracket::count(field, third_place),
        Format::Knockout { .. } => heats::count(field, shape.entries()),
    };
    let rounds = if pairings == 0 { 0 } else { rounds };
    let knockout = matches!(plan.format, Format::Knockout { .. });
    let seatings = shape.seatings(0).len() as u32;
    let times = if knockout { 1 } else { rounds };
    let matches = pairings
        .saturating_mul(times.into())
        .saturating_mul(plan.deals.into())
        .saturating_mul(seatings.into());
    Count { pairings, rounds, seatings, deals: plan.deals, matches, exact: !knockout }
}

/// The number of ways to choose `k` of `n`, or the greatest number there is.
pub(super) fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let ways = (0..k).try_fold(1_u128, |ways, chosen| {
        ways.checked_mul((n - chosen).into()).map(|ways| ways / u128::from(chosen + 1))
    });
    ways.and_then(|ways| ways.try_into().ok()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tournament::schedule::fixtures;
    use crate::tournament::schedule::testing::{Chance, field, in_pairs, lone, plan, tournament};

    #[test]
    fn ways_to_choose_are_those_of_the_books() {
        assert_eq!(choose(30, 4), 27_405);
        assert_eq!(choose(5, 0), 1);
        assert_eq!(choose(3, 4), 0);
        assert_eq!(choose(300, 6), 962_822_846_700);
        assert_eq!(choose(100_000, 50_000), u64::MAX);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn what_is_counted_is_what_is_scheduled(
            entrants in 0..=12_usize, entries in 2..=6_usize, pairs: bool, format in 0..5_u32,
            rounds in 1..=3_u32, deals in 1..=3_u32,
        ) {
            let format = match format {
                0 => Format::RoundRobin,
                1 => Format::Gauntlet { challengers: rounds },
                2 => Format::Swiss,
                3 => Format::Knockout { third_place: true },
                _ => Format::Knockout { third_place: false },
            };
            let shape = match pairs {
                true => Shape::new(in_pairs(), if entries > 3 { 4 } else { 2 }),
                false => lone(entries),
            };
            let plan = plan(format, rounds, deals);
            let counted = count(&plan, &shape, entrants);
            let played = tournament(&plan, &shape, &field(entrants), &mut Chance::decisive(11));
            let pairings: usize = played.iter().map(|played| played.round.pairings.len()).sum();
            let matches: usize =
                played.iter().map(|played| fixtures(&played.round, &shape, 0).len()).sum();
            prop_assert_eq!(counted.rounds as usize, played.len());
            prop_assert_eq!(counted.matches, matches as u64);
            let (a_round, exact) = match format {
                Format::Knockout { .. } => (counted.pairings, false),
                _ => (counted.pairings * u64::from(counted.rounds), true),
            };
            prop_assert_eq!((a_round, counted.exact), (pairings as u64, exact));
            let each = u64::from(counted.deals) * u64::from(counted.seatings);
            prop_assert_eq!(a_round * each, counted.matches);
        }
    }
}
