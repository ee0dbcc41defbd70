//! Elo, likelihoods and ratings from results, each with its uncertainty. Pure arithmetic.
//!
//! | file | what it is |
//! |---|---|
//! | `duel` | two sides against each other |
//! | `davidson` | Bradley-Terry with draws, for fields that meet in twos |
//! | `plackett_luce` | orders of any number of sides, of one entrant or several |
//! | `newton` | the most likely strengths of either model |
//! | `scatter` | how far they would scatter with other deals |
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
use self::field::RatedField;
use self::matrix::Matrix;
use self::newton::{Fit, Likelihood, fit};
use super::interval::{Z, normal_cdf, student_cdf, student_quantile};
use crate::core::Seed;

pub use duel::{Counted, Duel, Estimate, elo, expected_share};
pub(crate) use duel::{NELO, Sample};

/// Elo of a strength of 1: odds of e to 1.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A model, its fit to a field, and whether that took a prior.
type Fitted = (Box<dyn Likelihood>, Fit, bool);

/// The result of one match for ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    /// The entrants of each side, by number. A side is as strong as its members on average.
    pub sides: Vec<Vec<u32>>,
    /// The rank of each side, 1 the best; equal ranks are draws.
    pub ranks: Vec<u8>,
    /// Its block: matches of one block share their deal and are resampled together.
    pub block: u32,
    /// Its share of an observation, 0 to 1: all that a table plays of a block is one, and none if
    /// it only repeats an earlier block.
    pub evidence: f64,
}

/// Where the intervals of ratings come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// From the scatter between eight blocks or more, so that matches with the same deal count as
    /// one observation.
    Bootstrap(usize),
    /// From the scatter between fewer blocks, by Student's distribution.
    Student(usize),
    /// From the curvature of the likelihood, all that a table plays of a block as one observation:
    /// there is one block, all blocks came to the same, or a prior keeps the ratings finite.
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
    /// Elo of each entrant, the mean of the field 0; `None` for one without matches.
    pub elo: Vec<Option<Estimate>>,
    /// The chance that the first is stronger than the second, 0 to 1, `[first][second]`; a half for
    /// oneself and for entrants without matches.
    pub los: Vec<Vec<f64>>,
    /// The model, for the footnote: `Bradley-Terry`, `Bradley-Terry (Davidson)`, `Plackett-Luce`.
    pub model: &'static str,
    /// Davidson's draw parameter ν, where that model is used: draws for each win between equals.
    pub draws: Option<f64>,
    /// True if a prior keeps ratings finite, for an entrant has won or lost everything: each
    /// has drawn once more, with an opponent of average strength.
    pub prior: bool,
    /// Where the intervals come from.
    pub errors: Errors,
}

/// Rates a field of `entrants` from its matches; `None` without any. The intervals come from a
/// bootstrap over blocks, drawn from `seed`.
///
/// Matches between two entrants are rated by the model of Bradley, Terry and Davidson; if any match
/// is of more, or of sides of several, all are by that of Plackett and Luce.
///
/// # Panics
/// If a match has an entrant that the field has not, or not a rank for each side.
pub fn rate(
    entrants: usize,
    matches: impl IntoIterator<Item = impl Borrow<Ranking>>,
    seed: Seed,
) -> Option<Ratings> {
    let field = RatedField::of(entrants, matches)?;
    ratings(entrants, &field, fitted(&field)?, seed)
}

/// The Elo of each entrant as [`rate`] gives it, without intervals, for which it takes much longer;
/// `None` for one without matches.
///
/// # Panics
/// As [`rate`].
pub fn rate_alone(entrants: usize, matches: &[Ranking]) -> Vec<Option<f64>> {
    let mut elo = vec![None; entrants];
    let Some(field) = RatedField::of(entrants, matches) else { return elo };
    let Some((_, fitted, _)) = fitted(&field) else { return elo };
    for (&number, strength) in field.rated.iter().zip(&fitted.at) {
        elo[number] = Some(ELO * strength);
    }
    elo
}

/// The model of a field, its fit, and whether that took a prior: without draws of its own where they
/// cannot be fitted.
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

/// The strengths of a field and their errors.
fn ratings(
    entrants: usize,
    field: &RatedField,
    (model, fitted, prior): Fitted,
    seed: Seed,
) -> Option<Ratings> {
    let (blocks, model) = (&field.blocks, &*model);
    // A prior stands against what every block came to, so their scatter would say far too little.
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
        // The model of draws has a parameter of its own.
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
            // Two may differ by the same in all blocks, but for rounding.
            let least = 1e-6 * variance_by(&fitted.covariance);
            let variance = variance_by(&covariance).max(least);
            let t = (fitted.at[i] - fitted.at[j]) / libm::sqrt(variance);
            ratings.los[number][other] =
                freedom.map_or_else(|| normal_cdf(t), |freedom| student_cdf(t, freedom));
        }
    }
    Some(ratings)
}
