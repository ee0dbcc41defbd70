//! A tournament so far, as plain data: the basis of reports, ratings and the next round.

use std::collections::{BTreeMap, BTreeSet};

use super::job::{Fingerprint, Job, MatchResult, Status};
use super::ladder::LadderDay;
use super::ledger::Ledger;
use super::matches::Matches;
use super::observations::Observations;
use super::plan::{Benching, Entrant, Plan, PlanError};
use super::rating::Ranking;
use super::round::{PlayedRound, Round, RoundScores};
use super::shape::Shape;
use super::store::{Store, StoreError};
use juez_core::Team;

/// A tournament so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    pub plan: Plan,
    /// The shape of its tables.
    pub shape: Shape,
    /// The entrants, strongest first if the order matters (seeding).
    pub entrants: Vec<Entrant>,
    /// The rounds drawn so far.
    pub rounds: Vec<Round>,
    /// Their matches in the order of the schedule.
    pub matches: Matches,
    /// The benchings, in their order.
    pub benchings: Vec<Benching>,
    /// True if every match has been played and no round remains.
    pub complete: bool,
    /// The days of a ladder that the matches come from, oldest first; empty for a contest with a
    /// last match.
    pub days: Vec<LadderDay>,
}

/// An iterator compiled in this crate, which is optimised, even for callers that are not.
pub type Each<'r, T> = Box<dyn Iterator<Item = T> + 'r>;

