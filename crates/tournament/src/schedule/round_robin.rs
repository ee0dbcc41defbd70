//! All entrants meet each other; in a gauntlet, the challengers meet all others.

use super::combinations::{choose, combinations};
use super::pairing::RoundBasis;
use crate::round::Round;
use crate::shape::Shape;

/// Returns the next round: all tables again, on fresh deals.
pub(super) fn next(basis: &RoundBasis<'_>) -> Option<Round> {
    let tables = match basis.shape.entries() {
        2 => circle(basis.field.len()),
        size => combinations(basis.field.len(), size),
    };
    basis.numbered(&tables, &[])
}

pub(super) fn count(field: usize, shape: &Shape) -> u64 {
    choose(field as u64, shape.entries() as u64)
}

/// Returns all pairs of `count` places by the circle method, turn by turn. Every place plays once
/// per turn (with an odd number, all but one). The last place stays fixed; the others form a circle
/// around it and rotate by one each turn.
pub(super) fn circle(count: usize) -> Vec<Vec<usize>> {
    let around = count.saturating_sub(1) | 1;
    let mut pairs = Vec::new();
    for turn in 0..around {
        if count.is_multiple_of(2) && count > 0 {
            pairs.push(vec![turn, around]);
        }
        for step in 1..=around / 2 {
            let (a, b) = ((turn + step) % around, (turn + around - step) % around);
            pairs.push(vec![a.min(b), a.max(b)]);
        }
    }
    pairs
}

/// Returns the next round of a gauntlet: each challenger once with every table of the others.
/// Challengers never sit together.
pub(super) fn next_of_gauntlet(basis: &RoundBasis<'_>, challengers: u32) -> Option<Round> {
    let challengers = basis.field.len().min(challengers as usize);
    let mut tables = Vec::new();
    for others in combinations(basis.field.len() - challengers, basis.shape.entries() - 1) {
        for challenger in 0..challengers {
            let others = others.iter().map(|other| challengers + other);
            tables.push(std::iter::once(challenger).chain(others).collect());
        }
    }
    basis.numbered(&tables, &[])
}

pub(super) fn count_of_gauntlet(field: usize, shape: &Shape, challengers: u32) -> u64 {
    let challengers = (field as u64).min(challengers.into());
    choose(field as u64 - challengers, shape.entries() as u64 - 1).saturating_mul(challengers)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::format::Format;
    use crate::schedule::jobs::jobs;
    use crate::schedule::next::next_round;
    use crate::schedule::testing::{Chance, field, in_pairs, lone, plan, tournament};

    #[test]
    fn everybody_plays_once_in_each_turn_of_the_circle() {
        for count in 2..=21_usize {
            let pairs = circle(count);
            assert_eq!(pairs.len(), count * (count - 1) / 2);
            for turn in pairs.chunks(count / 2) {
                let playing: BTreeSet<usize> = turn.iter().flatten().copied().collect();
                assert_eq!(playing.len(), count / 2 * 2, "of {count}: {turn:?}");
            }
        }
        assert_eq!(circle(1), Vec::<Vec<usize>>::new());
        assert_eq!(circle(0), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn fewer_than_a_table_play_no_round() {
        let four = plan(Format::RoundRobin, 2, 1);
        assert_eq!(next_round(&four, &lone(4), &field(3), &[], &[]), None);
        assert_eq!(next_round(&four, &lone(2), &field(1), &[], &[]), None);
        assert_eq!(next_round(&four, &lone(2), &field(0), &[], &[]), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_table_meets_once_a_round_with_everybody_in_every_seat(
            count in 2..=9_usize, entries in 2..=6_usize, mixed: bool,
            rounds in 1..=3_u32, deals in 1..=3_u32,
        ) {
            let shape = if mixed { Shape::new(in_pairs(), if entries > 3 { 4 } else { 2 }) } else { lone(entries) };
            let plan = plan(Format::RoundRobin, rounds, deals);
            let played = tournament(&plan, &shape, &field(count), &mut Chance::new(7));
            if count < shape.entries() {
                prop_assert!(played.is_empty());
                return Ok(());
            }
            prop_assert_eq!(played.len(), rounds as usize);
            let mut tables: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
            let mut had: BTreeMap<(Vec<u32>, u32, usize), u32> = BTreeMap::new();
            for (number, round) in played.iter().map(|played| &played.round).enumerate() {
                prop_assert_eq!(&round.title, &format!("round {}", number + 1));
                prop_assert_eq!(round.first_block, number as u32 * deals);
                for pairing in &round.pairings {
                    *tables.entry(pairing.clone()).or_default() += 1;
                }
                for job in jobs(round, &shape, 0) {
                    let pairing = &round.pairings[job.pairing as usize];
                    for (entry, &entrant) in job.order.iter().enumerate() {
                        *had.entry((pairing.clone(), entrant, entry)).or_default() += 1;
                    }
                }
            }
            let all = combinations(count, shape.entries());
            prop_assert_eq!(tables.len(), all.len());
            for table in all {
                prop_assert_eq!(tables[&super::super::pairing::members(&field(count), &table)], rounds);
            }
            let often = rounds * deals * (shape.seatings(0).len() / shape.entries()) as u32;
            prop_assert!(had.values().all(|&times| times == often));
            prop_assert_eq!(had.len(), tables.len() * shape.entries() * shape.entries());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn each_challenger_meets_every_table_of_the_others_once_a_round_and_no_challenger(
            count in 1..=10_usize, challengers in 0..=4_u32, entries in 2..=5_usize,
            rounds in 1..=2_u32,
        ) {
            let plan = plan(Format::Gauntlet { challengers }, rounds, 1);
            let played = tournament(&plan, &lone(entries), &field(count), &mut Chance::new(3));
            let (first, others) = {
                let mut all = field(count);
                let others = all.split_off(count.min(challengers as usize));
                (all, others)
            };
            let tables = combinations(others.len(), entries - 1);
            if first.is_empty() || tables.is_empty() {
                prop_assert!(played.is_empty());
                return Ok(());
            }
            prop_assert_eq!(played.len(), rounds as usize);
            let mut met: BTreeMap<&[u32], u32> = BTreeMap::new();
            for pairing in played.iter().flat_map(|played| &played.round.pairings) {
                prop_assert!(first.contains(&pairing[0]));
                prop_assert!(pairing[1..].iter().all(|other| others.contains(other)));
                *met.entry(pairing).or_default() += 1;
            }
            prop_assert_eq!(met.len(), first.len() * tables.len());
            prop_assert!(met.values().all(|&times| times == rounds));
        }
    }
}
