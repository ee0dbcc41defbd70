//! Rounds made from tables of places in a field.

use crate::tournament::plan::Plan;
use crate::tournament::round::{PlayedRound, Round};

/// The entrants to pair: those that can play, by number, the strongest first.
pub type Field = [u32];

/// A round to come after those played, on deals that none of them has used.
pub(super) fn after(
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
pub(super) fn numbered(
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
pub(super) fn members(field: &Field, places: &[usize]) -> Vec<u32> {
    places.iter().map(|&place| field[place]).collect()
}

/// Tables of the entrants at these places of the field.
pub(super) fn named(field: &Field, tables: &[Vec<usize>]) -> Vec<Vec<u32>> {
    tables.iter().map(|table| members(field, table)).collect()
}