/// Why a tournament cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its plan cannot be played here.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl Results {
    /// Reads a revision of a store and settles its matches in schedule order.
    ///
    /// # Errors
    /// If the revision cannot be read, or its plan cannot be played here.
    pub fn read(store: &Store, revision: u32) -> Result<Results, ResultsError> {
        let (plan, entrants) = (store.plan(revision)?, store.entrants(revision)?);
        let (_, shape) = plan.table()?;
        let mut ledger = Ledger::new(shape.clone(), entrants.len(), plan.bench_after);
        let mut matches = Matches::new();
        store.each_match(revision, |key, mut result| {
            if let Status::Played(summary) = &mut result.status
                && summary.fingerprint.is_none()
            {
                summary.fingerprint = store.record(&key)?.as_ref().map(Fingerprint::of);
            }
            ledger.settle(&mut result);
            matches.push(&result);
            Ok(())
        })?;
        let rounds = store.rounds(revision)?;
        let (benchings, complete) = (ledger.benchings, store.is_complete(revision)?);
        let days = LadderDay::of(store, revision, &plan)?.into_iter().collect();
        Ok(Results { plan, shape, entrants, rounds, matches, benchings, complete, days })
    }

    /// Returns the rounds of the contest, which come before the rounds played for criteria.
    pub fn contest_rounds(&self) -> &[Round] {
        let end = self.rounds.iter().position(|round| round.against.is_some());
        &self.rounds[..end.unwrap_or(self.rounds.len())]
    }

    /// Iterates over the matches of the contest, the basis of standings, ratings and ranks.
    pub fn contest(&self) -> Each<'_, MatchResult> {
        let after = self.rounds.get(self.contest_rounds().len()).map(|round| round.number);
        let is_before = move |m: &MatchResult| after.is_none_or(|after| m.job.round < after);
        Box::new(self.matches.iter().take_while(is_before))
    }

    /// Iterates over the matches of the contest, grouped by table and block.
    pub fn by_table(&self) -> Each<'_, Vec<MatchResult>> {
        let mut matches = self.contest().peekable();
        let key = |result: &MatchResult| (result.job.round, result.job.block, result.job.pairing);
        // They are adjacent in the schedule.
        Box::new(std::iter::from_fn(move || {
            let mut group = vec![matches.next()?];
            while let Some(next) = matches.next_if(|next| key(next) == key(&group[0])) {
                group.push(next);
            }
            Some(group)
        }))
    }

    /// Iterates over the matches that count for a criterion of an entrant against an opponent: the
    /// matches played for it and, if the plan fixes how often two meet, those in the contest. A
    /// finished Swiss or knockout from before there were rounds for criteria counts the matches of
    /// the contest.
    pub fn of_criterion<'r>(
        &'r self,
        &[entrant, opponent]: &[u32; 2],
    ) -> impl Iterator<Item = MatchResult> + 'r {
        let rounds_against = |round: &&Round| round.against == Some(opponent);
        let own: Vec<u32> =
            self.rounds.iter().filter(rounds_against).map(|round| round.number).collect();
        let first_apart = self.rounds.get(self.contest_rounds().len()).map(|round| round.number);
        let is_apart = self.plan.judges_apart() && (!own.is_empty() || !self.complete);
        let counts = move |result: &MatchResult| match first_apart {
            Some(first) if result.job.round >= first => own.contains(&result.job.round),
            _ => !is_apart,
        };
        self.matches.of([entrant, opponent]).filter(counts)
    }

    /// Returns the rounds of the contest with all matches settled, up to the first with a match
    /// due: the basis of the next round. Failed matches do not count.
    pub fn played_rounds(&self) -> Vec<PlayedRound> {
        let due = self.contest().filter(|result| result.status == Status::Due);
        let first_due = due.map(|due| due.job.round).min().unwrap_or(u32::MAX);
        let done = self.contest_rounds().iter().filter(|round| round.number < first_due);
        let mut scores: Vec<RoundScores> = done.cloned().map(RoundScores::new).collect();
        for result in self.contest() {
            if let Some(round) = scores.get_mut(result.job.round as usize) {
                round.add(&result, &self.shape);
            }
        }
        scores.into_iter().map(RoundScores::finish).collect()
    }

    /// Iterates over the played matches of the contest, as ratings take them. Walkovers are left
    /// out: they carry no information about strength.
    ///
    /// The block of each is the first block of its observation. Its evidence is its share of the
    /// matches of its table in the block, or 0 if those repeat an earlier block.
    pub fn rankings<'r>(&'r self, observations: &'r Observations) -> Each<'r, Ranking> {
        let (distinct, repeated) = (observations.of_all(), observations.repeated());
        Box::new(self.by_table().flat_map(move |group| {
            let (block, table) = (group[0].job.block, group[0].job.table());
            let mut rankings: Vec<Ranking> =
                group.iter().filter_map(|result| self.ranking(result)).collect();
            let evidence = if repeated.contains(&(block, &table[..])) {
                0.0
            } else {
                1.0 / rankings.len() as f64
            };
            for ranking in &mut rankings {
                (ranking.block, ranking.evidence) = (distinct.observation(block), evidence);
            }
            rankings
        }))
    }

    /// Returns one match as ratings take it, as an observation on its own, if it was played.
    pub fn ranking(&self, result: &MatchResult) -> Option<Ranking> {
        let summary = result.played()?;
        let seats = self.seated(&result.job).into_iter().zip(summary.ranks.as_slice());
        let mut sides: BTreeMap<Team, (BTreeSet<u32>, u8)> = BTreeMap::new();
        for (team, (entrant, &rank)) in self.table(&result.job).teams().iter().zip(seats) {
            sides.entry(*team).or_insert((BTreeSet::new(), rank)).0.insert(entrant);
        }
        let side = |(members, rank)| (Vec::from_iter(members), rank);
        let (sides, ranks) = sides.into_values().map(side).unzip();
        Some(Ranking { sides, ranks, block: result.job.block, evidence: 1.0 })
    }

    /// Returns the entrant in each seat of a job.
    pub fn seated(&self, job: &Job) -> Vec<u32> {
        self.table(job).seating().into_iter().map(|entry| job.order[entry]).collect()
    }

    pub fn round(&self, job: &Job) -> Option<&Round> {
        let at = self.rounds.binary_search_by_key(&job.round, |round| round.number);
        Some(&self.rounds[at.ok()?])
    }

    pub fn table(&self, job: &Job) -> &Shape {
        self.shape.at(job.order.len())
    }
}

#[cfg(test)]
mod tests;
