//! Figures that a game counts in each hand, summed over a match.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::PerSeat;

/// A figure that a game counts for each seat in each hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HandFigure {
    /// One word, for tables, JSON and CSV: `porotos`.
    pub name: &'static str,
    /// The unit of its mean.
    pub unit: HandUnit,
    /// One line about its meaning.
    #[serde(rename = "meaning")]
    pub doc: &'static str,
}

impl HandFigure {
    /// Creates a figure whose mean is an amount per hand.
    pub const fn per_hand(name: &'static str, doc: &'static str) -> HandFigure {
        HandFigure { name, unit: HandUnit::PerHand, doc }
    }

    /// Creates a figure that is 0 or 1 in each hand.
    pub const fn share(name: &'static str, doc: &'static str) -> HandFigure {
        HandFigure { name, unit: HandUnit::Share, doc }
    }
}

/// The unit of the mean of a figure over hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HandUnit {
    /// An amount per hand.
    PerHand,
    /// A share of the hands, 0 to 1, shown in percent: the figure is 0 or 1 in each hand.
    Share,
}

/// The sums of a match over its hands. Unfinished hands do not count.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hands {
    /// The number of hands that each seat took part in.
    pub played: Vec<u32>,
    /// The sum of each figure, by name and then by seat.
    pub sums: BTreeMap<String, Vec<i32>>,
}

impl Hands {
    /// Creates sums without any hand, for a table of `seats` seats.
    pub fn none(seats: u8, figures: &[HandFigure]) -> Hands {
        let seats = usize::from(seats);
        let sums = figures.iter().map(|figure| (figure.name.to_string(), vec![0; seats]));
        Hands { played: vec![0; seats], sums: sums.collect() }
    }

    /// Adds a hand: the value of each of `figures` for each seat that took part.
    pub fn add(&mut self, figures: &[HandFigure], hand: &PerSeat<Option<Vec<i32>>>) {
        for (seat, values) in hand.iter() {
            let Some(values) = values else { continue };
            self.played[seat.index()] += 1;
            for (figure, value) in figures.iter().zip(values) {
                if let Some(sums) = self.sums.get_mut(figure.name) {
                    sums[seat.index()] += value;
                }
            }
        }
    }
}
