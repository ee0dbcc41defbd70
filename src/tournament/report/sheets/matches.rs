//! Every match as a sheet.

use crate::tournament::report::figure::points;
use crate::tournament::report::matches::MatchRow;
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

/// The sheet without its rows; what a clock measured stands last.
pub(super) fn empty(tables: &Tables) -> Sheet {
    let mut columns = vec![
        Column::right("match", &["match"], 0),
        Column::left("round", &["round"], 3),
        Column::right("table", &["table"], 5),
        Column::right("block", &["block"], 4),
        Column::left("players", &[], 0).down_to(20),
        Column::left("score", &[], 0),
        Column::left("end", &["state", "reason"], 0).down_to(8),
        Column::right("plies", &["plies"], 1),
        Column::right("faults", &["faults"], 2),
    ];
    for seat in 0..tables.seats.all.len() {
        let keys = ["player", "score", "rank", "points"].map(|what| format!("{what}_{seat}"));
        columns.push(Column { keys: keys.to_vec(), ..Column::left("", &[], 0) });
    }
    if tables.matches.is_timed() {
        columns.push(Column::right("ms", &["wall_us"], 1));
    }
    let title = "Matches".to_string();
    Sheet { title, columns, rows: Vec::new(), notes: Vec::new(), empty: "nothing scheduled yet" }
}

/// The rows of the sheet, made as they are asked for.
pub(super) fn rows<'t>(tables: &'t Tables<'_>) -> impl Iterator<Item = Vec<Cell>> + 't {
    let (seats, timed) = (tables.seats.all.len(), tables.matches.is_timed());
    tables.matches.iter().map(move |row| cells(&row, seats, timed))
}

fn cells(row: &MatchRow, seats: usize, timed: bool) -> Vec<Cell> {
    let scores: Vec<String> = row.scores.iter().map(|score| points(*score)).collect();
    let end = if row.state == "played" { &row.reason[..] } else { row.state };
    let reason = row.reason.clone();
    let mut cells = vec![
        Cell::whole(row.number),
        Cell::text(&row.round),
        Cell::whole(row.table + 1),
        Cell::whole(row.block),
        Cell::shown(row.players.join(" · ")),
        Cell::shown(scores.join(" · ")),
        Cell::of(end, vec![Value::Text(row.state.to_string()), Value::Text(reason)]),
        row.plies.map_or(Cell::none(1), Cell::whole),
        Cell::whole(row.faults),
    ];
    for seat in 0..seats {
        let values = vec![
            row.players.get(seat).cloned().map_or(Value::None, Value::Text),
            Value::maybe(row.scores.get(seat)),
            Value::maybe(row.ranks.get(seat)),
            Value::maybe(row.points.get(seat)),
        ];
        cells.push(Cell::of("", values));
    }
    if timed {
        let ms = |us: u64| format!("{:.1}", us as f64 / 1000.0);
        let cell = |us: u64| Cell::of(ms(us), vec![Value::number(us)]);
        cells.push(row.wall_us.map_or(Cell::none(1), cell));
    }
    cells
}
