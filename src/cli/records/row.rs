//! A decision with its match and its result.

use juez_core::{By, FeatureName};
use juez_match::registry::{AnyGame, Decision, FeatureShape};

/// A decision with its record number and the result of its seat.
pub(super) struct Row<'a> {
    pub decision: &'a Decision,
    /// Number of the record, from 0.
    pub record: usize,
    /// Rank of the seat; 0 if the match is unfinished.
    pub rank: u8,
    pub points: i32,
}

/// Origins of a move; rows hold the index.
pub(super) const ORIGINS: [(By, &str); 6] = [
    (By::Bot, "bot"),
    (By::Given, "given"),
    (By::Forced, "forced"),
    (By::Substitute, "substitute"),
    (By::Takeover, "takeover"),
    (By::Human, "human"),
];

pub(super) struct Number {
    pub name: &'static str,
    pub of: fn(&Row<'_>) -> i32,
    /// Bytes per value in an array: 1 for the few values of a `u8`.
    pub bytes: usize,
}

const fn small(name: &'static str, of: fn(&Row<'_>) -> i32) -> Number {
    Number { name, of, bytes: 1 }
}

const fn large(name: &'static str, of: fn(&Row<'_>) -> i32) -> Number {
    Number { name, of, bytes: 4 }
}

/// Numeric columns in file order.
pub(super) const NUMBERS: [Number; 8] = [
    large("move", |row| row.decision.entry as i32),
    small("seat", |row| u8::from(row.decision.seat).into()),
    large("record", |row| row.record as i32),
    large("deal", |row| row.decision.deal as i32),
    large("ply", |row| row.decision.ply as i32),
    small("by", |row| origin(row.decision.by)),
    small("rank", |row| row.rank.into()),
    large("points", |row| row.points),
];

fn origin(by: By) -> i32 {
    ORIGINS.iter().position(|(origin, _)| *origin == by).unwrap_or_default() as i32
}

/// The shapes and names of a file's arrays, the same for all rows.
pub(super) struct Layout {
    pub game: &'static str,
    pub planes: Vec<String>,
    pub plane: &'static [usize],
    pub scalars: Vec<String>,
    pub moves: Vec<String>,
}

impl Layout {
    /// Returns the layout for decisions like this one.
    pub fn of(game: &dyn AnyGame, shape: &FeatureShape, decision: &Decision) -> Layout {
        let names = |names: &[FeatureName]| names.iter().map(ToString::to_string).collect();
        Layout {
            game: game.info().id,
            planes: names(decision.observation.plane_names()),
            plane: shape.plane,
            scalars: names(decision.observation.scalar_names()),
            moves: shape.moves.clone(),
        }
    }

    /// Returns the shape of the planes of a row.
    pub fn planes_shape(&self) -> Vec<usize> {
        [&[self.planes.len()], self.plane].concat()
    }
}
