//! The most likely strengths, by Newton's method: all likelihoods here are concave.

use super::matrix::{Cholesky, Matrix};

/// The contribution of one observation: its log-likelihood, the gradient of that, and the
/// information, which is the negative second derivatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Pull {
    /// The log-likelihood.
    pub value: f64,
    /// Entries of the gradient.
    pub gradient: Vec<(usize, f64)>,
    /// Entries of both halves of the information, which is symmetric.
    pub information: Vec<(usize, usize, f64)>,
}

impl Pull {
    pub fn clear(&mut self) {
        self.value = 0.0;
        self.gradient.clear();
        self.information.clear();
    }
}

/// The sum over all observations.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// The log-likelihood.
    pub value: f64,
    pub gradient: Vec<f64>,
    /// Its negative second derivatives.
    pub information: Matrix,
}

impl Slope {
    fn zero(parameters: usize) -> Slope {
        Slope {
            value: 0.0,
            gradient: vec![0.0; parameters],
            information: Matrix::zeros(parameters),
        }
    }

    fn add(&mut self, pull: &Pull, weight: f64) {
        self.value += weight * pull.value;
        for &(i, value) in &pull.gradient {
            self.gradient[i] += weight * value;
        }
        for &(i, j, value) in &pull.information {
            self.information[(i, j)] += weight * value;
        }
    }
}

/// A model of results. Its parameters are the strengths of the entrants, followed by the model's
/// own. Only differences of strengths matter.
pub(super) trait Likelihood {
    /// The name of the model in footnotes.
    fn name(&self) -> &'static str;
    fn entrants(&self) -> usize;
    /// Returns the number of parameters besides the strengths.
    fn own_parameters(&self) -> usize;
    fn observations(&self) -> usize;
    /// Writes the contribution of an observation into an empty pull.
    fn pull(&self, observation: usize, at: &[f64], pull: &mut Pull);
}

#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The parameters, with mean strength 0.
    pub at: Vec<f64>,
    /// The covariance of the strengths about their mean.
    pub covariance: Matrix,
}

/// True to give every entrant an extra half win and half loss against an opponent of strength 0,
/// which keeps strengths finite for any results.
pub(super) type Prior = bool;

/// Steps after which the likelihood has no maximum: it recedes by about one per step.
const MAX_STEPS: usize = 60;
/// A step that moves no strength by more than this is the last; one ten-thousandth of an Elo.
const CONVERGED_STEP: f64 = 1e-8;

/// Returns the most likely parameters; `None` if the likelihood has no maximum.
pub(super) fn fit(model: &dyn Likelihood, weights: &[f64], prior: Prior) -> Option<Fit> {
    let parameters = model.entrants() + model.own_parameters();
    let mut at = vec![0.0; parameters];
    let mut slope = slope_at(model, weights, prior, &at);
    for _ in 0..MAX_STEPS {
        let step = factors(model, &slope, prior)?.solve(&slope.gradient);
        // The likelihood is concave, so some fraction of the step increases it.
        let mut part = 1.0;
        let next = loop {
            let there: Vec<f64> = at.iter().zip(&step).map(|(x, step)| x + part * step).collect();
            let next = slope_at(model, weights, prior, &there);
            if next.value >= slope.value - 1e-10 * slope.value.abs() || part < 1e-6 {
                at = there;
                break next;
            }
            part /= 2.0;
        };
        slope = next;
        if largest(&step) < CONVERGED_STEP {
            let covariance = covariance(model, &slope, prior)?;
            centre(&mut at, model.entrants());
            return Some(Fit { at, covariance });
        }
    }
    None
}

