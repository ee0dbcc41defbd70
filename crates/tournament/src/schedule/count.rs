//! The size of a tournament.

use super::next::pairings_and_rounds;
use crate::format::Openings;
use crate::plan::Plan;
use crate::shape::Shape;

/// Upper bound on matches: larger plans are refused as typing errors.
pub const MAX_MATCHES: u64 = 50_000_000;

/// The size of a tournament, including matches that benchings will drop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Pairings per round; in a knockout and a sample, of all rounds together.
    pub pairings: u64,
    pub rounds: u32,
    /// Seatings of a pairing at a planned table.
    pub seatings: u32,
    /// Deals that a pairing plays in a round, each in every seating.
    pub deals: u32,
    /// Number of entrants that play.
    pub field: u32,
    /// Entrants at a planned table.
    pub entries: u32,
    /// Entrants at the smallest table.
    pub smallest: u32,
    /// Matches: pairings × rounds × deals × seatings, in a knockout pairings × deals × seatings;
    /// fewer with smaller tables.
    pub matches: u64,
    /// True if the total is exact; a knockout replays drawn ties.
    pub exact: bool,
}

impl Count {
    /// Returns the smallest score difference, 0 to 1, that a plan of this size shows at 95 %:
    /// `1.96 √(2 v / m × N / (N − 1))`. Here m is the number of matches of each of N entrants, and
    /// `v = (k + 1) / (12 (k − 1))` the variance of a match score between equal bots with k sides at
    /// a table, all orders equally likely. The scores of a match have a fixed sum, so the scores of
    /// two entrants have correlation −1 / (N − 1). In a knockout the difference is over one tie; in
    /// a gauntlet m is for the entrants that meet the challengers. Above 1, nothing is
    /// distinguishable.
    pub fn apart(&self, plan: &Plan, shape: &Shape) -> f64 {
        let (field, entries) = (f64::from(self.field), f64::from(self.entries));
        let (deals, seatings) = (f64::from(self.deals), f64::from(self.seatings));
        let all = self.matches as f64;
        if self.matches == 0 {
            return f64::INFINITY;
        }
        let meetings = deals * f64::from(self.rounds);
        // Matches of an entrant, entrants that share the sum, and blocks of two entrants that meet.
        let (matches, sharing, blocks) = if plan.format.is_elimination() {
            (deals * seatings, entries, deals)
        } else if let Some(challengers) = plan.format.challengers() {
            (all * (entries - 1.0) / (field - f64::from(challengers)), field, meetings)
        } else if plan.is_sample() {
            let matches = all * entries / field;
            (matches, field, matches / seatings * (entries - 1.0) / (field - 1.0))
        } else if plan.format.follows_from_results() {
            (all * entries / field, field, deals)
        } else {
            (all * entries / field, field, meetings)
        };
        let distinct = match &plan.openings {
            Openings::Positions(list) => (list.len() as f64 / blocks).min(1.0),
            _ => 1.0,
        };
        let sides = shape.sides() as f64;
        let variance = (sides + 1.0) / (12.0 * (sides - 1.0));
        let correlated = sharing / (sharing - 1.0);
        1.96 * libm::sqrt(2.0 * variance / (matches * distinct) * correlated)
    }
}

