//! How much a tournament will play.

use super::{bracket, heats, sample};
use crate::tournament::{Format, Openings, Plan, Shape};

/// How much a tournament plays, apart from what it is spared by benched entrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Pairings of a round; of all rounds together in a knockout and in a sample.
    pub pairings: u64,
    /// Rounds.
    pub rounds: u32,
    /// Seatings of a pairing at a table of the planned size.
    pub seatings: u32,
    /// Deals that a pairing plays in a round, each in every seating.
    pub deals: u32,
    /// Entrants that play.
    pub field: u32,
    /// Entrants at a table of the planned size.
    pub entries: u32,
    /// Entrants at the smallest table.
    pub smallest: u32,
    /// Matches: pairings × rounds × deals × seatings, in a knockout pairings × deals × seatings;
    /// fewer where there are smaller tables.
    pub matches: u64,
    /// Whether that is all; a knockout plays on where a tie is drawn.
    pub exact: bool,
}

impl Count {
    /// The difference of two scores, from 0 to 1, from which on a plan of this size tells them
    /// apart at 95 %: 1.96 √(2 v / m × N / (N − 1)), where m is the number of matches that each of
    /// N entrants plays and v the variance of a match score between equal bots, (k + 1) / (12 (k −
    /// 1)) with k sides at a table, for all orders of them are equally likely. The scores of a
    /// match have the same sum whatever comes of it, so those of two of N entrants have the
    /// correlation −1 / (N − 1). In a knockout it is about one tie; in a gauntlet m is that of
    /// those who meet the challengers. More than 1 where nothing is told apart.
    pub fn apart(&self, plan: &Plan, shape: &Shape) -> f64 {
        let (field, entries) = (f64::from(self.field), f64::from(self.entries));
        let (deals, seatings) = (f64::from(self.deals), f64::from(self.seatings));
        let all = self.matches as f64;
        // Matches of an entrant, entrants that share the sum, and blocks of two that meet.
        let (matches, sharing, blocks) = match plan.format {
            _ if self.matches == 0 => return f64::INFINITY,
            Format::Knockout { .. } => (deals * seatings, entries, deals),
            Format::Gauntlet { challengers } => {
                let others = field - f64::from(challengers);
                (all * (entries - 1.0) / others, field, deals * f64::from(self.rounds))
            }
            Format::Swiss => (all * entries / field, field, deals),
            Format::RoundRobin if plan.is_sample() => {
                let matches = all * entries / field;
                (matches, field, matches / seatings * (entries - 1.0) / (field - 1.0))
            }
            Format::RoundRobin => (all * entries / field, field, deals * f64::from(self.rounds)),
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

/// How much a tournament of `field` entrants plays, reckoned without drawing it. Numbers too great
/// for their type stop at its greatest.
pub fn count(plan: &Plan, shape: &Shape, field: usize) -> Count {
    let (entrants, size) = (field as u64, shape.entries() as u64);
    let sizes = shape.split(field);
    let (pairings, rounds) = match plan.format {
        Format::RoundRobin => match plan.matches_each {
            Some(each) => (sample::count(field, shape.entries(), each), 1),
            None => (choose(entrants, size), plan.rounds),
        },
        Format::Gauntlet { challengers } => {
            let challengers = entrants.min(challengers.into());
            let tables = choose(entrants - challengers, size - 1);
            (tables.saturating_mul(challengers), plan.rounds)
        }
        Format::Swiss => (sizes.len() as u64, plan.rounds),
        Format::Knockout { third_place } if size == 2 => bracket::count(field, third_place),
        Format::Knockout { .. } => heats::count(field, shape.entries()),
    };
    let rounds = if pairings == 0 { 0 } else { rounds };
    let knockout = matches!(plan.format, Format::Knockout { .. });
    let seatings = match plan.is_sample() && size > 2 {
        true => 1,
        false => shape.seatings(0).len() as u32,
    };
    let times = if knockout { 1 } else { rounds };
    let deals = if plan.is_sample() { 1 } else { plan.deals };
    let is_swiss = plan.format == Format::Swiss;
    let a_round = match is_swiss && shape.is_lone() {
        // At a table of lone entrants there are as many seatings as entrants.
        true => sizes.iter().sum::<usize>() as u64,
        false => pairings.saturating_mul(seatings.into()),
    };
    let matches = a_round.saturating_mul(times.into()).saturating_mul(deals.into());
    let smallest = sizes.last().filter(|_| is_swiss).map_or(size as u32, |&size| size as u32);
    Count {
        pairings,
        rounds,
        seatings,
        deals,
        field: field as u32,
        entries: size as u32,
        smallest,
        matches,
        exact: !knockout,
    }
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
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::tournament::schedule::testing::{Chance, field, in_pairs, lone, plan, tournament};
    use crate::tournament::schedule::{PlayedRound, fixtures, next_round, sampled_fixtures};
    use crate::tournament::{Mean, Opening};

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
        // Five positions tell as much as five deals.
        let list = vec![Opening { moves: Vec::new() }; 5];
        for format in [Format::RoundRobin, Format::Gauntlet { challengers: 1 }] {
            let plan = Plan { openings: Openings::Positions(list.clone()), ..plan(format, 5, 5) };
            near(
                count(&plan, &lone(2), 12).apart(&plan, &lone(2)),
                apart(format, 1, 5, &lone(2), 12),
            );
        }
    }

    /// Of equal bots 95 % of all differences of scores are smaller, so that their root mean square
    /// is what is told divided by 1.96.
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
            let told = count(&plan, &shape, field_size).apart(&plan, &shape);
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
            assert!((seen / told - 1.0).abs() < 0.06, "{format:?} {field_size}: {seen} {told}");
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
            let fixtures = if sampled { sampled_fixtures } else { fixtures };
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
            let is_even = counted.smallest as usize == shape.entries();
            prop_assert!(a_round * each == counted.matches || !is_even);
            let tables = played.iter().flat_map(|played| &played.round.pairings);
            let smallest = tables.map(Vec::len).min();
            prop_assert!(smallest.is_none_or(|size| size as u32 == counted.smallest));
        }
    }
}
