//! Two sides against each other: Elo and related figures.

use serde::Serialize;

use crate::interval::{Interval, Z, score_interval, student_cdf, student_quantile, wilson_of};

/// Normalized Elo for one standard deviation of a match: 800 / ln 10.
pub(crate) const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// A figure with its 95 % interval. An unbounded end is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// Returns half the width of the interval, the figure after ±.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns true if the figure and both ends are finite.
    pub fn is_bounded(&self) -> bool {
        self.value.is_finite() && self.low.is_finite() && self.high.is_finite()
    }

    fn on(self, scale: fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// The unit of the results in a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Single matches.
    Matches {
        /// Won by the first side.
        wins: u64,
        /// Drawn.
        draws: u64,
        /// Lost by the first side.
        losses: u64,
    },
    /// Pairs of matches by the score of the first side: 0, ½, 1, 1½, 2.
    Pairs([u64; 5]),
    /// Blocks of this many matches.
    Blocks(u32),
}

/// The results between two sides, in units of one observation each.
///
/// The figures are fastchess's; the errors are Student's, which differ for few observations. If all
/// observations have the same score, there is no variance to estimate an error from. Then the ends
/// are Wilson's interval for that many observations, and normalized Elo assumes matches that are
/// won or lost. A side that has won everything has an infinite Elo above a finite lower end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Duel {
    /// Mean score of the first side, 0 to 1.
    pub score: Estimate,
    /// Elo difference: 400 log10 of the odds of a score.
    pub elo: Estimate,
    /// Normalized Elo: the score above a half in standard deviations of a match, times 800 / ln 10.
    pub nelo: Estimate,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// Number of observations.
    pub observations: u64,
    /// Their unit.
    pub counted: Counted,
}

impl Duel {
    /// Computes the figures from wins, draws and losses of single matches; `None` without any.
    pub fn of_matches(wins: u64, draws: u64, losses: u64) -> Option<Duel> {
        let seen = [(0.0, losses), (0.5, draws), (1.0, wins)];
        Duel::of(&seen, Counted::Matches { wins, draws, losses })
    }

    /// Computes the figures from pentanomial counts of pairs that scored 0, ½, 1, 1½ and 2 for the
    /// first side; `None` without any.
    pub fn of_pairs(pairs: [u64; 5]) -> Option<Duel> {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let seen: Vec<_> = scores.into_iter().zip(pairs).collect();
        Duel::of(&seen, Counted::Pairs(pairs))
    }

    /// Computes the figures from mean scores of blocks of any size, each 0 to 1; `None` below two.
    pub fn of_blocks(scores: &[f64], matches_in_a_block: u32) -> Option<Duel> {
        if scores.len() < 2 {
            return None;
        }
        let seen: Vec<_> = scores.iter().map(|&score| (score, 1)).collect();
        Duel::of(&seen, Counted::Blocks(matches_in_a_block.max(1)))
    }

    fn of(seen: &[(f64, u64)], counted: Counted) -> Option<Duel> {
        let Sample { mean, variance, observations } = Sample::of(seen)?;
        let matches = match counted {
            Counted::Matches { .. } => 1.0,
            Counted::Pairs(_) => 2.0,
            Counted::Blocks(matches) => f64::from(matches),
        };
        let n = observations as f64;
        let figure = |Interval { low, high }| Estimate { value: mean, low, high };
        let (score, nelo, los) = if variance == 0.0 {
            let score = figure(wilson_of(mean, n, Z));
            // All on the same side of a half, with a uniform prior.
            let even = 0.5f64.powi(observations.min(1000) as i32 + 1);
            let los = match mean.total_cmp(&0.5) {
                std::cmp::Ordering::Less => even,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0 - even,
            };
            (score, score.on(nelo_of_share), los)
        } else {
            let error = libm::sqrt(variance / (n - 1.0));
            let reach = student_quantile(0.975, observations - 1);
            let value = NELO * (mean - 0.5) / libm::sqrt(variance * matches);
            let half = NELO * reach / libm::sqrt((n - 1.0) * matches);
            let nelo = Estimate { value, low: value - half, high: value + half };
            let score = figure(score_interval(mean, error, observations, 0.975));
            (score, nelo, student_cdf((mean - 0.5) / error, observations - 1))
        };
        Some(Duel { score, elo: score.on(elo), nelo, los, observations, counted })
    }

    /// Returns the share of drawn matches, 0 to 1; of pairs, the share with equal scores. `None`
    /// for blocks of another size.
    pub fn draw_ratio(&self) -> Option<f64> {
        let level = match self.counted {
            Counted::Matches { draws, .. } => draws,
            Counted::Pairs(pairs) => pairs[2],
            Counted::Blocks(_) => return None,
        };
        Some(level as f64 / self.observations as f64)
    }

    /// Returns the number of pairs won by the first side per pair lost; infinite if it lost none.
    /// `None` if all were level or nothing was counted in pairs.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let Counted::Pairs([lost_both, lost, _, won, won_both]) = self.counted else { return None };
        let (won, lost) = (won + won_both, lost + lost_both);
        (won + lost > 0).then(|| won as f64 / lost as f64)
    }
}

