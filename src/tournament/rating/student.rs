//! The errors of ratings where deals are few: Student's, over the contribution of each block.
//!
//! Near the most likely strengths each block moves them by the inverse information times its own
//! gradient (White, "Maximum likelihood estimation of misspecified models", 1982), so the strengths
//! are means of as many figures as there are blocks, and their errors those of a mean.

use super::bootstrap::{Blocks, scatter};
use super::matrix::{Matrix, dot};
use super::newton::{Fit, Likelihood, inverse_information, pulls};

/// Blocks below which there is no scatter.
pub(super) const MIN_BLOCKS: usize = 2;

/// The covariance of the strengths about their mean; `None` if there are too few blocks, or all of
/// them came to the same.
pub(super) fn covariance(
    model: &dyn Likelihood,
    weights: &[f64],
    blocks: &Blocks,
    fit: &Fit,
) -> Option<Matrix> {
    if blocks.len() < MIN_BLOCKS {
        return None;
    }
    let (n, pulls) = (model.entrants(), pulls(model, &fit.at));
    let inverse = inverse_information(model, weights, &fit.at)?;
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
