//! Figures of hands as a sheet.

use crate::core::{HandFigure, HandUnit};
use crate::tournament::report::figure::{Figure, count, decimals_within, percent_within};
use crate::tournament::report::hands::{HandRow, HandTable};
use crate::tournament::report::sheet::{Cell, Columns, Sheet};
use crate::tournament::report::tables::Tables;

/// The hands of each entrant.
pub(crate) fn hands(tables: &Tables) -> Sheet {
    let mut columns = Columns::<HandRow>::new()
        .left("name", &["name"], 0, |row| Cell::text(&row.name))
        .down_to(12)
        .right("hands", &["hands"], 1, |row| Cell::whole(row.hands));
    let table = tables.hands.as_ref();
    let figures = table.map_or(&[][..], |table| table.figures);
    for (at, (HandFigure { name, unit, .. }, weight)) in figures.iter().zip(2..).enumerate() {
        let (head, text): (_, fn(&Figure) -> String) = match unit {
            HandUnit::PerHand => (name.to_string(), decimals_within),
            HandUnit::Share => (format!("{name} %"), percent_within),
        };
        let keys: [&str; 3] = [name, &format!("{name}_low"), &format!("{name}_high")];
        let cell = move |row: &HandRow| Cell::figure(row.figures[at], text);
        columns = columns.right(&head, &keys, weight, cell);
    }
    let rows = table.iter().flat_map(|table| &table.rows);
    let sheet = columns.sheet("Hands", rows, "nothing is counted in the hands of these matches");
    Sheet { notes: table.map(hand_notes).unwrap_or_default(), ..sheet }
}

/// Notes on the meaning of the figures of hands.
fn hand_notes(table: &HandTable) -> Vec<String> {
    let meaning = |HandFigure { name, unit, doc }: &HandFigure| match unit {
        HandUnit::PerHand => format!("{name}: {doc} a hand"),
        HandUnit::Share => format!("{name}: share of {doc}"),
    };
    let meanings: Vec<String> = table.figures.iter().map(meaning).collect();
    let mut notes = vec![format!("{}. Intervals: 95 %.", meanings.join("; "))];
    if table.left_out > 0 {
        let old = count(table.left_out.into(), "match", "matches");
        notes.push(format!("Without {old} that were stored before hands were counted."));
    }
    notes
}
