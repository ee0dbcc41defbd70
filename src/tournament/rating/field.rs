//! The matches of a field as observations: what came of them, each once, and how often it was seen.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::Ranking;
use super::davidson::{Davidson, Score};
use super::plackett_luce::{Order, PlackettLuce};
use super::scatter::Blocks;

/// Sides by place, the best first, those on one place ascending: equal for matches that say the
/// same.
type Places = Vec<Vec<Vec<usize>>>;

/// The entrants that have played, and what came of it.
pub(super) struct RatedField {
    /// The entrants that have played, ascending. Below, an entrant is its index in this list.
    pub rated: Vec<usize>,
    seen: Vec<Places>,
    /// The weight of each in each block.
    pub blocks: Blocks,
    /// The evidence of each in all, in observations.
    pub evidence: Vec<f64>,
}

impl RatedField {
    /// The field that has played these matches; `None` without any. A match of an entrant against
    /// itself alone tells nothing and is left out.
    pub fn of(
        entrants: usize,
        matches: impl IntoIterator<Item = impl Borrow<Ranking>>,
    ) -> Option<RatedField> {
        let mut rated: BTreeSet<usize> = BTreeSet::new();
        let mut found: BTreeMap<Places, (f64, BTreeMap<u32, f64>)> = BTreeMap::new();
        for ranking in matches {
            let ranking = ranking.borrow();
            if ranking.sides.iter().any(|side| *side != ranking.sides[0]) {
                rated.extend(ranking.sides.iter().flatten().map(|&number| number as usize));
                let (evidence, times) = found.entry(places(ranking)).or_default();
                *evidence += ranking.evidence;
                *times.entry(ranking.block).or_default() += 1.0;
            }
        }
        let last = *rated.last()?;
        assert!(last < entrants, "entrant {last} is none of {entrants}");
        let rated: Vec<usize> = rated.into_iter().collect();
        let (mut seen, mut all_evidence) = (Vec::new(), Vec::new());
        let mut blocks: BTreeMap<u32, Vec<(usize, f64)>> = BTreeMap::new();
        for (at, (mut places, (evidence, times))) in found.into_iter().enumerate() {
            for number in places.iter_mut().flatten().flatten() {
                *number = rated.partition_point(|other| *other < *number);
            }
            seen.push(places);
            all_evidence.push(evidence);
            for (block, times) in times {
                blocks.entry(block).or_default().push((at, times));
            }
        }
        let blocks = blocks.into_values().collect();
        Some(RatedField { rated, seen, blocks, evidence: all_evidence })
    }

    /// The weight of each in all.
    pub fn weights(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.seen.len()];
        self.blocks.iter().flatten().for_each(|&(at, times)| weights[at] += times);
        weights
    }

    /// True if every match was between two entrants.
    pub fn meets_in_twos(&self) -> bool {
        let lone = |places: &Places| {
            let sides = || places.iter().flatten();
            sides().count() == 2 && sides().all(|side| side.len() == 1)
        };
        self.seen.iter().all(lone)
    }

    /// Its matches as results between two.
    ///
    /// # Panics
    /// If there are others.
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

    /// Its matches as orders.
    pub fn plackett_luce(&self) -> PlackettLuce {
        let order = |places: &Places| {
            let ranks =
                places.iter().zip(1..).flat_map(|(sides, rank)| sides.iter().map(move |_| rank));
            Order::new(places.iter().flatten().cloned().collect(), &ranks.collect::<Vec<u8>>())
        };
        PlackettLuce { entrants: self.rated.len(), orders: self.seen.iter().map(order).collect() }
    }

    /// True if every entrant has done at least as well as every other, directly or over others, so
    /// that strengths can be finite (Ford, "Solution of a ranking problem from binary comparisons",
    /// 1957).
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

/// The result of a match, its entrants by number.
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
