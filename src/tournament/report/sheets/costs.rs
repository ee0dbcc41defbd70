//! Fuel and time as a sheet.

use crate::tournament::report::figure::{grouped, percent, rounded};
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::tables::Tables;

/// The cost of bots; figures of clocks stand last.
pub(crate) fn costs(tables: &Tables) -> Sheet {
    let timed = tables.costs.iter().any(|row| row.wall_us.is_some());
    let mut columns = vec![
        Column::left("name", &["name"], 0).down_to(12),
        Column::right("decisions", &["decisions"], 3),
        Column::right("fuel/decision", &["fuel_per_decision"], 2),
        Column::right("% of budget", &["budget_share"], 0),
        Column::right("worst", &["worst_fuel"], 4),
        Column::right("worst %", &["worst_budget_share"], 0),
        Column::right("", &["fuel_budget"], 0),
    ];
    if timed {
        columns.push(Column::right("CPU/decision", &["cpu_us_per_decision"], 1));
        columns.push(Column::right("time/match", &["wall_us_per_match"], 1));
    }
    let share = |share: f64| percent(share);
    let ms = |us: f64| format!("{:.2} ms", us / 1000.0);
    let rows = tables.costs.iter().filter(|row| row.matches > 0).map(|row| {
        let whole = |number: u64| Cell::of(grouped(number), vec![Value::number(number)]);
        let mut cells = vec![
            Cell::text(&row.name),
            whole(row.decisions),
            Cell::maybe(row.fuel, |fuel| grouped(rounded(fuel, 0) as u64)),
            Cell::maybe(row.share, share),
            row.worst_fuel.map_or(Cell::none(1), whole),
            Cell::maybe(row.worst_share, share),
            Cell::of("", vec![Value::maybe(row.budget)]),
        ];
        if timed {
            cells.extend([Cell::maybe(row.cpu_us, ms), Cell::maybe(row.wall_us, ms)]);
        }
        cells
    });
    Sheet {
        title: "Fuel and time".to_string(),
        columns,
        rows: rows.collect(),
        notes: Vec::new(),
        empty: "nothing played yet",
    }
}
