//! Statistics of hands kept by the game itself: porotos, points, closed hands.

use serde::Serialize;
use std::collections::BTreeMap;

use super::figure::{Figure, count, decimals_within, percent_within};
use super::sheet::{Cell, Columns, Sheet};
use super::standing::Standing;
use super::tally::Tally;
use juez_core::{HandFigure, HandUnit, Hands};
use juez_match::registry::game;
use juez_tournament::Results;

/// The hands of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandRow {
    pub name: String,
    /// Hands that it took part in and that were completed.
    pub hands: u64,
    /// The mean of each figure over its hands; `None` without a hand.
    pub figures: Vec<Option<Figure>>,
}

/// The game's statistics of each hand, walkovers left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandTable {
    /// The figures of the game.
    pub figures: &'static [HandFigure],
    /// A row for each entrant that has played, in the order of the standings.
    pub rows: Vec<HandRow>,
    /// Matches that are not included because they were stored before hands were counted.
    pub left_out: u32,
}

/// The hands of an entrant: their number, and the sum and count of each figure by block.
#[derive(Clone)]
struct HandTally {
    hands: u64,
    figures: Vec<BTreeMap<u32, (f64, u32)>>,
}

/// Returns the table; `None` if the game has no statistics or no match has hands.
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

/// Returns notes on the meaning of the figures.
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
