//! Confidence intervals, and the distributions behind them.

use statrs::distribution::{ContinuousCDF, StudentsT};
use std::cmp::Ordering;
use std::fmt;

/// The 97.5 % quantile of the normal distribution: two-sided 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Returns true if the interval contains `value`.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

impl fmt::Display for Interval {
    /// Writes percentages: `25.5 – 36.6 %`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} – {:.1} %", 100.0 * self.low, 100.0 * self.high)
    }
}

/// Returns the 95 % interval of a share, given `successes` in `trials` independent trials; 0 to 1
/// without trials.
///
/// Wilson, "Probable inference, the law of succession, and statistical inference" (1927), without
/// continuity correction.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    wilson_of(successes as f64 / trials as f64, trials as f64, Z)
}

/// Returns Wilson's interval of a share seen in `trials` trials, at this quantile.
pub(crate) fn wilson_of(share: f64, trials: f64, quantile: f64) -> Interval {
    let q = quantile * quantile / trials;
    let (scale, centre) = (1.0 + q, share + q / 2.0);
    let half = libm::sqrt(q * share * (1.0 - share) + q * q / 4.0);
    // At 0 and 1 the exact bound is the share itself, which rounding can miss.
    let low = if share <= 0.0 { 0.0 } else { ((centre - half) / scale).max(0.0) };
    let high = if share >= 1.0 { 1.0 } else { ((centre + half) / scale).min(1.0) };
    Interval { low, high }
}

/// Returns the interval of a mean score between 0 and 1, exclusive, given its standard error from
/// two or more observations. The true mean lies beyond each end with probability 1 - `p`.
///
/// Equals Wilson's interval for as many independent trials as have that error, at Student's
/// quantile. It stays between 0 and 1, and covers skewed distributions better than the mean plus
/// and minus a multiple of its error (Franco, Little, Louis and Slud, "Comparative study of
/// confidence intervals for proportions in complex sample surveys", 2019).
pub(crate) fn score_interval(mean: f64, error: f64, observations: u64, p: f64) -> Interval {
    wilson_of(mean, mean * (1.0 - mean) / (error * error), student_quantile(p, observations - 1))
}

/// The mean of independent observations, with its uncertainty.
///
/// Kept as Welford's running sums (1962) to avoid cancellation.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Mean {
    /// Adds an observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Returns the number of observations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean; 0 without observations.
    pub fn value(&self) -> f64 {
        self.mean
    }

    /// Returns the standard error of the mean; `None` below two observations.
    pub fn error(&self) -> Option<f64> {
        let n = self.count as f64;
        (self.count > 1).then(|| libm::sqrt(self.squares / (n - 1.0) / n))
    }

    /// Returns the 95 % interval of the mean by Student's distribution; `None` below four
    /// observations, too few for an honest interval.
    pub fn interval(&self) -> Option<Interval> {
        let error = self.error().filter(|_| self.count >= 4)?;
        let half = student_quantile(0.975, self.count - 1) * error;
        Some(Interval { low: self.mean - half, high: self.mean + half })
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Mean {
        let mut mean = Mean::default();
        values.into_iter().for_each(|value| mean.add(value));
        mean
    }
}

/// The mean score of matches in clusters, with its uncertainty. A cluster is one observation,
/// because its matches are not independent.
///
/// The mean is a ratio: the sum of all scores over the number of all matches. Its variance is from
/// Cochran, "Sampling Techniques" (3rd ed. 1977), 2.11; for clusters of equal size it is the
/// variance of the mean of their means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// The mean score of a match.
    pub value: f64,
    /// Number of clusters, 1 or more.
    pub clusters: u64,
    /// The standard error of the mean; `None` for a single cluster, 0 if all are alike.
    pub error: Option<f64>,
}

impl Ratio {
    /// Computes the ratio from the sum of scores and number of matches of each cluster; `None`
    /// without matches.
    pub fn of(clusters: &[(f64, u32)]) -> Option<Ratio> {
        let matches: f64 = clusters.iter().map(|(_, matches)| f64::from(*matches)).sum();
        if matches == 0.0 {
            return None;
        }
        let value = clusters.iter().map(|(sum, _)| sum).sum::<f64>() / matches;
        let apart = |(sum, matches): &(f64, u32)| sum - value * f64::from(*matches);
        let squares: f64 = clusters.iter().map(apart).map(|apart| apart * apart).sum();
        let (count, n) = (clusters.len() as u64, clusters.len() as f64);
        // Equal sums of scores can differ in their last bits.
        let squares = if squares < 1e-12 * matches { 0.0 } else { squares };
        let error = (count > 1).then(|| libm::sqrt(n / (n - 1.0) * squares) / matches);
        Some(Ratio { value, clusters: count, error })
    }

    /// Returns the interval whose ends are each missed with probability 1 - `p`
    /// ([`score_interval`]); `None` for a single cluster, or if all are alike.
    pub(crate) fn bounds(&self, p: f64) -> Option<Interval> {
        let error = self.error.filter(|&error| error > 0.0)?;
        Some(score_interval(self.value, error, self.clusters, p))
    }

    /// Returns the 95 % interval; `None` if all clusters are alike, or below four, too few for an
    /// honest interval.
    pub fn interval(&self) -> Option<Interval> {
        self.bounds(0.975).filter(|_| self.clusters >= 4)
    }
}

