//! The matches of a field as observations: each distinct result once, with its frequency.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::Ranking;
use super::davidson::{Davidson, Score};
use super::plackett_luce::{Order, PlackettLuce};
use super::scatter::Blocks;

/// Sides by rank, best first; sides of equal rank ascending. Equal for matches with the same
/// result.
type Places = Vec<Vec<Vec<usize>>>;

/// The observations of a growing list of matches.
#[derive(Default)]
pub(super) struct Seen {
    rated: BTreeSet<usize>,
    /// The total evidence of each result, and its frequency by block.
    results: BTreeMap<Places, (f64, BTreeMap<u32, f64>)>,
}

impl Seen {
    pub fn of(matches: impl IntoIterator<Item = impl Borrow<Ranking>>) -> Seen {
        let mut seen = Seen::default();
        matches.into_iter().for_each(|ranking| seen.add(ranking.borrow()));
        seen
    }

    /// Adds a match. A match of an entrant only against itself carries no information and is left
    /// out.
    pub fn add(&mut self, ranking: &Ranking) {
        if ranking.sides.iter().any(|side| *side != ranking.sides[0]) {
            self.rated.extend(ranking.sides.iter().flatten().map(|&number| number as usize));
            let (evidence, times) = self.results.entry(places(ranking)).or_default();
            *evidence += ranking.evidence;
            *times.entry(ranking.block).or_default() += 1.0;
        }
    }
}

/// The entrants that have played, and their results.
pub(super) struct RatedField {
    /// The entrants that have played, ascending. Other fields refer to entrants by index in this
    /// list.
    pub rated: Vec<usize>,
    seen: Vec<Places>,
    /// The frequency of each result, by block.
    pub blocks: Blocks,
    /// The total evidence of each result, in observations.
    pub evidence: Vec<f64>,
}

impl RatedField {
    /// Returns the field of these matches; `None` without any.
    pub fn of(entrants: usize, matches: &Seen) -> Option<RatedField> {
        let last = *matches.rated.last()?;
        assert!(last < entrants, "entrant {last} is none of {entrants}");
        let rated: Vec<usize> = matches.rated.iter().copied().collect();
        let (mut seen, mut all_evidence) = (Vec::new(), Vec::new());
        let mut blocks: BTreeMap<u32, Vec<(usize, f64)>> = BTreeMap::new();
        for (at, (places, (evidence, times))) in matches.results.iter().enumerate() {
            let mut places = places.clone();
            for number in places.iter_mut().flatten().flatten() {
                *number = rated.partition_point(|other| *other < *number);
            }
            seen.push(places);
            all_evidence.push(*evidence);
            for (&block, &times) in times {
                blocks.entry(block).or_default().push((at, times));
            }
        }
        let blocks = blocks.into_values().collect();
        Some(RatedField { rated, seen, blocks, evidence: all_evidence })
    }

    /// Returns the total frequency of each result.
    pub fn weights(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.seen.len()];
        self.blocks.iter().flatten().for_each(|&(at, times)| weights[at] += times);
        weights
    }

    /// Returns true if every match was between two entrants.
    pub fn meets_in_twos(&self) -> bool {
        let lone = |places: &Places| {
            let sides = || places.iter().flatten();
            sides().count() == 2 && sides().all(|side| side.len() == 1)
        };
        self.seen.iter().all(lone)
    }

    /// Converts the matches to results between two entrants.
    ///
    /// # Panics
    /// If a match has more than two.
    pub fn davidson(&self) -> Davidson {
        let result = |places: &Places| match &places[..] {
            [both] => Score::Draw(both[0][0], both[1][0]),
            [first, second] => Score::Win(first[0][0], second[0][0]),
            _ => unreachable!("a match of two sides has one place or two"),
        };
        let results: Vec<Score> = self.seen.iter().map(result).collect();
        let drawn = results.iter().filter(|result| matches!(result, Score::Draw(..))).count();
        let has_draws = drawn > 0 && drawn < results.len();
        Davidson { entrants: self.rated.len(), results, has_draws }
    }

    /// Converts the matches to orders.
    pub fn plackett_luce(&self) -> PlackettLuce {
        let order = |places: &Places| {
            let ranks =
                places.iter().zip(1..).flat_map(|(sides, rank)| sides.iter().map(move |_| rank));
            Order::new(places.iter().flatten().cloned().collect(), &ranks.collect::<Vec<u8>>())
        };
        PlackettLuce { entrants: self.rated.len(), orders: self.seen.iter().map(order).collect() }
    }

    /// Returns true if every entrant has done at least as well as every other, directly or through
    /// others, so that strengths can be finite (Ford, "Solution of a ranking problem from binary
    /// comparisons", 1957).
    pub fn is_connected(&self) -> bool {
        let mut level: DiGraphMap<usize, ()> = DiGraphMap::new();
        for places in &self.seen {
            for (place, sides) in places.iter().enumerate() {
                let others = || places[place..].iter().flatten().flatten();
                for &own in sides.iter().flatten() {
                    level.extend(others().map(|&other| (own, other)));
                }
            }
        }
        kosaraju_scc(&level).len() == 1
    }
}

/// Returns the result of a match, its entrants by number.
fn places(ranking: &Ranking) -> Places {
    assert_eq!(ranking.sides.len(), ranking.ranks.len(), "a rank for each side");
    let mut by_rank: BTreeMap<u8, Vec<Vec<usize>>> = BTreeMap::new();
    for (side, &rank) in ranking.sides.iter().zip(&ranking.ranks) {
        let mut side: Vec<usize> = side.iter().map(|&number| number as usize).collect();
        side.sort_unstable();
        by_rank.entry(rank).or_default().push(side);
    }
    by_rank.values_mut().for_each(|sides| sides.sort_unstable());
    by_rank.into_values().collect()
}
