//! Who plays whom, when and in which seats. A round follows from the rounds before it and from
//! nothing else, so an interrupted tournament draws the same one again.

use serde::{Deserialize, Serialize};

use super::{Format, Plan, Shape};

/// The pairings of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// What it is called: `round 3`, `semi-finals`.
    pub title: String,
    /// The first block (deal) it plays.
    pub first_block: u32,
    /// How many blocks each pairing plays.
    pub blocks: u32,
    /// The entrants at each table, by number.
    pub pairings: Vec<Vec<u32>>,
    /// Entrants who do not play in it, and are given a full score in Swiss.
    pub byes: Vec<u32>,
}

/// One match of a schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// Its place in the order of the schedule, from 0.
    pub number: u32,
    /// Its round.
    pub round: u32,
    /// Its pairing in the round, from 0.
    pub pairing: u32,
    /// Its block: which deal or opening it plays, the same for every pairing.
    pub block: u32,
    /// Which seating of the pairing, from 0.
    pub seating: u32,
    /// The entrant of each entry of the match, by number.
    pub order: Vec<u32>,
}

/// A round that was played: the mean score of each entrant at each table, 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedRound {
    /// The round.
    pub round: Round,
    /// For each pairing, the mean score of each of its entrants in the order of [`Round::pairings`];
    /// 0 for all where no match could be played.
    pub scores: Vec<Vec<f64>>,
}

/// Who is to be paired: entrants that can play, by number, the strongest first.
pub type Field = [u32];

/// The round after these, `None` after the last.
pub fn next_round(
    plan: &Plan,
    shape: &Shape,
    field: &Field,
    benched: &[u32],
    played: &[PlayedRound],
) -> Option<Round> {
    let _ = (plan, shape, field, benched, played, Format::Swiss);
    todo!("schedule")
}

/// The matches of a round in the order of the schedule, the first with number `first`: deal by deal,
/// table by table, seating by seating.
pub fn fixtures(round: &Round, shape: &Shape, first: u32) -> Vec<Fixture> {
    let _ = (round, shape, first);
    todo!("schedule")
}
