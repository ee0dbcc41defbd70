//! Result of a comparison as JSON.

use serde::Serialize;
use serde_json::Value;

use super::Comparison;
use super::samples::FirstFault;
use juez_core::Record;
use juez_tournament::PairFigures;

#[derive(Serialize)]
struct Fields<'a> {
    game: &'static str,
    players: [&'a str; 2],
    seed: String,
    seed_hash: String,
    openings: String,
    #[serde(flatten)]
    figures: PairFigures,
    first_faults: &'a [FirstFault],
    first_loss: Option<&'a Record>,
    records: Option<&'a str>,
}

/// Returns one object. Unbounded ends of an interval are null, and so are figures that a score of 0
/// % or 100 % leaves undefined.
pub(super) fn of(comparison: &Comparison<'_>) -> Value {
    let fields = Fields {
        game: comparison.game,
        players: comparison.players,
        seed: comparison.seed.to_string(),
        seed_hash: comparison.seed.commitment(),
        openings: comparison.openings.to_string(),
        figures: comparison.figures(),
        first_faults: &comparison.samples.faults,
        first_loss: comparison.samples.loss.as_ref(),
        records: comparison.samples.file(),
    };
    serde_json::to_value(fields).expect("plain data")
}
