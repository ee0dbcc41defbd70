//! What a report asks of others: ratings, tie-breaks, pass criteria. The one place that names them.

use serde::Serialize;

use crate::core::Seed;
use crate::tournament::class::{Criterion, Decision};
use crate::tournament::rating::{Duel, Ranking, Ratings, rate, rate_alone};
use crate::tournament::{Format, Results, buchholz as tie_break, knockout_places};

/// The judgements of others that go into tables.
#[derive(Clone, Copy)]
pub(super) struct Judges {
    /// Rates a field of so many entrants.
    pub rate: fn(usize, &mut dyn Iterator<Item = Ranking>, Seed) -> Option<Ratings>,
    /// The Elo of each without intervals, which is much quicker.
    pub rate_alone: fn(usize, &[Ranking]) -> Vec<Option<f64>>,
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
        rate: |entrants, matches, seed| rate(entrants, matches, seed),
        rate_alone,
        of_pairs: Duel::of_pairs,
        of_blocks: Duel::of_blocks,
        places,
        buchholz,
        criterion,
    };
}

/// Who can be paired, by number.
fn field(results: &Results) -> Vec<u32> {
    let numbered = (0..).zip(&results.entrants);
    numbered.filter(|(_, who)| who.error.is_none()).map(|(number, _)| number).collect()
}

/// In a knockout, who got how far.
fn places(results: &Results) -> Option<Vec<Option<u32>>> {
    if !matches!(results.plan.format, Format::Knockout { .. }) {
        return None;
    }
    let benched: Vec<u32> = results.benchings.iter().map(|benching| benching.entrant).collect();
    let (field, played) = (field(results), results.played_rounds());
    let mut places = vec![None; results.entrants.len()];
    for (entrant, place) in
        knockout_places(&results.plan, &results.shape, &field, &benched, &played)
    {
        places[entrant as usize] = Some(place);
    }
    Some(places)
}

/// In Swiss, the points of those whom each has met.
fn buchholz(results: &Results) -> Option<Vec<f64>> {
    if !matches!(results.plan.format, Format::Swiss) {
        return None;
    }
    let field = field(results);
    let mut all = vec![0.0; results.entrants.len()];
    for (&entrant, tie) in field.iter().zip(tie_break(&field, &results.played_rounds())) {
        all[entrant as usize] = tie;
    }
    Some(all)
}

fn criterion(criterion: &Criterion, results: &Results, entrant: u32) -> Option<Judged> {
    let verdict = criterion.judge(results, entrant)?;
    let passed = match verdict.decision {
        Decision::Passed => Some(true),
        Decision::Failed => Some(false),
        Decision::Undecided => None,
    };
    Some(Judged { criterion: criterion.to_string(), passed, found: verdict.reason })
}
