//! The scatter of ratings over other deals: the bootstrap over blocks, and Student's for few
//! blocks.
//!
//! All matches of a block, over the whole field, share their deal, so they are drawn together. Each
//! block gets a random weight of mean 1 (exponential: the Bayesian bootstrap of Rubin, 1981)
//! instead of being drawn a whole number of times, so that no drawing leaves an entrant without
//! matches or with wins only.
//!
//! Near the most likely strengths, each block moves them by the inverse information times the
//! block's gradient (White, "Maximum likelihood estimation of misspecified models", 1982). So the
//! strengths are means with one term per block, and have the errors of a mean.

use super::matrix::{Matrix, dot};
use super::newton::{Fit, Likelihood, about_the_mean, factors, pulls, refit, slope_at};
use juez_core::Seed;

/// Number of drawings, which gives standard errors to about 4 %.
const RESAMPLES: usize = 300;
/// Minimum blocks for a bootstrap; drawings of fewer are too much alike.
pub(super) const MIN_BLOCKS: usize = 8;

/// The observations of each block: pairs of a number and its weight.
pub(super) type Blocks = Vec<Vec<(usize, f64)>>;

/// Returns the covariance of the strengths about their mean; `None` if all blocks have the same
/// result, so that they have no scatter.
pub(super) fn bootstrap(
    model: &dyn Likelihood,
    blocks: &Blocks,
    fit: &Fit,
    seed: Seed,
) -> Option<Matrix> {
    let (n, pulls) = (model.entrants(), pulls(model, &fit.at));
    let mut rng = seed.rng();
    let mut drawn: Vec<Vec<f64>> = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let mut weights = vec![0.0; model.observations()];
        for block in blocks {
            let weight = -libm::log1p(-rng.unit());
            block.iter().for_each(|&(at, times)| weights[at] += weight * times);
        }
        let strengths = refit(model, &weights, fit, &pulls)?;
        drawn.push(strengths[..n].to_vec());
    }
    let mean_of = |i| drawn.iter().map(|strengths| strengths[i]).sum::<f64>() / RESAMPLES as f64;
    let mean: Vec<f64> = (0..n).map(mean_of).collect();
    let mut covariance = Matrix::zeros(n);
    for strengths in &drawn {
        let apart: Vec<f64> = strengths.iter().zip(&mean).map(|(x, mean)| x - mean).collect();
        covariance.add_square(&apart);
    }
    // The weights scatter a little less than draws from a population.
    let b = blocks.len() as f64;
    covariance.scale((b + 1.0) / (b - 1.0) / (RESAMPLES - 1) as f64);
    scatter(&covariance, fit)
}

/// Converts a covariance of strengths to one about their mean; `None` if one of them does not
/// scatter about it, so that its error is unknown.
fn scatter(covariance: &Matrix, fit: &Fit) -> Option<Matrix> {
    let covariance = about_the_mean(covariance);
    let scatters = |i: usize| covariance[(i, i)] > 1e-6 * fit.covariance[(i, i)];
    (0..covariance.size).all(scatters).then_some(covariance)
}

/// Minimum blocks for a scatter.
const MIN_SCATTERED: usize = 2;

/// Returns the covariance of the strengths about their mean; `None` if there are too few blocks, or
/// all have the same result.
pub(super) fn student(
    model: &dyn Likelihood,
    weights: &[f64],
    blocks: &Blocks,
    fit: &Fit,
) -> Option<Matrix> {
    if blocks.len() < MIN_SCATTERED {
        return None;
    }
    let (n, pulls) = (model.entrants(), pulls(model, &fit.at));
    let slope = slope_at(model, weights, false, &fit.at);
    let inverse = factors(model, &slope, false)?.inverse();
    let mut covariance = Matrix::zeros(n);
    for block in blocks {
        let mut gradient = vec![0.0; fit.at.len()];
        for &(at, times) in block {
            for &(i, value) in &pulls[at].gradient {
                gradient[i] += times * value;
            }
        }
        let moved: Vec<f64> = (0..n).map(|i| dot(inverse.row(i), &gradient)).collect();
        covariance.add_square(&moved);
    }
    let b = blocks.len() as f64;
    covariance.scale(b / (b - 1.0));
    scatter(&covariance, fit)
}
