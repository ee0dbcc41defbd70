//! The cross-table as a heat map with numbers.

use maud::{Markup, html};

use super::page::{captioned, name};
use crate::core::plain;
use crate::tournament::report::cross::Meeting;
use crate::tournament::report::figure::{percent, points};
use crate::tournament::report::tables::Tables;

/// Shades on each side of an even score.
const SHADES: f64 = 8.0;
/// Entrants from which the numbers are small.
const SMALL_FROM_ENTRANTS: usize = 14;

pub(super) fn cross_table(tables: &Tables) -> Markup {
    let table = &tables.cross_table;
    let met = table.met();
    let what = if tables.two_sides {
        "Points of the row against the column of so many matches; below: won, drawn, lost."
    } else {
        "Mean score of the row in % at tables with the column; below: matches."
    };
    let head = html! {
        th.num scope="col" { "#" }
        th scope="col" { "Name" }
        @for &column in &met {
            th.num scope="col" { abbr title=(plain(&table.names[column])) { (column + 1) } }
        }
    };
    let rows = html! {
        @for &row in &met {
            tr {
                td.num { (row + 1) }
                th scope="row" { (name(&table.names[row])) }
                @for &column in &met {
                    @match &table.meetings[row][column] {
                        _ if row == column => td.self aria-label="itself" { "·" },
                        None => td aria-label="not met" {},
                        Some(meeting) => (cell(meeting, &table.names, row, column)),
                    }
                }
            }
        }
    };
    let class = if met.len() > SMALL_FROM_ENTRANTS { "cross many" } else { "cross" };
    html! {
        (captioned("Cross-table", &format!("Cross-table. {what}"), class, head, rows))
        p.note {
            (what) " "
            @if met.len() < table.names.len() { "Entrants without a meeting are left out. " }
            span.key.l6 { "less" } " " span.key { "even" } " " span.key.w6 { "more" }
        }
    }
}

fn cell(meeting: &Meeting, names: &[String], row: usize, column: usize) -> Markup {
    let Meeting { games, points: sum, score, won_drawn_lost } = meeting;
    let full = format!(
        "{} against {}: {} of {games}",
        plain(&names[row]),
        plain(&names[column]),
        points(*sum)
    );
    html! {
        td.heat.(shade(*score)) title=(full) {
            @match won_drawn_lost {
                Some([won, drawn, lost]) => {
                    (points(*sum)) span.of { "/" (games) }
                    span.small { (won) "-" (drawn) "-" (lost) }
                }
                None => { (percent(*score)) span.small { (games) } }
            }
        }
    }
}

/// The class that colours a score: `w1` to `w8` above one half, `l1` to `l8` below.
pub(super) fn shade(score: f64) -> String {
    let step = libm::ceil((score - 0.5).abs() * 2.0 * SHADES - 1e-9);
    match score {
        _ if step < 1.0 => "even".to_string(),
        score if score > 0.5 => format!("w{step}"),
        _ => format!("l{step}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_further_from_even_the_stronger_the_colour() {
        let shades = [0.5, 0.51, 0.7, 1.0, 0.49, 0.0].map(shade);
        assert_eq!(shades, ["even", "w1", "w4", "w8", "l1", "l8"]);
    }
}
