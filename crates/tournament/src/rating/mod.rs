//! Elo, likelihoods and ratings from results, each with its uncertainty.
//!
//! | file | contents |
//! |---|---|
//! | `duel` | two sides against each other |
//! | `davidson` | Bradley-Terry with draws; all matches are between two entrants |
//! | `plackett_luce` | orders of any number of sides, of one entrant or several |
//! | `newton` | the most likely strengths in either model |
//! | `scatter` | the scatter of strengths over other deals |
//! | `field` | matches as observations of a model |

mod davidson;
mod duel;
mod field;
mod matrix;
mod newton;
mod plackett_luce;
mod scatter;
#[cfg(test)]
mod tests;

use std::borrow::Borrow;
use std::fmt;

use self::davidson::Davidson;
use self::field::{RatedField, Seen};
use self::matrix::Matrix;
use self::newton::{Fit, Likelihood, fit};
use super::interval::{Z, normal_cdf, student_cdf, student_quantile};
use juez_core::Seed;

pub use duel::{Counted, Duel, Estimate, elo, expected_share};
pub(crate) use duel::{NELO, Sample};

/// Elo of a strength of 1: odds of e to 1.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A model, its fit to a field, and true if the fit needed a prior.
type Fitted = (Box<dyn Likelihood>, Fit, bool);

/// The result of one match, as ratings take it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    /// The entrants of each side, by number. The strength of a side is the mean of its members'.
    pub sides: Vec<Vec<u32>>,
    /// The rank of each side, 1 the best; equal ranks are draws.
    pub ranks: Vec<u8>,
    /// Its block. Matches of one block share their deal and are resampled together.
    pub block: u32,
    /// Its share of an observation, 0 to 1. All matches of a table in a block are one observation,
    /// or none if they only repeat an earlier block.
    pub evidence: f64,
}

/// The source of the intervals of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// The scatter between eight or more blocks, so that matches with the same deal count as one
    /// observation.
    Bootstrap(usize),
    /// The scatter between fewer blocks, by Student's distribution.
    Student(usize),
    /// The curvature of the likelihood, with all matches of a table in a block as one observation:
    /// there is one block, all blocks have the same result, or a prior keeps the ratings finite.
    Curvature,
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Errors::Bootstrap(blocks) => write!(f, "bootstrap over {blocks} blocks"),
            Errors::Student(blocks) => write!(f, "Student's over {blocks} blocks"),
            Errors::Curvature => {
                f.write_str("curvature of the likelihood, a table's block as one match")
            }
        }
    }
}

/// Ratings of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo of each entrant, with mean 0 over the field; `None` without matches.
    pub elo: Vec<Option<Estimate>>,
    /// Probability that the first is stronger than the second, 0 to 1, `[first][second]`; a half on
    /// the diagonal and for entrants without matches.
    pub los: Vec<Vec<f64>>,
    /// The name of the model in footnotes: `Bradley-Terry`, `Bradley-Terry (Davidson)`,
    /// `Plackett-Luce`.
    pub model: &'static str,
    /// Davidson's draw parameter ν, if that model is used: draws per win between equals.
    pub draws: Option<f64>,
    /// True if a prior keeps ratings finite, because an entrant has won or lost everything: each
    /// gets one more draw, against an opponent of average strength.
    pub prior: bool,
    /// The source of the intervals.
    pub errors: Errors,
}

/// Rates a field of `entrants` from its matches; `None` without any. The intervals come from a
/// bootstrap over blocks, drawn from `seed`.
///
/// Rates by the Bradley-Terry-Davidson model if every match is between two entrants, otherwise by
/// the Plackett-Luce model.
///
/// # Panics
/// If a match has an unknown entrant, or not a rank for each side.
pub fn rate(
    entrants: usize,
    matches: impl IntoIterator<Item = impl Borrow<Ranking>>,
    seed: Seed,
) -> Option<Ratings> {
    let field = RatedField::of(entrants, &Seen::of(matches))?;
    ratings(entrants, &field, fitted(&field)?, seed)
}

