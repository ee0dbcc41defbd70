//! Observed outcomes and their most likely distributions.

use crate::interval::bisect;

/// The weight of an outcome that was never observed, as in fishtest. It barely counts in the
/// likelihood, but a hypothesis can need the outcome.
const UNSEEN_WEIGHT: f64 = 1e-3;

/// Outcomes of matches or pairs, with their frequencies.
pub(super) struct Outcomes {
    /// Scores of the outcomes, 0 to 1.
    scores: Vec<f64>,
    seen: Vec<f64>,
    /// Number of observations over all outcomes.
    pub(super) total: f64,
}

impl Outcomes {
    /// Makes outcomes with evenly spaced scores from 0 to 1, given the count of each.
    pub(super) fn new(counts: &[u64]) -> Outcomes {
        let steps = (counts.len() - 1) as f64;
        let counts: Vec<f64> = counts
            .iter()
            .map(|&count| if count == 0 { UNSEEN_WEIGHT } else { count as f64 })
            .collect();
        let total = counts.iter().sum();
        Outcomes {
            scores: (0..counts.len()).map(|outcome| outcome as f64 / steps).collect(),
            seen: counts.iter().map(|count| count / total).collect(),
            total,
        }
    }

    /// Returns the mean log-likelihood under a distribution.
    pub(super) fn likelihood(&self, distribution: &[f64]) -> f64 {
        self.seen.iter().zip(distribution).map(|(seen, p)| seen * libm::log(*p)).sum()
    }

    /// Returns the most likely distribution with this mean (proposition 1.1).
    pub(super) fn with_mean(&self, mean: f64) -> Vec<f64> {
        let gaps: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        self.most_likely(&gaps).expect("the mean lies between the worst and the best outcome")
    }

    /// Returns the most likely distribution whose mean is `t` standard deviations above a half
    /// (section 4.1).
    ///
    /// Let b be the score above a half, with mean m and mean square s. The condition is m = τ √s
    /// for τ = t / √(1 + t²). Around √s = r it is linear, m = τ (s / r + r) / 2, and the most
    /// likely distribution under that gives the next r. As long as m is below τ √s, each linear
    /// condition implies the original one, so every step improves; from r = ½ there is always a
    /// first step.
    pub(super) fn with_deviations(&self, t: f64) -> Vec<f64> {
        if t < 0.0 {
            let mut mirrored = self.mirrored().with_deviations(-t);
            mirrored.reverse();
            return mirrored;
        }
        let tau = t / libm::sqrt(1.0 + t * t);
        let found = [self.spread(&self.seen), 0.5].into_iter().filter_map(|r| self.settled(tau, r));
        let better = |a: &Vec<f64>, b: &Vec<f64>| self.likelihood(a).total_cmp(&self.likelihood(b));
        found.max_by(better).expect("from a half there is a way")
    }

    /// Iterates from `r` until the distribution settles.
    fn settled(&self, tau: f64, mut r: f64) -> Option<Vec<f64>> {
        /// Maximum steps, in case it converges slowly.
        const MAX_STEPS: usize = 1000;
        const CONVERGED_STEP: f64 = 1e-12;
        for step in 0.. {
            let gap = |score: &f64| {
                let b = score - 0.5;
                b - tau * (b * b / r + r) / 2.0
            };
            let p = self.most_likely(&self.scores.iter().map(gap).collect::<Vec<_>>())?;
            let next = self.spread(&p);
            if (next - r).abs() < CONVERGED_STEP * r || step == MAX_STEPS {
                return Some(p);
            }
            r = next;
        }
        None
    }

    /// Returns the root mean square deviation from a half.
    fn spread(&self, p: &[f64]) -> f64 {
        let square = |(score, p): (&f64, &f64)| p * (score - 0.5) * (score - 0.5);
        libm::sqrt(self.scores.iter().zip(p).map(square).sum())
    }

    fn mirrored(&self) -> Outcomes {
        let seen = self.seen.iter().rev().copied().collect();
        Outcomes { scores: self.scores.clone(), seen, total: self.total }
    }

    /// Returns the most likely distribution under which the mean of `gaps` is 0: shares p / (1 + x
    /// gap), where x is the only root with all shares positive (equations 1.2 and 1.3). `None` if
    /// all gaps have the same sign.
    fn most_likely(&self, gaps: &[f64]) -> Option<Vec<f64>> {
        let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        let most = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        let slope = |x: f64| -> f64 {
            self.seen.iter().zip(gaps).map(|(seen, gap)| seen * gap / (1.0 + x * gap)).sum()
        };
        // The slope falls over the interval.
        let x = bisect(-1.0 / most, -1.0 / least, |x| slope(x) > 0.0);
        Some(self.seen.iter().zip(gaps).map(|(seen, gap)| seen / (1.0 + x * gap)).collect())
    }
}
