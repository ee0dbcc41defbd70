//! What results are worth: Elo, likelihoods, ratings, each with its uncertainty. Pure arithmetic.

use crate::core::Seed;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Two sides' results in units of which each is one observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Duel {
    /// Mean score of the first side, 0 to 1.
    pub score: Estimate,
    /// Elo difference.
    pub elo: Estimate,
    /// Normalized Elo.
    pub nelo: Estimate,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// Observations.
    pub observations: u64,
}

impl Duel {
    /// From wins, draws and losses of single matches.
    pub fn of_matches(wins: u64, draws: u64, losses: u64) -> Option<Duel> {
        let _ = (wins, draws, losses);
        todo!("rating")
    }

    /// From pentanomial counts of pairs: scores 0, ½, 1, 1½, 2 of the first side.
    pub fn of_pairs(pairs: [u64; 5]) -> Option<Duel> {
        let _ = pairs;
        todo!("rating")
    }

    /// From mean scores of blocks of any size, each 0 to 1; `None` below two.
    pub fn of_blocks(scores: &[f64], matches_in_a_block: u32) -> Option<Duel> {
        let _ = (scores, matches_in_a_block);
        todo!("rating")
    }
}

/// The result of one match for ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    /// The entrants of each side, by number.
    pub sides: Vec<Vec<u32>>,
    /// The rank of each side, 1 the best; equal ranks are draws.
    pub ranks: Vec<u8>,
    /// Its block: matches of one block share their deal and are resampled together.
    pub block: u32,
}

/// Ratings of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo of each entrant, the mean of the field 0; `None` for one without matches.
    pub elo: Vec<Option<Estimate>>,
    /// The chance that the first is stronger than the second, 0 to 1, `[first][second]`.
    pub los: Vec<Vec<f64>>,
    /// The model, for the footnote: `Bradley-Terry (Davidson)`, `Plackett-Luce`.
    pub model: &'static str,
    /// Davidson's draw parameter, where that model is used.
    pub draws: Option<f64>,
    /// Whether a prior keeps ratings finite, for somebody has won or lost everything.
    pub prior: bool,
}

/// Rates a field of `entrants` from its matches; `None` without any. The intervals come from a
/// bootstrap over blocks, drawn from `seed`.
pub fn rate(entrants: usize, matches: &[Ranking], seed: Seed) -> Option<Ratings> {
    let _ = (entrants, matches, seed);
    todo!("rating")
}
