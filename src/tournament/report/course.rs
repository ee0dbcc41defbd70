//! How the field moved apart: Elo, or the mean score, as matches came in.

use serde::Serialize;

use super::figure::rounded;
use super::judges::Judges;
use super::standing::Standing;
use crate::tournament::rating::Ranking;
use crate::tournament::{MatchResult, Results};

/// Points of the schedule at which the field is rated, at most.
const POINTS: usize = 50;
/// Rankings that all ratings together may take in, above which mean scores are shown instead: a
/// rating goes over its matches several times.
const WORTH: usize = 1_000_000;

/// What is shown over time.
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
pub struct Course {
    /// What is shown.
    pub measure: Measure,
    /// Matches that had counted at each point.
    pub at: Vec<u32>,
    /// The entrants in the order of the standings.
    pub names: Vec<String>,
    /// For each of them its value at each point; `None` before its first match.
    pub values: Vec<Vec<Option<f64>>>,
}

pub(super) fn course(results: &Results, standings: &[Standing], judges: &Judges) -> Course {
    let settled: Vec<&MatchResult> =
        results.contest().iter().filter(|m| m.scores(&results.shape).is_some()).collect();
    let ends = points(&settled);
    let rankings: Vec<Ranking> = settled.iter().filter_map(|m| results.ranking(m)).collect();
    let worth: usize = ends.iter().sum();
    let measure = if worth <= WORTH { Measure::Elo } else { Measure::Score };
    let mut values = vec![Vec::new(); standings.len()];
    for &end in &ends {
        let now = match measure {
            Measure::Elo => {
                let played = settled[..end].iter().filter(|m| m.played().is_some()).count();
                let elo = (judges.rate_alone)(results.entrants.len(), &rankings[..played]);
                let known = |elo: Option<f64>| elo.filter(|elo| elo.is_finite());
                elo.into_iter().map(|elo| known(elo).map(|elo| rounded(elo, 1))).collect()
            }
            Measure::Score => scores(results, &settled[..end]),
        };
        for (row, standing) in standings.iter().enumerate() {
            values[row].push(now[standing.entrant as usize]);
        }
    }
    let names = standings.iter().map(|standing| standing.name.clone()).collect();
    Course { measure, at: ends.iter().map(|&end| end as u32).collect(), names, values }
}

/// The numbers of matches after which to look: at ends of blocks, where everybody has played alike,
/// unless there are too few of those to draw a line through.
fn points(settled: &[&MatchResult]) -> Vec<usize> {
    let block = |m: &MatchResult| (m.fixture.round, m.fixture.block);
    let mut ends: Vec<usize> = (1..=settled.len())
        .filter(|&end| settled.get(end).is_none_or(|next| block(next) != block(settled[end - 1])))
        .collect();
    if ends.len() < 10 {
        ends = (1..=settled.len()).collect();
    }
    if ends.len() <= POINTS {
        return ends;
    }
    (1..=POINTS).map(|point| ends[point * ends.len() / POINTS - 1]).collect()
}

fn scores(results: &Results, settled: &[&MatchResult]) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0_u32); results.entrants.len()];
    for result in settled {
        let scores = result.scores(&results.shape).unwrap_or_default();
        for (&entrant, score) in result.fixture.order.iter().zip(scores) {
            let sum = &mut sums[entrant as usize];
            *sum = (sum.0 + score, sum.1 + 1);
        }
    }
    let mean = |&(sum, n): &(f64, u32)| (n > 0).then(|| rounded(sum / f64::from(n), 4));
    sums.iter().map(mean).collect()
}
