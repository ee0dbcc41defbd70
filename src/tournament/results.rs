//! A tournament so far, as plain data: what reports, ratings and the next round are made from.

use serde::{Deserialize, Serialize};

use super::ledger::{Known, Ledger};
use super::rating::Ranking;
use super::{
    Fingerprint, Fixture, LadderDay, Matches, Observations, Plan, PlanError, PlayedRound, Round,
    RoundScores, Shape, Store, StoreError, StoredFixture,
};
use crate::core::{Hands, PerSeat, Player, Reason, SeatFault};

/// Who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Name, kind of bot and source, as they stand in records. Names are unique.
    pub player: Player,
    /// How it was named: a path, or a built-in bot with its options.
    pub path: String,
    /// The student it belongs to, if a roster says so.
    pub student: Option<String>,
    /// Why it cannot play; it then takes no part.
    pub error: Option<String>,
}

impl Entrant {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.player.name
    }
}

/// What is known of a match that was played, beside its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Why it ended.
    pub reason: Reason,
    /// The rank of each seat.
    pub ranks: PerSeat<u8>,
    /// The points of each seat.
    pub points: PerSeat<i32>,
    /// What bots did wrong.
    pub faults: Vec<SeatFault>,
    /// Moves made.
    pub plies: u32,
    /// What each seat spent.
    pub spent: PerSeat<Spent>,
    /// How long the match took, in microseconds; of this machine, so it decides nothing.
    pub wall_us: u64,
    /// The fingerprint of the match; `None` where it was stored before this was kept.
    #[serde(default)]
    pub fingerprint: Option<Fingerprint>,
    /// The game's figures of its hands; `None` where it counts nothing, or where the match was
    /// stored before this was kept.
    #[serde(default)]
    pub hands: Option<Box<Hands>>,
}

/// What one seat spent in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Decisions it was asked for.
    pub decisions: u32,
    /// Fuel of all its decisions; 0 for a built-in bot.
    pub fuel: u64,
    /// The most fuel that one decision took.
    pub worst_fuel: u64,
    /// CPU time of all its calls in microseconds, as the place that ran it says; decides nothing.
    pub time_us: u64,
}

/// What has become of a fixture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Status {
    /// Still to be played.
    Due,
    /// Played.
    Played(Box<Summary>),
    /// Not played, for the entrants with these entries are benched.
    Walkover {
        /// The entries (places in [`Fixture::order`]) that are benched, ascending.
        benched: Vec<usize>,
    },
    /// Could not be played, again and again, for no fault of a bot. Does not count.
    Failed {
        /// Why.
        error: String,
    },
}

/// A fixture and what has become of it.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The match as it was scheduled.
    pub fixture: Fixture,
    /// What has become of it.
    pub status: Status,
}

/// An entrant that takes no further part after too many faults in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Benching {
    /// Who.
    pub entrant: u32,
    /// The fixture after which, in the order of the schedule.
    pub after: u32,
}

/// A tournament so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// What was planned.
    pub plan: Plan,
    /// The tables it is played at.
    pub shape: Shape,
    /// Who takes part, the strongest first where the order matters (seeding).
    pub entrants: Vec<Entrant>,
    /// The rounds drawn so far.
    pub rounds: Vec<Round>,
    /// Their matches in the order of the schedule.
    pub matches: Matches,
    /// Who is benched, in the order in which it happened.
    pub benchings: Vec<Benching>,
    /// Whether every match has been played and no round is to come.
    pub complete: bool,
    /// The days of a ladder from which the matches come, oldest first; empty for a contest with a
    /// last match.
    pub days: Vec<LadderDay>,
}

/// Why a tournament cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its plan cannot be played here.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl Results {
    /// An edition of a store, its matches settled in the order of the schedule.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(store: &Store, edition: u32) -> Result<Results, ResultsError> {
        let (plan, entrants) = (store.plan(edition)?, store.entrants(edition)?);
        let (_, shape) = plan.table()?;
        let mut ledger = Ledger::new(shape.clone(), entrants.len(), plan.bench_after);
        let mut matches = Matches::new();
        store.each_fixture(edition, |stored| {
            let StoredFixture { fixture, key, summary, error } = stored;
            let known = match (summary, error) {
                (Some(mut summary), _) => {
                    if summary.fingerprint.is_none() {
                        summary.fingerprint = store.record(&key)?.as_ref().map(Fingerprint::of);
                    }
                    Known::Played(Box::new(summary))
                }
                (None, Some(error)) => Known::Failed(error),
                (None, None) => Known::Nothing,
            };
            let status = ledger.settle(&fixture, known);
            matches.push(&MatchResult { fixture, status });
            Ok(())
        })?;
        let rounds = store.rounds(edition)?;
        let (benchings, complete) = (ledger.benchings().to_vec(), store.is_complete(edition)?);
        let days = LadderDay::of(store, edition, &plan)?.into_iter().collect();
        Ok(Results { plan, shape, entrants, rounds, matches, benchings, complete, days })
    }
}

impl Results {
    /// The rounds of the contest, which those that are played for criteria follow.
    pub fn contest_rounds(&self) -> &[Round] {
        let end = self.rounds.iter().position(|round| round.against.is_some());
        &self.rounds[..end.unwrap_or(self.rounds.len())]
    }

