//! The list of matches with their records.

use maud::{Markup, html};

use super::page::{Pages, name, page as shell, section};
use super::sheet::{Decoration, decorated};
use crate::report::figure::{count, grouped};
use crate::report::matches::{MatchRow, columns};
use crate::report::sheet::{BETWEEN, Cell, Column, Key};

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
                        (count(pages.records.len() as u64, "record is", "records are"))
                        " next to this page. "
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
                    (list(pages))
                }))
            }
        },
    )
}

fn list(pages: &Pages) -> Markup {
    let matches = &pages.tables.matches;
    let rows: Vec<MatchRow> = matches.iter().take(MAX_LISTED).collect();
    let decoration = |row: Option<usize>, column: &Column, Cell { text, .. }: &Cell| {
        let Some(row) = row.map(|row| &rows[row]) else { return Decoration::default() };
        match column.key {
            Some(Key::Match) => Decoration {
                inner: pages.file(row.number).map(|file| html! { a href=(file) { (text) } }),
                ..Decoration::default()
            },
            Some(Key::Players) => Decoration::inner(html! {
                @for (seat, who) in row.players.iter().enumerate() {
                    @if seat > 0 { (BETWEEN) }
                    span.winner[row.scores.get(seat) == Some(&1.0)] { (name(who)) }
                }
            }),
            _ => Decoration::default(),
        }
    };
    let sheet = columns(matches).sheet("Matches", &rows, "nothing scheduled yet");
    decorated(sheet, "matches", &decoration)
}