pub(crate) struct Sample {
    pub mean: f64,
    /// Mean squared deviation from the mean; exactly 0 if all scores are equal.
    pub variance: f64,
    pub observations: u64,
}

impl Sample {
    /// Summarizes weighted scores; `None` without any.
    pub fn of(seen: &[(f64, u64)]) -> Option<Sample> {
        let observations: u64 = seen.iter().map(|(_, count)| count).sum();
        let mut different = seen.iter().filter(|(_, count)| *count > 0).map(|(value, _)| *value);
        let first = different.next()?;
        if different.all(|value| value == first) {
            return Some(Sample { mean: first, variance: 0.0, observations });
        }
        let n = observations as f64;
        let mean = seen.iter().map(|&(value, count)| value * count as f64).sum::<f64>() / n;
        let square = |&(value, count): &(f64, u64)| count as f64 * (value - mean) * (value - mean);
        let variance = seen.iter().map(square).sum::<f64>() / n;
        Some(Sample { mean, variance, observations })
    }
}

/// Returns the Elo difference with this expected share of the points; infinite at 0 and 1.
///
/// ```
/// use juez_tournament::rating::elo;
/// assert_eq!(elo(0.5), 0.0);
/// assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// assert_eq!(elo(1.0), f64::INFINITY);
/// ```
pub fn elo(share: f64) -> f64 {
    unbounded(share, 400.0 * libm::log10(share / (1.0 - share)))
}

/// Returns the share of the points expected at an Elo difference.
///
/// ```
/// use juez_tournament::rating::{elo, expected_share};
/// assert!((elo(expected_share(123.0)) - 123.0).abs() < 1e-9);
/// ```
pub fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// Returns the normalized Elo of matches that are won with this share and otherwise lost.
fn nelo_of_share(share: f64) -> f64 {
    unbounded(share, NELO * (share - 0.5) / libm::sqrt(share * (1.0 - share)))
}

