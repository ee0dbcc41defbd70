//! The cross-table as a heat map with numbers.

use maud::{Markup, html};

use super::sheet::{Decoration, decorated};
use crate::report::cross::{CrossTable, Meeting, squares};
use crate::report::figure::{dashed, points};
use crate::report::sheet::{Cell, Column, Key, Sheet};
use crate::report::tables::Tables;
use juez_core::plain;

/// Shades on each side of an even score.
const SHADES: f64 = 8.0;
/// Number of entrants above which the numbers are small.
const SMALL_FROM_ENTRANTS: usize = 14;

pub(super) fn cross_table(tables: &Tables) -> Markup {
    let CrossTable { names, meetings } = &tables.cross_table;
    let met = tables.cross_table.met();
    let below = if tables.two_sides { "Below: won, drawn, lost." } else { "Below: matches." };
    let decoration = |row: Option<usize>, column: &Column, Cell { text, .. }: &Cell| {
        let Some(Key::Opponent(column)) = column.key else { return Decoration::default() };
        let row = row.map(|row| met[row]);
        let titled =
            |title: &str| Decoration { title: Some(plain(title)), ..Decoration::default() };
        match row.map(|row| (row, &meetings[row][column])) {
            None => titled(&names[column]),
            Some((row, _)) if row == column => {
                Decoration { class: "self".into(), ..titled("itself") }
            }
            Some((_, None)) => titled("not met"),
            Some((row, Some(meeting))) => cell(meeting, text, [&names[row], &names[column]]),
        }
    };
    let class = if met.len() > SMALL_FROM_ENTRANTS { "cross many" } else { "cross" };
    html! {
        @for sheet in squares(&tables.cross_table, tables.two_sides, usize::MAX) {
            @let what = format!("{} {below}", sheet.notes.join(" "));
            (decorated(Sheet { title: format!("Cross-table. {what}"), ..sheet }, class, &decoration))
            p.note {
                (what) " "
                @if met.len() < names.len() { "Entrants without a meeting are left out. " }
                span.key.l6 { "less" } " " span.key { "even" } " " span.key.w6 { "more" }
            }
        }
    }
}

fn cell(meeting: &Meeting, text: &str, [row, column]: [&str; 2]) -> Decoration {
    let Meeting { games, points: sum, score, won_drawn_lost } = meeting;
    let full = format!("{} against {}: {} of {games}", plain(row), plain(column), points(*sum));
    let below = won_drawn_lost.map_or(games.to_string(), dashed);
    let inner = match text.split_once('/') {
        Some((sum, games)) => html! { (sum) span.of { "/" (games) } span.small { (below) } },
        None => html! { (text) span.small { (below) } },
    };
    let class = format!("heat {}", shade(*score));
    Decoration { title: Some(full), inner: Some(inner), ..Decoration::class(class) }
}

/// Returns the class that colours a score: `w1` to `w8` above one half, `l1` to `l8` below.
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
