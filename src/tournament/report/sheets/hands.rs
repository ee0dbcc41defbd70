//! Figures of hands as a sheet.

use crate::core::HandUnit;
use crate::tournament::report::figure::{count, decimals_within, grouped, percent_within};
use crate::tournament::report::hands::HandTable;
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

/// The hands of each entrant.
pub(crate) fn hands(tables: &Tables) -> Sheet {
    let mut sheet = Sheet {
        title: "Hands".to_string(),
        columns: vec![
            Column::left("name", &["name"], 0).down_to(12),
            Column::right("hands", &["hands"], 1),
        ],
        rows: Vec::new(),
        notes: Vec::new(),
        empty: "nothing is counted in the hands of these matches",
    };
    let Some(table) = &tables.hands else { return sheet };
    for (column, weight) in table.figures.iter().zip(2..) {
        let name = column.name;
        let head = match column.unit {
            HandUnit::PerHand => name.to_string(),
            HandUnit::Share => format!("{name} %"),
        };
        let keys = [name.to_string(), format!("{name}_low"), format!("{name}_high")];
        sheet.columns.push(Column { keys: keys.to_vec(), ..Column::right(&head, &[], weight) });
    }
    for row in &table.rows {
        let mut cells = vec![
            Cell::text(&row.name),
            Cell::of(grouped(row.hands), vec![Value::number(row.hands)]),
        ];
        for (column, value) in table.figures.iter().zip(&row.figures) {
            let text = match column.unit {
                HandUnit::PerHand => decimals_within,
                HandUnit::Share => percent_within,
            };
            cells.push(Cell::figure(value.as_ref(), text));
        }
        sheet.rows.push(cells);
    }
    sheet.notes = hand_notes(table);
    sheet
}

/// Notes on the meaning of the figures of hands.
fn hand_notes(table: &HandTable) -> Vec<String> {
    let meanings: Vec<String> = table
        .figures
        .iter()
        .map(|column| match column.unit {
            HandUnit::PerHand => format!("{}: {} a hand", column.name, column.doc),
            HandUnit::Share => format!("{}: share of {}", column.name, column.doc),
        })
        .collect();
    let mut notes = vec![format!("{}. Intervals: 95 %.", meanings.join("; "))];
    if table.left_out > 0 {
        let old = count(table.left_out.into(), "match", "matches");
        notes.push(format!("Without {old} that were stored before hands were counted."));
    }
    notes
}
