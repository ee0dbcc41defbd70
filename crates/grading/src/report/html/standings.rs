//! The standings with their error bars.

use maud::{Markup, html};

use super::page::{minus, name};
use super::scale::Scale;
use super::sheet::{self, Decoration};
use crate::report::criteria;
use crate::report::figure::{Figure, capital, percent, signed};
use crate::report::part::{Part, tells};
use crate::report::sheet::{Cell, Column, Key};
use crate::report::standing::Standing;
use crate::report::standings::{CLOSE_TO, columns, notes, remark, sheet as all_figures};
use crate::report::tables::Tables;
use juez_core::plain;

/// The size of an error bar.
const WIDTH: f64 = 190.0;
const HEIGHT: f64 = 30.0;
const MIDDLE: f64 = HEIGHT / 2.0;
const MARGIN: f64 = 16.0;
/// Maximum weight of a column outside the table of all figures.
const MAX_WEIGHT: u8 = 8;

/// The scale of error bars, and the figure they show.
struct Bars {
    scale: Scale,
    /// True for Elo; false for the score, if no entrant is rated.
    rating: bool,
}

pub(super) fn standings(tables: &Tables) -> Markup {
    let bars = Bars::of(tables);
    let rows = &tables.standings;
    let decoration = |row: Option<usize>, column: &Column, Cell { text, .. }: &Cell| {
        let bars = bars.as_ref().filter(|bars| column.key == Some(bars.key()));
        match (row.map(|row| &rows[row]), column.key) {
            (None, _) => bars.map(|bars| bars.axis(column)).unwrap_or_default(),
            (Some(row), Some(Key::Place)) => place(row, text),
            (Some(row), Some(Key::Name)) => who(row),
            (Some(row), Some(Key::Points)) if row.error.is_some() => {
                let inner = Some(html! { (plain(&remark(row))) });
                Decoration { is_last: true, inner, ..Decoration::class("remark") }
            }
            (Some(_), Some(Key::Points)) => Decoration::class("points"),
            (Some(row), _) => bars.map(|bars| bars.row(row, text)).unwrap_or_default(),
        }
    };
    // The remark on a row includes its state.
    let main = columns(tables)
        .keep(|column| column.weight <= MAX_WEIGHT && column.key != Some(Key::State));
    let main = main.sheet("Standings with 95 % intervals", rows, "no entrants yet");
    html! {
        (sheet::decorated(main, "standings", &decoration))
        (sheet::notes(&notes(tables)))
        @if tells(tables, Part::Criteria) {
            details {
                summary { "Criteria" }
                @for sheet in criteria::sheets(rows) { h3 { (plain(&sheet.title)) } (sheet::table(sheet)) }
            }
        }
        details {
            summary { "All figures" }
            (sheet::table(all_figures(tables)))
        }
    }
}

fn place(row: &Standing, text: &str) -> Decoration {
    let marked = text.split_once(' ').filter(|_| row.close);
    let inner =
        marked.map(|(mark, place)| html! { abbr.mark title=(CLOSE_TO) { (mark) } " " (place) });
    Decoration { inner, ..Decoration::class("place") }
}

fn who(row: &Standing) -> Decoration {
    Decoration::inner(html! {
        (name(&row.name))
        @if let Some(student) = row.student.as_ref().filter(|student| **student != row.name) {
            span.small { (name(student)) }
        }
        @if row.error.is_none() && !remark(row).is_empty() {
            span.small.remark { (plain(&remark(row))) }
        }
    })
}

impl Bars {
    fn of(tables: &Tables) -> Option<Bars> {
        let rating = tables.standings.iter().any(|row| row.elo.is_some());
        let figures = tables.standings.iter().filter_map(|row| Bars::figure(row, rating));
        let ends = figures.flat_map(|f| [Some(f.value), f.low, f.high]).flatten();
        let scale = Scale::of(ends, MARGIN, WIDTH - MARGIN)?;
        Some(Bars { scale, rating })
    }

    /// Returns the key of their column.
    fn key(&self) -> Key {
        if self.rating { Key::Elo } else { Key::Score }
    }

    fn figure(row: &Standing, rating: bool) -> Option<Figure> {
        if rating { row.elo } else { row.score }
    }

    fn text(&self, value: f64) -> String {
        minus(&if self.rating { signed(value) } else { percent(value) })
    }

    /// Draws the heading, with the ticks of the scale.
    fn axis(&self, column: &Column) -> Decoration {
        let inner = html! {
            span { (capital(&column.head)) }
            svg viewBox={ "0 0 " (WIDTH) " 16" } width=(WIDTH) height="16" aria-hidden="true" {
                @for tick in self.scale.ticks(4) {
                    text.tick x=(self.scale.at(tick)) y="12" text-anchor="middle" { (self.text(tick)) }
                }
            }
        };
        Decoration { inner: Some(inner), ..Decoration::class("bar") }
    }

    /// Draws a dot with its whiskers, and the figure.
    fn row(&self, row: &Standing, text: &str) -> Decoration {
        let Some(figure) = Bars::figure(row, self.rating) else { return Decoration::class("bar") };
        let at = |value| self.scale.at(value);
        let dot = at(figure.value);
        let inner = html! {
            svg role="img" aria-label=(self.label(&figure)) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) }
                width=(WIDTH) height=(HEIGHT) {
                title { (self.label(&figure)) }
                @for tick in self.scale.ticks(4) {
                    line.grid.zero[tick == 0.0] x1=(at(tick)) x2=(at(tick)) y1="0" y2=(HEIGHT) {}
                }
                @if let (Some(low), Some(high)) = (figure.low, figure.high) {
                    line.whisker x1=(at(low)) x2=(at(high)) y1=(MIDDLE) y2=(MIDDLE) {}
                    @for end in [at(low), at(high)] {
                        line.whisker x1=(end) x2=(end) y1=(MIDDLE - 4.0) y2=(MIDDLE + 4.0) {}
                    }
                }
                circle.dot cx=(dot) cy=(MIDDLE) r="5" {}
            }
            span.figure { (sheet::within(text)) }
        };
        Decoration { inner: Some(inner), ..Decoration::class("bar") }
    }

    fn label(&self, figure: &Figure) -> String {
        let value = self.text(figure.value);
        let what = if self.rating { "Elo" } else { "score in percent" };
        match (figure.low, figure.high) {
            (Some(low), Some(high)) => {
                format!("{what} {value}, 95 % interval {} to {}", self.text(low), self.text(high))
            }
            _ => format!("{what} {value}"),
        }
    }
}
