//! The list of matches with their records.

use maud::{Markup, html};

use super::page::{Pages, name, page as shell, section, table};
use crate::tournament::report::figure::{count, grouped, points};
use crate::tournament::report::matches::MatchRow;

const MAX_LISTED: usize = 2000;

pub(super) fn page(pages: &Pages) -> Markup {
    let tables = pages.tables;
    let title = format!("Matches – {}", tables.about.name);
    let all = tables.matches.len();
    shell(
        &title,
        html! {
            header {
                p { a href="index.html" { "← " (name(&tables.about.name)) } }
                h1 { "Matches" }
            }
            main {
                (section("matches", "In the order of the schedule", html! {
                    p {
                        (count(pages.records.len() as u64, "record lies", "records lie"))
                        " beside this page. "
                        code { "juez report FILE --records all.jsonl.gz" } " writes them all; "
                        code { "juez replay" } " walks through one, "
                        code { "juez verify --rerun" } " proves it."
                    }
                    @if all > MAX_LISTED {
                        p {
                            "These are the first " (grouped(MAX_LISTED as u64)) " of "
                            (grouped(all as u64)) " matches; "
                            a href="matches.csv" { "matches.csv" } " has all."
                        }
                    }
                    @if all == 0 { p.empty { "nothing scheduled yet" } } @else { (list(pages)) }
                }))
            }
        },
    )
}

fn list(pages: &Pages) -> Markup {
    let head = html! {
        th.num scope="col" { "Match" }
        th scope="col" { "Round" }
        th.num scope="col" { "Block" }
        th scope="col" { "Seats, with their scores" }
        th scope="col" { "End" }
        th.num scope="col" { "Plies" }
        th.num scope="col" { "Faults" }
    };
    let rows = pages.tables.matches.iter().take(MAX_LISTED);
    table("Matches", "matches", head, html! { @for row in rows { (line(pages, &row)) } })
}

fn line(pages: &Pages, row: &MatchRow) -> Markup {
    html! {
        tr {
            th.num scope="row" {
                @match pages.file(row.number) {
                    Some(file) => a href=(file) { (row.number) },
                    None => (row.number),
                }
            }
            td { (row.round) }
            td.num { (row.block) }
            td {
                @for (seat, who) in row.players.iter().enumerate() {
                    @if seat > 0 { " · " }
                    @let won = row.scores.get(seat).is_some_and(|&score| score == 1.0);
                    span.winner[won] { (name(who)) }
                    @if let Some(&score) = row.scores.get(seat) { " " span.of { (points(score)) } }
                }
            }
            td { (row.end()) }
            td.num { @if let Some(plies) = row.plies { (plies) } }
            td.num { @if row.faults > 0 { (row.faults) } }
        }
    }
}
