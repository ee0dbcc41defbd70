//! A pass criterion: which opponent to beat, and how clearly.

use serde::Serialize;

/// Beats an opponent in some share of some matches: `beats greedy in 60 % of 40 games, with 95 %
/// confidence`. Read from such a sentence, or from a table of its fields.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Criterion {
    /// The name of the opponent.
    pub opponent: String,
    /// The mean score against it that is asked for, 0 to 1.
    pub share: f64,
    /// Matches against it that it takes at least; 0: however many there are.
    pub games: u32,
    /// The confidence that is asked for, 0.5 to 1; `None`: the score itself decides.
    pub confidence: Option<f64>,
}
