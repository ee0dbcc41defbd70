//! The progress of a tournament, round by round.

use serde::Serialize;

use super::figure::{capital, grouped, points, rounded};
use super::sheet::{Cell, Columns, Sheet, number_value, text_value};
use super::standing::decided;
use juez_core::{FaultKind, PlayedBy};
use juez_tournament::Results;
use juez_tournament::Round;
use juez_tournament::{Decided, TIE_BREAKS, Why};
use juez_tournament::{MatchResult, Status};

/// The progress of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Progress {
    /// True if every match has been played and no round remains.
    pub complete: bool,
    /// Number of matches in the rounds drawn so far.
    pub scheduled: u32,
    /// Number of matches played.
    pub played: u32,
    /// Number of matches that count without having been played.
    pub walkovers: u32,
    /// Number of matches that a program lost by its clock.
    #[serde(skip_serializing_if = "is_zero")]
    pub decided_by_time: u32,
    /// Number of matches still to play.
    pub due: u32,
    /// The matches that could not be played, each with its number and the reason. They do not
    /// count.
    pub failed: Vec<(u32, String)>,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoundRow {
    /// Its number, from 0.
    pub number: u32,
    /// Its name.
    pub title: String,
    pub tables: Vec<TableRow>,
    /// Entrants that do not play in it.
    pub byes: Vec<String>,
}

/// A table of a round.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableRow {
    /// The entrants at the table.
    pub names: Vec<String>,
    /// The points of each entrant.
    pub points: Vec<f64>,
    /// Number of counted matches.
    pub games: u32,
    /// Number of scheduled matches.
    pub scheduled: u32,
    /// In a knockout, the entrants that advance and the reason, if the points do not decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub decided: Option<DecidedFor>,
}

/// The entrants that advance from a table or win it, with the reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DecidedFor {
    /// The name of the last of them.
    pub name: String,
    /// The tie-break that decided it.
    pub why: String,
}

impl std::fmt::Display for DecidedFor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "decided for {}: {}", self.name, self.why)
    }
}

impl TableRow {
    /// Returns the entrant that the table was decided for; otherwise the one with the most points,
    /// if every match is settled and no other has as many.
    pub fn winner(&self) -> Option<usize> {
        if let Some(decided) = &self.decided {
            return self.names.iter().position(|name| *name == decided.name);
        }
        let best = self.points.iter().copied().fold(f64::MIN, f64::max);
        let mut first = (0..self.points.len()).filter(|&i| self.points[i] == best);
        let winner = first.next()?;
        (self.games == self.scheduled && self.games > 0 && first.next().is_none()).then_some(winner)
    }
}

pub(super) fn progress(results: &Results) -> Progress {
    let count = |is: fn(&Status) -> bool| {
        results.matches.iter().filter(|result| is(&result.status)).count() as u32
    };
    let failed = |result: MatchResult| match result.status {
        Status::Failed { error } => Some((result.job.number, error)),
        _ => None,
    };
    Progress {
        complete: results.complete,
        scheduled: results.matches.len() as u32,
        played: count(|status| matches!(status, Status::Played(_))),
        walkovers: count(|status| matches!(status, Status::Walkover { .. })),
        decided_by_time: results.matches.iter().filter(|result| is_by_time(results, result)).count()
            as u32,
        due: count(|status| matches!(status, Status::Due)),
        failed: results.matches.iter().filter_map(failed).collect(),
    }
}

/// Returns true if a program, which plays in real time, lost the match by its clock.
fn is_by_time(results: &Results, result: &MatchResult) -> bool {
    let faults = result.played().map_or(&[][..], |summary| &summary.faults);
    let mut late =
        faults.iter().filter(|fault| fault.fault.kind == FaultKind::OutOfTime).peekable();
    late.peek().is_some() && {
        let seated = results.seated(&result.job);
        late.any(|fault| {
            let entrant =
                seated.get(fault.seat.index()).and_then(|at| results.entrants.get(*at as usize));
            entrant.is_some_and(|entrant| entrant.player.bot == PlayedBy::External)
        })
    }
}

