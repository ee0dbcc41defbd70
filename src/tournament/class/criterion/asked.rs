//! A pass criterion: which opponent to beat, and how clearly.

use serde::{Deserialize, Serialize};

/// Beats an opponent in some share of some matches: `beats greedy in 60 % of 40 games, with 95 %
/// confidence`. Read from such a sentence, and stored by its fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredCriterion")]
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

/// The fields of a criterion before they are checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCriterion {
    opponent: String,
    share: f64,
    #[serde(default)]
    games: u32,
    #[serde(default)]
    confidence: Option<f64>,
}

impl TryFrom<StoredCriterion> for Criterion {
    type Error = String;

    fn try_from(stored: StoredCriterion) -> Result<Criterion, String> {
        let StoredCriterion { opponent, share, games, confidence } = stored;
        Criterion { opponent, share, games, confidence }.checked()
    }
}
