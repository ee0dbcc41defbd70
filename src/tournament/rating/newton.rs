//! The most likely strengths, by Newton's method: every likelihood here is concave.

use super::matrix::{Cholesky, Matrix};

/// The pull of one observation on the parameters: its log-likelihood, the gradient of it, and the
/// information, its negative second derivatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Pull {
    /// The log-likelihood.
    pub value: f64,
    /// Entries of the gradient.
    pub gradient: Vec<(usize, f64)>,
    /// Entries of the information, which is symmetric; both halves.
    pub information: Vec<(usize, usize, f64)>,
}

impl Pull {
    /// Forgets everything.
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
    /// Its gradient.
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

/// A model of how results come about. Its parameters are the strengths of the entrants, of which
/// only the differences count, and then its own.
pub(super) trait Likelihood {
    /// Its name for the footnote.
    fn name(&self) -> &'static str;
    fn entrants(&self) -> usize;
    /// The number of parameters beside their strengths.
    fn own_parameters(&self) -> usize;
    fn observations(&self) -> usize;
    /// Puts what an observation says into an empty pull.
    fn pull(&self, observation: usize, at: &[f64], pull: &mut Pull);
}

#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The parameters, the mean strength 0.
    pub at: Vec<f64>,
    /// The covariance of the strengths about their mean.
    pub covariance: Matrix,
}

/// True if every entrant has half a win and half a loss more, against an opponent of strength 0: this
/// keeps strengths finite whatever was seen.
pub(super) type Prior = bool;

/// Steps after which there is no highest point: it recedes by about one a step.
const MAX_STEPS: usize = 60;
/// A step that moves no strength by more than this is the last; a ten thousandth of an Elo.
const CONVERGED_STEP: f64 = 1e-8;

/// The most likely parameters; `None` where there are none, for the likelihood has no highest
/// point.
pub(super) fn fit(model: &dyn Likelihood, weights: &[f64], prior: Prior) -> Option<Fit> {
    let parameters = model.entrants() + model.own_parameters();
    let mut at = vec![0.0; parameters];
    let mut slope = slope_at(model, weights, prior, &at);
    for _ in 0..MAX_STEPS {
        let step = factors(model, &slope, prior)?.solve(&slope.gradient);
        // The likelihood is concave, so some part of the step leads up.
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

/// The parameters for other weights of the same observations, from those of the first. `pulls` are
/// what the observations say there: most of the way is one step, which they tell.
pub(super) fn refit(
    model: &dyn Likelihood,
    weights: &[f64],
    from: &Fit,
    pulls: &[Pull],
) -> Option<Vec<f64>> {
    /// A first step as large as this leaves a hundredth of it, which changes no error bar.
    const ONE_STEP: f64 = 0.15;
    /// A later one leaves an error of about its square.
    const NEAR_STEP: f64 = 0.03;
    let mut at = from.at.clone();
    let mut slope = Slope::zero(at.len());
    pulls.iter().zip(weights).for_each(|(pull, &weight)| slope.add(pull, weight));
    for n in 0..MAX_STEPS {
        let step = factors(model, &slope, false)?.solve(&slope.gradient);
        // One must not leap where the curvature has changed.
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

/// The pull of each observation.
pub(super) fn pulls(model: &dyn Likelihood, at: &[f64]) -> Vec<Pull> {
    let pull = |observation| {
        let mut pull = Pull::default();
        model.pull(observation, at, &mut pull);
        pull
    };
    (0..model.observations()).map(pull).collect()
}

/// The sum over all, each with its weight, and the prior if there is one.
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

/// The covariance of the strengths about their mean that the curvature of the likelihood tells;
/// `None` where it tells none.
pub(super) fn covariance(model: &dyn Likelihood, slope: &Slope, prior: Prior) -> Option<Matrix> {
    let n = model.entrants();
    let inverse = factors(model, slope, prior)?.inverse();
    Some(about_the_mean(&Matrix::from_fn(n, |i, j| inverse[(i, j)])))
}

/// The factors of the information. Without a prior, strengths that are all moved by the same amount
/// are the same, which is settled by moving none on average.
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
    // A direction of which nothing was seen may show as noise instead of 0.
    let least = factors.diagonal().fold(f64::INFINITY, f64::min);
    (least > 1e-7 * factors.diagonal().fold(0.0, f64::max)).then_some(factors)
}

/// The covariance of numbers about their mean.
pub(super) fn about_the_mean(covariance: &Matrix) -> Matrix {
    let n = covariance.size;
    let rows: Vec<f64> = (0..n).map(|i| covariance.row(i).iter().sum::<f64>() / n as f64).collect();
    let all = rows.iter().sum::<f64>() / n as f64;
    Matrix::from_fn(n, |i, j| covariance[(i, j)] - rows[i] - rows[j] + all)
}

/// The largest of some numbers, whatever their sign.
fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, number| number.abs().max(largest))
}

fn centre(at: &mut [f64], entrants: usize) {
    let mean = at[..entrants].iter().sum::<f64>() / entrants as f64;
    at[..entrants].iter_mut().for_each(|strength| *strength -= mean);
}
