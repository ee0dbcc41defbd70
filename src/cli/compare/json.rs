//! What a comparison came to, for programs.

use serde_json::{Value, json};

use super::tally::{Ended, Report, Tally};
use crate::tournament::rating::{Duel, Estimate};
use crate::tournament::{Decision, Openings, Sprt};

/// One object. Ends of an interval that nothing bounds are null, and so is the figure of who has
/// won or lost everything.
pub(super) fn of(report: &Report<'_>) -> Value {
    let tally = report.tally;
    let Tally { wins, draws, losses, pairs, faults, .. } = tally;
    let duel = tally.duel();
    let estimate = |of: fn(&Duel) -> Estimate| {
        duel.as_ref()
            .map(of)
            .map(|Estimate { value, low, high }| json!({"value": value, "low": low, "high": high}))
    };
    json!({
        "game": report.game,
        "players": report.players,
        "seed": report.seed.to_string(),
        "seed_hash": report.seed.commitment(),
        "openings": match report.openings {
            Openings::Random { plies } => format!("random:{plies}"),
            _ => "none".to_string(),
        },
        "matches": tally.matches(),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "points": tally.points(),
        "pairs": pairs,
        "distinct_pairs": tally.distinct(),
        "distinct_points": tally.distinct_points(),
        "score": estimate(|duel| duel.score),
        "elo": estimate(|duel| duel.elo),
        "nelo": estimate(|duel| duel.nelo),
        "los": duel.map(|duel| duel.los),
        "draw_ratio": (tally.matches() > 0).then(|| *draws as f64 / tally.matches() as f64),
        "pairs_ratio": duel.and_then(|duel| duel.pairs_ratio()),
        "faults": faults,
        "sprt": report.sprt.map(|sprt| test(report, &sprt)),
        "ended": match report.ended {
            Ended::Decided => "decided",
            Ended::Repeated => "repeated",
            Ended::Played => "played",
            Ended::Interrupted => "interrupted",
        },
    })
}

fn test(report: &Report<'_>, sprt: &Sprt) -> Value {
    let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
    json!({
        "model": sprt.model().to_string(),
        "elo0": elo0,
        "elo1": elo1,
        "alpha": sprt.errors().0,
        "beta": sprt.errors().1,
        "lower": lower,
        "upper": upper,
        "llr": report.tally.by_pairs(sprt),
        "llr_by_matches": report.tally.by_matches(sprt),
        "verdict": match report.decision() {
            Some(Decision::AcceptH0) => "h0",
            Some(Decision::AcceptH1) => "h1",
            Some(Decision::Undecided) | None => "undecided",
        },
    })
}
