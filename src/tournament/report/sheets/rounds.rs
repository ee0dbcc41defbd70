//! Rounds as sheets.

use crate::tournament::report::figure::points;
use crate::tournament::report::rounds::TableRow;
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

/// The entrants at a table with their points: `ana 2 – 0 bob`, `ana 1.5 · bob 0.5 · carla 1`.
pub(crate) fn score_line(table: &TableRow) -> String {
    match &table.points[..] {
        [first, second] => format!("{} – {}", points(*first), points(*second)),
        all => all.iter().map(|p| points(*p)).collect::<Vec<_>>().join(" · "),
    }
}

/// A sheet for each round.
pub(super) fn rounds(tables: &Tables) -> Vec<Sheet> {
    let sheet = |round: &crate::tournament::report::RoundRow| {
        let mut rows: Vec<Vec<Cell>> = round.tables.iter().map(cells).collect();
        rows.extend(round.byes.iter().map(|name| {
            vec![
                Cell::text("bye"),
                Cell::text(name),
                Cell::shown(""),
                Cell::shown(""),
                Cell::shown(""),
            ]
        }));
        for (i, row) in rows.iter_mut().enumerate().take(round.tables.len()) {
            row[0] = Cell::whole(i as u64 + 1);
        }
        let listed = round.tables.iter().zip(1..).filter_map(|(table, number)| {
            table.decided.as_ref().map(|decided| format!("Table {number} is {decided}."))
        });
        Sheet {
            notes: listed.collect(),
            title: capital(&round.title),
            columns: vec![
                Column::right("table", &[], 0),
                Column::left("", &[], 0).down_to(12),
                Column::left("points", &[], 0),
                Column::left("", &[], 0).down_to(12),
                Column::right("matches", &[], 1),
            ],
            rows,
            empty: "no tables",
        }
    };
    tables.rounds.iter().map(sheet).collect()
}

fn cells(table: &TableRow) -> Vec<Cell> {
    let winner = table.winner();
    let name = |i: usize| {
        if winner == Some(i) { format!("{} ✓", table.names[i]) } else { table.names[i].clone() }
    };
    let games = if table.games == table.scheduled {
        table.games.to_string()
    } else {
        format!("{} of {}", table.games, table.scheduled)
    };
    let (first, score, second) = match table.names.len() {
        2 => (name(0), score_line(table), name(1)),
        all => {
            ((0..all).map(name).collect::<Vec<_>>().join(" · "), score_line(table), String::new())
        }
    };
    vec![
        Cell::shown(""),
        Cell::text(first),
        Cell::text(if table.games > 0 { score } else { "–".to_string() }),
        Cell::text(second),
        Cell::shown(games),
    ]
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
        for (number, table) in round.tables.iter().enumerate() {
            for (name, &sum) in table.names.iter().zip(&table.points) {
                rows.push(vec![
                    Cell::text(&round.title),
                    Cell::whole(number as u64 + 1),
                    Cell::text(name),
                    Cell::of(points(sum), vec![Value::number(sum)]),
                    Cell::whole(table.games),
                    Cell::whole(table.scheduled),
                    table.decided.as_ref().map_or(Cell::none(1), |decided| {
                        let text = decided.to_string();
                        Cell::of(text.clone(), vec![Value::Text(text)])
                    }),
                ]);
            }
        }
        for name in &round.byes {
            rows.push(vec![
                Cell::text(&round.title),
                Cell::none(1),
                Cell::text(name),
                Cell::none(1),
                Cell::none(1),
                Cell::none(1),
                Cell::none(1),
            ]);
        }
    }
    Sheet {
        title: "Rounds".to_string(),
        columns: vec![
            Column::left("round", &["round"], 0),
            Column::right("table", &["table"], 0),
            Column::left("name", &["name"], 0),
            Column::right("points", &["points"], 0),
            Column::right("matches", &["matches"], 0),
            Column::right("scheduled", &["scheduled"], 0),
            Column::left("decided", &["decided"], 0),
        ],
        rows,
        notes: Vec::new(),
        empty: "no round drawn yet",
    }
}
