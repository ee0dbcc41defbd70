//! What decides beside the score: how far each got in a knockout, the opponents in Swiss.

use std::collections::BTreeMap;

use crate::tournament::results::Results;
use crate::tournament::schedule::{
    Decided, RoundBasis, buchholz as tie_break, knockout_decided, knockout_places,
};

/// The answer of a knockout to `ask`; nothing in another format.
fn of_knockout<T>(results: &Results, ask: fn(&RoundBasis<'_>) -> Vec<T>) -> Vec<T> {
    let Results { plan, shape, entrants, .. } = results;
    if !plan.format.is_elimination() {
        return Vec::new();
    }
    let (field, benched, played) =
        (plan.field(entrants), benched(results), results.played_rounds());
    ask(&RoundBasis { plan, shape, field: &field, benched: &benched, played: &played })
}

/// In a knockout, how far each got, 1 the best.
pub(super) fn places(results: &Results) -> BTreeMap<u32, u32> {
    of_knockout(results, knockout_places).into_iter().collect()
}

/// The entrants that are benched in the contest: one that a match for a criterion benches was in
/// until the contest was over.
fn benched(results: &Results) -> Vec<u32> {
    let of_contest = results.contest().count() as u32;
    let benchings = results.benchings.iter().filter(|benching| benching.after < of_contest);
    benchings.map(|benching| benching.entrant).collect()
}

/// In a knockout, the tables of which the score does not say who went on.
pub(super) fn decided(results: &Results) -> Vec<Decided> {
    of_knockout(results, knockout_decided)
}

/// In Swiss, the mean score of those that each of the field has met.
pub(super) fn buchholz(results: &Results) -> Option<BTreeMap<u32, f64>> {
    let is_swiss = results.plan.format.has_buchholz();
    let field = is_swiss.then(|| results.plan.field(&results.entrants))?;
    let ties = tie_break(&field, &results.played_rounds());
    Some(field.iter().copied().zip(ties).collect())
}
