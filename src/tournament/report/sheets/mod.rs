//! The parts of a report as sheets.

mod costs;
mod criteria;
mod cross;
pub(super) mod faults;
mod hands;
mod history;
mod matches;
mod rounds;
mod seats;
mod standings;

use super::part::Part;
use super::sheet::{Cell, Column, Sheet};
use super::tables::Tables;

pub(super) use costs::costs;
pub(super) use hands::hands;
pub(super) use history::{few as history, few_points, value};
pub(super) use rounds::capital;
pub(super) use seats::seats;
pub(super) use standings::{notes, remark, standings, verdict};

/// True if a part has content.
pub(super) fn tells(tables: &Tables, part: Part) -> bool {
    match part {
        Part::Standings => true,
        Part::Criteria => tables.standings.iter().any(|row| !row.criteria.is_empty()),
        Part::CrossTable => tables.cross_table.meetings.iter().flatten().any(Option::is_some),
        Part::Rounds => tables.rounds_matter && !tables.rounds.is_empty(),
        Part::Seats => tables.seats.all.iter().any(Option::is_some),
        Part::Hands => tables.hands.is_some(),
        Part::Faults => !tables.faults.is_empty() || !tables.progress.failed.is_empty(),
        Part::Costs => tables.progress.played > 0,
        Part::History => !tables.history.at.is_empty(),
        Part::Matches => !tables.matches.is_empty(),
    }
}

/// The sheets of a part as people read them on a terminal of this width; that of the matches
/// without its rows, see [`columns_and_rows`].
pub(super) fn for_people(tables: &Tables, part: Part, width: usize) -> Vec<Sheet> {
    match part {
        Part::Standings => vec![standings(tables)],
        Part::Criteria => criteria::criteria(tables),
        Part::CrossTable => cross::squares(tables, width),
        Part::Rounds => rounds::rounds(tables),
        Part::Seats => vec![seats(tables)],
        Part::Hands => vec![hands(tables)],
        Part::Faults => faults::for_people(tables),
        Part::Costs => vec![costs(tables)],
        Part::History => vec![history(tables)],
        Part::Matches => vec![matches::empty(tables)],
    }
}

/// The columns and the rows of a part as programs read them, matches one by one: there may be very
/// many.
pub(super) fn columns_and_rows<'t>(
    tables: &'t Tables<'_>,
    part: Part,
) -> (Vec<Column>, Box<dyn Iterator<Item = Vec<Cell>> + 't>) {
    let sheet = match part {
        Part::Matches => {
            let columns = matches::columns(tables);
            let rows = tables.matches.iter().map(move |row| columns.cells(&row));
            return (matches::columns(tables).columns, Box::new(rows));
        }
        Part::Standings => standings(tables),
        Part::Criteria => criteria::list(tables),
        Part::CrossTable => cross::list(tables),
        Part::Rounds => rounds::list(tables),
        Part::Seats => seats(tables),
        Part::Hands => hands(tables),
        Part::Faults => faults::list(tables),
        Part::Costs => costs(tables),
        Part::History => history::list(tables),
    };
    (sheet.columns, Box::new(sheet.rows.into_iter()))
}
