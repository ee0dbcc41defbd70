//! The most likely strengths, by Newton's method: every likelihood here is concave.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// What one observation says of the parameters: its log-likelihood, the gradient of it, and the
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

/// What all observations say.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// The log-likelihood.
    pub value: f64,
    /// Its gradient.
    pub gradient: DVector<f64>,
    /// Its negative second derivatives.
    pub information: DMatrix<f64>,
}

impl Slope {
    fn zero(parameters: usize) -> Slope {
        Slope {
            value: 0.0,
            gradient: DVector::zeros(parameters),
            information: DMatrix::zeros(parameters, parameters),
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
    /// How many entrants there are.
    fn entrants(&self) -> usize;
    /// How many parameters there are beside their strengths.
    fn own_parameters(&self) -> usize;
    /// How many observations there are.
    fn observations(&self) -> usize;
    /// Puts what an observation says into an empty pull.
    fn pull(&self, observation: usize, at: &[f64], pull: &mut Pull);
}

/// The most likely parameters.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The parameters, the mean strength 0.
    pub at: Vec<f64>,
    /// The covariance of the strengths about their mean.
    pub covariance: DMatrix<f64>,
}

/// True if every entrant has half a win and half a loss more, against an opponent of strength 0: this
/// keeps strengths finite whatever was seen.
pub(super) type Prior = bool;

/// Steps after which there is no highest point: it recedes by about one a step.
const STEPS: usize = 60;
/// A step that moves no strength by more than this is the last; a ten thousandth of an Elo.
const SETTLED: f64 = 1e-8;

/// The most likely parameters; `None` where there are none, for the likelihood has no highest
/// point.
pub(super) fn fit(model: &impl Likelihood, weights: &[f64], prior: Prior) -> Option<Fit> {
    let parameters = model.entrants() + model.own_parameters();
    let mut at = vec![0.0; parameters];
    let mut slope = slope_at(model, weights, prior, &at);
    for _ in 0..STEPS {
        let step = step(model, &slope, prior)?;
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
        if step.amax() < SETTLED {
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
    model: &impl Likelihood,
    weights: &[f64],
    from: &Fit,
    pulls: &[Pull],
) -> Option<Vec<f64>> {
    /// A first step as large as this leaves a hundredth of it, which changes no error bar.
    const ONE_STEP: f64 = 0.15;
    /// A later one leaves an error of about its square.
    const NEAR: f64 = 0.03;
    let mut at = from.at.clone();
    let mut slope = Slope::zero(at.len());
    pulls.iter().zip(weights).for_each(|(pull, &weight)| slope.add(pull, weight));
    for n in 0..STEPS {
        let step = step(model, &slope, false)?;
        // One must not leap where the curvature has changed.
        let part = (1.0 / step.amax()).min(1.0);
        at.iter_mut().zip(&step).for_each(|(x, step)| *x += part * step);
        if step.amax() < if n == 0 { ONE_STEP } else { NEAR } {
            centre(&mut at, model.entrants());
            return Some(at);
        }
        slope = slope_at(model, weights, false, &at);
    }
    None
}

/// What each observation says.
pub(super) fn pulls(model: &impl Likelihood, at: &[f64]) -> Vec<Pull> {
    let pull = |observation| {
        let mut pull = Pull::default();
        model.pull(observation, at, &mut pull);
        pull
    };
    (0..model.observations()).map(pull).collect()
}

/// What all say, each as often as its weight, and the prior if there is one.
pub(super) fn slope_at(
    model: &impl Likelihood,
    weights: &[f64],
    prior: Prior,
    at: &[f64],
) -> Slope {
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

/// ln(1 + e^x).
fn softplus(x: f64) -> f64 {
    x.max(0.0) + libm::log1p(libm::exp(-x.abs()))
}

/// Newton's step.
fn step(model: &impl Likelihood, slope: &Slope, prior: Prior) -> Option<DVector<f64>> {
    Some(factors(model, slope, prior)?.solve(&slope.gradient))
}

/// The covariance of the strengths about their mean that the curvature of the likelihood tells,
/// each observation as often as its weight; `None` where it tells none.
pub(super) fn curvature(
    model: &impl Likelihood,
    weights: &[f64],
    prior: Prior,
    at: &[f64],
) -> Option<DMatrix<f64>> {
    covariance(model, &slope_at(model, weights, prior, at), prior)
}

fn covariance(model: &impl Likelihood, slope: &Slope, prior: Prior) -> Option<DMatrix<f64>> {
    let n = model.entrants();
    let inverse = factors(model, slope, prior)?.inverse();
    let strengths = inverse.view((0, 0), (n, n)).into_owned();
    Some(about_the_mean(strengths))
}

/// The inverse of the information at these parameters; `None` where it has none.
pub(super) fn inverse_information(
    model: &impl Likelihood,
    weights: &[f64],
    at: &[f64],
) -> Option<DMatrix<f64>> {
    Some(factors(model, &slope_at(model, weights, false, at), false)?.inverse())
}

/// The factors of the information. Without a prior, strengths that are all moved by the same amount
/// are the same, which is settled by moving none on average.
fn factors(model: &impl Likelihood, slope: &Slope, prior: Prior) -> Option<Cholesky<f64, Dyn>> {
    let n = model.entrants();
    let mut information = slope.information.clone();
    if !prior {
        let pin = (0..n).map(|i| information[(i, i)]).sum::<f64>() / n as f64;
        information.view_mut((0, 0), (n, n)).add_scalar_mut(pin / n as f64);
    }
    let factors = Cholesky::new(information)?;
    // A direction of which nothing was seen may show as noise instead of 0.
    let diagonal = factors.l_dirty().diagonal();
    (diagonal.min() > 1e-7 * diagonal.max()).then_some(factors)
}

/// The covariance of numbers about their mean.
pub(super) fn about_the_mean(covariance: DMatrix<f64>) -> DMatrix<f64> {
    let n = covariance.nrows();
    let rows: Vec<f64> = covariance.row_iter().map(|row| row.sum() / n as f64).collect();
    let all = rows.iter().sum::<f64>() / n as f64;
    DMatrix::from_fn(n, n, |i, j| covariance[(i, j)] - rows[i] - rows[j] + all)
}

fn centre(at: &mut [f64], entrants: usize) {
    let mean = at[..entrants].iter().sum::<f64>() / entrants as f64;
    at[..entrants].iter_mut().for_each(|strength| *strength -= mean);
}