/// Returns the rounds of the contest.
pub(super) fn round_rows(results: &Results) -> Vec<RoundRow> {
    let name = |entrant: &u32| results.entrants[*entrant as usize].name().to_string();
    let table = |pairing: &Vec<u32>| TableRow {
        names: pairing.iter().map(name).collect(),
        points: vec![0.0; pairing.len()],
        ..TableRow::default()
    };
    let row = |round: &Round| RoundRow {
        number: round.number,
        title: round.title.clone(),
        tables: round.pairings.iter().map(table).collect(),
        byes: round.byes.iter().map(name).collect(),
    };
    let begun = |round: &&Round| round.continues.is_none();
    let mut rows: Vec<RoundRow> = results.contest_rounds().iter().filter(begun).map(row).collect();
    for result in results.contest() {
        let job = &result.job;
        let Some(round) = results.round(job) else { continue };
        let (at, number) = (job.pairing as usize, round.continues.unwrap_or(round.number));
        let Some(row) = rows.iter_mut().find(|row| row.number == number) else { continue };
        add(&mut row.tables[at], &round.pairings[at], &result, results);
    }
    for Decided { round, pairing, on, out, why } in decided(results) {
        let why = match why {
            Why::BetterSeed => format!("level after {TIE_BREAKS} tie-breaks, and the better seed"),
            Why::Benched => format!("{} is benched", name(&out)),
        };
        let row = rows.iter_mut().find(|row| row.number == round);
        if let Some(table) = row.and_then(|row| row.tables.get_mut(pairing as usize)) {
            table.decided = Some(DecidedFor { name: name(&on), why });
        }
    }
    for table in rows.iter_mut().flat_map(|row| &mut row.tables) {
        table.points.iter_mut().for_each(|points| *points = rounded(*points, 4));
    }
    rows
}

fn add(table: &mut TableRow, pairing: &[u32], result: &MatchResult, results: &Results) {
    // A match that could not be played counts as settled.
    if !matches!(result.status, Status::Failed { .. }) {
        table.scheduled += 1;
    }
    let Some(scores) = result.scores(&results.shape) else { return };
    table.games += 1;
    for (entrant, score) in result.job.order.iter().zip(scores) {
        if let Some(place) = pairing.iter().position(|other| other == entrant) {
            table.points[place] += score;
        }
    }
}

/// Formats the points at a table: `2 – 0`, `1.5 · 0.5 · 1`.
fn score_line(table: &TableRow) -> String {
    match &table.points[..] {
        [first, second] => format!("{} – {}", points(*first), points(*second)),
        all => all.iter().map(|p| points(*p)).collect::<Vec<_>>().join(" · "),
    }
}

pub(super) fn sheet(round: &RoundRow) -> Sheet {
    let played = (1_u64..).zip(&round.tables).map(|(number, table)| line(grouped(number), table));
    let byes = round.byes.iter().map(|name| ["bye", name, "", "", ""].map(str::to_string));
    let sheet = Columns::<[String; 5]>::new()
        .right("table", &[], 0, |row| Cell::shown(&row[0]))
        .left("", &[], 0, |row| Cell::shown(&row[1]))
        .down_to(12)
        .left("points", &[], 0, |row| Cell::shown(&row[2]))
        .left("", &[], 0, |row| Cell::shown(&row[3]))
        .down_to(12)
        .right("matches", &[], 1, |row| Cell::shown(&row[4]))
        .sheet(capital(&round.title), played.chain(byes), "no tables");
    let decided = (1..).zip(&round.tables).filter_map(|(number, table)| {
        table.decided.as_ref().map(|decided| format!("Table {number} is {decided}."))
    });
    Sheet { notes: decided.collect(), ..sheet }
}

/// Formats a table: its number, entrants, points and number of matches.
fn line(number: String, table: &TableRow) -> [String; 5] {
    let winner = table.winner();
    let mut names = table.names.clone();
    if let Some(winner) = winner {
        names[winner] += " ✓";
    }
    let games = if table.games == table.scheduled {
        table.games.to_string()
    } else {
        format!("{} of {}", table.games, table.scheduled)
    };
    let score = if table.games > 0 { score_line(table) } else { "–".to_string() };
    match <[String; 2]>::try_from(names) {
        Ok([first, second]) => [number, first, score, second, games],
        Err(names) => [number, names.join(" · "), score, String::new(), games],
    }
}

/// Returns a row for each entrant at each table.
pub(super) fn list(rounds: &[RoundRow]) -> Sheet {
    let mut rows = Vec::new();
    for round in rounds {
        for (number, table) in (1_usize..).zip(&round.tables) {
            let seats = table.names.iter().zip(&table.points);
            rows.extend(seats.map(|(name, sum)| (round, name, Some((number, sum, table)))));
        }
        rows.extend(round.byes.iter().map(|name| (round, name, None)));
    }
    Columns::<(&RoundRow, &String, Option<(usize, &f64, &TableRow)>)>::new()
        .only("round", |(round, ..)| text_value(&round.title))
        .only("table", |(.., at)| number_value(at.map(|(number, ..)| number)))
        .only("name", |(_, name, _)| text_value(name))
        .only("points", |(.., at)| number_value(at.map(|(_, sum, _)| sum)))
        .only("matches", |(.., at)| number_value(at.map(|(.., table)| table.games)))
        .only("scheduled", |(.., at)| number_value(at.map(|(.., table)| table.scheduled)))
        .only("decided", |(.., at)| {
            let decided = at.and_then(|(.., table)| table.decided.as_ref());
            decided.map(|decided| text_value(&decided.to_string())).unwrap_or_default()
        })
        .sheet("Rounds", rows, "no round drawn yet")
}
