//! Results of the criteria: a sheet for each of them, a list for programs.

use super::standings::passes;
use crate::tournament::report::judges::Judged;
use crate::tournament::report::sheet::{Cell, Column, Sheet};
use crate::tournament::report::standing::Standing;
use crate::tournament::report::tables::Tables;

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
        Sheet {
            title: format!("Who {criterion}"),
            columns: vec![
                Column::left("name", &[], 0).down_to(12),
                Column::left("passes", &[], 0),
                Column::left("found", &[], 0).down_to(20),
            ],
            rows: own
                .map(|(row, judged)| {
                    let words = [&row.name, passes(judged.passed), &judged.found];
                    words.map(Cell::text).to_vec()
                })
                .collect(),
            notes: Vec::new(),
            empty: "no bot is asked",
        }
    };
    known.into_iter().map(sheet).collect()
}

/// Every criterion of every entrant in a row of its own.
pub(super) fn list(tables: &Tables) -> Sheet {
    let cells = |(row, judged): (&Standing, &Judged)| {
        let words = [&row.name, &judged.criterion, passes(judged.passed), &judged.found];
        words.map(Cell::text).to_vec()
    };
    let names = ["name", "criterion", "passes", "found"];
    Sheet {
        title: "Criteria".to_string(),
        columns: names.map(|name| Column::left(name, &[name], 0)).into(),
        rows: all(tables).map(cells).collect(),
        notes: Vec::new(),
        empty: "nothing is asked for",
    }
}

fn all<'t>(tables: &'t Tables<'_>) -> impl Iterator<Item = (&'t Standing, &'t Judged)> {
    tables.standings.iter().flat_map(|row| row.criteria.iter().map(move |judged| (row, judged)))
}
