//! Results of the criteria: a sheet for each of them, a list for programs.

use super::standings::passes;
use crate::tournament::report::judges::Judged;
use crate::tournament::report::sheet::{Cell, Columns, Sheet, text_value};
use crate::tournament::report::standing::Standing;
use crate::tournament::report::tables::Tables;

type Row<'t> = (&'t Standing, &'t Judged);

/// A sheet for each criterion with those that it asks.
pub(super) fn criteria(tables: &Tables) -> Vec<Sheet> {
    let mut known: Vec<&str> = Vec::new();
    for (_, judged) in all(tables) {
        if !known.contains(&judged.criterion.as_str()) {
            known.push(&judged.criterion);
        }
    }
    let sheet = |criterion: &str| {
        let own = all(tables).filter(|(_, judged)| judged.criterion == criterion);
        columns().sheet(format!("Who {criterion}"), own, "no bot is asked")
    };
    known.into_iter().map(sheet).collect()
}

/// Every criterion of every entrant in a row of its own.
pub(super) fn list(tables: &Tables) -> Sheet {
    columns().sheet("Criteria", all(tables), "nothing is asked for")
}

fn columns<'t>() -> Columns<'t, Row<'t>> {
    Columns::new()
        .left("name", &["name"], 0, |(row, _): &Row| Cell::text(&row.name))
        .down_to(12)
        .only("criterion", |(_, judged)| text_value(&judged.criterion))
        .left("passes", &["passes"], 0, |(_, judged)| Cell::text(passes(judged.passed)))
        .left("found", &["found"], 0, |(_, judged)| Cell::text(&judged.found))
        .down_to(20)
}

fn all<'t>(tables: &'t Tables<'_>) -> impl Iterator<Item = Row<'t>> {
    tables.standings.iter().flat_map(|row| row.criteria.iter().map(move |judged| (row, judged)))
}
