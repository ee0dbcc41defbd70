//! The progress of a tournament, round by round.

use serde::Serialize;

use super::figure::{capital, grouped, points, rounded};
use super::sheet::{Cell, Columns, Sheet, number_value, text_value};
use super::standing::decided;
use crate::core::{FaultKind, PlayedBy};
use crate::tournament::job::{MatchResult, Status};
use crate::tournament::results::Results;
use crate::tournament::round::Round;
use crate::tournament::schedule::{Decided, TIE_BREAKS, Why};

/// The progress of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Progress {
    /// True if every match has been played and no round is to come.
    pub complete: bool,
    /// Matches of the rounds drawn so far.
    pub scheduled: u32,
    /// Matches that were played.
    pub played: u32,
    /// Matches that count without having been played.
    pub walkovers: u32,
    /// Matches that a program lost by its clock.
    #[serde(skip_serializing_if = "is_zero")]
    pub decided_by_time: u32,
    /// Matches still to be played.
    pub due: u32,
    /// The matches that could not be played, each with its number and why. They do not count.
    pub failed: Vec<(u32, String)>,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A round.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoundRow {
    /// Its number, from 0.
    pub number: u32,
    /// Its name.
    pub title: String,
    /// Its tables.
    pub tables: Vec<TableRow>,
    /// Entrants that do not play in it.
    pub byes: Vec<String>,
}

/// A table of a round.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TableRow {
    /// The entrants at it.
    pub names: Vec<String>,
    /// The points of each.
    pub points: Vec<f64>,
    /// Matches that count.
    pub games: u32,
    /// Matches that are scheduled.
    pub scheduled: u32,
    /// In a knockout, who goes on and why, where the points do not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<DecidedFor>,
}

/// The entrants that go on from a table, or win it, with the reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecidedFor {
    /// The last of them.
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
    /// The one for which the table was decided, or else the one with most points, if every match is
    /// settled and no other has as many.
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

/// True if a program, which thinks in real time, lost the match by its clock.
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

/// The rounds of the contest.
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
    // A match that could not be played is settled.
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

/// The entrants at a table with their points: `ana 2 – 0 bob`, `ana 1.5 · bob 0.5 · carla 1`.
fn score_line(table: &TableRow) -> String {
    match &table.points[..] {
        [first, second] => format!("{} – {}", points(*first), points(*second)),
        all => all.iter().map(|p| points(*p)).collect::<Vec<_>>().join(" · "),
    }
}

/// A round as a sheet.
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

/// A table: its number, who sits at it, the score between them, and how many matches.
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

/// Every seat at every table in a row of its own.
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
