//! What an entrant has to show to pass.

use serde::{Deserialize, Serialize};

/// Beats an opponent in some share of some matches: `beats greedy in 60 % of 40 games, with 95 %
/// confidence`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Criterion {
    /// The name of the opponent.
    pub opponent: String,
    /// The mean score against it that is asked for, 0 to 1.
    pub share: f64,
    /// Matches against it that it takes at least.
    pub games: u32,
    /// How sure one must be of it, 0.5 to 1; `None`: the score itself decides.
    pub confidence: Option<f64>,
}
