//! Results by seat as a sheet.

use crate::tournament::report::figure::{Figure, percent, percent_within};
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

pub(crate) fn seats(tables: &Tables) -> Sheet {
    let table = &tables.seats;
    let mut columns = vec![Column::left("name", &["name"], 0).down_to(12)];
    for seat in 0..table.all.len() {
        let keys = [format!("seat_{seat}_score"), format!("seat_{seat}_matches")];
        let head = format!("seat {seat}, %");
        columns.push(Column { keys: keys.to_vec(), ..Column::right(&head, &[], 0) });
    }
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for row in table.rows.iter().filter(|row| row.seats.iter().any(Option::is_some)) {
        let mut cells = vec![Cell::text(&row.name)];
        cells.extend(row.seats.iter().map(|seat| match seat {
            None => Cell::none(2),
            Some(seat) => {
                let values = vec![Value::number(seat.score), Value::number(seat.matches)];
                Cell::of(percent(seat.score), values)
            }
        }));
        rows.push(cells);
    }
    if !rows.is_empty() {
        let all = |figure: &Option<Figure>| {
            figure.as_ref().map_or(Cell::none(2), |figure| {
                Cell::of(percent_within(figure), vec![Value::number(figure.value), Value::None])
            })
        };
        let mut cells = vec![Cell::text("(everybody)")];
        cells.extend(table.all.iter().map(all));
        rows.push(cells);
    }
    Sheet {
        title: "By seat".to_string(),
        columns,
        rows,
        notes: first_move(tables).into_iter().collect(),
        empty: "nothing played yet",
    }
}

/// The value of the first move, at tables of two.
pub(crate) fn first_move(tables: &Tables) -> Option<String> {
    let [Some(first), Some(_)] = &tables.seats.all[..] else { return None };
    let listed = match (first.low, first.high) {
        (Some(low), _) if low > 0.5 => "an advantage",
        (_, Some(high)) if high < 0.5 => "a drawback",
        (Some(_), Some(_)) => "neither an advantage nor a drawback beyond luck",
        _ => return None,
    };
    Some(format!("To sit in seat 0 was {listed}: {} %.", percent_within(first)))
}
