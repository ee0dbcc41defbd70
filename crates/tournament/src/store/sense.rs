//! Checks rows against each other, because a file can come from anywhere.

use crate::job::{Job, Summary};
use crate::round::Round;
use crate::shape::Shape;

/// The rounds and tables of a revision, which its matches must fit.
pub(super) struct Bounds {
    /// The number of entrants.
    pub entrants: u32,
    /// The tables; `None` if this juez lacks the game or its rules, and then makes no report.
    pub shape: Option<Shape>,
}

impl Bounds {
    /// Checks the round after `earlier` ones; it has `matches` matches.
    ///
    /// # Errors
    /// Returns the reason if such a round is impossible.
    pub fn check_round(
        &self,
        round: &Round,
        earlier: &[Round],
        matches: u32,
    ) -> Result<(), String> {
        if round.number as usize != earlier.len() {
            return Err(format!("expected round {}", earlier.len()));
        }
        if let Some(base) = round.continues {
            let has_its_tables =
                |base: &Round| base.continues.is_none() && base.pairings == round.pairings;
            if !earlier.get(base as usize).is_some_and(has_its_tables) {
                return Err(format!("its tables differ from round {base}, which it continues"));
            }
        }
        // Each block is scheduled with its round.
        if round.blocks > matches || round.first_block.checked_add(round.blocks).is_none() {
            return Err(format!("it has {} blocks and {matches} matches", round.blocks));
        }
        let named = round.pairings.iter().flatten().chain(&round.byes).chain(&round.against);
        if let Some(stranger) = named.into_iter().find(|entrant| **entrant >= self.entrants) {
            return Err(format!("it names entrant {stranger}, and there are {}", self.entrants));
        }
        let has_no_table =
            |pairing: &&Vec<u32>| self.shape.as_ref().is_some_and(|it| !it.has(pairing.len()));
        match round.pairings.iter().find(has_no_table) {
            Some(pairing) => Err(format!("it has a table of {}", pairing.len())),
            None => Ok(()),
        }
    }

    /// Checks the match after `before` others.
    ///
    /// # Errors
    /// Returns the reason if the rounds have no such match.
    pub fn check_job(&self, job: &Job, rounds: &[Round], before: u32) -> Result<(), String> {
        if job.number != before {
            return Err(format!("expected match {before}"));
        }
        let round = rounds.get(job.round as usize);
        let round = round.ok_or_else(|| format!("there is no round {}", job.round))?;
        let mut pairing = round.pairings.get(job.pairing as usize).cloned().unwrap_or_default();
        pairing.sort_unstable();
        if pairing.is_empty() || job.table() != pairing {
            return Err("its entrants differ from its pairing".to_string());
        }
        if !(round.first_block..round.first_block + round.blocks).contains(&job.block) {
            return Err(format!("its round has no block {}", job.block));
        }
        Ok(())
    }

    /// Like [`check_summary`], if this juez has the game.
    ///
    /// # Errors
    /// Returns the reason if no match at this table can end like this.
    pub fn check_summary(&self, summary: &Summary, entries: usize) -> Result<(), String> {
        self.shape.as_ref().map_or(Ok(()), |shape| check_summary(summary, shape, entries))
    }
}

/// Checks the summary of a match at a table of `entries` entrants.
///
/// # Errors
/// Returns the reason if no match at this table can end like this.
pub(super) fn check_summary(
    summary: &Summary,
    shape: &Shape,
    entries: usize,
) -> Result<(), String> {
    let (teams, ranks) = (shape.at(entries).teams(), summary.ranks.as_slice());
    let seats = teams.len();
    let numbers = [ranks.len(), summary.points.as_slice().len(), summary.spent.as_slice().len()];
    if numbers != [seats; 3] {
        return Err(format!("it has {numbers:?} ranks, points and costs at a table of {seats}"));
    }
    let partners = |seat: usize| (0..seats).filter(move |&other| teams[other] == teams[seat]);
    let is_apart = |seat: &usize| partners(*seat).any(|other| ranks[other] != ranks[*seat]);
    if let Some(seat) = (0..seats).find(is_apart) {
        return Err(format!("the partners of seat {seat} have other ranks"));
    }
    match summary.faults.iter().find(|fault| fault.seat.index() >= seats) {
        Some(fault) => Err(format!("it has a fault of seat {}", fault.seat)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::lone;

    #[test]
    fn a_round_continues_only_one_before_it_with_the_same_tables() {
        let bounds = Bounds { entrants: 3, shape: Some(lone(2)) };
        let round = |number, pairings: &[[u32; 2]], continues| Round {
            number,
            title: String::new(),
            first_block: 0,
            blocks: 1,
            pairings: pairings.iter().map(|pairing| pairing.to_vec()).collect(),
            byes: Vec::new(),
            against: None,
            continues,
        };
        let first = [round(0, &[[0, 1]], None)];
        let same = round(1, &[[0, 1]], Some(0));
        bounds.check_round(&same, &first, 1).expect("more of the first");
        for wrong in [
            round(1, &[[0, 1], [1, 2]], Some(0)),
            round(1, &[[1, 0]], Some(0)),
            round(1, &[[0, 1]], Some(1)),
            round(1, &[[0, 1]], Some(7)),
        ] {
            bounds.check_round(&wrong, &first, 1).expect_err("its tables differ");
        }
    }
}
