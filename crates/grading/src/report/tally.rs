//! The totals of each entrant.

use std::collections::BTreeMap;

use super::figure::Figure;
use juez_tournament::Results;
use juez_tournament::Status;
use juez_tournament::{Distinct, Observations};

/// The score of a draw, and the tolerance for comparing scores.
const DRAW_SCORE: f64 = 0.5;
const SCORE_TOLERANCE: f64 = 1e-9;

/// The totals of an entrant over its matches.
#[derive(Clone, Default)]
pub(super) struct Tally {
    /// Number of matches played.
    pub played: u32,
    /// Number of matches that count without having been played.
    pub walkovers: u32,
    /// Number of matches with the full score, half of it, or less; only meaningful with two sides.
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Sum of the ranks in played matches, and number of first ranks.
    pub ranks: u32,
    pub firsts: u32,
    /// Total score.
    pub points: f64,
    /// Number of rounds without a table.
    pub byes: u32,
    /// Number of faults in its matches, including those for criteria.
    pub faults: u32,
    /// Sum and number of its scores, by block.
    blocks: BTreeMap<u32, (f64, u32)>,
    /// The observations of its blocks.
    distinct: Distinct,
    /// Number of match pairs by score: 0, ½, 1, 1½, 2; repetitions count once.
    pub pairs: [u64; 5],
    /// Mean scores of its table in each completely played block; repetitions count once.
    pub units: Vec<f64>,
    /// Number of matches in each of these.
    pub unit: u32,
}

impl Tally {
    /// Returns the number of counted matches.
    pub fn matches(&self) -> u32 {
        self.played + self.walkovers
    }

    /// Returns the mean score over the matches, 0 to 1; `None` before the first. A bye is worth
    /// this mean, so it changes nothing.
    pub fn share(&self) -> Option<f64> {
        (self.matches() > 0).then(|| self.points / f64::from(self.matches()))
    }

    /// Returns the mean score over the matches, with the interval over its observations.
    pub fn score(&self) -> Option<Figure> {
        Figure::of_observations(&self.joined(&self.blocks))
    }

    /// Returns the number of blocks with a counted match.
    pub fn blocks(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Returns the number of observations in these blocks.
    pub fn distinct(&self) -> u32 {
        self.distinct.count(self.blocks.keys().copied()) as u32
    }

    /// Sums values and counts over each observation, given the sums of each block.
    pub fn joined(&self, blocks: &BTreeMap<u32, (f64, u32)>) -> Vec<(f64, u32)> {
        self.distinct.joined(blocks)
    }

    fn add(&mut self, block: u32, score: f64) {
        self.points += score;
        let sums = self.blocks.entry(block).or_default();
        *sums = (sums.0 + score, sums.1 + 1);
        if score > 1.0 - SCORE_TOLERANCE {
            self.wins += 1;
        } else if (score - DRAW_SCORE).abs() < SCORE_TOLERANCE {
            self.draws += 1;
        } else {
            self.losses += 1;
        }
    }
}

/// Computes the totals of every entrant.
pub(super) fn tallies(results: &Results, observations: &Observations) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); results.entrants.len()];
    for result in results.contest() {
        let Some(scores) = result.scores(&results.shape) else { continue };
        for (entry, (&entrant, score)) in result.job.order.iter().zip(scores).enumerate() {
            let tally = &mut tallies[entrant as usize];
            tally.add(result.job.block, score);
            match &result.status {
                Status::Played(summary) => {
                    let seats = results.table(&result.job).seats(entry);
                    let rank = summary.ranks[seats[0]];
                    tally.played += 1;
                    tally.ranks += u32::from(rank);
                    tally.firsts += u32::from(rank == 1);
                }
                _ => tally.walkovers += 1,
            }
        }
    }
    faults(results, &mut tallies);
    let distinct = observations.of_each(results.entrants.len());
    tallies.iter_mut().zip(distinct).for_each(|(tally, distinct)| tally.distinct = distinct);
    for &entrant in results.contest_rounds().iter().flat_map(|round| &round.byes) {
        tallies[entrant as usize].byes += 1;
    }
    units(results, observations, &mut tallies);
    tallies
}

/// Counts faults in all matches, including those for criteria, because students should learn of
/// each.
fn faults(results: &Results, tallies: &mut [Tally]) {
    for result in results.matches.iter() {
        let Some(summary) = result.played() else { continue };
        let seated = results.seated(&result.job);
        for fault in &summary.faults {
            tallies[seated[fault.seat.index()] as usize].faults += 1;
        }
    }
}

/// Adds the mean scores of each table in each block that is completely played and repeats no
/// earlier one.
fn units(results: &Results, observations: &Observations, tallies: &mut [Tally]) {
    let repeated = observations.repeated();
    for group in results.by_table() {
        let job = &group[0].job;
        let whole = group.iter().all(|result| result.played().is_some());
        if !whole || repeated.contains(&(job.block, &job.table()[..])) {
            continue;
        }
        let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
        for result in &group {
            let scores = result.scores(&results.shape).unwrap_or_default();
            for (&entrant, score) in result.job.order.iter().zip(scores) {
                *sums.entry(entrant).or_default() += score;
            }
        }
        for (entrant, sum) in sums {
            let tally = &mut tallies[entrant as usize];
            tally.unit = group.len() as u32;
            tally.units.push(sum / group.len() as f64);
            if group.len() == 2 && results.shape.sides() == 2 {
                tally.pairs[libm::round(2.0 * sum) as usize] += 1;
            }
        }
    }
}
