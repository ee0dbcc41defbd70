//! How sure one can be of a share, to one side.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::tournament::Ratio;

/// Clusters below which the spread between them is not trusted.
const FEW: usize = 10;

/// The share is, with the confidence asked for, above `low`; and with the same, below `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds {
    pub low: f64,
    pub high: f64,
}

/// One-sided bounds for the mean score of a match, of which each cluster has a sum of scores and a
/// number of matches; 0 and 1 without any.
///
/// Student's, over the clusters ([`Ratio`]). Below ten clusters, or where all are alike, the spread
/// between them says little, and the bounds are Wilson's (1927) for as many trials as there are
/// clusters, which is the widest that so many scores from 0 to 1 can ask for.
pub(super) fn bounds(clusters: &[(f64, u32)], confidence: f64) -> Bounds {
    let Some(ratio) = Ratio::of(clusters) else {
        return Bounds { low: 0.0, high: 1.0 };
    };
    match ratio.reach(confidence).filter(|&half| clusters.len() >= FEW && half > 0.0) {
        Some(half) => {
            Bounds { low: rounded(ratio.value - half), high: rounded(ratio.value + half) }
        }
        None => wilson(ratio.value, ratio.clusters as f64, confidence),
    }
}

/// Wilson's bounds for a share found in so many trials.
fn wilson(share: f64, trials: f64, confidence: f64) -> Bounds {
    let z = Normal::standard().inverse_cdf(confidence);
    let scale = 1.0 + z * z / trials;
    let centre = (share + z * z / (2.0 * trials)) / scale;
    let spread = share * (1.0 - share) / trials + z * z / (4.0 * trials * trials);
    let half = z * libm::sqrt(spread) / scale;
    Bounds { low: rounded(centre - half), high: rounded(centre + half) }
}

/// Without the last digits, in which machines may differ: a verdict hangs on it.
fn rounded(share: f64) -> f64 {
    libm::round(share.clamp(0.0, 1.0) * 1e9) / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3:
    /// the ends of a two-sided 95 % interval are one-sided bounds of 97.5 %.
    #[test]
    fn wilson_gives_the_published_bounds() {
        for (successes, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0000, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let bounds = wilson(successes / trials, trials, 0.975);
            assert!((bounds.low - low).abs() < 5e-5, "{successes}/{trials}: {bounds:?}");
            assert!((bounds.high - high).abs() < 5e-5, "{successes}/{trials}: {bounds:?}");
        }
    }

    /// Twenty blocks of two, 1 in twelve and ½ in eight of them as means: mean 0.8, sample variance
    /// 0.0631579, standard error 0.0561951; Student's 95 % quantile for 19 degrees is 1.729 in any
    /// table.
    #[test]
    fn student_judges_by_the_spread_of_blocks() {
        let mut blocks = vec![(2.0, 2); 12];
        blocks.extend(vec![(1.0, 2); 8]);
        let bounds = bounds(&blocks, 0.95);
        assert!((bounds.low - (0.8 - 1.729 * 0.0561951)).abs() < 1e-4, "{bounds:?}");
        assert!((bounds.high - (0.8 + 1.729 * 0.0561951)).abs() < 1e-4, "{bounds:?}");
    }

    #[test]
    fn what_is_always_the_same_is_not_certain() {
        let all_won = bounds(&[(2.0, 2); 20], 0.95);
        // 20 / (20 + 1.645²)
        assert!((all_won.low - 0.88085).abs() < 1e-4, "{all_won:?}");
        assert_eq!(all_won.high, 1.0);
        assert!(bounds(&[(1.0, 1); 3], 0.95).low < 0.6);
        assert_eq!(bounds(&[], 0.95), Bounds { low: 0.0, high: 1.0 });
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
        assert!((bounds.low + bounds.high - 1.6).abs() < 1e-8, "{bounds:?}");
    }
}
