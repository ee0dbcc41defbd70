//! One-sided bounds of a share.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::tournament::interval::{Interval, Ratio, student_quantile, wilson_of};

/// Clusters below which the spread between them is not trusted.
const MIN_CLUSTERS: usize = 10;

/// One-sided bounds for the mean score of a match, of which each cluster has a sum of scores and a
/// number of matches; 0 and 1 without any. With the confidence asked for the share is above the
/// lower one, and with the same below the upper one.
///
/// From the spread between the clusters ([`Ratio`]). Below ten clusters, or where all are alike, it
/// says little, and the bounds are Wilson's (1927) for as many trials as there are clusters, which
/// is the widest that so many scores from 0 to 1 can ask for.
pub(super) fn bounds(clusters: &[(f64, u32)], confidence: f64) -> Interval {
    let Some(ratio) = Ratio::of(clusters) else { return Interval { low: 0.0, high: 1.0 } };
    let expected = ratio.bounds(confidence).filter(|_| clusters.len() >= MIN_CLUSTERS);
    let Interval { low, high } = expected
        .unwrap_or_else(|| wilson_of(ratio.value, ratio.clusters as f64, quantile(confidence)));
    Interval { low: rounded(low), high: rounded(high) }
}

/// The quantile of the normal distribution at a confidence.
pub(super) fn quantile(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(confidence)
}

/// The mean score from which the lower bound reaches `share`, if so many matches of so many
/// clusters are independent of each other; above 1 where none is enough.
pub(super) fn enough(share: f64, clusters: u32, matches: u32, confidence: f64) -> f64 {
    let (trials, quantile) = match clusters as usize {
        ..MIN_CLUSTERS => (clusters, quantile(confidence)),
        _ => (matches, student_quantile(confidence, u64::from(clusters) - 1)),
    };
    share + quantile * libm::sqrt(share * (1.0 - share) / f64::from(trials.max(1)))
}

/// Without the last digits, in which machines may differ: a verdict hangs on it.
fn rounded(share: f64) -> f64 {
    libm::round(share.clamp(0.0, 1.0) * 1e9) / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty blocks of two, 1 in twelve and ½ in eight of them as means: mean 0.8, sample variance
    /// 0.0631579, standard error 0.0561951; Student's 95 % quantile for 19 degrees is 1.729 in any
    /// table. So q = (1.729 x 0.0561951)² / 0.16 = 0.0590, centre 0.78329 and half 0.09588.
    #[test]
    fn student_judges_by_the_spread_of_blocks() {
        let mut blocks = vec![(2.0, 2); 12];
        blocks.extend(vec![(1.0, 2); 8]);
        let bounds = bounds(&blocks, 0.95);
        assert!((bounds.low - 0.68740).abs() < 1e-4, "{bounds:?}");
        assert!((bounds.high - 0.87917).abs() < 1e-4, "{bounds:?}");
    }

    /// docs/class.md: to be sure of 60 % takes 73 % of 40 games, 68 % of 100, 64 % of 400.
    #[test]
    fn what_is_enough_is_what_the_bound_asks_for() {
        for (pairs, score) in [(20, 0.734), (50, 0.682), (200, 0.640)] {
            let found = enough(0.6, pairs, 2 * pairs, 0.95);
            assert!((found - score).abs() < 1e-3, "{pairs}: {found}");
        }
        // Of four blocks it is Wilson's bound for four matches.
        let four = enough(0.3, 4, 8, 0.95);
        let low = wilson_of(four, 4.0, quantile(0.95)).low;
        assert!((low - 0.3).abs() < 1e-9, "{four}: {low}");
    }

    #[test]
    fn what_is_always_the_same_is_not_certain() {
        let all_won = bounds(&[(2.0, 2); 20], 0.95);
        // 20 / (20 + 1.645²)
        assert!((all_won.low - 0.88085).abs() < 1e-4, "{all_won:?}");
        assert_eq!(all_won.high, 1.0);
        assert!(bounds(&[(1.0, 1); 3], 0.95).low < 0.6);
        assert_eq!(bounds(&[], 0.95), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn half_confidence_is_the_mean_itself() {
        let mut blocks = vec![(1.0, 2); 15];
        blocks.extend(vec![(2.0, 2); 15]);
        let bounds = bounds(&blocks, 0.5);
        assert_eq!((bounds.low, bounds.high), (0.75, 0.75));
    }

    #[test]
    fn blocks_of_different_sizes_count_by_their_matches() {
        let mut blocks = vec![(4.0, 4); 10];
        blocks.extend(vec![(0.0, 1); 10]);
        let bounds = bounds(&blocks, 0.95);
        assert!(bounds.low < 0.8 && 0.8 < bounds.high, "{bounds:?}");
        assert!(bounds.low > 0.5 && bounds.high < 1.0, "{bounds:?}");
    }
}
