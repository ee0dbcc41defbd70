//! The challengers meet all others.

use super::combinations::{choose, combinations};
use super::pairing::RoundBasis;
use crate::tournament::round::Round;
use crate::tournament::shape::Shape;

/// The next round: each challenger once with every table of the others. Challengers never sit at
/// one table.
pub(super) fn next(basis: &RoundBasis<'_>, challengers: u32) -> Option<Round> {
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

/// The pairings of a round.
pub(super) fn count(field: usize, shape: &Shape, challengers: u32) -> u64 {
    let challengers = (field as u64).min(challengers.into());
    choose(field as u64 - challengers, shape.entries() as u64 - 1).saturating_mul(challengers)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tournament::format::Format;
    use crate::tournament::schedule::testing::{Chance, field, lone, plan, tournament};
    use std::collections::BTreeMap;

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
