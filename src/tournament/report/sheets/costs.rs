//! Fuel and time as a sheet.

use crate::tournament::report::costs::CostRow;
use crate::tournament::report::figure::{grouped, percent, rounded};
use crate::tournament::report::sheet::{Cell, Columns, Sheet, number_value};
use crate::tournament::report::tables::Tables;

/// The cost of bots; figures of clocks stand last.
pub(crate) fn costs(tables: &Tables) -> Sheet {
    let mut columns = Columns::<CostRow>::new()
        .left("name", &["name"], 0, |row| Cell::text(&row.name))
        .down_to(12)
        .right("decisions", &["decisions"], 3, |row| Cell::whole(row.decisions))
        .right("fuel/decision", &["fuel_per_decision"], 2, |row| Cell::maybe(row.fuel, whole))
        .right("% of budget", &["budget_share"], 0, |row| Cell::maybe(row.share, percent))
        .right("worst", &["worst_fuel"], 4, |row| Cell::maybe(row.worst_fuel, grouped))
        .right("worst %", &["worst_budget_share"], 0, |row| Cell::maybe(row.worst_share, percent))
        .only("fuel_budget", |row| number_value(row.budget));
    if tables.costs.iter().any(|row| row.wall_us.is_some()) {
        columns = columns
            .right("CPU/decision", &["cpu_us_per_decision"], 1, |row| Cell::maybe(row.cpu_us, ms))
            .right("time/match", &["wall_us_per_match"], 1, |row| Cell::maybe(row.wall_us, ms));
    }
    let rows = tables.costs.iter().filter(|row| row.matches > 0);
    columns.sheet("Fuel and time", rows, "nothing played yet")
}

fn whole(fuel: f64) -> String {
    grouped(rounded(fuel, 0) as u64)
}

fn ms(us: f64) -> String {
    format!("{:.2} ms", us / 1000.0)
}
