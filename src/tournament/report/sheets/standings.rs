//! The standings as a sheet.

use crate::tournament::report::figure::{
    count, likelihood, percent, percent_within, points, rating_within,
};
use crate::tournament::report::sheet::{Cell, Column, Sheet, Value};
use crate::tournament::report::standing::Standing;
use crate::tournament::report::tables::Tables;

/// Marks a row that is not yet distinguishable from the one above.
pub(crate) const CLOSE: &str = "≈";

/// The standings. Columns that only some formats have are empty in others.
pub(crate) fn standings(tables: &Tables) -> Sheet {
    let mut columns = vec![
        Column::right("#", &["place"], 0),
        Column::left("name", &["name"], 0).down_to(12),
        Column::right("points", &["points"], 1),
        Column::right("score %", &["score", "score_low", "score_high"], 3),
        Column::right("Elo", &["elo", "elo_low", "elo_high"], 4),
        Column::left("passes", &["passes"], 1),
        Column::right("Buchholz", &["buchholz"], 2),
    ];
    if tables.two_sides {
        columns.push(Column::right("W-D-L", &["wins", "draws", "losses"], 6))
    } else {
        columns.push(Column::right("mean rank", &["mean_rank"], 5));
        columns.push(Column::right("firsts", &["firsts"], 6));
    }
    columns.extend([
        Column::right("LOS", &["los"], 5),
        Column::right("matches", &["matches"], 8),
        Column::right("faults", &["faults"], 7),
        Column::left("state", &[], 2),
        Column::left("student", &["student"], 9).down_to(10),
        Column::right("nElo", &["nelo", "nelo_low", "nelo_high"], 10),
        Column::right("draws %", &["draws_share"], 11),
        Column::right("pairs 0-½-1-1½-2", &["pair_0", "pair_1", "pair_2", "pair_3", "pair_4"], 12),
        Column::left("version", &["version"], 13).down_to(12),
        Column::right("", &["blocks"], 0),
        Column::right("", &["distinct_blocks"], 0),
        Column::right("", &["walkovers"], 0),
        Column::right("", &["byes"], 0),
        Column::right("", &["benched_after"], 0),
        Column::right("", &["error"], 0),
        Column::right("", &["close_to_the_one_above"], 0),
        Column::right("", &["path"], 0),
    ]);
    // For programs a column for each criterion, which people read in one.
    let criteria = tables.standings.iter().map(|row| row.criteria.len()).max().unwrap_or(0);
    for criterion in 1..=criteria {
        let name = |what: &str| format!("criterion_{criterion}{what}");
        columns.push(Column {
            keys: vec![name(""), name("_passes"), name("_found")],
            ..Column::left("", &[], 0)
        });
    }
    let rows = tables.standings.iter().map(|row| cells(row, tables.two_sides, criteria));
    Sheet {
        title: "Standings".to_string(),
        columns,
        rows: rows.collect(),
        notes: notes(tables).into_iter().chain(listed(tables)).collect(),
        empty: "no entrants yet",
    }
}

fn cells(row: &Standing, two_sides: bool, criteria: usize) -> Vec<Cell> {
    let share = |share: f64| percent(share);
    let mut cells = vec![
        place(row),
        Cell::text(&row.name),
        Cell::of(points(row.points), vec![Value::number(row.points)]),
        Cell::figure(row.score.as_ref(), percent_within),
        Cell::figure(row.elo.as_ref(), rating_within),
        verdict(row).map_or(Cell::none(1), Cell::text),
        Cell::maybe(row.buchholz, percent),
    ];
    if two_sides {
        cells.push(match row.won_drawn_lost {
            Some(counts) => {
                let [won, drawn, lost] = counts;
                let values = counts.iter().map(Value::number).collect();
                Cell::of(format!("{won}-{drawn}-{lost}"), values)
            }
            None => Cell::none(3),
        })
    } else {
        cells.push(Cell::maybe(row.mean_rank, |rank| format!("{rank:.2}")));
        cells.push(row.firsts.map_or(Cell::none(1), Cell::whole));
    }
    let pairs = row.pairs.filter(|pairs| pairs.iter().any(|&n| n > 0));
    cells.extend([
        Cell::maybe(row.los, likelihood),
        Cell::whole(row.matches),
        Cell::whole(row.faults),
        Cell::shown(state(row)),
        row.student.as_ref().map_or(Cell::none(1), Cell::text),
        Cell::figure(row.nelo.as_ref(), rating_within),
        Cell::maybe(row.draws, share),
        pairs.map_or(Cell::none(5), |pairs| {
            let text = pairs.map(|n| n.to_string()).join("-");
            Cell::of(text, pairs.iter().map(Value::number).collect())
        }),
        Cell::text(&row.version),
        Cell::of("", vec![Value::number(row.blocks)]),
        Cell::of("", vec![Value::number(row.distinct_blocks)]),
        Cell::of("", vec![Value::number(row.walkovers)]),
        Cell::of("", vec![Value::number(row.byes)]),
        Cell::of("", vec![Value::maybe(row.benched_after)]),
        Cell::of("", vec![row.error.clone().map_or(Value::None, Value::Text)]),
        Cell::of("", vec![Value::number(u8::from(row.close))]),
        Cell::of("", vec![Value::Text(row.path.clone())]),
    ]);
    for criterion in 0..criteria {
        let judged = row.criteria.get(criterion);
        cells.push(judged.map_or(Cell::none(3), |judged| {
            let passes = passes(judged.passed).to_string();
            let values = [judged.criterion.clone(), passes, judged.found.clone()];
            Cell::of("", values.map(Value::Text).to_vec())
        }));
    }
    cells
}

