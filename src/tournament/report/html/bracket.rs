//! Rounds side by side: a bracket, or the tables of a Swiss tournament.

use maud::{Markup, html};

use super::page::{name, wide};
use crate::tournament::report::figure::{capital, points};
use crate::tournament::report::rounds::{RoundRow, TableRow};
use crate::tournament::report::tables::Tables;

pub(super) fn rounds(tables: &Tables) -> Markup {
    wide(
        "Rounds",
        html! {
            div.rounds.bracket[tables.by_rounds] {
                @for round in &tables.rounds { (column(round)) }
            }
        },
    )
}

fn column(round: &RoundRow) -> Markup {
    html! {
        div.round {
            h3 { (capital(&round.title)) }
            div.tables {
                @for table in &round.tables { (card(table)) }
                @for bye in &round.byes {
                    p.bye { (name(bye)) " has a bye" }
                }
            }
        }
    }
}

fn card(table: &TableRow) -> Markup {
    let winner = table.winner();
    html! {
        table.pairing {
            caption.spoken { "Points of " (table.games) " of " (table.scheduled) " matches" }
            @for (i, who) in table.names.iter().enumerate() {
                tr.winner[winner == Some(i)] {
                    th scope="row" {
                        (name(who))
                        @if winner == Some(i) { span.won { " ✓" } }
                    }
                    td.num { @if table.games > 0 { (points(table.points[i])) } @else { "–" } }
                }
            }
            @if let Some(decided) = &table.decided {
                tr { td.why colspan="2" { "decided for " (name(&decided.name)) ": " (decided.why) } }
            }
        }
    }
}
