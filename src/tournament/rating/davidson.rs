//! Bradley and Terry's model of two sides with Davidson's draws.
//!
//! Strengths t give odds e^ti : ν e^((ti+tj)/2) : e^tj of win, draw and loss (Davidson, "On extending
//! the Bradley-Terry model to accommodate ties", 1970). Without draws it is the model of Bradley and
//! Terry (1952), in which a win may also be split among both.

use super::newton::{Likelihood, Slope};

/// Results between two entrants, each kind an observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Result {
    /// The first has won.
    Win(usize, usize),
    /// Nobody has won.
    Draw(usize, usize),
}

/// The model of a field. Its own parameter is the logarithm of ν, if there are draws to tell it.
pub(super) struct Davidson {
    /// How many entrants there are.
    pub entrants: usize,
    /// What was seen, each once.
    pub results: Vec<Result>,
    /// Whether draws are results of their own, else half a win each way.
    pub has_draws: bool,
}

impl Likelihood for Davidson {
    fn entrants(&self) -> usize {
        self.entrants
    }

    fn own_parameters(&self) -> usize {
        usize::from(self.has_draws)
    }

    fn add(&self, weights: &[f64], at: &[f64], slope: &mut Slope) {
        let draws = self.has_draws.then_some(self.entrants);
        for (result, &weight) in self.results.iter().zip(weights) {
            let (Result::Win(i, j) | Result::Draw(i, j)) = *result;
            // Against the mean of both, so that nothing overflows.
            let half = (at[i] - at[j]) / 2.0;
            let shift = half.abs();
            let (win, loss) = (libm::exp(half - shift), libm::exp(-half - shift));
            let draw = draws.map_or(0.0, |own| libm::exp(at[own] - shift));
            let sum = win + draw + loss;
            let log_sum = shift + libm::log(sum);
            let (win, draw, loss) = (win / sum, draw / sum, loss / sum);
            // The outcome moves half the difference by 1, 0 or -1; its mean and variance follow.
            let mean = win - loss;
            let variance = win + loss - mean * mean;
            let (moved, value) = match (result, draws) {
                (Result::Win(..), _) => (1.0, half),
                (Result::Draw(..), Some(own)) => (0.0, at[own]),
                (Result::Draw(..), None) => (0.0, 0.0),
            };
            slope.value += weight * (value - log_sum);
            let g = weight * (moved - mean) / 2.0;
            slope.gradient[i] += g;
            slope.gradient[j] -= g;
            let h = weight * variance / 4.0;
            slope.information[(i, i)] += h;
            slope.information[(j, j)] += h;
            slope.information[(i, j)] -= h;
            slope.information[(j, i)] -= h;
            if let Some(own) = draws {
                let drawn = f64::from(matches!(result, Result::Draw(..)));
                slope.gradient[own] += weight * (drawn - draw);
                slope.information[(own, own)] += weight * draw * (1.0 - draw);
                let h = -weight * draw * mean / 2.0;
                for (at, h) in [(i, h), (j, -h)] {
                    slope.information[(at, own)] += h;
                    slope.information[(own, at)] += h;
                }
            }
        }
    }
}