/// Returns a value for a share between 0 and 1, infinities at the ends.
fn unbounded(share: f64, between: f64) -> f64 {
    match share {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => between,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::normal_cdf;
    use proptest::prelude::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, expected {expected}");
    }

    /// Returns the errors of Elo and normalized Elo, and LOS, by the normal distribution and the
    /// mean square instead of Student's and the sample variance.
    fn normal(duel: &Duel) -> [f64; 3] {
        let (n, freedom) = (duel.observations as f64, duel.observations - 1);
        let wider = libm::sqrt((n - 1.0) / n);
        let z = student_quantile(duel.los, freedom) / wider;
        let (value, half) = (duel.score.value, Z * (duel.score.value - 0.5) / z);
        let error = (elo(value + half) - elo(value - half)) / 2.0;
        let nelo = duel.nelo.error() * Z / student_quantile(0.975, freedom) * wider;
        [error, nelo, normal_cdf(z)]
    }

    /// fastchess, `app/tests/elo_test.cpp`, and figures computed with its formulas.
    #[test]
    fn single_matches_have_the_published_figures() {
        let duel = Duel::of_matches(136, 111, 96).unwrap();
        near(duel.elo.value, 40.7025, 5e-5);
        near(normal(&duel)[0], 30.4272, 5e-5);
        near(normal(&duel)[2], 0.99601, 5e-6);
        near(duel.nelo.value, 49.7684, 5e-5);
        near(normal(&duel)[1], 36.7685, 5e-5);
        near(duel.score.value, (136.0 + 55.5) / 343.0, 1e-12);
        near(duel.draw_ratio().unwrap(), 111.0 / 343.0, 1e-12);
        assert_eq!((duel.observations, duel.pairs_ratio()), (343, None));
    }

    #[test]
    fn pairs_have_the_published_figures() {
        let duel = Duel::of_pairs([34, 54, 63, 64, 75]).unwrap();
        near(duel.elo.value, 55.5798, 5e-5);
        near(normal(&duel)[0], 27.6534, 5e-5);
        near(duel.nelo.value, 57.9356, 5e-5);
        near(normal(&duel)[1], 28.2754, 5e-5);
        near(duel.draw_ratio().unwrap(), 63.0 / 290.0, 1e-12);
        near(duel.pairs_ratio().unwrap(), 139.0 / 88.0, 1e-12);
        let duel = Duel::of_pairs([332, 433, 498, 333, 334]).unwrap();
        near(duel.elo.value, -8.6427, 5e-5);
        near(normal(&duel)[0], 10.3342, 5e-5);
        near(normal(&duel)[2], 0.05047, 5e-6);
    }

    /// Abramowitz & Stegun, table 26.10: 2.571 at 5 degrees of freedom. The scores 0, 0, ½, ½, 1, 1
    /// have the mean ½ and the sample variance 0.2.
    #[test]
    fn few_observations_have_students_interval() {
        let duel = Duel::of_matches(2, 2, 2).unwrap();
        let q = 2.571 * 2.571 * 0.2 / 6.0 / 0.25;
        near(duel.score.error(), libm::sqrt(q / 4.0 + q * q / 4.0) / (1.0 + q), 5e-4);
        assert_eq!(duel.los, 0.5);
        near(Duel::of_matches(3, 0, 1).unwrap().los, student_cdf(1.0, 3), 1e-12);
    }

    #[test]
    fn blocks_of_one_and_two_matches_are_matches_and_pairs() {
        let matches = [1.0, 0.5, 0.0, 1.0, 1.0];
        let (blocks, counted) = (Duel::of_blocks(&matches, 1), Duel::of_matches(3, 1, 1));
        near(blocks.unwrap().score.low, counted.unwrap().score.low, 1e-9);
        near(blocks.unwrap().nelo.high, counted.unwrap().nelo.high, 1e-9);
        let pairs = [0.25, 0.75, 0.75, 1.0];
        let (blocks, counted) = (Duel::of_blocks(&pairs, 2), Duel::of_pairs([0, 1, 0, 2, 1]));
        near(blocks.unwrap().score.low, counted.unwrap().score.low, 1e-9);
        near(blocks.unwrap().nelo.value, counted.unwrap().nelo.value, 1e-9);
        near(blocks.unwrap().los, counted.unwrap().los, 1e-12);
    }

    /// Wilson (1927): 20 wins of 20 bound the share from below by 20 / (20 + z²).
    #[test]
    fn who_wins_everything_is_bounded_from_below() {
        let duel = Duel::of_matches(20, 0, 0).unwrap();
        assert_eq!((duel.score.value, duel.score.high), (1.0, 1.0));
        near(duel.score.low, 20.0 / (20.0 + Z * Z), 1e-9);
        assert_eq!((duel.elo.value, duel.elo.high), (f64::INFINITY, f64::INFINITY));
        near(duel.elo.low, elo(duel.score.low), 1e-9);
        assert!(duel.nelo.low.is_finite() && duel.nelo.value == f64::INFINITY);
        near(duel.los, 1.0 - 0.5f64.powi(21), 1e-12);
        assert!(!duel.elo.is_bounded());
        let lost = Duel::of_matches(0, 0, 20).unwrap();
        near(lost.elo.high, -duel.elo.low, 1e-9);
        assert_eq!(lost.nelo.low, f64::NEG_INFINITY);
    }

    #[test]
    fn who_wins_everything_is_bounded_from_below_only_however_many_matches_there_are() {
        for n in 1..200 {
            let (won, lost) = (Duel::of_matches(n, 0, 0), Duel::of_matches(0, 0, n));
            let (won, lost) = (won.expect("matches"), lost.expect("matches"));
            assert_eq!((won.elo.high, won.nelo.high), (f64::INFINITY, f64::INFINITY), "{n}");
            assert_eq!(
                (lost.elo.low, lost.nelo.low),
                (f64::NEG_INFINITY, f64::NEG_INFINITY),
                "{n}"
            );
        }
    }

    #[test]
    fn draws_alone_leave_everything_open() {
        let duel = Duel::of_matches(0, 12, 0).unwrap();
        assert_eq!((duel.elo.value, duel.nelo.value, duel.los), (0.0, 0.0, 0.5));
        assert!(duel.elo.is_bounded() && duel.elo.low < -100.0 && duel.elo.high > 100.0);
        let pairs = Duel::of_pairs([0, 0, 9, 0, 0]).unwrap();
        assert_eq!((pairs.pairs_ratio(), pairs.draw_ratio()), (None, Some(1.0)));
        assert_eq!(Duel::of_pairs([0, 0, 0, 3, 1]).unwrap().pairs_ratio(), Some(f64::INFINITY));
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert_eq!(Duel::of_matches(0, 0, 0), None);
        assert_eq!(Duel::of_pairs([0; 5]), None);
        assert_eq!(Duel::of_blocks(&[0.5], 4), None);
    }

    proptest! {
        #[test]
        fn swapping_the_sides_negates_elo(w in 0u64..500, d in 0u64..500, l in 0u64..500) {
            prop_assume!(w + d + l > 0);
            let (there, back) = (Duel::of_matches(w, d, l).unwrap(), Duel::of_matches(l, d, w).unwrap());
            let opposite = |a: f64, b: f64| a == -b || (a + b).abs() < 1e-6 * (1.0 + a.abs());
            prop_assert!(opposite(there.elo.value, back.elo.value));
            prop_assert!(opposite(there.elo.low, back.elo.high));
            prop_assert!(opposite(there.nelo.value, back.nelo.value));
            prop_assert!(opposite(there.nelo.low, back.nelo.high));
            prop_assert!((there.los + back.los - 1.0).abs() < 1e-9);
        }

        #[test]
        fn no_figure_is_ever_not_a_number(pairs in proptest::array::uniform5(0u64..4)) {
            let Some(duel) = Duel::of_pairs(pairs) else { return Ok(()) };
            for Estimate { value, low, high } in [duel.score, duel.elo, duel.nelo] {
                prop_assert!(low <= value && value <= high, "{:?}", duel);
            }
            prop_assert!((0.0..=1.0).contains(&duel.los));
        }
    }
}