/// Returns the quantile of Student's distribution at probability `p`, between 0 and 1, exclusive.
///
/// Bisects the distribution: the inversion in statrs does not always terminate for very many
/// degrees of freedom.
///
/// # Panics
/// If `freedom` is 0 or `p` is out of range.
pub fn student_quantile(p: f64, freedom: u64) -> f64 {
    assert!(p > 0.0 && p < 1.0, "a quantile lies at a probability between 0 and 1, not {p}");
    match p.total_cmp(&0.5) {
        Ordering::Less => return -student_quantile(1.0 - p, freedom),
        Ordering::Equal => return 0.0,
        Ordering::Greater => {}
    }
    let distribution = student(freedom);
    let (mut low, mut high) = (0.0, 1.0);
    while distribution.cdf(high) < p {
        (low, high) = (high, 2.0 * high);
    }
    bisect(low, high, |t| distribution.cdf(t) < p)
}

/// Returns the number between `low` and `high` up to which `is_before` holds, to the last bit.
pub(crate) fn bisect(mut low: f64, mut high: f64, is_before: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if is_before(middle) { low = middle } else { high = middle }
    }
}

/// Returns the probability that Student's distribution is below `t`.
///
/// # Panics
/// If `freedom` is 0.
pub(crate) fn student_cdf(t: f64, freedom: u64) -> f64 {
    student(freedom).cdf(t)
}

fn student(freedom: u64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom as f64).expect("there is a degree of freedom")
}

/// Returns the probability that the normal distribution is below `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked examples of Newcombe, "Two-sided confidence intervals for the single proportion"
    /// (1998), table I, method 3.
    #[test]
    fn wilson_gives_the_published_intervals() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials);
            assert!((interval.low - low).abs() < 5e-5, "{successes}/{trials}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{successes}/{trials}: {interval:?}");
        }
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
        assert_eq!(wilson(7, 7).high, 1.0);
    }

    /// Abramowitz & Stegun, table 26.10.
    #[test]
    fn student_agrees_with_the_tables() {
        for (freedom, quantile) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (5, 2.571),
            (10, 2.228),
            (30, 2.042),
            (120, 1.980),
            (100_000, 1.960),
            (1_000_000_000, 1.960),
        ] {
            let found = student_quantile(0.975, freedom);
            assert!((found - quantile).abs() < 5e-4, "{freedom}: {found}");
            let back = student_cdf(found, freedom);
            assert!((back - 0.975).abs() < 1e-8, "{freedom}: {found} {back}");
        }
        // One-sided 95 and 90 %.
        assert!((student_quantile(0.95, 10) - 1.812).abs() < 5e-4);
        assert!((student_quantile(0.9, 4) - 1.533).abs() < 5e-4);
        assert!((student_quantile(0.1, 4) + 1.533).abs() < 5e-4);
    }

    #[test]
    fn the_normal_distribution_agrees_with_the_tables() {
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (Z, 0.975)] {
            assert!((normal_cdf(z) - p).abs() < 1e-9, "{z}: {}", normal_cdf(z));
        }
    }

    /// With the error of many independent trials, this is Wilson's interval; with a small error,
    /// the mean plus and minus Student's multiple of it.
    #[test]
    fn the_interval_of_a_score_is_wilsons_and_students() {
        let error = libm::sqrt(0.3 * 0.7 / 1e7);
        let (computed, expected) =
            (score_interval(0.3, error, 10_000_000, 0.975), wilson(3_000_000, 10_000_000));
        assert!(
            (computed.low - expected.low).abs() < 1e-9
                && (computed.high - expected.high).abs() < 1e-9
        );
        let computed = score_interval(0.5, 1e-4, 10, 0.975);
        assert!(
            (computed.high - 0.5 - 2.262e-4).abs() < 1e-7
                && (0.5 - computed.low - 2.262e-4).abs() < 1e-7
        );
        let computed = score_interval(0.9, 0.1, 4, 0.975);
        assert!(
            computed.low > 0.0 && computed.high < 1.0 && computed.high - 0.9 < 0.9 - computed.low,
            "{computed:?}"
        );
    }

    #[test]
    fn a_mean_has_the_textbook_error() {
        let mean: Mean = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!(mean.value(), 5.0);
        // Sum of squares 32, sample variance 32/7.
        assert!((mean.error().unwrap() - libm::sqrt(32.0 / 7.0 / 8.0)).abs() < 1e-12);
        let interval = mean.interval().unwrap();
        assert!(interval.holds(5.0) && !interval.holds(3.0) && !interval.holds(7.0));
    }

    #[test]
    fn clusters_of_one_size_are_observations_with_their_means() {
        let means = [1.0, 0.25, 0.5, 0.75, 0.5];
        let ratio = Ratio::of(&means.map(|mean| (4.0 * mean, 4))).unwrap();
        let mean: Mean = means.into_iter().collect();
        assert_eq!(ratio.value, mean.value());
        assert!((ratio.error.unwrap() - mean.error().unwrap()).abs() < 1e-12);
        let [computed, expected] = [ratio.interval(), mean.interval()].map(Option::unwrap);
        assert!(expected.low < computed.low && computed.high < expected.high, "{computed:?}");
    }

    #[test]
    fn a_cluster_is_one_observation_however_large_it_is() {
        let few = [(1.0, 2), (0.0, 2), (2.0, 2), (1.0, 2)];
        let many = few.map(|(sum, matches)| (100.0 * sum, 100 * matches));
        let [few, many] = [few, many].map(|clusters| Ratio::of(&clusters).unwrap());
        assert_eq!(few.value, many.value);
        assert!((few.error.unwrap() - many.error.unwrap()).abs() < 1e-12);
        assert_eq!(Ratio::of(&[]), None);
        assert_eq!(Ratio::of(&[(3.0, 4)]).unwrap().error, None);
    }

    #[test]
    fn too_few_observations_have_no_interval() {
        assert_eq!([1.0, 0.0, 1.0].into_iter().collect::<Mean>().interval(), None);
        assert_eq!(Mean::default().error(), None);
    }
}
