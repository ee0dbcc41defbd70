//! Ratings over time as sheets.

use crate::tournament::report::figure::{percent, signed};
use crate::tournament::report::history::{History, Measure};
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

/// Points that are shown to people as columns.
const SHOWN_POINTS: usize = 8;

pub(crate) fn value(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Elo => signed(value),
        Measure::Score => percent(value),
    }
}

/// The points of the schedule that people are shown.
pub(crate) fn few_points(history: &History) -> Vec<usize> {
    let all = history.at.len();
    let few = all.min(SHOWN_POINTS);
    (1..=few).map(|point| point * all / few - 1).collect()
}

/// A few points of the schedule as columns.
pub(super) fn few(tables: &Tables) -> Sheet {
    let history = &tables.history;
    let points = few_points(history);
    let mut columns = vec![Column::left("name", &[], 0).down_to(12)];
    // The last points are the last to go.
    columns.extend(points.iter().enumerate().map(|(i, &point)| {
        Column::right(
            &history.at[point].to_string(),
            &[],
            (SHOWN_POINTS - i.min(SHOWN_POINTS)) as u8,
        )
    }));
    let rows = history.values.iter().enumerate().map(|(row, values)| {
        let mut cells = vec![Cell::text(&history.names[row])];
        cells.extend(points.iter().map(|&point| {
            let text = values[point].map(|at| value(history.measure, at));
            Cell::shown(text.unwrap_or_default())
        }));
        cells
    });
    let what = match history.measure {
        Measure::Elo => "Elo after so many matches.",
        Measure::Score => "Mean score in % after so many matches.",
    };
    Sheet {
        title: "Over time".to_string(),
        rows: if points.is_empty() { Vec::new() } else { rows.collect() },
        columns,
        notes: vec![what.to_string()],
        empty: "nothing played yet",
    }
}

/// Every point of every entrant in a row of its own.
pub(super) fn list(tables: &Tables) -> Sheet {
    let history = &tables.history;
    let key = match history.measure {
        Measure::Elo => "elo",
        Measure::Score => "score",
    };
    let mut rows = Vec::new();
    for (point, &at) in history.at.iter().enumerate() {
        for (name, values) in history.names.iter().zip(&history.values) {
            let Some(known) = values[point] else { continue };
            let shown = value(history.measure, known);
            let cell = Cell::of(shown, vec![Value::number(known)]);
            rows.push(vec![Cell::whole(at), Cell::text(name), cell]);
        }
    }
    Sheet {
        title: "Over time".to_string(),
        columns: vec![
            Column::right("matches", &["matches"], 0),
            Column::left("name", &["name"], 0),
            Column::right(key, &[key], 0),
        ],
        rows,
        notes: Vec::new(),
        empty: "nothing played yet",
    }
}
