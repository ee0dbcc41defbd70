//! Wald's sequential probability ratio test.
//!
//! The likelihoods are from Van den Bergh, "Comments on Normalized Elo" (normalized_elo_practical),
//! as used by fishtest and fastchess. The distribution of outcomes is free except for its mean (or
//! its mean in standard deviations). A hypothesis has the likelihood of its most likely
//! distribution.

mod outcomes;

use self::outcomes::Outcomes;
use super::rating::{NELO, Sample, expected_share};
use juez_core::named;

/// The unit of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Normalized Elo: the number of matches to a decision does not depend on the share of draws.
    #[default]
    Normalized,
    /// Elo as in rating lists.
    Logistic,
}

named! { Model, "model": Normalized = "normalized", Logistic = "logistic" }

/// Numbers that do not define a test.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    #[error("an SPRT needs elo1 greater than elo0, not {elo0} and {elo1}")]
    Order {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    #[error("the bounds of an SPRT are numbers from -1000 to 1000, not {0}")]
    Elo(f64),
    #[error("alpha and beta are above 0 and together below 1, not {alpha} and {beta}")]
    Errors {
        /// The probability of accepting H1 although H0 holds.
        alpha: f64,
        /// The probability of accepting H0 although H1 holds.
        beta: f64,
    },
}

/// A sequential probability ratio test of H0, that the first side is `elo0` stronger, against H1,
/// that it is `elo1` stronger.
///
/// ```
/// use juez_tournament::{Decision, Model, Sprt};
/// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized)?;
/// let llr = sprt.of_pairs([10, 80, 220, 150, 40]);
/// assert_eq!(sprt.decide(llr), Decision::AcceptH1);
/// # Ok::<(), juez_tournament::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The first side is less than `elo1` stronger.
    AcceptH0,
    /// The first side is more than `elo0` stronger.
    AcceptH1,
    /// More observations are needed.
    Undecided,
}

impl Sprt {
    /// Makes a test that wrongly accepts H1 with probability `alpha` and H0 with probability
    /// `beta`.
    ///
    /// # Errors
    /// If the numbers do not define a test.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Sprt, SprtError> {
        if let Some(&wrong) = [elo0, elo1].iter().find(|elo| !(-1000.0..=1000.0).contains(*elo)) {
            return Err(SprtError::Elo(wrong));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// Returns the hypotheses, elo0 and elo1.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Returns their unit.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Returns the probabilities of wrongly accepting H1 and H0.
    pub fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// Returns the log-likelihood ratios for accepting H0 and H1.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
    }

