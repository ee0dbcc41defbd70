//! The errors of ratings where deals are few: Student's, over the contribution of each block.
//!
//! Near the most likely strengths each block moves them by the inverse information times its own
//! gradient (White, "Maximum likelihood estimation of misspecified models", 1982), so the strengths
//! are means of as many figures as there are blocks, and their errors those of a mean.

use nalgebra::{DMatrix, DVector};

use super::bootstrap::Blocks;
use super::newton::{Fit, Likelihood, about_the_mean, inverse_information, pulls};

/// Blocks below which there is no scatter.
pub(super) const FEWEST: usize = 2;

/// The covariance of the strengths about their mean; `None` if there are too few blocks, or all of
/// them came to the same.
pub(super) fn covariance(
    model: &impl Likelihood,
    weights: &[f64],
    blocks: &Blocks,
    fit: &Fit,
) -> Option<DMatrix<f64>> {
    if blocks.len() < FEWEST {
        return None;
    }
    let (n, pulls) = (model.entrants(), pulls(model, &fit.at));
    let inverse = inverse_information(model, weights, &fit.at)?;
    let mut covariance = DMatrix::zeros(n, n);
    for block in blocks {
        let mut gradient = DVector::zeros(fit.at.len());
        for &(at, times) in block {
            for &(i, value) in &pulls[at].gradient {
                gradient[i] += times * value;
            }
        }
        let moved = (&inverse * gradient).rows(0, n).into_owned();
        covariance.ger(1.0, &moved, &moved, 1.0);
    }
    let b = blocks.len() as f64;
    covariance *= b / (b - 1.0);
    let scatters = |i: usize| covariance[(i, i)] > 1e-6 * fit.covariance[(i, i)];
    (0..n).all(scatters).then(|| about_the_mean(covariance))
}
