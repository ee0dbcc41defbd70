//! Every match in the order of the schedule.

use serde::{Serialize, Serializer};

use super::figure::rounded;
use crate::tournament::job::{MatchResult, Status};
use crate::tournament::results::Results;

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchRow {
    /// Its place in the schedule, from 0.
    pub number: u32,
    /// The title of its round.
    pub round: String,
    /// Its table in the round, from 0.
    pub table: u32,
    /// Its deal or opening, from 0.
    pub block: u32,
    /// `played`, `walkover`, `due` or `failed`.
    pub state: &'static str,
    /// The entrant in each seat.
    pub players: Vec<String>,
    /// The score of each seat, 0 to 1; empty if the match does not count.
    pub scores: Vec<f64>,
    /// The rank of each seat; empty if it was not played.
    pub ranks: Vec<u8>,
    /// The game's points of each seat.
    pub points: Vec<i32>,
    /// Why it ended, or why it could not be played.
    pub reason: String,
    /// Moves made.
    pub plies: Option<u32>,
    /// Faults in it.
    pub faults: u32,
    /// Its duration in microseconds; a clock's figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_us: Option<u64>,
}

/// Every match in the order of the schedule. Rows are made as they are asked for: a hundred
/// thousand of them would take much memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchRows<'r> {
    results: &'r Results,
    /// True if they tell what a clock has measured.
    pub(super) timed: bool,
}

impl MatchRow {
    /// Why it ended, or its state if it was not played.
    pub(super) fn end(&self) -> &str {
        if self.state == "played" { &self.reason } else { self.state }
    }
}

impl<'r> MatchRows<'r> {
    pub(super) fn of(results: &'r Results) -> MatchRows<'r> {
        MatchRows { results, timed: true }
    }

    /// The number of them.
    pub fn len(&self) -> usize {
        self.results.matches.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.results.matches.is_empty()
    }

    /// True if any row tells what a clock has measured.
    pub(super) fn is_timed(&self) -> bool {
        self.timed && self.played().next().is_some()
    }

    /// The rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MatchRow> + use<'r> {
        let MatchRows { results, timed } = *self;
        results.matches.iter().map(move |result| row(results, &result, timed))
    }

    /// The numbers of those that were played.
    pub fn played(&self) -> impl Iterator<Item = u32> + use<'r> {
        let played = |result: MatchResult| result.played().map(|_| result.job.number);
        self.results.matches.iter().filter_map(played)
    }
}

impl Serialize for MatchRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

fn row(results: &Results, result: &MatchResult, timed: bool) -> MatchRow {
    let job = &result.job;
    let scores = result.scores(&results.shape);
    let seating = results.table(job).seating();
    let name = |&entry: &usize| results.entrants[job.order[entry] as usize].name().to_string();
    let summary = result.played();
    let (state, reason) = match &result.status {
        Status::Due => ("due", String::new()),
        Status::Played(summary) => ("played", summary.reason.to_string()),
        Status::Walkover { .. } => ("walkover", String::new()),
        Status::Failed { error } => ("failed", error.clone()),
    };
    MatchRow {
        number: job.number,
        round: results.round(job).map(|round| round.title.clone()).unwrap_or_default(),
        table: job.pairing,
        block: job.block,
        state,
        players: seating.iter().map(name).collect(),
        scores: scores
            .iter()
            .flat_map(|all| seating.iter().map(move |&at| rounded(all[at], 4)))
            .collect(),
        ranks: summary.map(|s| s.ranks.as_slice().to_vec()).unwrap_or_default(),
        points: summary.map(|s| s.points.as_slice().to_vec()).unwrap_or_default(),
        reason,
        plies: summary.map(|summary| summary.plies),
        faults: summary.map_or(0, |summary| summary.faults.len() as u32),
        wall_us: summary.filter(|_| timed).map(|summary| summary.wall_us),
    }
}