fn place(row: &Standing) -> Cell {
    let mark = if row.close { format!("{CLOSE} ") } else { String::new() };
    match row.place {
        Some(place) => Cell::of(format!("{mark}{place}"), vec![Value::number(place)]),
        None => Cell::of("–", vec![Value::None]),
    }
}

/// The verdict on an entrant in a word; `None` where nothing is asked of it.
pub(crate) fn verdict(row: &Standing) -> Option<&'static str> {
    (!row.criteria.is_empty()).then(|| passes(row.passes()))
}

pub(super) fn passes(passed: Option<bool>) -> &'static str {
    match passed {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not yet",
    }
}

/// The state of an entrant in a word or two.
fn state(row: &Standing) -> String {
    if row.error.is_some() {
        "cannot play".to_string()
    } else if row.benched_after.is_some() {
        "benched".to_string()
    } else if row.byes > 0 {
        count(row.byes.into(), "bye", "byes")
    } else {
        String::new()
    }
}

/// The remarks about an entrant.
pub(crate) fn remark(row: &Standing) -> String {
    let mut words = Vec::new();
    if let Some(error) = &row.error {
        // What follows shows the place in the source.
        words.push(format!("cannot play: {}", error.lines().next().unwrap_or_default()));
    }
    if let Some(after) = row.benched_after {
        words.push(format!("benched after match {after}"));
    }
    // Of the others each has some where one is benched.
    if row.benched_after.is_some() && row.walkovers > 0 {
        words.push(count(row.walkovers.into(), "walkover", "walkovers"));
    }
    if row.byes > 0 {
        words.push(count(row.byes.into(), "bye", "byes"));
    }
    words.join(", ")
}

/// The entrants that have dropped out, with the reason.
fn listed<'t>(tables: &'t Tables<'_>) -> impl Iterator<Item = String> + 't {
    let out = |row: &&Standing| row.error.is_some() || row.benched_after.is_some();
    tables.standings.iter().filter(out).map(|row| format!("{}: {}.", row.name, remark(row)))
}

/// A note on repeated blocks.
fn repeated(tables: &Tables) -> Option<String> {
    let row = tables
        .standings
        .iter()
        .filter(|row| row.distinct_blocks < row.blocks)
        .min_by_key(|row| row.distinct_blocks)?;
    let blocks = count(row.blocks.into(), "block", "blocks");
    Some(format!(
        "{} distinct of {blocks} of {}: the others repeat them move for move and are no evidence.",
        row.distinct_blocks, row.name
    ))
}

/// The notes below the standings.
pub(crate) fn notes(tables: &Tables) -> Vec<String> {
    let mut notes = Vec::new();
    if tables.standings.iter().any(|row| row.close) {
        notes.push(format!(
            "{CLOSE} not yet distinguishable from the one above: likelihood of superiority (LOS) \
             below 95 %."
        ));
    }
    notes.extend(repeated(tables));
    if let Some(model) = &tables.model {
        let prior = if model.prior {
            " A bot has won or lost everything: a prior keeps the ratings finite."
        } else {
            ""
        };
        notes.push(format!(
            "Intervals hold 95 %. Elo by {}, mean of the field 0; its intervals: {}.{prior}",
            model.name, model.intervals
        ));
    }
    if tables.by_rounds {
        notes.push("Places by how far one got.".to_string());
    }
    notes
}
