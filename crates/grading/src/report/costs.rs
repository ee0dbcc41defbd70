//! The cost of bots: fuel, which does not depend on the machine, and time, which does.

use serde::Serialize;

use super::figure::{grouped, percent, rounded};
use super::sheet::{Cell, Columns, Sheet, number_value};
use super::standing::Standing;
use juez_script::LANGUAGES;
use juez_tournament::Results;
use juez_tournament::Spent;

/// The cost of an entrant in its played matches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CostRow {
    pub name: String,
    /// Matches played.
    pub matches: u32,
    /// Decisions requested of it.
    pub decisions: u64,
    /// Mean fuel of a decision; `None` for a built-in bot.
    pub fuel: Option<f64>,
    /// Highest fuel of a decision.
    pub worst_fuel: Option<u64>,
    /// Fuel allowed per decision.
    pub budget: Option<u64>,
    /// Mean fuel as a share of the budget.
    pub share: Option<f64>,
    /// Highest fuel of a decision as a share of the budget.
    pub worst_share: Option<f64>,
    /// Mean CPU time per decision in microseconds, including calls of other hooks; measured by a
    /// clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<f64>,
    /// Mean duration of its matches in microseconds; measured by a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_us: Option<f64>,
}

pub(super) fn cost_rows(results: &Results, standings: &[Standing]) -> Vec<CostRow> {
    let mut all = vec![(Spent::default(), 0_u64, 0_u64, 0_u32); results.entrants.len()];
    for result in results.matches.iter() {
        let (job, Some(summary)) = (&result.job, result.played()) else { continue };
        let order = &job.order;
        let first = |(at, entrant): &(usize, &u32)| !order[..*at].contains(*entrant);
        for (_, &entrant) in order.iter().enumerate().filter(first) {
            let (.., wall, matches) = &mut all[entrant as usize];
            *wall = wall.saturating_add(summary.wall_us);
            *matches += 1;
        }
        let seated = results.seated(job);
        for (seat, spent) in summary.spent.iter() {
            let (sum, decisions, ..) = &mut all[seated[seat.index()] as usize];
            *decisions += u64::from(spent.decisions);
            sum.fuel = sum.fuel.saturating_add(spent.fuel);
            sum.time_us = sum.time_us.saturating_add(spent.time_us);
            sum.worst_fuel = sum.worst_fuel.max(spent.worst_fuel);
        }
    }
    let row = |standing: &Standing| {
        let entrant = standing.entrant as usize;
        let (spent, decisions, wall, matches) = all[entrant];
        let kind = results.entrants[entrant].player.bot;
        let language = LANGUAGES.iter().find(|language| language.played_by == kind);
        let language = language.filter(|_| decisions > 0);
        let move_ms = u64::from(results.plan.terms.limits.move_ms);
        let budget = language.map(|language| language.fuel_per_ms * move_ms);
        let mean = spent.fuel as f64 / decisions.max(1) as f64;
        let share = |fuel: f64| budget.map(|budget| rounded(fuel / budget.max(1) as f64, 4));
        CostRow {
            name: standing.name.clone(),
            matches,
            decisions,
            fuel: budget.map(|_| rounded(mean, 1)),
            worst_fuel: budget.map(|_| spent.worst_fuel),
            budget,
            share: share(mean),
            worst_share: share(spent.worst_fuel as f64),
            cpu_us: (decisions > 0).then(|| rounded(spent.time_us as f64 / decisions as f64, 1)),
            wall_us: (matches > 0).then(|| rounded(wall as f64 / f64::from(matches), 1)),
        }
    };
    standings.iter().filter(|standing| standing.error.is_none()).map(row).collect()
}

/// Returns the costs as a sheet, with the clock figures last.
pub(super) fn sheet(costs: &[CostRow]) -> Sheet {
    let mut columns = Columns::<CostRow>::new()
        .left("name", &["name"], 0, |row| Cell::text(&row.name))
        .down_to(12)
        .right("decisions", &["decisions"], 3, |row| Cell::whole(row.decisions))
        .right("fuel/decision", &["fuel_per_decision"], 2, |row| Cell::maybe(row.fuel, whole))
        .right("% of budget", &["budget_share"], 0, |row| Cell::maybe(row.share, percent))
        .right("worst", &["worst_fuel"], 4, |row| Cell::maybe(row.worst_fuel, grouped))
        .right("worst %", &["worst_budget_share"], 0, |row| Cell::maybe(row.worst_share, percent))
        .only("fuel_budget", |row| number_value(row.budget));
    if costs.iter().any(|row| row.wall_us.is_some()) {
        columns = columns
            .right("CPU/decision", &["cpu_us_per_decision"], 1, |row| Cell::maybe(row.cpu_us, ms))
            .right("time/match", &["wall_us_per_match"], 1, |row| Cell::maybe(row.wall_us, ms));
    }
    let rows = costs.iter().filter(|row| row.matches > 0);
    columns.sheet("Fuel and time", rows, "nothing played yet")
}

fn whole(fuel: f64) -> String {
    grouped(rounded(fuel, 0) as u64)
}

fn ms(us: f64) -> String {
    format!("{:.2} ms", us / 1000.0)
}
