//! The history of the field: Elo, or the mean score, as matches came in.

use serde::Serialize;

use super::figure::{grouped, percent, rounded, signed};
use super::sheet::{Cell, Columns, Sheet, text_value};
use super::standing::Standing;
use crate::tournament::job::MatchResult;
use crate::tournament::rating::{Ranking, rate_alone};
use crate::tournament::results::Results;

/// Points of the schedule at which the field is rated, at most.
const MAX_POINTS: usize = 50;
/// Rankings that all ratings together may take in, above which mean scores are shown instead: a
/// rating goes over its matches several times.
const MAX_RANKINGS: usize = 1_000_000;
/// Points that are shown to people as columns.
const SHOWN_POINTS: usize = 8;

/// The figure that is shown over time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Elo, the mean of the field 0.
    Elo,
    /// The mean score so far, 0 to 1.
    Score,
}

/// The field over time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct History {
    /// The figure.
    pub measure: Measure,
    /// Matches that had counted at each point.
    pub at: Vec<u32>,
    /// The entrants in the order of the standings.
    pub names: Vec<String>,
    /// For each of them its value at each point; `None` before its first match.
    pub values: Vec<Vec<Option<f64>>>,
}

/// Round and block of a match that counts, and true if it was played.
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

/// The numbers of matches after which to look: at ends of blocks, where everybody has played alike,
/// unless there are too few of those to draw a line through.
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

/// The Elo of each entrant after so many matches.
fn ratings(results: &Results, settled: &[Settled], ends: &[usize]) -> Vec<Vec<Option<f64>>> {
    let rankings: Vec<Ranking> =
        results.matches.iter().filter_map(|result| results.ranking(&result)).collect();
    let after = |&end: &usize| {
        let played = settled[..end].iter().filter(|(_, played)| *played).count();
        let elo = rate_alone(results.entrants.len(), &rankings[..played]);
        let known = |elo: Option<f64>| elo.filter(|elo| elo.is_finite());
        elo.into_iter().map(|elo| known(elo).map(|elo| rounded(elo, 1))).collect()
    };
    ends.iter().map(after).collect()
}

/// The mean score of each entrant after so many matches.
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

/// A few points of the schedule as columns.
pub(super) fn few(history: &History) -> Sheet {
    let History { measure, at, names, values } = history;
    let mut columns = Columns::<(&String, &Vec<Option<f64>>)>::new()
        .left("name", &[], 0, |(name, _)| Cell::shown(*name))
        .down_to(12);
    let shown = at.len().min(SHOWN_POINTS);
    // The last points are the last to go.
    for (point, weight) in (1..=shown).zip((0..=SHOWN_POINTS as u8).rev()) {
        let point = point * at.len() / shown - 1;
        columns = columns.right(&grouped(at[point].into()), &[], weight, move |(_, values)| {
            Cell::shown(values[point].map(|known| value(*measure, known)).unwrap_or_default())
        });
    }
    let what = match measure {
        Measure::Elo => "Elo after so many matches.",
        Measure::Score => "Mean score in % after so many matches.",
    };
    let rows = names.iter().zip(values).filter(|_| shown > 0);
    let sheet = columns.sheet("Over time", rows, "nothing played yet");
    Sheet { notes: vec![what.to_string()], ..sheet }
}

/// Every point of every entrant in a row of its own.
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
