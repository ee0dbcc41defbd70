//! Uncertainty, said with every figure.

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
    /// Whether `value` lies in it.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

impl fmt::Display for Interval {
    /// As percentages: `25.5 – 36.6 %`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} – {:.1} %", 100.0 * self.low, 100.0 * self.high)
    }
}

/// The 95 % interval for a share, `successes` of `trials` independent trials; 0 to 1 for no trials.
///
/// Wilson, "Probable inference, the law of succession, and statistical inference" (1927), without
/// continuity correction.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, share) = (trials as f64, successes as f64 / trials as f64);
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z * libm::sqrt(share * (1.0 - share) / n + Z * Z / (4.0 * n * n)) / scale;
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The mean of observations that are independent of each other, with its uncertainty.
///
/// Kept as Welford's running sums (1962), so that nothing is lost to cancellation.
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

    /// How many observations there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 for no observations.
    pub fn value(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean; `None` below two observations.
    pub fn error(&self) -> Option<f64> {
        let n = self.count as f64;
        (self.count > 1).then(|| libm::sqrt(self.squares / (n - 1.0) / n))
    }

    /// The 95 % interval of the mean, by Student's distribution; `None` below four observations, of
    /// which no honest interval can be told.
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

/// The quantile of Student's distribution at probability `p`, above 0 and below 1.
///
/// By bisection of the distribution, for the inversion that statrs has need not end where there are
/// very many degrees of freedom.
///
/// # Panics
/// If there is no degree of freedom, or `p` is no such probability.
pub(crate) fn student_quantile(p: f64, freedom: u64) -> f64 {
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
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if distribution.cdf(middle) < p { low = middle } else { high = middle }
    }
}

/// The probability that Student's distribution is below `t`.
///
/// # Panics
/// If there is no degree of freedom.
pub(crate) fn student_cdf(t: f64, freedom: u64) -> f64 {
    student(freedom).cdf(t)
}

fn student(freedom: u64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom as f64).expect("there is a degree of freedom")
}

/// The probability that the normal distribution is below `z`.
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
    fn too_few_observations_have_no_interval() {
        assert_eq!([1.0, 0.0, 1.0].into_iter().collect::<Mean>().interval(), None);
        assert_eq!(Mean::default().error(), None);
    }
}
