//! The Bradley-Terry model of two sides with Davidson's draws.
//!
//! Strengths t give win, draw and loss the odds e^ti : ν e^((ti+tj)/2) : e^tj (Davidson, "On
//! extending the Bradley-Terry model to accommodate ties", 1970). Without draws this is the model
//! of Bradley and Terry (1952); it also allows a win split between both.

use super::newton::{Likelihood, Pull};

/// A result between two entrants; each distinct one is an observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Score {
    Win(usize, usize),
    Draw(usize, usize),
}

/// The model of a field. Its own parameter, if draws determine it, is the logarithm of ν.
pub(super) struct Davidson {
    /// Number of entrants.
    pub entrants: usize,
    /// The distinct observations.
    pub results: Vec<Score>,
    /// True if draws are a separate result, else half a win each way.
    pub has_draws: bool,
}

impl Likelihood for Davidson {
    fn name(&self) -> &'static str {
        if self.has_draws { "Bradley-Terry (Davidson)" } else { "Bradley-Terry" }
    }

    fn entrants(&self) -> usize {
        self.entrants
    }

    fn own_parameters(&self) -> usize {
        usize::from(self.has_draws)
    }

    fn observations(&self) -> usize {
        self.results.len()
    }

    fn pull(&self, observation: usize, at: &[f64], pull: &mut Pull) {
        let draws = self.has_draws.then_some(self.entrants);
        let result = self.results[observation];
        let (Score::Win(i, j) | Score::Draw(i, j)) = result;
        // Relative to the mean of both, so that nothing overflows.
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
            (Score::Win(..), _) => (1.0, half),
            (Score::Draw(..), Some(own)) => (0.0, at[own]),
            (Score::Draw(..), None) => (0.0, 0.0),
        };
        pull.value = value - log_sum;
        let g = (moved - mean) / 2.0;
        pull.gradient.extend([(i, g), (j, -g)]);
        let h = variance / 4.0;
        pull.information.extend([(i, i, h), (j, j, h), (i, j, -h), (j, i, -h)]);
        if let Some(own) = draws {
            let drawn = f64::from(matches!(result, Score::Draw(..)));
            pull.gradient.push((own, drawn - draw));
            let h = -draw * mean / 2.0;
            pull.information.push((own, own, draw * (1.0 - draw)));
            pull.information.extend([(i, own, h), (own, i, h), (j, own, -h), (own, j, -h)]);
        }
    }
}
