//! The tables of a student's page: opponents and matches.

use maud::{Markup, html};

use crate::core::plain;
use crate::tournament::report::figure::{count, grouped, percent, points};
use crate::tournament::report::html::cross::shade;
use crate::tournament::report::html::page::{minus, name, wide};
use crate::tournament::report::own::{Bot, Outcome, OwnMatch, Student};
use crate::tournament::report::tables::Tables;

/// The results against each opponent.
pub(super) fn against(tables: &Tables, bot: &Bot<'_>) -> Markup {
    html! {
        (wide("Against each of the others", html! {
            table.sheet.versus {
                caption.spoken { "Against each of the others" }
                thead {
                    tr {
                        th scope="col" { "Opponent" }
                        th.num scope="col" { "Score %" }
                        th.num scope="col" { "Points" }
                        th.num scope="col" { "Matches" }
                        @if tables.two_sides { th.num scope="col" { "W-D-L" } }
                    }
                }
                tbody {
                    @for (other, meeting) in &bot.meetings {
                        tr {
                            th scope="row" { (name(other)) }
                            td.num.heat.(shade(meeting.score)) { (percent(meeting.score)) }
                            td.num { (points(meeting.points)) }
                            td.num { (meeting.games) }
                            @if tables.two_sides {
                                td.num {
                                    @if let Some([won, drawn, lost]) = meeting.won_drawn_lost {
                                        (format!("{won}-{drawn}-{lost}"))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }))
    }
}

/// Its matches, each with the number of its record.
pub(super) fn matches(student: &Student<'_>, bot: &Bot<'_>) -> Markup {
    if bot.matches.is_empty() {
        return html! { p.empty { "None yet." } };
    }
    let partners = bot.matches.iter().any(|own| !own.partners.is_empty());
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
        (wide("Matches", html! {
            table.matches.own {
                caption.spoken { "Matches" }
                thead {
                    tr {
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
                    }
                }
                tbody { @for own in &bot.matches { (line(own, partners)) } }
            }
        }))
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
            let class = if behind < 0.5 {
                "w4"
            } else if behind > 0.5 {
                "l4"
            } else {
                "even"
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
            td.num.more { @if let Some(plies) = own.plies { (plies) } }
            td.num { @if let Some(record) = own.record { (record) } }
        }
    }
}
