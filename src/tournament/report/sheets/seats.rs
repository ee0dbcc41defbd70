//! Results by seat as a sheet.

use crate::tournament::report::figure::{percent, percent_within};
use crate::tournament::report::seats::{InSeat, SeatRow, SeatTable};
use crate::tournament::report::sheet::{Cell, Columns, Sheet};
use crate::tournament::report::tables::Tables;

/// The score of each entrant in each seat, and of everybody.
pub(crate) fn seats(tables: &Tables) -> Sheet {
    let SeatTable { rows, all } = &tables.seats;
    let everybody = "(everybody)".to_string();
    let mut columns = Columns::<Option<&SeatRow>>::new()
        .left("name", &["name"], 0, move |row| Cell::text(row.map_or(&everybody, |row| &row.name)))
        .down_to(12);
    for (seat, all) in all.iter().enumerate() {
        let keys: [&str; 2] = [&format!("seat_{seat}_score"), &format!("seat_{seat}_matches")];
        columns = columns.right(&format!("seat {seat}, %"), &keys, 0, move |row| match row {
            Some(row) => row.seats[seat].map_or(Cell::none(2), |InSeat { matches, score }| {
                Cell::of(percent(score), [score.to_string(), matches.to_string()])
            }),
            None => all.as_ref().map_or(Cell::none(2), |all| {
                Cell::of(percent_within(all), [all.value.to_string(), String::new()])
            }),
        });
    }
    let sat = rows.iter().filter(|row| row.seats.iter().any(Option::is_some)).map(Some);
    let mut rows: Vec<Option<&SeatRow>> = sat.collect();
    if !rows.is_empty() {
        rows.push(None);
    }
    let sheet = columns.sheet("By seat", rows, "nothing played yet");
    Sheet { notes: first_move(tables).into_iter().collect(), ..sheet }
}

/// The value of the first move, at tables of two.
fn first_move(tables: &Tables) -> Option<String> {
    let [Some(first), Some(_)] = &tables.seats.all[..] else { return None };
    let listed = match (first.low, first.high) {
        (Some(low), _) if low > 0.5 => "an advantage",
        (_, Some(high)) if high < 0.5 => "a drawback",
        (Some(_), Some(_)) => "neither an advantage nor a drawback beyond luck",
        _ => return None,
    };
    Some(format!("To sit in seat 0 was {listed}: {} %.", percent_within(first)))
}
