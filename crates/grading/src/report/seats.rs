//! Results by seat: the value of moving first.

use serde::Serialize;
use std::collections::BTreeMap;

use super::figure::{Figure, percent, percent_within, rounded};
use super::sheet::{Cell, Columns, Sheet};
use super::standing::Standing;
use juez_tournament::Distinct;
use juez_tournament::Results;

/// The matches in a seat and their mean score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct InSeat {
    /// Number of matches played.
    pub matches: u32,
    /// Mean score, 0 to 1.
    pub score: f64,
}

/// The results of an entrant by seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatRow {
    pub name: String,
    /// Its results in each seat; `None` if it never had the seat.
    pub seats: Vec<Option<InSeat>>,
}

/// Results by seat, walkovers left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatTable {
    /// A row for each entrant, in the order of the standings.
    pub rows: Vec<SeatRow>,
    /// The score of all entrants together.
    pub all: Vec<Option<Figure>>,
}

pub(super) fn seat_table(
    results: &Results,
    standings: &[Standing],
    distinct: &Distinct,
) -> SeatTable {
    let seats = results.shape.teams().len();
    let mut sums = vec![vec![(0.0, 0_u32); seats]; results.entrants.len()];
    let mut blocks: Vec<BTreeMap<u32, (f64, u32)>> = vec![BTreeMap::new(); seats];
    for result in results.contest().filter(|result| result.played().is_some()) {
        let scores = result.scores(&results.shape).unwrap_or_default();
        for (seat, entry) in results.table(&result.job).seating().into_iter().enumerate() {
            let score = scores[entry];
            let own = &mut sums[result.job.order[entry] as usize][seat];
            let all = blocks[seat].entry(result.job.block).or_default();
            for sum in [own, all] {
                *sum = (sum.0 + score, sum.1 + 1);
            }
        }
    }
    let mean = |&(sum, matches): &(f64, u32)| {
        (matches > 0).then(|| InSeat { matches, score: rounded(sum / f64::from(matches), 4) })
    };
    let rows = standings.iter().map(|standing| SeatRow {
        name: standing.name.clone(),
        seats: sums[standing.entrant as usize].iter().map(mean).collect(),
    });
    let all = blocks.iter().map(|blocks| Figure::of_observations(&distinct.joined(blocks)));
    SeatTable { rows: rows.collect(), all: all.collect() }
}

/// Returns the score of each entrant, and of all together, in each seat.
pub(super) fn sheet(SeatTable { rows, all }: &SeatTable) -> Sheet {
    let everybody = "(everybody)".to_string();
    let mut columns = Columns::<Option<&SeatRow>>::new()
        .left("name", &["name"], 0, move |row| Cell::text(row.map_or(&everybody, |row| &row.name)))
        .down_to(12);
    for (seat, all) in all.iter().enumerate() {
        let keys: [&str; 2] = [&format!("seat_{seat}_score"), &format!("seat_{seat}_matches")];
        columns = columns.right(&format!("seat {seat}, %"), &keys, 0, move |row| match row {
            Some(row) => row.seats[seat].map_or(Cell::none(2), |InSeat { matches, score }| {
                Cell::of(percent(score), [score.to_string(), matches.to_string()])
            }),
            None => all.as_ref().map_or(Cell::none(2), |all| {
                Cell::of(percent_within(all), [all.value.to_string(), String::new()])
            }),
        });
    }
    let sat = rows.iter().filter(|row| row.seats.iter().any(Option::is_some)).map(Some);
    let mut rows: Vec<Option<&SeatRow>> = sat.collect();
    if !rows.is_empty() {
        rows.push(None);
    }
    let sheet = columns.sheet("By seat", rows, "nothing played yet");
    Sheet { notes: first_move(all).into_iter().collect(), ..sheet }
}

/// Returns a note on the value of the first move, at tables of two.
fn first_move(all: &[Option<Figure>]) -> Option<String> {
    let [Some(first), Some(_)] = all else { return None };
    let listed = match (first.low, first.high) {
        (Some(low), _) if low > 0.5 => "an advantage",
        (_, Some(high)) if high < 0.5 => "a drawback",
        (Some(_), Some(_)) => "neither an advantage nor a drawback beyond luck",
        _ => return None,
    };
    Some(format!("To sit in seat 0 was {listed}: {} %.", percent_within(first)))
}