/// Returns the parameters for other weights of the same observations, starting from a fit. `pulls`
/// are the contributions at that fit; the step they give is most of the way.
pub(super) fn refit(
    model: &dyn Likelihood,
    weights: &[f64],
    from: &Fit,
    pulls: &[Pull],
) -> Option<Vec<f64>> {
    /// A first step of at most this size leaves an error of a hundredth of it, which changes no
    /// error bar.
    const ONE_STEP: f64 = 0.15;
    /// A later step leaves an error of about its square.
    const NEAR_STEP: f64 = 0.03;
    let mut at = from.at.clone();
    let mut slope = Slope::zero(at.len());
    pulls.iter().zip(weights).for_each(|(pull, &weight)| slope.add(pull, weight));
    for n in 0..MAX_STEPS {
        let step = factors(model, &slope, false)?.solve(&slope.gradient);
        // Limits steps, because the curvature changes on the way.
        let part = (1.0 / largest(&step)).min(1.0);
        at.iter_mut().zip(&step).for_each(|(x, step)| *x += part * step);
        if largest(&step) < if n == 0 { ONE_STEP } else { NEAR_STEP } {
            centre(&mut at, model.entrants());
            return Some(at);
        }
        slope = slope_at(model, weights, false, &at);
    }
    None
}

/// Returns the pull of each observation.
pub(super) fn pulls(model: &dyn Likelihood, at: &[f64]) -> Vec<Pull> {
    let pull = |observation| {
        let mut pull = Pull::default();
        model.pull(observation, at, &mut pull);
        pull
    };
    (0..model.observations()).map(pull).collect()
}

/// Sums all observations with their weights, and the prior if there is one.
pub(super) fn slope_at(model: &dyn Likelihood, weights: &[f64], prior: Prior, at: &[f64]) -> Slope {
    let mut slope = Slope::zero(at.len());
    let mut pull = Pull::default();
    for (observation, &weight) in weights.iter().enumerate() {
        pull.clear();
        model.pull(observation, at, &mut pull);
        slope.add(&pull, weight);
    }
    if prior {
        for (entrant, &strength) in at.iter().enumerate().take(model.entrants()) {
            let win = 1.0 / (1.0 + libm::exp(-strength));
            slope.value += strength / 2.0 - softplus(strength);
            slope.gradient[entrant] += 0.5 - win;
            slope.information[(entrant, entrant)] += win * (1.0 - win);
        }
    }
    slope
}

fn softplus(x: f64) -> f64 {
    x.max(0.0) + libm::log1p(libm::exp(-x.abs()))
}

/// Returns the covariance of the strengths about their mean, from the curvature of the likelihood;
/// `None` if the curvature does not determine it.
pub(super) fn covariance(model: &dyn Likelihood, slope: &Slope, prior: Prior) -> Option<Matrix> {
    let n = model.entrants();
    let inverse = factors(model, slope, prior)?.inverse();
    Some(about_the_mean(&Matrix::from_fn(n, |i, j| inverse[(i, j)])))
}

/// Factors the information. Without a prior, moving all strengths by the same amount changes
/// nothing; this pins their mean.
pub(super) fn factors(model: &dyn Likelihood, slope: &Slope, prior: Prior) -> Option<Cholesky> {
    let n = model.entrants();
    let mut information = slope.information.clone();
    if !prior {
        let pin = (0..n).map(|i| information[(i, i)]).sum::<f64>() / n as f64;
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            information[(i, j)] += pin / n as f64;
        }
    }
    let factors = information.cholesky()?;
    // A direction without observations can show as noise instead of 0.
    let least = factors.diagonal().fold(f64::INFINITY, f64::min);
    (least > 1e-7 * factors.diagonal().fold(0.0, f64::max)).then_some(factors)
}

/// Returns the covariance of numbers about their mean.
pub(super) fn about_the_mean(covariance: &Matrix) -> Matrix {
    let n = covariance.size;
    let rows: Vec<f64> = (0..n).map(|i| covariance.row(i).iter().sum::<f64>() / n as f64).collect();
    let all = rows.iter().sum::<f64>() / n as f64;
    Matrix::from_fn(n, |i, j| covariance[(i, j)] - rows[i] - rows[j] + all)
}

/// Returns the largest absolute value.
fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, number| number.abs().max(largest))
}

fn centre(at: &mut [f64], entrants: usize) {
    let mean = at[..entrants].iter().sum::<f64>() / entrants as f64;
    at[..entrants].iter_mut().for_each(|strength| *strength -= mean);
}
