//! The standings with their error bars.

use maud::{Markup, html};

use super::page::{captioned, minus, name};
use super::scale::Scale;
use super::sheet;
use crate::core::plain;
use crate::tournament::report::figure::{
    Figure, dashed, likelihood, percent, percent_within, points, rating_within, signed,
};
use crate::tournament::report::sheet::number_value;
use crate::tournament::report::standing::Standing;
use crate::tournament::report::standings::{notes, remark, sheet as all_figures};
use crate::tournament::report::tables::Tables;

/// The size of an error bar.
const WIDTH: f64 = 190.0;
const HEIGHT: f64 = 30.0;
const MIDDLE: f64 = HEIGHT / 2.0;
const MARGIN: f64 = 16.0;
/// Says what the mark of a row means.
const CLOSE_TITLE: &str = "not yet distinguishable from the one above";

/// The scale and the figure of error bars.
struct Bars {
    scale: Scale,
    /// Elo, or the score where no entrant is rated.
    rating: bool,
}

pub(super) fn standings(tables: &Tables) -> Markup {
    let bars = Bars::of(tables);
    let judged = tables.standings.iter().any(|row| !row.criteria.is_empty());
    let buchholz = tables.standings.iter().any(|row| row.buchholz.is_some());
    // What stands behind the name, in one cell for those who take no part.
    let outcome = if tables.two_sides { 1 } else { 2 };
    let optional = [bars.is_some(), buchholz, judged].into_iter().filter(|is| *is).count();
    let behind = 4 + outcome + optional;
    let head = html! {
        th.num scope="col" { "#" }
        th scope="col" { "Name" }
        th.num scope="col" { "Points" }
        @if let Some(bars) = &bars { th.bar scope="col" { (bars.head()) } }
        th.num scope="col" { "Score %" }
        @if tables.two_sides {
            th.num.more scope="col" { abbr title="won, drawn, lost" { "W-D-L" } }
        } @else {
            th.num.more scope="col" { "Mean rank" }
            th.num.more scope="col" { "Firsts" }
        }
        @if buchholz { th.num.more scope="col" { "Buchholz" } }
        th.num.more scope="col" {
            abbr title="likelihood of superiority over the next in the table" { "LOS" }
        }
        th.num.more scope="col" { "Matches" }
        @if judged { th scope="col" { "Passes" } }
    };
    let rows = html! {
        @for row in &tables.standings {
            tr.close[row.close].out[row.error.is_some()] {
                td.num.place {
                    @if row.close { abbr.mark title=(CLOSE_TITLE) { "≈" } " " }
                    (row.shown_place())
                }
                (who(row))
                @if row.error.is_some() {
                    td.remark colspan=(behind) { (plain(&remark(row))) }
                } @else {
                    td.num.points { (points(row.points)) }
                    @if let Some(bars) = &bars { td.bar { (bars.row(row)) } }
                    td.num {
                        @if let Some(score) = &row.score { (within(&percent_within(score))) }
                    }
                    @if tables.two_sides {
                        td.num.more {
                            @if let Some(counts) = row.won_drawn_lost.filter(|_| row.matches > 0) {
                                (dashed(counts))
                            }
                        }
                    } @else {
                        td.num.more {
                            (row.mean_rank.map(|rank| format!("{rank:.2}")).unwrap_or_default())
                        }
                        td.num.more { (number_value(row.firsts)) }
                    }
                    @if buchholz {
                        td.num.more { (row.buchholz.map(percent).unwrap_or_default()) }
                    }
                    td.num.more { (row.los.map(likelihood).unwrap_or_default()) }
                    td.num.more { (row.matches) }
                    @if judged { td { (passes(row)) } }
                }
            }
        }
    };
    html! {
        (captioned("Standings", "Standings with 95 % intervals", "standings", head, rows))
        (sheet::notes(&notes(tables)))
        @if judged { (criteria(tables)) }
        details {
            summary { "All figures" }
            (sheet::table(all_figures(tables)))
        }
    }
}

fn who(row: &Standing) -> Markup {
    html! {
        th scope="row" {
            (name(&row.name))
            @if let Some(student) = row.student.as_ref().filter(|student| **student != row.name) {
                span.small { (name(student)) }
            }
            @if row.error.is_none() && !remark(row).is_empty() {
                span.small.remark { (plain(&remark(row))) }
            }
        }
    }
}

/// A figure of which the reach of the interval may stand below.
fn within(text: &str) -> Markup {
    match text.split_once(' ') {
        Some((value, reach)) => html! { (value) span.within { " " (reach) } },
        None => html! { (text) },
    }
}

fn passes(row: &Standing) -> Markup {
    html! {
        @if let Some(verdict) = row.verdict() {
            span.verdict.yes[verdict == "yes"].no[verdict == "no"] {
                @match verdict {
                    "yes" => { "✓" span.word { " yes" } }
                    "no" => { "✗" span.word { " no" } }
                    other => (other),
                }
            }
        }
    }
}

/// The verdict of each criterion on each entrant.
fn criteria(tables: &Tables) -> Markup {
    html! {
        details {
            summary { "Criteria" }
            @for row in tables.standings.iter().filter(|row| !row.criteria.is_empty()) {
                p.criteria {
                    strong { (name(&row.name)) } ": "
                    @for (i, judged) in row.criteria.iter().enumerate() {
                        @if i > 0 { "; " }
                        (plain(&judged.criterion.to_string())) " – " (plain(&judged.verdict.reason))
                    }
                }
            }
        }
    }
}

impl Bars {
    fn of(tables: &Tables) -> Option<Bars> {
        let rating = tables.standings.iter().any(|row| row.elo.is_some());
        let figures = tables.standings.iter().filter_map(|row| Bars::figure(row, rating));
        let ends = figures.flat_map(|f| [Some(f.value), f.low, f.high]).flatten();
        let scale = Scale::of(ends, MARGIN, WIDTH - MARGIN)?;
        Some(Bars { scale, rating })
    }

    fn figure(row: &Standing, rating: bool) -> Option<Figure> {
        if rating { row.elo } else { row.score }
    }

    fn text(&self, value: f64) -> String {
        minus(&if self.rating { signed(value) } else { percent(value) })
    }

    fn head(&self) -> Markup {
        html! {
            span { @if self.rating { "Elo" } @else { "Score %" } }
            svg viewBox={ "0 0 " (WIDTH) " 16" } width=(WIDTH) height="16" aria-hidden="true" {
                @for tick in self.scale.ticks(4) {
                    text.tick x=(self.scale.at(tick)) y="12" text-anchor="middle" { (self.text(tick)) }
                }
            }
        }
    }

    /// A dot with its whiskers.
    fn row(&self, row: &Standing) -> Markup {
        let Some(figure) = Bars::figure(row, self.rating) else { return html! {} };
        let at = |value| self.scale.at(value);
        let dot = at(figure.value);
        html! {
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
            span.figure {
                @if self.rating { (within(&minus(&rating_within(&figure)))) }
                @else { (within(&percent_within(&figure))) }
            }
        }
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
