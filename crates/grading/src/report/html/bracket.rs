//! Rounds in columns: a bracket, or the tables of a Swiss.

use maud::{Markup, html};

use super::page::{name, wide};
use crate::report::figure::{capital, points};
use crate::report::rounds::{RoundRow, TableRow};
use crate::report::tables::Tables;

pub(super) fn rounds(tables: &Tables) -> Markup {
    // Tie-breaks share the column of their stage, so a bracket has one column per stage.
    let is_tie_break = |round: &RoundRow| tables.by_rounds && round.title.contains(", tie-break ");
    let stages = tables.rounds.chunk_by(|_, next| is_tie_break(next));
    wide(
        "Rounds",
        html! {
            div.rounds.bracket[tables.by_rounds] {
                @for stage in stages { (column(&stage[0], &stage[1..])) }
            }
        },
    )
}

fn column(round: &RoundRow, tie_breaks: &[RoundRow]) -> Markup {
    let rounds_of = |table: &TableRow| -> Vec<TableRow> {
        let breaks = tie_breaks.iter().flat_map(|round| &round.tables);
        let own = breaks.filter(|other| other.names == table.names);
        std::iter::once(table).chain(own).cloned().collect()
    };
    html! {
        div.round {
            h3 { (capital(&round.title)) }
            div.tables {
                @for table in &round.tables { (card(&rounds_of(table))) }
                @if !round.byes.is_empty() {
                    p.bye {
                        @if round.byes.len() == 1 { "Bye: " } @else { "Byes: " }
                        @for (at, bye) in round.byes.iter().enumerate() {
                            @if at > 0 { ", " }
                            (name(bye))
                        }
                    }
                }
            }
        }
    }
}

/// Returns a card for a table: its first round, followed by tie-breaks.
fn card(rounds: &[TableRow]) -> Markup {
    let [table, ..] = rounds else { return Markup::default() };
    let winner = rounds.iter().rev().find_map(TableRow::winner);
    let decided = rounds.iter().find_map(|table| table.decided.as_ref());
    let (games, scheduled) =
        rounds.iter().fold((0, 0), |sum, one| (sum.0 + one.games, sum.1 + one.scheduled));
    html! {
        table.pairing {
            caption.spoken { "Points of " (games) " of " (scheduled) " matches" }
            @for (i, who) in table.names.iter().enumerate() {
                tr.winner[winner == Some(i)] {
                    th scope="row" {
                        (name(who))
                        @if winner == Some(i) { span.won { " ✓" } }
                    }
                    @for round in rounds {
                        td.num { @if round.games > 0 { (points(round.points[i])) } @else { "–" } }
                    }
                }
            }
            @if let Some(decided) = decided {
                tr {
                    td.why colspan=(1 + rounds.len()) {
                        "decided for " (name(&decided.name)) ": " (decided.why)
                    }
                }
            }
        }
    }
}
