//! The parts of a report: their names, and each as sheets.

use super::sheet::{Cell, Column, Sheet};
use super::tables::Tables;
use super::{costs, criteria, cross, faults, hands, history, matches, rounds, seats, standings};
use juez_core::named;

/// A part of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Standings,
    /// The verdicts on the criteria.
    Criteria,
    /// The scores of all entrants against each other.
    CrossTable,
    /// The rounds with their tables.
    Rounds,
    /// Results by seat.
    Seats,
    /// The game's statistics of each hand.
    Hands,
    /// Faults of bots.
    Faults,
    /// Fuel and time.
    Costs,
    /// Ratings over time.
    History,
    /// Every match.
    Matches,
}

named! {
    Part, "part of a report":
    Standings = "standings",
    Criteria = "criteria",
    CrossTable = "cross-table",
    Rounds = "rounds",
    Seats = "seats",
    Hands = "hands",
    Faults = "faults",
    Costs = "costs",
    History = "rating-over-time",
    Matches = "matches",
}

impl Part {
    /// All parts, in the order of a report.
    pub const ALL: [Part; 10] = [
        Part::Standings,
        Part::Criteria,
        Part::CrossTable,
        Part::Rounds,
        Part::Seats,
        Part::Hands,
        Part::Faults,
        Part::Costs,
        Part::History,
        Part::Matches,
    ];
}

impl Tables<'_> {
    /// Iterates over the parts of this report: all, except hands if the game has no statistics of
    /// them.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        Part::ALL.into_iter().filter(|&part| part != Part::Hands || self.hands.is_some())
    }
}

/// Returns true if a part has content.
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

/// Returns the sheets of a part for a terminal of this width; the matches come without rows, see
/// [`columns_and_rows`].
pub(super) fn for_people(tables: &Tables, part: Part, width: usize) -> Vec<Sheet> {
    match part {
        Part::Criteria => criteria::sheets(&tables.standings),
        Part::CrossTable => cross::squares(&tables.cross_table, tables.two_sides, width),
        Part::Rounds => tables.rounds.iter().map(rounds::sheet).collect(),
        Part::Faults => faults::for_people(&tables.faults, &tables.progress.failed),
        Part::History => vec![history::few(&tables.history)],
        Part::Matches => vec![matches::empty(&tables.matches)],
        Part::Standings | Part::Seats | Part::Hands | Part::Costs => vec![sheet(tables, part)],
    }
}

/// Returns the sheet of a part that programs read; the matches come without rows.
pub(super) fn sheet(tables: &Tables, part: Part) -> Sheet {
    match part {
        Part::Standings => standings::sheet(tables),
        Part::Criteria => criteria::list(&tables.standings),
        Part::CrossTable => cross::list(&tables.cross_table, None),
        Part::Rounds => rounds::list(&tables.rounds),
        Part::Seats => seats::sheet(&tables.seats),
        Part::Hands => hands::sheet(tables.hands.as_ref()),
        Part::Faults => faults::list(&tables.faults),
        Part::Costs => costs::sheet(&tables.costs),
        Part::History => history::list(&tables.history),
        Part::Matches => matches::empty(&tables.matches),
    }
}

/// Returns the columns and rows of a part that programs read. Matches are made one by one, because
/// there can be very many.
pub(super) fn columns_and_rows<'t>(
    tables: &'t Tables<'_>,
    part: Part,
) -> (Vec<Column>, Box<dyn Iterator<Item = Vec<Cell>> + 't>) {
    let sheet = sheet(tables, part);
    if part == Part::Matches {
        let columns = matches::columns(&tables.matches);
        let rows = tables.matches.iter().map(move |row| columns.cells(&row));
        return (sheet.columns, Box::new(rows));
    }
    (sheet.columns, Box::new(sheet.rows.into_iter()))
}