    /// The matches of the contest: what standings, ratings and places come from.
    pub fn contest(&self) -> impl Iterator<Item = MatchResult> + Clone + '_ {
        let after = self.rounds.get(self.contest_rounds().len()).map(|round| round.number);
        let is_before = move |m: &MatchResult| after.is_none_or(|after| m.fixture.round < after);
        self.matches.iter().take_while(is_before)
    }

    /// The matches that count for a criterion of an entrant against an opponent: those that are
    /// played for it, and where it is known beforehand how often two meet those of the contest.
    /// Where a Swiss or a knockout has played none for it, as it was before there were such rounds,
    /// those of the contest count too.
    pub fn of_criterion<'r>(
        &'r self,
        &[entrant, opponent]: &[u32; 2],
    ) -> impl Iterator<Item = MatchResult> + 'r {
        let rounds_against = |round: &&Round| round.against == Some(opponent);
        let own: Vec<u32> =
            self.rounds.iter().filter(rounds_against).map(|round| round.number).collect();
        let first_beside = self.rounds.get(self.contest_rounds().len()).map(|round| round.number);
        let is_apart = self.plan.judges_apart() && (!own.is_empty() || !self.complete);
        let counts = move |result: &MatchResult| match first_beside {
            Some(first) if result.fixture.round >= first => own.contains(&result.fixture.round),
            _ => !is_apart,
        };
        self.matches.of([entrant, opponent]).filter(counts)
    }

    /// The rounds of the contest of which every match is settled, as far as they follow each other
    /// from the first: what the next round is drawn from. Matches that could not be played do not
    /// count.
    pub fn played_rounds(&self) -> Vec<PlayedRound> {
        let due = self.contest().filter(|result| result.status == Status::Due);
        let first_due = due.map(|due| due.fixture.round).min().unwrap_or(u32::MAX);
        let done = self.contest_rounds().iter().filter(|round| round.number < first_due);
        let mut scores: Vec<RoundScores> = done.cloned().map(RoundScores::new).collect();
        for result in self.contest() {
            if let Some(round) = scores.get_mut(result.fixture.round as usize) {
                round.add(&result, &self.shape);
            }
        }
        scores.into_iter().map(RoundScores::finish).collect()
    }

    /// The matches of the contest that were played, as ratings take them. Walkovers say nothing of
    /// strength.
    ///
    /// The block of each is the first of its observation, and its evidence the part that it has in
    /// what its table played of the block, if that repeats no other.
    pub fn rankings<'r>(
        &'r self,
        observations: &'r Observations,
    ) -> impl Iterator<Item = Ranking> + 'r {
        let (distinct, repeated) = (observations.of_all(), observations.repeated());
        let mut matches = self.contest().peekable();
        let table = |result: &MatchResult| (result.fixture.block, result.fixture.table());
        // What a table plays of a block comes one after the other in the schedule.
        let groups = std::iter::from_fn(move || {
            let mut group = vec![matches.next()?];
            while let Some(next) = matches.next_if(|next| table(next) == table(&group[0])) {
                group.push(next);
            }
            Some(group)
        });
        groups.flat_map(move |group| {
            let (block, table) = table(&group[0]);
            let mut rankings: Vec<Ranking> =
                group.iter().filter_map(|result| self.ranking(result)).collect();
            let evidence = match repeated.contains(&(block, &table[..])) {
                true => 0.0,
                false => 1.0 / rankings.len() as f64,
            };
            for ranking in &mut rankings {
                (ranking.block, ranking.evidence) = (distinct.observation(block), evidence);
            }
            rankings
        })
    }

    /// One match as ratings take it, an observation of its own, if it was played.
    pub fn ranking(&self, result: &MatchResult) -> Option<Ranking> {
        let summary = result.played()?;
        let table = self.table(&result.fixture);
        let (teams, seating) = (table.teams(), table.seating());
        let mut sides = teams.to_vec();
        sides.sort_unstable();
        sides.dedup();
        let block = result.fixture.block;
        let mut ranking = Ranking { sides: Vec::new(), ranks: Vec::new(), block, evidence: 1.0 };
        for side in sides {
            let seats = || (0..teams.len()).filter(|&seat| teams[seat] == side);
            let mut members: Vec<u32> =
                seats().map(|seat| result.fixture.order[seating[seat]]).collect();
            members.sort_unstable();
            members.dedup();
            ranking.sides.push(members);
            ranking.ranks.extend(seats().next().map(|seat| summary.ranks.as_slice()[seat]));
        }
        Some(ranking)
    }

    /// The entrant in each seat of a fixture.
    pub fn seated(&self, fixture: &Fixture) -> Vec<u32> {
        self.table(fixture).seating().into_iter().map(|entry| fixture.order[entry]).collect()
    }

    /// The round of a fixture.
    pub fn round(&self, fixture: &Fixture) -> Option<&Round> {
        let at = self.rounds.binary_search_by_key(&fixture.round, |round| round.number);
        Some(&self.rounds[at.ok()?])
    }

    /// The table of a fixture.
    pub fn table(&self, fixture: &Fixture) -> &Shape {
        self.shape.at(fixture.order.len())
    }
}

impl MatchResult {
    /// The score of each entry, 0 to 1 ([`shares`](super::shares)): of a match that was played, or
    /// of a walkover, in which the others share the first place and the benched get nothing.
    pub fn scores(&self, shape: &Shape) -> Option<Vec<f64>> {
        let table = shape.at(self.fixture.order.len());
        match &self.status {
            Status::Played(summary) => Some(table.scores(&summary.ranks)),
            Status::Walkover { benched } => Some(table.walkover(benched)),
            Status::Due | Status::Failed { .. } => None,
        }
    }

    /// What is known of the match, if it was played.
    pub fn played(&self) -> Option<&Summary> {
        match &self.status {
            Status::Played(summary) => Some(summary),
            _ => None,
        }
    }
}
