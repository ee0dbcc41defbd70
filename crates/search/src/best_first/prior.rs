//! Priors of moves from their ordering weights.

use std::cmp::Reverse;

use super::BestFirstSettings;
use crate::Branches;
use crate::fixed::{LOG2_BITS, below_one};

/// Sorts a list by weight, highest first, and fills `out` with the priors in 1/65536: at least 1
/// each, and about 65536 together.
pub(super) fn priors<B>(settings: &BestFirstSettings, list: &mut Branches<B>, out: &mut Vec<u16>) {
    list.sort_by_key(|entry| Reverse(entry.weight));
    let share =
        |below: i64| below_one(((below << LOG2_BITS) / i64::from(settings.doubling)) as u64);
    // The weights below the highest one, without the excess of wide gaps.
    let below = list.iter().scan((0, None), |(below, last), entry| {
        let weight = i64::from(entry.weight);
        *below += (last.unwrap_or(weight) - weight).min(settings.max_gap.into());
        *last = Some(weight);
        Some(*below)
    });
    let sum: u64 = below.clone().map(share).sum();
    let prior = |share: u64| (share << 16).checked_div(sum).unwrap_or(0).clamp(1, u16::MAX.into());
    out.clear();
    out.extend(below.map(|below| prior(share(below)) as u16));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weighted;

    fn priors_of(weights: &[i32]) -> Vec<u16> {
        let settings =
            BestFirstSettings { doubling: 100, max_gap: 300, ..BestFirstSettings::default() };
        let entry = |(branch, &weight)| Weighted { branch, weight };
        let mut list: Vec<_> = weights.iter().enumerate().map(entry).collect();
        let mut out = Vec::new();
        priors(&settings, &mut list, &mut out);
        out
    }

    #[test]
    fn a_weight_that_is_one_doubling_higher_has_twice_the_prior() {
        assert_eq!(priors_of(&[0, 100]), [43690, 21845]);
        assert_eq!(priors_of(&[7, 7, 7, 7]), [16384; 4]);
        assert_eq!(priors_of(&[50, 0]), [37449, 28086], "between doublings: 4 to 3");
    }

    #[test]
    fn a_wide_gap_counts_as_the_widest() {
        assert_eq!(priors_of(&[500_000, 100, 0]), priors_of(&[400, 100, 0]));
        assert_eq!(priors_of(&[i32::MAX, i32::MIN]), priors_of(&[300, 0]));
    }

    #[test]
    fn every_move_has_a_prior() {
        assert_eq!(priors_of(&[5]), [u16::MAX]);
        let weights: Vec<i32> = (0..200).map(|nth| 300 * nth).collect();
        assert!(priors_of(&weights).iter().all(|&prior| prior > 0));
    }
}
