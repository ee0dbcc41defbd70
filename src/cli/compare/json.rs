//! Result of a comparison as JSON.

use serde_json::{Value, json};

use super::tally::{Comparison, PairTally};
use juez_tournament::{Decision, Openings, Sprt};

/// Returns one object. Unbounded ends of an interval are null, and so are figures that a score of 0
/// % or 100 % leaves undefined.
pub(super) fn of(comparison: &Comparison<'_>) -> Value {
    let tally = comparison.tally;
    let PairTally { wins, draws, losses, pairs, faults, .. } = tally;
    let duel = tally.duel();
    json!({
        "game": comparison.game,
        "players": comparison.players,
        "seed": comparison.seed.to_string(),
        "seed_hash": comparison.seed.commitment(),
        "openings": match comparison.openings {
            Openings::Random { plies } => format!("random:{plies}"),
            _ => "none".to_string(),
        },
        "matches": tally.matches(),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "points": *wins as f64 + *draws as f64 / 2.0,
        "pairs": pairs,
        "distinct_pairs": tally.distinct(),
        "distinct_points": tally.distinct_points(),
        "score": duel.map(|duel| duel.score),
        "elo": duel.map(|duel| duel.elo),
        "nelo": duel.map(|duel| duel.nelo),
        "los": duel.map(|duel| duel.los),
        "draw_ratio": (tally.matches() > 0).then(|| *draws as f64 / tally.matches() as f64),
        "pairs_ratio": duel.and_then(|duel| duel.pairs_ratio()),
        "judgement": comparison.judgement(),
        "faults": faults,
        "decided_by_time": tally.by_time,
        "first_faults": comparison.samples.faults,
        "first_loss": comparison.samples.loss,
        "records": comparison.samples.file(),
        "sprt": comparison.sprt.map(|sprt| test(comparison, &sprt)),
        "ended": comparison.ended,
    })
}

fn test(comparison: &Comparison<'_>, sprt: &Sprt) -> Value {
    let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
    json!({
        "model": sprt.model().to_string(),
        "elo0": elo0,
        "elo1": elo1,
        "alpha": sprt.errors().0,
        "beta": sprt.errors().1,
        "lower": lower,
        "upper": upper,
        "llr": comparison.tally.by_pairs(sprt),
        "llr_by_matches": comparison.tally.by_matches(sprt),
        "verdict": match comparison.decision() {
            Some(Decision::AcceptH0) => "h0",
            Some(Decision::AcceptH1) => "h1",
            _ => "undecided",
        },
    })
}
