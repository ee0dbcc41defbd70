//! All matches in schedule order.

use serde::{Serialize, Serializer};

use super::figure::{grouped, points, rounded};
use super::sheet::{Cell, Columns, Key, Sheet, number_value, text_value};
use juez_tournament::Results;
use juez_tournament::{MatchResult, Status};

/// A row of the match table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchRow {
    /// Its position in the schedule, from 0.
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
    /// The reason for its end, or why it could not be played.
    pub reason: String,
    /// Number of moves made.
    pub plies: Option<u32>,
    /// Number of faults.
    pub faults: u32,
    /// Its duration in microseconds, measured by a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_us: Option<u64>,
}

/// All matches in schedule order. Rows are made on demand, because a hundred thousand of them would
/// take much memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchRows<'r> {
    results: &'r Results,
    /// True if they include times measured by a clock.
    pub(super) timed: bool,
}

impl MatchRow {
    /// Returns why it ended, or its state if it was not played.
    pub(super) fn end(&self) -> &str {
        if self.state == "played" { &self.reason } else { self.state }
    }
}

impl<'r> MatchRows<'r> {
    pub(super) fn of(results: &'r Results) -> MatchRows<'r> {
        MatchRows { results, timed: true }
    }

    /// Returns the number of matches.
    pub fn len(&self) -> usize {
        self.results.matches.len()
    }

    /// Returns true if there are no matches.
    pub fn is_empty(&self) -> bool {
        self.results.matches.is_empty()
    }

    /// Returns true if any row includes a time measured by a clock.
    pub(super) fn is_timed(&self) -> bool {
        self.timed && self.played().next().is_some()
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MatchRow> + use<'r> {
        let MatchRows { results, timed } = *self;
        results.matches.iter().map(move |result| row(results, &result, timed))
    }

    /// Iterates over the numbers of the played matches.
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

/// Returns the sheet without its rows.
pub(super) fn empty(matches: &MatchRows) -> Sheet {
    columns(matches).sheet("Matches", std::iter::empty::<MatchRow>(), "nothing scheduled yet")
}

/// Returns the columns, with the time measured by a clock last.
pub(super) fn columns<'t>(matches: &MatchRows) -> Columns<'t, MatchRow> {
    let mut columns = Columns::<MatchRow>::new()
        .right("match", &["match"], 0, |row| Cell::whole(row.number))
        .keyed(Key::Match)
        .left("round", &["round"], 3, |row| Cell::text(&row.round))
        .right("table", &["table"], 5, |row| Cell::whole(row.table + 1))
        .right("block", &["block"], 4, |row| Cell::whole(row.block))
        .left("players", &[], 0, |row| Cell::list(&row.players))
        .keyed(Key::Players)
        .down_to(20)
        .left("score", &[], 0, |row| {
            let scores: Vec<String> = row.scores.iter().map(|score| points(*score)).collect();
            Cell::list(&scores)
        })
        .left("end", &["state", "reason"], 0, |row| {
            Cell::of(row.end(), [row.state.to_string(), text_value(&row.reason)])
        })
        .down_to(8)
        .right("plies", &["plies"], 1, |row| Cell::maybe(row.plies.map(u64::from), grouped))
        .right("faults", &["faults"], 2, |row| Cell::whole(row.faults))
        .keyed(Key::Faults);
    for seat in 0..matches.results.shape.teams().len() {
        columns = columns
            .only(&format!("player_{seat}"), move |row| {
                row.players.get(seat).map(|name| text_value(name)).unwrap_or_default()
            })
            .only(&format!("score_{seat}"), move |row| number_value(row.scores.get(seat)))
            .only(&format!("rank_{seat}"), move |row| number_value(row.ranks.get(seat)))
            .only(&format!("points_{seat}"), move |row| number_value(row.points.get(seat)));
    }
    if matches.is_timed() {
        let ms = |us: u64| format!("{:.1} ms", us as f64 / 1000.0);
        columns = columns.right("time", &["wall_us"], 1, move |row| Cell::maybe(row.wall_us, ms));
    }
    columns
}
