//! Helpers for tests of schedules: plans, tables and tournaments with random results.

use super::next::next_round;
use super::pairing::Field;
use crate::format::Format;
use crate::plan::Plan;
use crate::round::{PlayedRound, Round};
use crate::shape::Shape;
use juez_core::{Rng, Seed, Team};

pub(crate) fn plan(format: Format, rounds: u32, deals: u32) -> Plan {
    let plan = Plan::new("quoridor", serde_json::Map::new(), format, Seed::from(1));
    Plan { name: "test".into(), rounds, deals, ..plan }
}

/// Returns tables of lone entrants.
pub(crate) fn lone(entries: usize) -> Shape {
    Shape::new((0..entries as u8).map(Team).collect(), entries)
}

/// Returns two pairs, with partners across the table.
pub(crate) fn in_pairs() -> Vec<Team> {
    vec![Team(0), Team(1), Team(0), Team(1)]
}

/// Returns entrants whose numbers differ from their places in the field.
pub(crate) fn field(count: usize) -> Vec<u32> {
    (0..count as u32).map(|place| (place * 7 + 3) % 1009).collect()
}

pub(crate) struct Chance {
    rng: Rng,
    /// Maximum number of different scores: the fewer, the more draws.
    grades: u32,
}

impl Chance {
    pub(crate) fn new(seed: u32) -> Chance {
        Chance { rng: Seed::from(u64::from(seed)).rng(), grades: 3 }
    }

    pub(crate) fn decisive(seed: u32) -> Chance {
        Chance { grades: u32::MAX, ..Chance::new(seed) }
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.rng.below(n)
    }

    /// Plays a round: each entrant scores the share of the others at its table that it beats.
    pub(crate) fn play(&mut self, round: Round) -> PlayedRound {
        let scores = round.pairings.iter().map(|pairing| {
            let grades: Vec<u32> = pairing.iter().map(|_| self.rng.below(self.grades)).collect();
            let half_points = |own: &u32| {
                let other = |grade: &u32| 1 + own.cmp(grade) as i32;
                f64::from(grades.iter().map(other).sum::<i32>() - 1)
            };
            let most = 2.0 * (pairing.len() as f64 - 1.0);
            grades.iter().map(|own| half_points(own) / most).collect()
        });
        PlayedRound { scores: scores.collect(), round }
    }
}

/// Plays a tournament to its end. Draws each round twice and checks that both are equal.
pub(crate) fn tournament(
    plan: &Plan,
    shape: &Shape,
    field: &Field,
    chance: &mut Chance,
) -> Vec<PlayedRound> {
    let mut played: Vec<PlayedRound> = Vec::new();
    while let Some(round) = next_round(plan, shape, field, &[], &played) {
        assert_eq!(Some(&round), next_round(plan, shape, field, &[], &played.clone()).as_ref());
        assert_eq!(round.number as usize, played.len());
        let blocks: u32 = played.iter().map(|played| played.round.blocks).sum();
        let own = if plan.is_sample() { round.pairings.len() as u32 } else { plan.deals };
        assert_eq!((round.first_block, round.blocks), (blocks, own));
        played.push(chance.play(round));
        assert!(played.len() < 500, "a tournament comes to an end");
    }
    played
}

/// Checks that no entrant has a second bye before all have had one, and so on.
pub(crate) fn byes_are_fair(field: &Field, played: &[PlayedRound]) {
    let mut byes = vec![0; field.len()];
    for round in played.iter().map(|played| &played.round) {
        for (place, entrant) in field.iter().enumerate() {
            byes[place] += u32::from(round.byes.contains(entrant));
        }
        let (most, least) = (byes.iter().max(), byes.iter().min());
        assert!(most.zip(least).is_none_or(|(most, least)| most - least <= 1), "{byes:?}");
    }
}

/// Returns the maximum number of pairs, by trying all.
pub(crate) fn most_pairs(allowed: &dyn Fn(usize, usize) -> bool, places: &[usize]) -> usize {
    let Some((&first, others)) = places.split_first() else { return 0 };
    let paired = (0..others.len()).filter(|&at| allowed(first, others[at])).map(|at| {
        let rest: Vec<usize> = [&others[..at], &others[at + 1..]].concat();
        1 + most_pairs(allowed, &rest)
    });
    paired.chain([most_pairs(allowed, others)]).max().unwrap_or(0)
}
