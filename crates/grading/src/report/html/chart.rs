//! Ratings over time as lines.

use maud::{Markup, html};

use super::page::{minus, wide};
use super::scale::{Scale, spread};
use super::sheet;
use crate::report::columns::clipped;
use crate::report::figure::grouped;
use crate::report::history::{History, Measure, few, value};
use crate::report::tables::Tables;
use juez_core::plain;

/// The size of the drawing and the position of its lines.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 780.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 396.0;
/// Number of lines with a label and a colour: the best.
const LABELLED: usize = 12;
/// Numbers of colours and dashes in the style sheet; they are coprime, so that no two lines look
/// the same.
const COLOURS: usize = 8;
const DASHES: usize = 5;
/// The first one in this many points does not affect the scale: early ratings jump.
const LEAPS: usize = 6;

pub(super) fn chart(tables: &Tables) -> Markup {
    let history = &tables.history;
    let shown = |values: &[Option<f64>]| values[values.len() / LEAPS..].to_vec();
    let all = history.values.iter().flat_map(|values| shown(values)).flatten();
    let (Some(x), Some(y)) = (
        Scale::of(history.at.iter().map(|&at| f64::from(at)), LEFT, RIGHT),
        Scale::of(all, BOTTOM, TOP),
    ) else {
        return html! { p.empty { "nothing played yet" } };
    };
    let what = match history.measure {
        Measure::Elo => "Elo",
        Measure::Score => "Mean score in %",
    };
    html! {
        figure {
            (wide("Chart", html! {
                svg.chart role="img" aria-labelledby="chart-title chart-text"
                    viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } {
                    title #chart-title { (what) " over time" }
                    desc #chart-text { "One line for each entrant; the table below has its figures." }
                    (axes(history, &x, &y))
                    (lines(history, &x, &y))
                }
            }))
            figcaption.note {
                (what) " by number of matches."
                @if history.names.len() > LABELLED {
                    " The best " (LABELLED) " have a label, the others are grey."
                }
            }
        }
        details {
            summary { "Figures" }
            (sheet::table(few(history)))
        }
    }
}

fn axes(history: &History, x: &Scale, y: &Scale) -> Markup {
    let last = history.at.last().copied().unwrap_or_default();
    html! {
        clipPath #plot { rect x=(LEFT) y=(TOP) width=(RIGHT - LEFT + 6.0) height=(BOTTOM - TOP) {} }
        @for tick in y.ticks(6) {
            line.grid.zero[tick == 0.0] x1=(LEFT) x2=(RIGHT) y1=(y.at(tick)) y2=(y.at(tick)) {}
            text.tick x=(LEFT - 8.0) y=(y.at(tick) + 4.0) text-anchor="end" {
                (minus(&value(history.measure, tick)))
            }
        }
        @for tick in x.ticks(8).into_iter().filter(|&tick| tick >= 0.0 && tick <= f64::from(last)) {
            text.tick x=(x.at(tick)) y=(BOTTOM + 20.0) text-anchor="middle" { (grouped(tick as u64)) }
        }
        text.tick x=(RIGHT) y=(BOTTOM + 36.0) text-anchor="end" { "matches" }
    }
}

/// Draws the lines, with the best on top, and their labels.
fn lines(history: &History, x: &Scale, y: &Scale) -> Markup {
    let count = history.names.len();
    let end = |line: usize| history.values[line].last().copied().flatten();
    let labelled: Vec<usize> =
        (0..count).filter(|&line| end(line).is_some()).take(LABELLED).collect();
    let wanted: Vec<f64> =
        labelled.iter().map(|&line| y.at(end(line).unwrap_or_default())).collect();
    let places = spread(&wanted, 17.0, TOP + 4.0, BOTTOM);
    let right = x.at(history.at.last().copied().unwrap_or_default().into());
    let look = |line: usize| format!("c{} d{}", line % COLOURS, line % DASHES);
    html! {
        g clip-path="url(#plot)" {
            @for line in (0..count).rev() {
                @let class = if labelled.contains(&line) { look(line) } else { "other".to_string() };
                path.line.(class) d=(path(history, line, x, y)) {}
            }
        }
        @for (i, &line) in labelled.iter().enumerate() {
            circle.end.(look(line)) cx=(right) cy=(wanted[i]) r="4" {}
            line.lead x1=(right + 6.0) y1=(wanted[i]) x2=(RIGHT + 14.0) y2=(places[i]) {}
            text.label.(look(line)) x=(RIGHT + 18.0) y=(places[i] + 5.0) {
                (clipped(&plain(&history.names[line]), 17))
            }
        }
    }
}

fn path(history: &History, line: usize, x: &Scale, y: &Scale) -> String {
    let mut path = String::new();
    let mut joined = false;
    for (&at, known) in history.at.iter().zip(&history.values[line]) {
        if let Some(known) = known {
            let step = if joined { 'L' } else { 'M' };
            path += &format!("{step}{} {}", x.at(at.into()), y.at(*known));
        }
        joined = known.is_some();
    }
    path
}
