//! Rounds as sheets.

use crate::tournament::report::figure::{grouped, points};
use crate::tournament::report::rounds::{RoundRow, TableRow};
use crate::tournament::report::sheet::{Cell, Columns, Sheet, number_value, text_value};
use crate::tournament::report::tables::Tables;

/// The entrants at a table with their points: `ana 2 – 0 bob`, `ana 1.5 · bob 0.5 · carla 1`.
fn score_line(table: &TableRow) -> String {
    match &table.points[..] {
        [first, second] => format!("{} – {}", points(*first), points(*second)),
        all => all.iter().map(|p| points(*p)).collect::<Vec<_>>().join(" · "),
    }
}

/// A sheet for each round.
pub(super) fn rounds(tables: &Tables) -> Vec<Sheet> {
    tables.rounds.iter().map(sheet).collect()
}

fn sheet(round: &RoundRow) -> Sheet {
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

/// A round's title at the beginning of a line.
pub(crate) fn capital(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Every seat at every table in a row of its own.
pub(super) fn list(tables: &Tables) -> Sheet {
    let mut rows = Vec::new();
    for round in &tables.rounds {
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
