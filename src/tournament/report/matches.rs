//! Every match in the order of the schedule.

use serde::Serialize;

use super::figure::rounded;
use crate::tournament::{Results, Status};

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchRow {
    /// Its place in the schedule, from 0.
    pub number: u32,
    /// What its round is called.
    pub round: String,
    /// Its table in the round, from 0.
    pub table: u32,
    /// Its deal or opening, from 0.
    pub block: u32,
    /// `played`, `walkover`, `due` or `failed`.
    pub state: &'static str,
    /// Who sits in each seat.
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
    /// How long it took, in microseconds; a clock's figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_us: Option<u64>,
}

pub(super) fn match_rows(results: &Results) -> Vec<MatchRow> {
    let title = |number: u32| {
        let round = results.rounds.iter().find(|round| round.number == number);
        round.map(|round| round.title.clone()).unwrap_or_default()
    };
    let row = |result: &crate::tournament::MatchResult| {
        let fixture = &result.fixture;
        let scores = result.scores(&results.shape).unwrap_or_default();
        let seated = results.seated(fixture);
        let summary = result.played();
        let (state, reason) = match &result.status {
            Status::Due => ("due", String::new()),
            Status::Played(summary) => ("played", summary.reason.to_string()),
            Status::Walkover { .. } => ("walkover", String::new()),
            Status::Failed { error } => ("failed", error.clone()),
        };
        MatchRow {
            number: fixture.number,
            round: title(fixture.round),
            table: fixture.pairing,
            block: fixture.block,
            state,
            players: seated
                .iter()
                .map(|&entrant| results.entrants[entrant as usize].name().to_string())
                .collect(),
            scores: match scores.is_empty() {
                true => Vec::new(),
                false => {
                    let seating = results.table(fixture).seating();
                    seating.iter().map(|&entry| rounded(scores[entry], 4)).collect()
                }
            },
            ranks: summary.map(|s| s.ranks.as_slice().to_vec()).unwrap_or_default(),
            points: summary.map(|s| s.points.as_slice().to_vec()).unwrap_or_default(),
            reason,
            plies: summary.map(|summary| summary.plies),
            faults: summary.map_or(0, |summary| summary.faults.len() as u32),
            wall_us: summary.map(|summary| summary.wall_us),
        }
    };
    results.matches.iter().map(row).collect()
}
