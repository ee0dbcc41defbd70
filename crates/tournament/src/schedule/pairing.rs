//! Rounds from tables of places in a field.

use crate::plan::Plan;
use crate::round::{PlayedRound, Round};
use crate::shape::Shape;

/// The entrants to pair: all that can play, by number, strongest first.
pub type Field = [u32];

/// Everything that determines the next round.
#[derive(Clone, Copy)]
pub struct RoundBasis<'a> {
    pub plan: &'a Plan,
    /// The shape of the planned table.
    pub shape: &'a Shape,
    /// The field, the same for all rounds of a tournament.
    pub field: &'a Field,
    /// The entrants of the field benched by now.
    pub benched: &'a [u32],
    /// The complete rounds so far.
    pub played: &'a [PlayedRound],
}

impl RoundBasis<'_> {
    /// Makes a round after those played, on deals that none of them has used.
    pub(super) fn after(&self, title: String, pairings: Vec<Vec<u32>>, byes: Vec<u32>) -> Round {
        Round {
            number: self.played.len() as u32,
            title,
            first_block: self.played.iter().map(|played| played.round.blocks).sum(),
            blocks: self.plan.deals,
            pairings,
            byes,
            against: None,
            continues: None,
        }
    }

    /// Makes a round with the missing deals of a played round; `None` if none are missing.
    pub(super) fn more_of(&self, whole: &Round) -> Option<Round> {
        let blocks = self.plan.deals.checked_sub(whole.blocks).filter(|&blocks| blocks > 0)?;
        let title = format!("{}, deals {} to {}", whole.title, whole.blocks + 1, self.plan.deals);
        let round = self.after(title, whole.pairings.clone(), Vec::new());
        Some(Round { blocks, continues: Some(whole.number), ..round })
    }

    /// Makes the next of `plan.rounds` rounds, with these tables of places in the field.
    pub(super) fn numbered(&self, tables: &[Vec<usize>], byes: &[usize]) -> Option<Round> {
        if self.played.len() >= self.plan.rounds as usize || tables.is_empty() {
            return None;
        }
        let title = format!("round {}", self.played.len() + 1);
        Some(self.after(title, named(self.field, tables), members(self.field, byes)))
    }
}

/// Returns the entrants at these places of the field.
pub(super) fn members(field: &Field, places: &[usize]) -> Vec<u32> {
    places.iter().map(|&place| field[place]).collect()
}

/// Returns tables of the entrants at these places of the field.
pub(super) fn named(field: &Field, tables: &[Vec<usize>]) -> Vec<Vec<u32>> {
    tables.iter().map(|table| members(field, table)).collect()
}