/// Computes the Elo of each entrant as [`rate`] does, without intervals, after each of these numbers
/// of matches (ascending); `None` for an entrant without matches.
///
/// # Panics
/// Like [`rate`], or if there are fewer matches than a number.
pub fn elo_after(entrants: usize, matches: &[Ranking], ends: &[usize]) -> Vec<Vec<Option<f64>>> {
    let (mut seen, mut start) = (Seen::default(), 0);
    let at = |&end: &usize| {
        matches[start..end].iter().for_each(|ranking| seen.add(ranking));
        start = end;
        let mut elo = vec![None; entrants];
        let Some(field) = RatedField::of(entrants, &seen) else { return elo };
        let Some((_, fitted, _)) = fitted(&field) else { return elo };
        for (&number, strength) in field.rated.iter().zip(&fitted.at) {
            elo[number] = Some(ELO * strength);
        }
        elo
    };
    ends.iter().map(at).collect()
}

/// Fits the model of a field, with a prior if necessary; without separate draws if they cannot be
/// fitted.
fn fitted(field: &RatedField) -> Option<Fitted> {
    if !field.meets_in_twos() {
        return fitted_by(field, Box::new(field.plackett_luce()));
    }
    fitted_by(field, Box::new(field.davidson())).or_else(|| {
        let model = Davidson { has_draws: false, ..field.davidson() };
        let fitted = fit(&model, &field.weights(), true)?;
        Some((Box::new(model), fitted, true))
    })
}

fn fitted_by(field: &RatedField, model: Box<dyn Likelihood>) -> Option<Fitted> {
    let weights = field.weights();
    let free = field.is_connected().then(|| fit(&*model, &weights, false)).flatten();
    let free = free.map(|fitted| (fitted, false));
    let (fitted, prior) =
        free.or_else(|| fit(&*model, &weights, true).map(|fitted| (fitted, true)))?;
    Some((model, fitted, prior))
}

/// Computes the strengths of a field and their errors.
fn ratings(
    entrants: usize,
    field: &RatedField,
    (model, fitted, prior): Fitted,
    seed: Seed,
) -> Option<Ratings> {
    let (blocks, model) = (&field.blocks, &*model);
    // A prior works against the result of every block, so their scatter would be far too small.
    let scattered = match blocks.len() {
        _ if prior => None,
        ..scatter::MIN_BLOCKS => scatter::student(model, &field.weights(), blocks, &fitted)
            .map(|covariance| (covariance, Errors::Student(blocks.len()))),
        _ => scatter::bootstrap(model, blocks, &fitted, seed)
            .map(|covariance| (covariance, Errors::Bootstrap(blocks.len()))),
    };
    let freedom = scattered.is_some().then(|| blocks.len() as u64 - 1);
    let (covariance, errors) = match scattered {
        Some(found) => found,
        None => {
            let slope = newton::slope_at(model, &field.evidence, prior, &fitted.at);
            (newton::covariance(model, &slope, prior)?, Errors::Curvature)
        }
    };
    let mut ratings = Ratings {
        elo: vec![None; entrants],
        los: vec![vec![0.5; entrants]; entrants],
        model: model.name(),
        // Only the model with draws has another parameter.
        draws: fitted.at.get(model.entrants()).map(|own| libm::exp(*own)),
        prior,
        errors,
    };
    let reach = freedom.map_or(Z, |freedom| student_quantile(0.975, freedom));
    for (i, &number) in field.rated.iter().enumerate() {
        let value = ELO * fitted.at[i];
        let half = ELO * reach * libm::sqrt(covariance[(i, i)].max(0.0));
        ratings.elo[number] = Some(Estimate { value, low: value - half, high: value + half });
        for (j, &other) in field.rated.iter().enumerate().filter(|(j, _)| *j != i) {
            let variance_by =
                |matrix: &Matrix| matrix[(i, i)] + matrix[(j, j)] - 2.0 * matrix[(i, j)];
            // Two entrants can differ by the same in all blocks, up to rounding.
            let least = 1e-6 * variance_by(&fitted.covariance);
            let variance = variance_by(&covariance).max(least);
            let t = (fitted.at[i] - fitted.at[j]) / libm::sqrt(variance);
            ratings.los[number][other] =
                freedom.map_or_else(|| normal_cdf(t), |freedom| student_cdf(t, freedom));
        }
    }
    Some(ratings)
}
