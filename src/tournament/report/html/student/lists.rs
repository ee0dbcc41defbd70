//! The tables of a student's page: opponents and matches.

use maud::{Markup, html};
use std::cmp::Ordering;

use crate::core::plain;
use crate::tournament::report::figure::{count, dashed, grouped, percent, points};
use crate::tournament::report::html::cross::shade;
use crate::tournament::report::html::page::{minus, name, table};
use crate::tournament::report::own::{Bot, Outcome, OwnMatch, Student};
use crate::tournament::report::sheet::number_value;
use crate::tournament::report::tables::Tables;

/// The results against each opponent.
pub(super) fn against(tables: &Tables, bot: &Bot<'_>) -> Markup {
    let head = html! {
        th scope="col" { "Opponent" }
        th.num scope="col" { "Score %" }
        th.num scope="col" { "Points" }
        th.num scope="col" { "Matches" }
        @if tables.two_sides { th.num scope="col" { "W-D-L" } }
    };
    let rows = html! {
        @for (other, meeting) in &bot.meetings {
            tr {
                th scope="row" { (name(other)) }
                td.num.heat.(shade(meeting.score)) { (percent(meeting.score)) }
                td.num { (points(meeting.points)) }
                td.num { (meeting.games) }
                @if tables.two_sides {
                    td.num { (meeting.won_drawn_lost.map(dashed).unwrap_or_default()) }
                }
            }
        }
    };
    table("Against each of the others", "sheet versus", head, rows)
}

/// Its matches, each with the number of its record.
pub(super) fn matches(student: &Student<'_>, bot: &Bot<'_>) -> Markup {
    if bot.matches.is_empty() {
        return html! { p.empty { "None yet." } };
    }
    let partners = bot.matches.iter().any(|own| !own.partners.is_empty());
    let head = html! {
        th.num scope="col" { "Match" }
        th.more scope="col" { "Round" }
        @if partners { th scope="col" { "With" } }
        th scope="col" { "Against" }
        th.num scope="col" { "Seat" }
        th scope="col" { "Result" }
        th.num.more scope="col" { "Points" }
        th scope="col" { "End" }
        th.num.more scope="col" { "Plies" }
        th.num scope="col" { "Record" }
    };
    html! {
        @if let Some(file) = &student.records {
            p {
                "Walk through one with " code { "juez replay " (file) " --record-number N" }
                ", where N is the number under Record."
            }
        }
        @if bot.more > 0 {
            p { "Listed are " (grouped(bot.matches.len() as u64)) "; " (grouped(bot.more as u64)) " more are to come or are not listed." }
        }
        (table("Matches", "matches own", head, html! { @for own in &bot.matches { (line(own, partners)) } }))
    }
}

fn line(own: &OwnMatch, partners: bool) -> Markup {
    let seats: Vec<String> = own.seats.iter().map(|seat| seat.to_string()).collect();
    let list = |names: &[String]| {
        html! { @for (i, who) in names.iter().enumerate() { @if i > 0 { " · " } (name(who)) } }
    };
    let (class, result) = match own.outcome {
        Outcome::Won => ("w4", "won".to_string()),
        Outcome::Drawn => ("even", "drawn".to_string()),
        Outcome::Lost => ("l4", "lost".to_string()),
        Outcome::Rank(rank, of) => {
            let behind = f64::from(rank - 1) / f64::from((of - 1).max(1));
            let class = match behind.total_cmp(&0.5) {
                Ordering::Less => "w4",
                Ordering::Equal => "even",
                Ordering::Greater => "l4",
            };
            (class, format!("rank {rank} of {of}"))
        }
        Outcome::Open => ("", String::new()),
    };
    html! {
        tr {
            th.num scope="row" { (own.number) }
            td.more { (plain(&own.round)) }
            @if partners { td { (list(&own.partners)) } }
            td { (list(&own.opponents)) }
            td.num { (seats.join(", ")) }
            td.result.(class) { (result) }
            td.num.more { @if let Some(points) = own.points { (minus(&points.to_string())) } }
            td { (plain(&own.end)) @if own.faults > 0 { " " span.kind { (count(own.faults as u64, "fault", "faults")) } } }
            td.num.more { (number_value(own.plies)) }
            td.num { (number_value(own.record)) }
        }
    }
}
