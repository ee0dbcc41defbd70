//! What the game itself counts in each hand: porotos, points, closed hands.

use serde::Serialize;
use std::collections::BTreeMap;

use super::figure::Figure;
use super::standing::Standing;
use crate::core::{HandFigure, HandUnit, Hands};
use crate::registry::game;
use crate::tournament::{MatchResult, Results, Shape};

/// A figure of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandColumn {
    /// Its name, one word.
    pub name: &'static str,
    /// What its mean is read as.
    pub unit: HandUnit,
    /// What is counted.
    pub meaning: &'static str,
}

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

/// What the game counts in each hand, walkovers left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandTable {
    /// What is counted.
    pub figures: Vec<HandColumn>,
    /// Of each entrant that has played, in the order of the standings.
    pub rows: Vec<HandRow>,
    /// Matches that were stored before hands were counted: they are not in it.
    pub left_out: u32,
}

/// The hands of the field so far.
pub(super) struct HandTallies {
    figures: &'static [HandFigure],
    entrants: Vec<Tally>,
    left_out: u32,
}

/// The hands of an entrant: in all, and by block how many with the sum of each figure.
#[derive(Clone, Default)]
struct Tally {
    hands: u64,
    blocks: BTreeMap<u32, (f64, Vec<f64>)>,
}

impl HandTallies {
    /// No hand yet.
    pub fn of(results: &Results) -> HandTallies {
        let figures = game(&results.plan.game).map_or(&[][..], |game| game.hand_figures());
        HandTallies {
            figures,
            entrants: vec![Tally::default(); results.entrants.len()],
            left_out: 0,
        }
    }

    /// Adds a match, if it was played.
    pub fn add(&mut self, result: &MatchResult, shape: &Shape) {
        let Some(summary) = result.played() else { return };
        let Some(hands) = &summary.hands else {
            self.left_out += 1;
            return;
        };
        for (entry, &entrant) in result.fixture.order.iter().enumerate() {
            let seats: Vec<usize> = shape.seats(entry).iter().map(|seat| seat.index()).collect();
            self.entrants[entrant as usize].add(self.figures, hands, &seats, result.fixture.block);
        }
    }

    /// The table; `None` for a game that counts nothing, and where no match has its hands.
    pub fn table(self, standings: &[Standing]) -> Option<HandTable> {
        let row = |standing: &Standing| {
            let tally = &self.entrants[standing.entrant as usize];
            let figure = |(at, figure): (usize, &HandFigure)| {
                let blocks = tally.blocks.values().map(|(hands, sums)| (*hands, sums[at]));
                Figure::of_ratio(blocks, figure.unit == HandUnit::Share)
            };
            let figures = self.figures.iter().enumerate().map(figure).collect();
            HandRow { name: standing.name.clone(), hands: tally.hands, figures }
        };
        let has_hands =
            |standing: &&Standing| !self.entrants[standing.entrant as usize].blocks.is_empty();
        let rows: Vec<HandRow> = standings.iter().filter(has_hands).map(row).collect();
        let column =
            |&HandFigure { name, unit, doc }: &HandFigure| HandColumn { name, unit, meaning: doc };
        let figures: Vec<HandColumn> = self.figures.iter().map(column).collect();
        let tells = !figures.is_empty() && !rows.is_empty();
        tells.then_some(HandTable { figures, rows, left_out: self.left_out })
    }
}

impl Tally {
    fn add(&mut self, figures: &[HandFigure], hands: &Hands, seats: &[usize], block: u32) {
        let of = |values: &[u32], seat: &usize| values.get(*seat).copied().unwrap_or_default();
        let played: u32 = seats.iter().map(|seat| of(&hands.played, seat)).sum();
        if played == 0 {
            return;
        }
        // An entrant in two seats of a side has played each of its hands once.
        self.hands += u64::from(of(&hands.played, &seats[0]));
        let (all, sums) = self.blocks.entry(block).or_insert((0.0, vec![0.0; figures.len()]));
        *all += f64::from(played);
        for (sum, figure) in sums.iter_mut().zip(figures) {
            let by_seat = hands.sums.get(figure.name).map(Vec::as_slice).unwrap_or_default();
            let own = seats.iter().filter_map(|&seat| by_seat.get(seat));
            *sum += own.map(|&value| f64::from(value)).sum::<f64>();
        }
    }
}
