//! The history of the field: Elo, or the mean score, over the matches.

use serde::Serialize;

use super::figure::{grouped, percent, rounded, signed};
use super::sheet::{Cell, Columns, Sheet, text_value};
use super::standing::Standing;
use juez_tournament::MatchResult;
use juez_tournament::Results;
use juez_tournament::rating::{Ranking, elo_after};

/// Maximum number of points in the history.
const MAX_POINTS: usize = 50;
/// Maximum rankings for all ratings together; above it, mean scores are shown instead. A rating
/// iterates over its matches several times.
const MAX_RANKINGS: usize = 1_000_000;
/// Number of points shown to users as columns.
const SHOWN_POINTS: usize = 8;

/// The figure shown over time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Elo, with mean 0 over the field.
    Elo,
    /// The mean score so far, 0 to 1.
    Score,
}

/// The field over time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct History {
    /// The figure.
    pub measure: Measure,
    /// Number of counted matches at each point.
    pub at: Vec<u32>,
    /// The entrants, in the order of the standings.
    pub names: Vec<String>,
    /// For each entrant, its value at each point; `None` before its first match.
    pub values: Vec<Vec<Option<f64>>>,
}

/// The round and block of a counted match, and true if it was played.
type Settled = ((u32, u32), bool);

pub(super) fn history(results: &Results, standings: &[Standing]) -> History {
    let settled = |result: MatchResult| {
        result.scores(&results.shape)?;
        Some(((result.job.round, result.job.block), result.played().is_some()))
    };
    let settled: Vec<Settled> = results.contest().filter_map(settled).collect();
    let ends = points(&settled);
    let worth: usize = ends.iter().sum();
    let measure = if worth <= MAX_RANKINGS { Measure::Elo } else { Measure::Score };
    let each = match measure {
        Measure::Elo => ratings(results, &settled, &ends),
        Measure::Score => scores(results, &ends),
    };
    let values = |standing: &Standing| {
        each.iter().map(|now| now[standing.entrant as usize]).collect::<Vec<_>>()
    };
    let names = standings.iter().map(|standing| standing.name.clone()).collect();
    let at = ends.iter().map(|&end| end as u32).collect();
    History { measure, at, names, values: standings.iter().map(values).collect() }
}

/// Returns the match counts of the points: the ends of blocks, because all have then played
/// equally, unless there are too few for a line.
fn points(settled: &[Settled]) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=settled.len())
        .filter(|&end| settled.get(end).is_none_or(|next| next.0 != settled[end - 1].0))
        .collect();
    if ends.len() < 10 {
        ends = (1..=settled.len()).collect();
    }
    if ends.len() <= MAX_POINTS {
        return ends;
    }
    (1..=MAX_POINTS).map(|point| ends[point * ends.len() / MAX_POINTS - 1]).collect()
}

/// Returns the Elo of each entrant at each point.
fn ratings(results: &Results, settled: &[Settled], ends: &[usize]) -> Vec<Vec<Option<f64>>> {
    let rankings: Vec<Ranking> =
        results.matches.iter().filter_map(|result| results.ranking(&result)).collect();
    let played = |&end: &usize| settled[..end].iter().filter(|(_, played)| *played).count();
    let ends: Vec<usize> = ends.iter().map(played).collect();
    let known = |elo: f64| elo.is_finite().then(|| rounded(elo, 1));
    let known = |each: Vec<Option<f64>>| each.into_iter().map(|elo| elo.and_then(known)).collect();
    elo_after(results.entrants.len(), &rankings, &ends).into_iter().map(known).collect()
}

/// Returns the mean score of each entrant at each point.
fn scores(results: &Results, ends: &[usize]) -> Vec<Vec<Option<f64>>> {
    let mut sums = vec![(0.0, 0_u32); results.entrants.len()];
    let mean = |&(sum, n): &(f64, u32)| (n > 0).then(|| rounded(sum / f64::from(n), 4));
    let (mut each, mut settled) = (Vec::new(), 0);
    for result in results.matches.iter() {
        let Some(scores) = result.scores(&results.shape) else { continue };
        for (&entrant, score) in result.job.order.iter().zip(scores) {
            let sum = &mut sums[entrant as usize];
            *sum = (sum.0 + score, sum.1 + 1);
        }
        settled += 1;
        if ends.get(each.len()) == Some(&settled) {
            each.push(sums.iter().map(mean).collect());
        }
    }
    each
}

pub(super) fn value(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Elo => signed(value),
        Measure::Score => percent(value),
    }
}

/// Returns some points as columns.
pub(super) fn few(history: &History) -> Sheet {
    let History { measure, at, names, values } = history;
    let mut columns = Columns::<(&String, &Vec<Option<f64>>)>::new()
        .left("name", &[], 0, |(name, _)| Cell::shown(*name))
        .down_to(12);
    let shown = at.len().min(SHOWN_POINTS);
    // Drops the last points last.
    for (point, weight) in (1..=shown).zip((0..=SHOWN_POINTS as u8).rev()) {
        let point = point * at.len() / shown - 1;
        columns = columns.right(&grouped(at[point].into()), &[], weight, move |(_, values)| {
            Cell::shown(values[point].map(|known| value(*measure, known)).unwrap_or_default())
        });
    }
    let what = match measure {
        Measure::Elo => "Elo by number of matches.",
        Measure::Score => "Mean score in % by number of matches.",
    };
    let rows = names.iter().zip(values).filter(|_| shown > 0);
    let sheet = columns.sheet("Over time", rows, "nothing played yet");
    Sheet { notes: vec![what.to_string()], ..sheet }
}

/// Returns a row for each point of each entrant.
pub(super) fn list(History { measure, at, names, values }: &History) -> Sheet {
    let key = match measure {
        Measure::Elo => "elo",
        Measure::Score => "score",
    };
    let rows = at.iter().enumerate().flat_map(|(point, at)| {
        let known = names.iter().zip(values);
        known.filter_map(move |(name, values)| Some((at, name, values[point]?)))
    });
    Columns::<(&u32, &String, f64)>::new()
        .only("matches", |(at, ..)| at.to_string())
        .only("name", |(_, name, _)| text_value(name))
        .only(key, |(.., known)| known.to_string())
        .sheet("Over time", rows, "")
}
