//! Every match as a sheet.

use std::iter;

use crate::tournament::report::figure::{grouped, points};
use crate::tournament::report::matches::MatchRow;
use crate::tournament::report::sheet::{Cell, Columns, Sheet, number_value, text_value};
use crate::tournament::report::tables::Tables;

/// The sheet without its rows.
pub(super) fn empty(tables: &Tables) -> Sheet {
    columns(tables).sheet("Matches", iter::empty::<MatchRow>(), "nothing scheduled yet")
}

/// The columns; what a clock measured stands last.
pub(super) fn columns<'t>(tables: &Tables) -> Columns<'t, MatchRow> {
    let mut columns = Columns::<MatchRow>::new()
        .right("match", &["match"], 0, |row| Cell::whole(row.number))
        .left("round", &["round"], 3, |row| Cell::text(&row.round))
        .right("table", &["table"], 5, |row| Cell::whole(row.table + 1))
        .right("block", &["block"], 4, |row| Cell::whole(row.block))
        .left("players", &[], 0, |row| Cell::shown(row.players.join(" · ")))
        .down_to(20)
        .left("score", &[], 0, |row| {
            let scores: Vec<String> = row.scores.iter().map(|score| points(*score)).collect();
            Cell::shown(scores.join(" · "))
        })
        .left("end", &["state", "reason"], 0, |row| {
            Cell::of(row.end(), [row.state.to_string(), text_value(&row.reason)])
        })
        .down_to(8)
        .right("plies", &["plies"], 1, |row| Cell::maybe(row.plies.map(u64::from), grouped))
        .right("faults", &["faults"], 2, |row| Cell::whole(row.faults));
    for seat in 0..tables.seats.all.len() {
        columns = columns
            .only(&format!("player_{seat}"), move |row| {
                row.players.get(seat).map(|name| text_value(name)).unwrap_or_default()
            })
            .only(&format!("score_{seat}"), move |row| number_value(row.scores.get(seat)))
            .only(&format!("rank_{seat}"), move |row| number_value(row.ranks.get(seat)))
            .only(&format!("points_{seat}"), move |row| number_value(row.points.get(seat)));
    }
    if tables.matches.is_timed() {
        let ms = |us: u64| format!("{:.1}", us as f64 / 1000.0);
        columns = columns.right("ms", &["wall_us"], 1, move |row| Cell::maybe(row.wall_us, ms));
    }
    columns
}
