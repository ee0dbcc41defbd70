//! How far ratings would scatter with other deals: the bootstrap over blocks.
//!
//! All matches of a block, over the whole field, share their deal, so they are drawn together. Each
//! block is given a random weight of mean 1 (exponential: the Bayesian bootstrap of Rubin, 1981)
//! rather than being drawn some whole number of times, so that no drawing leaves an entrant without a
//! match or with wins alone.

use nalgebra::{DMatrix, DVector};

use super::newton::{Fit, Likelihood, about_the_mean, pulls, refit};
use crate::core::Seed;

/// Drawings. The error of a standard error from so many is about 4 %.
const DRAWINGS: usize = 300;
/// Blocks below which drawings of them are too much alike.
pub(super) const FEWEST: usize = 8;

/// How often each observation was seen in each block: pairs of its number and how often.
pub(super) type Blocks = Vec<Vec<(usize, f64)>>;

/// The covariance of the strengths about their mean; `None` if all blocks came to the same, so that
/// their scatter tells nothing.
pub(super) fn covariance(
    model: &impl Likelihood,
    blocks: &Blocks,
    fit: &Fit,
    seed: Seed,
) -> Option<DMatrix<f64>> {
    let (n, pulls) = (model.entrants(), pulls(model, &fit.at));
    let mut rng = seed.rng();
    let mut drawn: Vec<DVector<f64>> = Vec::with_capacity(DRAWINGS);
    for _ in 0..DRAWINGS {
        let mut weights = vec![0.0; model.observations()];
        for block in blocks {
            let weight = -libm::log1p(-rng.unit());
            block.iter().for_each(|&(at, times)| weights[at] += weight * times);
        }
        let strengths = refit(model, &weights, fit, &pulls)?;
        drawn.push(DVector::from_column_slice(&strengths[..n]));
    }
    let mean = drawn.iter().sum::<DVector<f64>>() / DRAWINGS as f64;
    let mut covariance = DMatrix::zeros(n, n);
    for strengths in &drawn {
        let apart = strengths - &mean;
        covariance.ger(1.0, &apart, &apart, 1.0);
    }
    // The weights scatter a little less than drawings from a population do.
    let b = blocks.len() as f64;
    covariance *= (b + 1.0) / (b - 1.0) / (DRAWINGS - 1) as f64;
    let scatters = |i: usize| covariance[(i, i)] > 1e-6 * fit.covariance[(i, i)];
    (0..n).all(scatters).then(|| about_the_mean(covariance))
}
