//! Figures of each hand that the game itself counts: porotos, points, closed hands.

use serde::Serialize;
use std::collections::BTreeMap;

use super::figure::{Figure, count, decimals_within, percent_within};
use super::sheet::{Cell, Columns, Sheet};
use super::standing::Standing;
use super::tally::Tally;
use crate::core::{HandFigure, HandUnit, Hands};
use crate::registry::game;
use crate::tournament::results::Results;

/// The hands of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandRow {
    /// Its name.
    pub name: String,
    /// Hands that it took part in and that were played to their end.
    pub hands: u64,
    /// The mean of each figure over its hands; none without a hand.
    pub figures: Vec<Option<Figure>>,
}

/// The figures that the game counts in each hand, walkovers left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandTable {
    /// The figures that are counted.
    pub figures: &'static [HandFigure],
    /// A row for each entrant that has played, in the order of the standings.
    pub rows: Vec<HandRow>,
    /// Matches that were stored before hands were counted: they are not in it.
    pub left_out: u32,
}

/// The hands of an entrant: in all, and of each figure by block its sum with how many.
#[derive(Clone)]
struct HandTally {
    hands: u64,
    figures: Vec<BTreeMap<u32, (f64, u32)>>,
}

/// The table; `None` for a game that counts nothing, and where no match has its hands.
pub(super) fn hand_table(
    results: &Results,
    standings: &[Standing],
    tallies: &[Tally],
) -> Option<HandTable> {
    let figures = game(&results.plan.game).map_or(&[][..], |game| game.info().hand_figures);
    let none = HandTally { hands: 0, figures: vec![BTreeMap::new(); figures.len()] };
    let mut entrants = vec![none; results.entrants.len()];
    let mut left_out = 0;
    for result in results.matches.iter() {
        let Some(summary) = result.played() else { continue };
        let Some(hands) = &summary.hands else {
            left_out += 1;
            continue;
        };
        let table = results.table(&result.job);
        for (entry, &entrant) in result.job.order.iter().enumerate() {
            let seats: Vec<usize> = table.seats(entry).iter().map(|seat| seat.index()).collect();
            entrants[entrant as usize].add(figures, hands, &seats, result.job.block);
        }
    }
    let row = |standing: &Standing| {
        let (own, tally) =
            (&entrants[standing.entrant as usize], &tallies[standing.entrant as usize]);
        let figure = |(figure, blocks): (&HandFigure, &BTreeMap<u32, (f64, u32)>)| {
            let seen = tally.joined(blocks);
            match figure.unit {
                HandUnit::Share => Figure::of_observations(&seen),
                HandUnit::PerHand => Figure::of_numbers(&seen),
            }
        };
        own.figures.iter().any(|blocks| !blocks.is_empty()).then(|| HandRow {
            name: standing.name.clone(),
            hands: own.hands,
            figures: figures.iter().zip(&own.figures).map(figure).collect(),
        })
    };
    let rows: Vec<HandRow> = standings.iter().filter_map(row).collect();
    let tells = !figures.is_empty() && !rows.is_empty();
    tells.then_some(HandTable { figures, rows, left_out })
}

impl HandTally {
    fn add(&mut self, figures: &[HandFigure], hands: &Hands, seats: &[usize], block: u32) {
        let of = |values: &[u32], seat: &usize| values.get(*seat).copied().unwrap_or_default();
        let played: u32 = seats.iter().map(|seat| of(&hands.played, seat)).sum();
        if played == 0 {
            return;
        }
        // An entrant in two seats of a side has played each of its hands once.
        self.hands += u64::from(of(&hands.played, &seats[0]));
        for (blocks, figure) in self.figures.iter_mut().zip(figures) {
            let by_seat = hands.sums.get(figure.name).map(Vec::as_slice).unwrap_or_default();
            let own = seats.iter().filter_map(|&seat| by_seat.get(seat));
            let (sum, all) = blocks.entry(block).or_default();
            *all += played;
            *sum += own.map(|&value| f64::from(value)).sum::<f64>();
        }
    }
}

/// The hands of each entrant as a sheet.
pub(super) fn sheet(table: Option<&HandTable>) -> Sheet {
    let mut columns = Columns::<HandRow>::new()
        .left("name", &["name"], 0, |row| Cell::text(&row.name))
        .down_to(12)
        .right("hands", &["hands"], 1, |row| Cell::whole(row.hands));
    let figures = table.map_or(&[][..], |table| table.figures);
    for (at, (HandFigure { name, unit, .. }, weight)) in figures.iter().zip(2..).enumerate() {
        let (head, text): (_, fn(&Figure) -> String) = match unit {
            HandUnit::PerHand => (name.to_string(), decimals_within),
            HandUnit::Share => (format!("{name} %"), percent_within),
        };
        let keys: [&str; 3] = [name, &format!("{name}_low"), &format!("{name}_high")];
        let cell = move |row: &HandRow| Cell::figure(row.figures[at], text);
        columns = columns.right(&head, &keys, weight, cell);
    }
    let rows = table.into_iter().flat_map(|table| &table.rows);
    let sheet = columns.sheet("Hands", rows, "nothing is counted in the hands of these matches");
    Sheet { notes: table.map(hand_notes).unwrap_or_default(), ..sheet }
}

/// Notes on the meaning of the figures of hands.
fn hand_notes(table: &HandTable) -> Vec<String> {
    let meaning = |HandFigure { name, unit, doc }: &HandFigure| match unit {
        HandUnit::PerHand => format!("{name}: {doc} a hand"),
        HandUnit::Share => format!("{name}: share of {doc}"),
    };
    let meanings: Vec<String> = table.figures.iter().map(meaning).collect();
    let mut notes = vec![format!("{}. Intervals: 95 %.", meanings.join("; "))];
    if table.left_out > 0 {
        let old = count(table.left_out.into(), "match", "matches");
        notes.push(format!("Without {old} that were stored before hands were counted."));
    }
    notes
}
