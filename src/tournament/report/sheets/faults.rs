//! Faults as a sheet.

use crate::tournament::report::faults::FaultRow;
use crate::tournament::report::figure::count;
use crate::tournament::report::sheet::{Cell, Columns, Sheet, text_value};
use crate::tournament::report::tables::Tables;

/// Matches that could not be played of which each is shown.
const MAX_FAILED: usize = 10;

/// Faults, and matches that could not be played.
pub(super) fn for_people(tables: &Tables) -> Vec<Sheet> {
    let mut sheets = vec![list(tables)];
    let failed = &tables.progress.failed;
    if !failed.is_empty() {
        let mut sheet = Columns::<(u32, String)>::new()
            .right("match", &[], 0, |(number, _)| Cell::whole(*number))
            .left("why", &[], 0, |(_, why)| Cell::shown(why))
            .down_to(20)
            .sheet("Matches that could not be played", failed.iter().take(MAX_FAILED), "");
        if failed.len() > MAX_FAILED {
            let more = count((failed.len() - MAX_FAILED) as u64, "other", "others");
            sheet.notes.push(format!("And {more}."));
        }
        sheet.notes.push("They do not count.".to_string());
        sheets.push(sheet);
    }
    sheets
}

/// The faults of each bot.
pub(in super::super) fn list(tables: &Tables) -> Sheet {
    let again = tables.faults.first().map(|row| {
        format!(
            "To look again: juez report FILE --records all.jsonl, then juez debug all.jsonl \
             --record-number {} --ply {} --seat {} for the first.",
            row.record, row.case.ply, row.case.seat
        )
    });
    let sheet = Columns::<FaultRow>::new()
        .left("name", &["name"], 0, |row| Cell::text(&row.name))
        .down_to(10)
        .left("kind", &["kind"], 0, |row| Cell::text(row.kind.to_string()))
        .right("times", &["times"], 0, |row| Cell::whole(row.times))
        .only("matches", |row| row.matches.to_string())
        .right("first in", &["first_match"], 2, |row| Cell::whole(row.first))
        .right("ply", &["ply"], 3, |row| Cell::whole(row.case.ply))
        .left("where", &["where"], 1, |row| {
            Cell::text(row.case.fault.location().unwrap_or_default())
        })
        .down_to(12)
        .left("why", &["why"], 0, |row| Cell::text(&row.case.fault.why))
        .down_to(16)
        .only("hook", |row| row.case.fault.hook.to_string())
        .only("seat", |row| row.case.seat.to_string())
        .only("text", |row| text_value(&row.case.fault.text))
        .only("record", |row| row.record.to_string())
        .sheet("Faults", &tables.faults, "none");
    Sheet { notes: again.into_iter().collect(), ..sheet }
}
