//! What a table of a tournament looks like: how many entrants sit at it, and in which seatings.

use std::collections::BTreeSet;

use super::{Partners, Plan, seating, shares};
use crate::core::{PerSeat, Seat, Team};
use crate::registry::{AnyGame, MatchSetup, SetupError};

/// The tables of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The side of each seat.
    teams: Vec<Team>,
    /// Entrants at a table: one for each seat, or one for each side.
    entries: usize,
}

impl Shape {
    /// Tables of a game with these sides, `entries` entrants at each.
    ///
    /// # Panics
    /// If that is neither the number of seats nor that of sides.
    pub fn new(teams: Vec<Team>, entries: usize) -> Shape {
        let mut sides = teams.clone();
        sides.sort_unstable();
        sides.dedup();
        assert!(
            entries == teams.len() || entries == sides.len(),
            "an entrant for each seat or side"
        );
        Shape { teams, entries }
    }

    /// The tables of a plan for this game.
    ///
    /// # Errors
    /// If its house rules cannot be played.
    pub(super) fn of(game: &dyn AnyGame, plan: &Plan) -> Result<Shape, SetupError> {
        let options = plan.options.clone();
        let teams = game.teams(&MatchSetup { options, ..MatchSetup::new(Vec::new()) })?;
        let sides = sides(&teams);
        let entries = match plan.partners {
            Partners::Same => sides,
            Partners::Mixed => teams.len(),
        };
        Ok(Shape::new(teams, entries))
    }

    /// The side of each seat.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// Entrants at a table.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Whether several entrants sit on one side.
    pub fn has_partners(&self) -> bool {
        self.entries == self.teams.len() && self.sides() < self.teams.len()
    }

    /// Sides at a table.
    pub fn sides(&self) -> usize {
        sides(&self.teams)
    }

    /// The entry that sits in each seat.
    pub fn seating(&self) -> Vec<usize> {
        seating(self.entries, &self.teams)
    }

    /// The seats of an entry.
    pub fn seats(&self, entry: usize) -> Vec<Seat> {
        let seating = self.seating();
        (0..seating.len()).filter(|&s| seating[s] == entry).map(|s| Seat::new(s as u8)).collect()
    }

    /// The score of each entry of a match with these ranks ([`shares`]).
    pub fn scores(&self, ranks: &PerSeat<u8>) -> Vec<f64> {
        let scores = shares(ranks, &self.teams);
        (0..self.entries).map(|entry| scores[self.seats(entry)[0].index()]).collect()
    }

    /// The score of each entry of a match that is not played because these entries are benched: the
    /// sides of the others share the first place, the benched get nothing.
    pub fn walkover(&self, benched: &[usize]) -> Vec<f64> {
        let out = |entry: &usize| benched.contains(entry);
        let seating = self.seating();
        let beaten =
            |team: Team| (0..self.teams.len()).any(|s| self.teams[s] == team && out(&seating[s]));
        let ranks = PerSeat::from_fn(self.teams.len() as u8, |seat| {
            if beaten(self.teams[seat.index()]) { 2 } else { 1 }
        });
        let scores = self.scores(&ranks);
        (0..self.entries).map(|entry| if out(&entry) { 0.0 } else { scores[entry] }).collect()
    }
}

/// How many sides there are.
fn sides(teams: &[Team]) -> usize {
    teams.iter().collect::<BTreeSet<&Team>>().len()
}
