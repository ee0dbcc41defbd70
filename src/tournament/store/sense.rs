//! Checks rows against each other: a file may come from anywhere.

use crate::tournament::job::{Job, Summary};
use crate::tournament::round::Round;
use crate::tournament::shape::Shape;

/// The rounds and tables of a revision, which its matches must fit.
pub(super) struct Bounds {
    /// The number of entrants.
    pub entrants: u32,
    /// The tables; `None` for a game or rules that this juez does not have, which nothing is made of.
    pub shape: Option<Shape>,
}

impl Bounds {
    /// Checks the round after `before` others, of which there are `matches` matches.
    ///
    /// # Errors
    /// In words, if there can be no such round.
    pub fn check_round(&self, round: &Round, before: usize, matches: u32) -> Result<(), String> {
        if round.number as usize != before {
            return Err(format!("expected round {before}"));
        }
        // Each block was scheduled with the round.
        if round.blocks > matches || round.first_block.checked_add(round.blocks).is_none() {
            return Err(format!("it has {} blocks and {matches} matches", round.blocks));
        }
        let named = round.pairings.iter().flatten().chain(&round.byes).chain(&round.against);
        if let Some(stranger) = named.into_iter().find(|entrant| **entrant >= self.entrants) {
            return Err(format!("it names entrant {stranger}, and there are {}", self.entrants));
        }
        let sits =
            |pairing: &&Vec<u32>| self.shape.as_ref().is_some_and(|it| !it.has(pairing.len()));
        match round.pairings.iter().find(sits) {
            Some(pairing) => Err(format!("it has a table of {}", pairing.len())),
            None => Ok(()),
        }
    }

    /// Checks the match after `before` others.
    ///
    /// # Errors
    /// In words, if the rounds have no such match.
    pub fn check_job(&self, job: &Job, rounds: &[Round], before: u32) -> Result<(), String> {
        if job.number != before {
            return Err(format!("expected match {before}"));
        }
        let round = rounds.get(job.round as usize);
        let round = round.ok_or_else(|| format!("there is no round {}", job.round))?;
        let mut pairing = round.pairings.get(job.pairing as usize).cloned().unwrap_or_default();
        pairing.sort_unstable();
        if pairing.is_empty() || job.table() != pairing {
            return Err("its entrants are not those of its pairing".to_string());
        }
        if !(round.first_block..round.first_block + round.blocks).contains(&job.block) {
            return Err(format!("its round has no block {}", job.block));
        }
        Ok(())
    }

    /// Checks the summary of a match at a table of so many entrants.
    ///
    /// # Errors
    /// In words, if no match at this table ends so.
    pub fn check_summary(&self, summary: &Summary, entries: usize) -> Result<(), String> {
        let Some(shape) = &self.shape else { return Ok(()) };
        let (teams, ranks) = (shape.at(entries).teams(), summary.ranks.as_slice());
        let seats = teams.len();
        let numbers =
            [ranks.len(), summary.points.as_slice().len(), summary.spent.as_slice().len()];
        if numbers != [seats; 3] {
            return Err(format!(
                "it has {numbers:?} ranks, points and costs at a table of {seats}"
            ));
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
}