/// Computes the size of a tournament of `field` entrants without drawing it. Saturates.
pub fn count(plan: &Plan, shape: &Shape, field: usize) -> Count {
    let size = shape.entries();
    let sizes = shape.split(field);
    let (pairings, rounds) = pairings_and_rounds(plan, shape, field);
    let rounds = if pairings == 0 { 0 } else { rounds };
    let seatings = if plan.is_sample() && size > 2 { 1 } else { shape.seatings(0).len() as u32 };
    let deals = if plan.is_sample() { 1 } else { plan.deals };
    let is_elimination = plan.format.is_elimination();
    let times = if is_elimination { 1 } else { rounds };
    let has_smaller = plan.format.has_smaller_tables();
    let a_round = if has_smaller && shape.is_lone() {
        // A table of lone entrants has as many seatings as entrants.
        sizes.iter().sum::<usize>() as u64
    } else {
        pairings.saturating_mul(seatings.into())
    };
    let matches = a_round.saturating_mul(times.into()).saturating_mul(deals.into());
    let smallest = sizes.last().filter(|_| has_smaller).map_or(size, |&size| size) as u32;
    Count {
        pairings,
        rounds,
        seatings,
        deals,
        field: field as u32,
        entries: size as u32,
        smallest,
        matches,
        exact: !is_elimination,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::format::{Format, Opening};
    use crate::interval::Mean;
    use crate::round::PlayedRound;
    use crate::schedule::combinations::choose;
    use crate::schedule::jobs::jobs;
    use crate::schedule::jobs::sampled_jobs;
    use crate::schedule::next::next_round;
    use crate::schedule::testing::{Chance, field, in_pairs, lone, plan, tournament};

    #[test]
    fn ways_to_choose_are_those_of_the_books() {
        assert_eq!(choose(30, 4), 27_405);
        assert_eq!(choose(5, 0), 1);
        assert_eq!(choose(3, 4), 0);
        assert_eq!(choose(300, 6), 962_822_846_700);
        assert_eq!(choose(100_000, 50_000), u64::MAX);
    }

    #[test]
    fn what_a_plan_tells_apart_follows_from_the_matches_that_a_bot_plays() {
        let apart = |format, rounds, deals, shape: &Shape, field| {
            let plan = plan(format, rounds, deals);
            count(&plan, shape, field).apart(&plan, shape)
        };
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-3, "{a} {b}");
        // 1.96 √(2 × ¼ / 550 × 12 / 11), and 1.96 √(2 × ¼ / 50 × 2)
        near(apart(Format::RoundRobin, 5, 5, &lone(2), 12), 0.0617);
        near(apart(Format::RoundRobin, 5, 5, &lone(2), 2), 0.2772);
        near(apart(Format::Swiss, 5, 5, &Shape::new(in_pairs(), 2), 12), 0.2047);
        // Six alone: v = 7 / 60.
        near(apart(Format::Swiss, 5, 5, &lone(6), 12), 0.0808);
        near(apart(Format::Knockout { third_place: false }, 9, 4, &lone(2), 12), 0.6930);
        near(apart(Format::Gauntlet { challengers: 1 }, 5, 5, &lone(2), 2), 0.2772);
        near(apart(Format::Gauntlet { challengers: 1 }, 5, 5, &lone(2), 12), 0.2047);
        let sample = Plan { matches_each: Some(50), ..plan(Format::RoundRobin, 1, 1) };
        near(count(&sample, &lone(6), 12).apart(&sample, &lone(6)), 0.1398);
        near(count(&sample, &lone(2), 12).apart(&sample, &lone(2)), 0.2047);
        assert!(apart(Format::RoundRobin, 5, 5, &lone(2), 1) > 1.0);
        // Five positions show as much as five deals.
        let list = vec![Opening { moves: Vec::new() }; 5];
        for format in [Format::RoundRobin, Format::Gauntlet { challengers: 1 }] {
            let plan = Plan { openings: Openings::Positions(list.clone()), ..plan(format, 5, 5) };
            near(
                count(&plan, &lone(2), 12).apart(&plan, &lone(2)),
                apart(format, 1, 5, &lone(2), 12),
            );
        }
    }

    /// Between equal bots, 95 % of all score differences are smaller than the result, so their root
    /// mean square is the result divided by 1.96.
    #[test]
    fn equal_bots_differ_by_as_much_as_a_plan_tells_apart() {
        for (format, field_size, size, tournaments) in [
            (Format::RoundRobin, 12, 2, 60),
            (Format::RoundRobin, 2, 2, 1500),
            (Format::RoundRobin, 5, 3, 200),
            (Format::Swiss, 12, 4, 200),
        ] {
            let (plan, shape) = (plan(format, 5, 5), lone(size));
            let field = field(field_size);
            let expected = count(&plan, &shape, field_size).apart(&plan, &shape);
            let mut chance = Chance::decisive(5);
            let mut squares = Mean::default();
            for _ in 0..tournaments {
                let mut sums = BTreeMap::new();
                let mut played: Vec<PlayedRound> = Vec::new();
                while let Some(round) = next_round(&plan, &shape, &field, &[], &played) {
                    let mut scores = vec![vec![0.0; size]; round.pairings.len()];
                    let each = plan.deals * shape.seatings(0).len() as u32;
                    for _ in 0..each {
                        let match_scores = chance.play(round.clone()).scores;
                        for (sum, score) in
                            scores.iter_mut().flatten().zip(match_scores.iter().flatten())
                        {
                            *sum += score / f64::from(each);
                        }
                    }
                    for (who, score) in round.pairings.iter().flatten().zip(scores.iter().flatten())
                    {
                        let (sum, times) = sums.entry(*who).or_insert((0.0, 0.0));
                        (*sum, *times) = (*sum + score, *times + 1.0);
                    }
                    played.push(PlayedRound { scores, round });
                }
                let means: Vec<f64> = sums.values().map(|(sum, times)| sum / times).collect();
                for (at, one) in means.iter().enumerate() {
                    means[..at].iter().for_each(|other| squares.add((one - other) * (one - other)));
                }
            }
            let seen = 1.96 * libm::sqrt(squares.value());
            assert!(
                (seen / expected - 1.0).abs() < 0.06,
                "{format:?} {field_size}: {seen} {expected}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn what_is_counted_is_what_is_scheduled(
            entrants in 0..=12_usize, entries in 2..=6_usize, pairs: bool, smaller: bool,
            format in 0..6_u32, rounds in 1..=3_u32, deals in 1..=3_u32,
        ) {
            let sampled = format == 5;
            let format = match format {
                0 | 5 => Format::RoundRobin,
                1 => Format::Gauntlet { challengers: rounds },
                2 => Format::Swiss,
                3 => Format::Knockout { third_place: true },
                _ => Format::Knockout { third_place: false },
            };
            let shape = match pairs {
                true => Shape::new(in_pairs(), if entries > 3 { 4 } else { 2 }),
                false if smaller => lone(entries).with_smaller(&[5, 4, 3, 2][6 - entries..]),
                false => lone(entries),
            };
            let matches_each = sampled.then_some(2 * deals);
            let plan = Plan { matches_each, ..plan(format, rounds, deals) };
            let counted = count(&plan, &shape, entrants);
            let played = tournament(&plan, &shape, &field(entrants), &mut Chance::decisive(11));
            let pairings: usize = played.iter().map(|played| played.round.pairings.len()).sum();
            let jobs = if sampled { sampled_jobs } else { jobs };
            let matches: usize =
                played.iter().map(|played| jobs(&played.round, &shape, 0).len()).sum();
            prop_assert_eq!(counted.rounds as usize, played.len());
            prop_assert_eq!(counted.matches, matches as u64);
            let (a_round, exact) = match format {
                Format::Knockout { .. } => (counted.pairings, false),
                _ => (counted.pairings * u64::from(counted.rounds), true),
            };
            prop_assert_eq!((a_round, counted.exact), (pairings as u64, exact));
            let each = u64::from(counted.deals) * u64::from(counted.seatings);
            let is_even = counted.smallest as usize == shape.entries();
            prop_assert!(a_round * each == counted.matches || !is_even);
            let tables = played.iter().flat_map(|played| &played.round.pairings);
            let smallest = tables.map(Vec::len).min();
            prop_assert!(smallest.is_none_or(|size| size as u32 == counted.smallest));
        }
    }
}
