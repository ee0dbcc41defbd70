//! The pairings: which entrants meet, when and in which seats. A round follows from the rounds before it and from
//! nothing else, so an interrupted tournament draws the same one again.

mod bracket;
mod combinations;
mod count;
mod criteria;
mod fixtures;
mod gauntlet;
mod heats;
mod knockout;
mod matching;
mod meetings;
mod played;
mod round_robin;
mod sample;
mod seats;
mod squares;
mod stage;
mod standing;
mod swiss;
mod swiss_tables;
#[cfg(test)]
mod testing;

use serde::{Deserialize, Serialize};

pub use count::{Count, count};
pub use criteria::{
    PlannedCriteria, PlannedGames, criterion_games, criterion_rounds, planned_criteria,
};
pub use fixtures::fixtures;
pub use knockout::{knockout_decided, knockout_places};
pub use played::PlayedRound;
pub use sample::sampled_fixtures;
pub use stage::{Decided, TIE_BREAKS, Why};
pub use standing::buchholz;

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
    /// Entrants who do not play in it. That changes no mean score, so it decides nothing.
    pub byes: Vec<u32>,
    /// The entrant that criteria ask to beat, in a round that is played for them: the contest is
    /// over before it, and its matches count for criteria alone.
    #[serde(default)]
    pub against: Option<u32>,
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

impl Fixture {
    /// The entrants at its table, ascending.
    pub fn table(&self) -> Vec<u32> {
        let mut table = self.order.clone();
        table.sort_unstable();
        table
    }
}

/// Who is to be paired: entrants that can play, by number, the strongest first.
pub type Field = [u32];

/// The round after these, `None` after the last.
///
/// `field` is the same for all rounds of a tournament; `benched` are those of it who are benched by
/// now. In a round robin and a gauntlet they keep their pairings, in Swiss they get no more, in a
/// knockout they lose the tie they are in. There is no round where fewer are left than sit at a
/// planned table.
pub fn next_round(
    plan: &Plan,
    shape: &Shape,
    field: &Field,
    benched: &[u32],
    played: &[PlayedRound],
) -> Option<Round> {
    match plan.format {
        Format::RoundRobin => match plan.matches_each {
            Some(each) => sample::next(plan, shape, each, field, played),
            None => round_robin::next(plan, shape, field, played),
        },
        Format::Gauntlet { challengers } => gauntlet::next(plan, shape, challengers, field, played),
        Format::Swiss => swiss::next(plan, shape, field, benched, played),
        Format::Knockout { .. } => knockout::next(plan, shape, field, benched, played),
    }
}

/// A round to come after those played, on deals that none of them has used.
fn after(
    played: &[PlayedRound],
    plan: &Plan,
    title: String,
    pairings: Vec<Vec<u32>>,
    byes: Vec<u32>,
) -> Round {
    Round {
        number: played.len() as u32,
        title,
        first_block: played.iter().map(|played| played.round.blocks).sum(),
        blocks: plan.deals,
        pairings,
        byes,
        against: None,
    }
}

/// The next of `plan.rounds` rounds, with these tables of places in the field.
fn numbered(
    played: &[PlayedRound],
    plan: &Plan,
    field: &Field,
    tables: &[Vec<usize>],
    byes: &[usize],
) -> Option<Round> {
    if played.len() >= plan.rounds as usize || tables.is_empty() {
        return None;
    }
    let title = format!("round {}", played.len() + 1);
    Some(after(played, plan, title, named(field, tables), members(field, byes)))
}

/// The entrants at these places of the field.
fn members(field: &Field, places: &[usize]) -> Vec<u32> {
    places.iter().map(|&place| field[place]).collect()
}

/// Tables of the entrants at these places of the field.
fn named(field: &Field, tables: &[Vec<usize>]) -> Vec<Vec<u32>> {
    tables.iter().map(|table| members(field, table)).collect()
}
