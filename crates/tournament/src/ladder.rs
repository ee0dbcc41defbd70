//! Ladders: contests without a last match. Each day is a revision with its own seed, and the
//! standings cover the matches of all days.

use jiff::civil::Date;
use std::collections::BTreeSet;

use super::plan::{Entrant, Plan};
use super::results::{Results, ResultsError};
use super::round::Round;
use super::store::{Store, StoreError};
use juez_core::{Player, Seed};

#[derive(Clone, PartialEq, Debug)]
pub struct LadderDay {
    /// The day.
    pub date: Date,
    /// Its last revision in the store.
    pub revision: u32,
    /// The number of its first match in [`Results::matches`]; match `n` of the revision is `first +
    /// n`.
    pub first: u32,
    /// The seed of the day.
    pub seed: Seed,
    /// True once a later day has begun, so that the seed can be published.
    pub is_over: bool,
}

impl LadderDay {
    pub(super) fn of(
        store: &Store,
        revision: u32,
        plan: &Plan,
    ) -> Result<Option<LadderDay>, StoreError> {
        let Some(date) = plan.day else { return Ok(None) };
        let newest = store.plan(store.revisions()?)?.day;
        let is_over = newest != Some(date);
        Ok(Some(LadderDay { date, revision, first: 0, seed: plan.seed, is_over }))
    }
}

impl Results {
    /// Reads a revision with the earlier days of its ladder, back to the last change of the rules.
    /// Keeps the matches between bots that take part in this revision and have not changed since.
    /// At larger tables, two such bots are enough: the others at the table become yardsticks, each
    /// version under its own name, so that one changed bot costs the rest no match. A revision
    /// outside a ladder is read alone.
    ///
    /// # Errors
    /// If one of the revisions cannot be read.
    pub fn read_ladder(store: &Store, revision: u32) -> Result<Results, ResultsError> {
        let newest = Results::read(store, revision)?;
        let mut days = newest.days.clone();
        for earlier in (1..revision).rev() {
            let Some(last) = days.last() else { break };
            let plan = store.plan(earlier)?;
            match LadderDay::of(store, earlier, &plan)? {
                Some(day) if day.date == last.date => {}
                Some(day) if plays_alike(&plan, &newest.plan) => days.push(day),
                _ => break,
            }
        }
        if days.len() < 2 {
            return Ok(newest);
        }
        let (rounds, matches) = Default::default();
        let mut former = Vec::new();
        let mut whole = Results { rounds, matches, days: Vec::new(), ..newest };
        let mut first = 0;
        for day in days.into_iter().rev() {
            let played = Results::read(store, day.revision)?;
            let matches = played.matches.len() as u32;
            whole.add(LadderDay { first, ..day }, &played, &mut former);
            first += matches;
        }
        // Benchings of the last day, in the numbers of all matches.
        let today = whole.days.last().map_or(0, |day| day.first);
        whole.benchings.iter_mut().for_each(|benching| benching.after += today);
        Ok(whole)
    }

    /// Adds a day after the last. `former` holds the entrants that no longer play, with their
    /// numbers.
    fn add(&mut self, day: LadderDay, played: &Results, former: &mut Vec<(Player, u32)>) {
        let number_today = |old: u32| {
            let old = &played.entrants[old as usize].player;
            self.entrants.iter().position(|entrant| entrant.player == *old).map(|at| at as u32)
        };
        let today: Vec<Option<u32>> = (0..played.entrants.len() as u32).map(number_today).collect();
        let counts = |pairing: &[u32]| {
            let there = pairing.iter().filter(|&&old| today[old as usize].is_some()).count();
            there == pairing.len() || there >= 2
        };
        let gone: BTreeSet<u32> = (played.rounds.iter().flat_map(|round| &round.pairings))
            .filter(|pairing| counts(pairing))
            .flatten()
            .copied()
            .filter(|&old| today[old as usize].is_none())
            .collect();
        let mut numbers = today.clone();
        for old in gone {
            let entrant = &played.entrants[old as usize];
            numbers[old as usize] = Some(self.former(entrant, day.date, former));
        }
        let all_today = |entrants: &[u32]| -> Option<Vec<u32>> {
            if !counts(entrants) {
                return None;
            }
            entrants.iter().map(|&old| numbers[old as usize]).collect()
        };
        let first_block =
            self.rounds.iter().map(|r| r.first_block.saturating_add(r.blocks)).max().unwrap_or(0);
        // The new number of each round and of each pairing in it; pairings that do not count are
        // dropped.
        let mut places: Vec<(u32, Vec<u32>)> = Vec::new();
        for round in &played.rounds {
            let mut pairings = Vec::new();
            let mut kept = Vec::new();
            for pairing in &round.pairings {
                kept.push(pairings.len() as u32);
                pairings.extend(all_today(pairing));
            }
            places.push((self.rounds.len() as u32, kept));
            if !pairings.is_empty() {
                self.rounds.push(Round {
                    number: self.rounds.len() as u32,
                    title: format!("{}, {}", day.date, round.title),
                    first_block: first_block.saturating_add(round.first_block),
                    byes: round.byes.iter().filter_map(|&old| today[old as usize]).collect(),
                    continues: round.continues.map(|base| places[base as usize].0),
                    pairings,
                    ..round.clone()
                });
            }
        }
        for mut result in played.matches.iter() {
            let job = &mut result.job;
            let Some(order) = all_today(&job.order) else { continue };
            let (round, pairings) = &places[job.round as usize];
            job.pairing = pairings[job.pairing as usize];
            (job.number, job.round) = (day.first + job.number, *round);
            (job.block, job.order) = (first_block.saturating_add(job.block), order);
            self.matches.push(&result);
        }
        self.days.push(day);
    }

    /// Returns the number of a version that no longer plays; a new one becomes a yardstick.
    fn former(&mut self, entrant: &Entrant, day: Date, former: &mut Vec<(Player, u32)>) -> u32 {
        if let Some((_, number)) = former.iter().find(|(player, _)| *player == entrant.player) {
            return *number;
        }
        let number = self.entrants.len() as u32;
        let name = format!("{} of {day}", entrant.name());
        let player = Player { name, ..entrant.player.clone() };
        former.push((entrant.player.clone(), number));
        self.entrants.push(Entrant { player, ..entrant.clone() });
        self.plan.yardsticks.push(number);
        number
    }
}

/// Returns true if two plans have the same rules, so that their matches count together.
fn plays_alike(one: &Plan, other: &Plan) -> bool {
    let rules = |plan: &Plan| {
        let Plan { terms, partners, openings, .. } = plan.clone();
        (terms, partners, openings)
    };
    rules(one) == rules(other)
}
