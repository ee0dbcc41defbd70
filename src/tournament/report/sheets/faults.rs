//! Faults as a sheet.

use crate::tournament::report::figure::count;
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

/// Matches that could not be played of which each is shown.
const MAX_FAILED: usize = 10;

/// Faults, and matches that could not be played.
pub(super) fn for_people(tables: &Tables) -> Vec<Sheet> {
    let mut sheets = vec![list(tables)];
    let failed = &tables.progress.failed;
    if !failed.is_empty() {
        let rows = failed.iter().take(MAX_FAILED);
        let rows = rows.map(|(number, why)| vec![Cell::whole(*number), Cell::text(why)]).collect();
        let more = failed.len().saturating_sub(MAX_FAILED) as u64;
        let mut notes = vec!["They do not count.".to_string()];
        if more > 0 {
            notes.insert(0, format!("And {}.", count(more, "other", "others")));
        }
        sheets.push(Sheet {
            title: "Matches that could not be played".to_string(),
            columns: vec![Column::right("match", &[], 0), Column::left("why", &[], 0).down_to(20)],
            rows,
            notes,
            empty: "",
        });
    }
    sheets
}

/// The faults of each bot.
pub(in super::super) fn list(tables: &Tables) -> Sheet {
    let rows = tables.faults.iter().map(|row| {
        let fault = &row.case.fault;
        vec![
            Cell::text(&row.name),
            Cell::text(row.kind.to_string()),
            Cell::whole(row.times),
            Cell::of("", vec![Value::number(row.matches)]),
            Cell::whole(row.first),
            Cell::whole(row.case.ply),
            Cell::text(fault.location().unwrap_or_default()),
            Cell::text(fault.why.as_str()),
            Cell::of("", vec![Value::Text(fault.hook.to_string())]),
            Cell::of("", vec![Value::number(row.case.seat)]),
            Cell::of("", vec![Value::Text(fault.text.clone())]),
            Cell::of("", vec![Value::number(row.record)]),
        ]
    });
    let again = tables.faults.first().map(|row| {
        format!(
            "To look again: juez report FILE --records all.jsonl, then juez debug all.jsonl \
             --record-number {} --ply {} --seat {} for the first.",
            row.record, row.case.ply, row.case.seat
        )
    });
    Sheet {
        title: "Faults".to_string(),
        columns: vec![
            Column::left("name", &["name"], 0).down_to(10),
            Column::left("kind", &["kind"], 0),
            Column::right("times", &["times"], 0),
            Column::right("", &["matches"], 4),
            Column::right("first in", &["first_match"], 2),
            Column::right("ply", &["ply"], 3),
            Column::left("where", &["where"], 1).down_to(12),
            Column::left("why", &["why"], 0).down_to(16),
            Column::left("", &["hook"], 0),
            Column::right("", &["seat"], 0),
            Column::left("", &["text"], 0),
            Column::right("", &["record"], 0),
        ],
        rows: rows.collect(),
        notes: again.into_iter().collect(),
        empty: "none",
    }
}
