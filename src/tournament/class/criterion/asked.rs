//! A pass criterion: which opponent to beat, and how clearly.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Beats an opponent in some share of some matches: `beats greedy in 60 % of 40 games, with 95 %
/// confidence`. Read from such a sentence, and stored by its fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Criterion {
    /// The name of the opponent.
    pub opponent: String,
    /// The mean score against it that is asked for, 0 to 1.
    pub share: f64,
    /// Matches against it that it takes at least; 0: however many there are.
    #[serde(default)]
    pub games: u32,
    /// The confidence that is asked for, 0.5 to 1; `None`: the score itself decides.
    #[serde(default)]
    pub confidence: Option<f64>,
}

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Criterion::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Criterion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Criterion, D::Error> {
        Criterion::deserialize(deserializer)?.checked().map_err(D::Error::custom)
    }
}