    /// Returns the decision at a log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            Decision::AcceptH0
        } else if llr >= upper {
            Decision::AcceptH1
        } else {
            Decision::Undecided
        }
    }

    /// Returns the log-likelihood ratio of single matches (trinomial); 0 without any.
    pub fn of_matches(&self, wins: u64, draws: u64, losses: u64) -> f64 {
        self.of_counts(&[losses, draws, wins], 1.0)
    }

    /// Returns the log-likelihood ratio of pairs by the score of the first side, 0, ½, 1, 1½, 2
    /// (pentanomial); 0 without any.
    pub fn of_pairs(&self, pairs: [u64; 5]) -> f64 {
        self.of_counts(&pairs, 2.0)
    }

    /// Returns the log-likelihood ratio of blocks of any size by their mean scores, 0 to 1, in the
    /// normal approximation; 0 if all scores are equal, because their variance is then unknown.
    pub fn of_blocks(&self, scores: &[f64], matches_in_a_block: u32) -> f64 {
        let seen: Vec<_> = scores.iter().map(|&score| (score, 1)).collect();
        let Some(Sample { mean, variance, observations }) = Sample::of(&seen) else { return 0.0 };
        if variance == 0.0 {
            return 0.0;
        }
        let deviation = libm::sqrt(variance * f64::from(matches_in_a_block.max(1)));
        let [s0, s1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Normalized => 0.5 + elo / NELO * deviation,
            Model::Logistic => expected_share(elo),
        });
        observations as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// Returns the ratio for outcomes with evenly spaced scores from 0 to 1.
    fn of_counts(&self, counts: &[u64], matches: f64) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let outcomes = Outcomes::new(counts);
        let [log0, log1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Normalized => outcomes.with_deviations(elo * libm::sqrt(matches) / NELO),
            Model::Logistic => outcomes.with_mean(expected_share(elo)),
        });
        outcomes.total * (outcomes.likelihood(&log1) - outcomes.likelihood(&log0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, expected {expected}");
    }

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
    }

    /// fastchess, `app/tests/sprt_test.cpp`, to two digits; the others computed with its formulas.
    #[test]
    fn trinomial_ratios_are_the_published_ones() {
        let normalized = |elo0, elo1| sprt(elo0, elo1, Model::Normalized);
        let logistic = |elo0, elo1| sprt(elo0, elo1, Model::Logistic);
        near(normalized(0.0, 2.0).of_matches(36433, 68692, 36027), 0.92329, 1e-4);
        near(normalized(-1.75, 0.25).of_matches(10871, 20431, 10650), 2.29750, 1e-4);
        near(logistic(0.5, 2.5).of_matches(21404, 40708, 21184), -1.57189, 1e-4);
        near(logistic(0.0, 2.0).of_matches(57433, 106_593, 57030), -2.59302, 1e-4);
    }

    #[test]
    fn pentanomial_ratios_are_the_published_ones() {
        let normalized = |elo0, elo1| sprt(elo0, elo1, Model::Normalized);
        let logistic = |elo0, elo1| sprt(elo0, elo1, Model::Logistic);
        near(normalized(0.0, 2.0).of_pairs([365, 16618, 36229, 16974, 390]), 2.25037, 1e-4);
        near(normalized(-1.75, 0.25).of_pairs([127, 4883, 10712, 5150, 104]), 3.01015, 1e-4);
        near(logistic(0.5, 2.5).of_pairs([223, 9863, 21279, 10037, 246]), -3.07413, 1e-4);
        near(logistic(0.0, 2.0).of_pairs([871, 26175, 55983, 26678, 821]), -4.97867, 1e-4);
        near(normalized(0.0, 2.0).of_pairs([379, 10170, 21828, 10640, 343]), 2.94550, 1e-4);
    }

    /// The same source: "Bayes Elo", whose hypotheses are also two means.
    #[test]
    fn ratios_between_any_two_means_are_the_published_ones() {
        for (losses, draws, wins, elo0, elo1, llr) in [
            (68526u32, 128_429, 68965, 0.0, 2.0, -1.26216),
            (21484, 41111, 21629, 0.5, 2.5, -1.13064),
        ] {
            let n = f64::from(losses + draws + wins);
            let (lost, won) = (f64::from(losses) / n, f64::from(wins) / n);
            let draw_elo = 200.0 * libm::log10((1.0 - lost) / lost * (1.0 - won) / won);
            let mean = |elo: f64| {
                let (win, loss) = (expected_share(elo - draw_elo), expected_share(-elo - draw_elo));
                win + (1.0 - win - loss) / 2.0
            };
            let outcomes = Outcomes::new(&[losses, draws, wins].map(u64::from));
            let of = |elo| outcomes.likelihood(&outcomes.with_mean(mean(elo)));
            near(outcomes.total * (of(elo1) - of(elo0)), llr, 1e-4);
        }
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (lower, upper) = sprt(0.0, 5.0, Model::Normalized).bounds();
        near(lower, -2.944_439, 1e-6);
        near(upper, 2.944_439, 1e-6);
        let uneven = Sprt::new(0.0, 5.0, 0.1, 0.2, Model::Logistic).expect("a test");
        near(uneven.bounds().0, libm::log(0.2 / 0.9), 1e-12);
        near(uneven.bounds().1, libm::log(8.0), 1e-12);
        assert_eq!(uneven.decide(2.0), Decision::Undecided);
        assert_eq!(uneven.decide(2.1), Decision::AcceptH1);
        assert_eq!(uneven.decide(-1.6), Decision::AcceptH0);
    }

    /// With a single observed outcome, the best fit of a hypothesis is known. All pairs won, mean
    /// s: this outcome has share s, the rest scores 0. All matches drawn, t standard deviations: a
    /// share of t² / (1 + t²) is won. All pairs won, t: the share p with (p - ½)² = t² p (1 - p).
    #[test]
    fn one_outcome_alone_has_the_ratio_of_the_limit() {
        let logistic = sprt(0.0, 10.0, Model::Logistic);
        let limit = 104.0 * libm::log(expected_share(10.0) / 0.5);
        near(logistic.of_pairs([0, 0, 0, 0, 104]), limit, 0.02);
        near(
            logistic.of_pairs([104, 0, 0, 0, 0]),
            104.0 * libm::log(2.0 - 2.0 * expected_share(10.0)),
            0.02,
        );
        let normalized = sprt(0.0, 5.0, Model::Normalized);
        let t = 5.0 / NELO;
        let limit = -16700.0 * libm::log1p(t * t);
        near(normalized.of_matches(0, 16700, 0), limit, 0.02);
        let t = t * 2.0f64.sqrt();
        let share = 0.5 + 0.5 * t / libm::sqrt(1.0 + t * t);
        near(normalized.of_pairs([0, 0, 0, 0, 104]), 104.0 * libm::log(2.0 * share), 0.02);
    }

    #[test]
    fn nothing_seen_decides_nothing() {
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = sprt(0.0, 10.0, model);
            assert_eq!((sprt.of_matches(0, 0, 0), sprt.of_pairs([0; 5])), (0.0, 0.0));
            assert_eq!((sprt.of_blocks(&[], 4), sprt.of_blocks(&[0.5; 40], 4)), (0.0, 0.0));
        }
    }

    #[test]
    fn blocks_of_two_have_about_the_ratio_of_pairs() {
        let counts = [20, 180, 420, 230, 50];
        let scores = |outcome: usize| vec![outcome as f64 / 4.0; counts[outcome]];
        let blocks: Vec<f64> = (0..5).flat_map(scores).collect();
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = sprt(0.0, 20.0, model);
            let pairs = sprt.of_pairs(counts.map(|count| count as u64));
            near(sprt.of_blocks(&blocks, 2), pairs, 0.05 * pairs.abs());
        }
    }

    #[test]
    fn numbers_that_make_no_test_are_refused() {
        let new = |elo0, elo1, alpha, beta| {
            Sprt::new(elo0, elo1, alpha, beta, Model::Normalized).unwrap_err().to_string()
        };
        assert_eq!(new(5.0, 0.0, 0.05, 0.05), "an SPRT needs elo1 greater than elo0, not 5 and 0");
        assert_eq!(
            new(0.0, 5.0, 0.5, 0.5),
            "alpha and beta are above 0 and together below 1, not 0.5 and 0.5"
        );
        assert!(new(0.0, f64::NAN, 0.05, 0.05).contains("not NaN"));
        assert!(new(0.0, 5.0, f64::NAN, 0.05).contains("not NaN"));
        let error = "bayes".parse::<Model>().unwrap_err();
        assert_eq!(error, "no model called \"bayes\"; there are normalized and logistic");
    }

    proptest! {
        /// H0: at most -e against H1: at least e is the same test with the sides swapped.
        #[test]
        fn swapping_the_sides_negates_the_ratio(pairs in proptest::array::uniform5(0u64..40)) {
            let mut swapped = pairs;
            swapped.reverse();
            for model in [Model::Normalized, Model::Logistic] {
                let sprt = sprt(-30.0, 30.0, model);
                let (there, back) = (sprt.of_pairs(pairs), sprt.of_pairs(swapped));
                prop_assert!(there.is_finite(), "{there} {pairs:?}");
                prop_assert!((there + back).abs() < 1e-3 * (1.0 + there.abs()), "{there} {back}");
            }
        }

        #[test]
        fn the_most_likely_distribution_fits_its_hypothesis(
            counts in proptest::array::uniform5(0u64..200),
            nelo in -400.0f64..400.0,
        ) {
            prop_assume!(counts.iter().any(|&count| count > 0));
            let outcomes = Outcomes::new(&counts);
            let sum = |p: &[f64]| p.iter().sum::<f64>();
            let p = outcomes.with_mean(expected_share(nelo));
            prop_assert!((sum(&p) - 1.0).abs() < 1e-6 && p.iter().all(|&p| p > 0.0));
            let mean = |p: &[f64]| p.iter().zip(0..).map(|(p, n)| p * f64::from(n) / 4.0).sum::<f64>();
            prop_assert!((mean(&p) - expected_share(nelo)).abs() < 1e-6);
            let t = nelo / NELO;
            let p = outcomes.with_deviations(t);
            prop_assert!((sum(&p) - 1.0).abs() < 1e-6 && p.iter().all(|&p| p > 0.0), "{p:?}");
            let m = mean(&p);
            let square = |(p, n): (&f64, i32)| p * (f64::from(n) / 4.0 - m).powi(2);
            let sigma = p.iter().zip(0..).map(square).sum::<f64>().sqrt();
            prop_assert!(((m - 0.5) / sigma - t).abs() < 1e-5, "{} {t} {p:?}", (m - 0.5) / sigma);
        }
    }
}
