//! The start page of a report.

use maud::{Markup, html};

use super::page::{Pages, minus, name, page as shell, section};
use super::{bracket, chart, cross, faults, sheet, standings};
use crate::report::figure::{count, rating_within};
use crate::report::part::{self, Part, tells};
use crate::report::standing::Standing;
use crate::report::standings::{CLOSE, CLOSE_TO};
use crate::report::tables::Tables;
use crate::report::text::{by_time, progress};

/// Number of entrants on the podium.
const PODIUM_ENTRANTS: usize = 3;

pub(super) fn page(pages: &Pages) -> Markup {
    let tables = pages.tables;
    let sections = sections(pages);
    shell(
        &format!("{} – {}", tables.about.name, tables.about.game),
        html! {
            (head(tables))
            nav aria-label="Parts of the report" {
                @for (part, title, _) in &sections { a href={ "#" (part) } { (title) } }
                a href="matches.html" { "Matches" }
            }
            main {
                (podium(tables))
                @for (part, title, body) in sections { (section(part.name(), title, body)) }
            }
            (foot(tables))
        },
    )
}

/// Returns the parts with content.
fn sections(pages: &Pages) -> Vec<(Part, &'static str, Markup)> {
    let tables = pages.tables;
    let sections = [
        (Part::Standings, "Standings", standings::standings(tables)),
        (Part::CrossTable, "Cross-table", cross::cross_table(tables)),
        (Part::Rounds, "Rounds", bracket::rounds(tables)),
        (Part::History, "Over time", chart::chart(tables)),
        (Part::Seats, "By seat", sheet::noted(part::sheet(tables, Part::Seats))),
        (Part::Hands, "Hands", sheet::noted(part::sheet(tables, Part::Hands))),
        (Part::Faults, "Faults", faults::faults(pages)),
        (Part::Costs, "Fuel and time", sheet::table(part::sheet(tables, Part::Costs))),
    ];
    let is_played = tables.progress.played > 0;
    let is_shown = |part| tells(tables, part) || part == Part::Faults && is_played;
    sections.into_iter().filter(|(part, ..)| is_shown(*part)).collect()
}

fn head(tables: &Tables) -> Markup {
    let about = &tables.about;
    let (done, all) = (tables.progress.scheduled - tables.progress.due, tables.progress.scheduled);
    html! {
        header {
            p.game { (about.game) }
            h1 { (name(&about.name)) }
            ul.terms {
                li { (about.format) }
                li { (count(about.entrants.into(), "entrant", "entrants")) }
                @for term in about.terms.iter().chain(&about.options) { li { (term) } }
            }
            p.progress {
                @if !tables.progress.complete && all > 0 {
                    progress value=(done) max=(all) aria-label="matches settled" {}
                    " "
                }
                (progress(tables))
            }
            @if let Some(sentence) = by_time(tables) { p.progress { strong { (sentence) } } }
        }
    }
}

/// Shows the best entrants, large enough for the last row of a classroom.
fn podium(tables: &Tables) -> Markup {
    let rated = |row: &&Standing| row.place.is_some() && row.score.is_some();
    let best: Vec<&Standing> =
        tables.standings.iter().filter(rated).take(PODIUM_ENTRANTS).collect();
    html! {
        @if best.len() == PODIUM_ENTRANTS {
            ol.podium aria-label="The best" {
                @for row in best {
                    li {
                        span.rank { (row.place.unwrap_or_default()) }
                        span.who { (name(&row.name)) }
                        span.how {
                            @if let Some(elo) = &row.elo { (minus(&rating_within(elo))) " Elo" }
                        }
                        @if row.close { span.how.mark { (CLOSE) " " (CLOSE_TO) } }
                    }
                }
            }
        }
    }
}

fn foot(tables: &Tables) -> Markup {
    html! {
        footer {
            h2 { "How to read this" }
            p {
                "Intervals, after ± or with their ends in parentheses, hold the true figure in nineteen of \
                 twenty such tournaments. Matches of one deal or opening are one observation, and so are \
                 matches that repeat each other move for move. Elo 0 is the mean of the field; \
                 100 points more are 64 % of the points to be had. LOS is the likelihood that a bot is \
                 stronger than the next one in the table; ≈ marks those where that is not sure to 95 %."
            }
            p {
                "For spreadsheets: "
                @for (i, part) in tables.parts().enumerate() {
                    @if i > 0 { ", " }
                    a href={ (part) ".csv" } { (part) ".csv" }
                }
                "."
            }
            p.seed {
                @match &tables.about.seed {
                    Some(seed) => { "Seed " code { (seed) } ". Its BLAKE3 hash, " }
                    None => { "The seed is shown " (tables.about.seed_comes()) ". Its BLAKE3 hash, " }
                }
                "shown before the first match: " code { (tables.about.seed_hash) }
            }
            @for day in tables.about.days.iter().rev() {
                p.seed { "Seed of " (day.date) " " code { (day.seed) } ". Its hash: " code { (day.seed_hash) } }
            }
        }
    }
}
