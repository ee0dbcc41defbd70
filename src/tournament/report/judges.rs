//! The judgements in a report: ratings, tie-breaks, pass criteria. The one place that names them.

use serde::Serialize;

use crate::core::Seed;
use crate::tournament::class::criterion::Passing;
use crate::tournament::class::criterion::asked::Criterion;
use crate::tournament::rating::{Duel, Ranking, Ratings, rate, rate_alone};
use crate::tournament::results::Results;
use crate::tournament::schedule::{
    Decided, RoundBasis, buchholz as tie_break, knockout_decided, knockout_places,
};

/// The judgements of others that go into tables.
#[derive(Clone, Copy)]
pub(super) struct Judges {
    /// Rates a field of so many entrants.
    pub rate: fn(usize, &mut dyn Iterator<Item = Ranking>, Seed) -> Option<Ratings>,
    /// The Elo of each without intervals, which is much quicker.
    pub rate_alone: fn(usize, &[Ranking]) -> Vec<Option<f64>>,
    /// The rating of pairs of matches.
    pub of_pairs: fn([u64; 5]) -> Option<Duel>,
    /// The rating of blocks of so many matches.
    pub of_blocks: fn(&[f64], u32) -> Option<Duel>,
    /// The place of each entrant, 1 the best, where the format decides it.
    pub places: fn(&Results) -> Option<Vec<Option<u32>>>,
    /// The tie-break of each entrant, where the format has one.
    pub buchholz: fn(&Results) -> Option<Vec<f64>>,
    /// The verdict of a criterion on an entrant; `None` if it is not asked of it.
    pub criterion: fn(&Criterion, &Results, u32) -> Option<Judged>,
}

/// The verdict of a criterion on an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// The criterion in words.
    pub criterion: String,
    /// True if it is met; `None` while it is open.
    pub passed: Option<bool>,
    /// The finding.
    pub found: String,
}

impl Judges {
    /// The judgements of the tournament.
    pub const REAL: Judges = Judges {
        rate: |entrants, matches, seed| rate(entrants, matches, seed),
        rate_alone,
        of_pairs: Duel::of_pairs,
        of_blocks: Duel::of_blocks,
        places,
        buchholz,
        criterion,
    };
}

/// The answer of a knockout to `ask`; `None` in another format.
fn of_knockout<T>(results: &Results, ask: fn(&RoundBasis<'_>) -> T) -> Option<T> {
    let Results { plan, shape, entrants, .. } = results;
    if !plan.format.is_elimination() {
        return None;
    }
    let (field, benched, played) =
        (plan.field(entrants), benched(results), results.played_rounds());
    Some(ask(&RoundBasis { plan, shape, field: &field, benched: &benched, played: &played }))
}

/// In a knockout, who got how far.
fn places(results: &Results) -> Option<Vec<Option<u32>>> {
    let mut places = vec![None; results.entrants.len()];
    for (entrant, place) in of_knockout(results, knockout_places)? {
        places[entrant as usize] = Some(place);
    }
    Some(places)
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
    of_knockout(results, knockout_decided).unwrap_or_default()
}

/// In Swiss, the mean score of those that each has met.
fn buchholz(results: &Results) -> Option<Vec<f64>> {
    if !results.plan.format.has_buchholz() {
        return None;
    }
    let field = results.plan.field(&results.entrants);
    let mut all = vec![0.0; results.entrants.len()];
    for (&entrant, tie) in field.iter().zip(tie_break(&field, &results.played_rounds())) {
        all[entrant as usize] = tie;
    }
    Some(all)
}

fn criterion(criterion: &Criterion, results: &Results, entrant: u32) -> Option<Judged> {
    let verdict = criterion.judge(results, entrant)?;
    let passed = match verdict.decision {
        Passing::Passed => Some(true),
        Passing::Failed => Some(false),
        Passing::Undecided => None,
    };
    Some(Judged { criterion: criterion.to_string(), passed, found: verdict.reason })
}
