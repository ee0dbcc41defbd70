//! People at a table. Each attends a seat: at every decision of that seat the person is asked who
//! makes it.

use serde::{Deserialize, Serialize};

use super::Table;
use crate::core::{Game, Seat};

/// What a person who attends a seat says at a decision of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A move of the person's own, in notation, to be checked.
    Move(String),
    /// To give up the match.
    Resign,
    /// Let the bot in the seat decide; where there is none, as [`Choice::Random`].
    Bot,
    /// Let the referee play at random; that is no fault.
    Random,
}

/// The people at a table.
pub trait People<G: Game> {
    /// Whether a person attends this seat.
    fn attend(&self, seat: Seat) -> bool;

    /// What the person who attends `seat`, which is to move, says. May take as long as people do.
    fn choose(&self, table: &Table<G>, seat: Seat) -> Choice;
}

/// A table of bots only.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPeople;

impl<G: Game> People<G> for NoPeople {
    fn attend(&self, _: Seat) -> bool {
        false
    }

    fn choose(&self, _: &Table<G>, _: Seat) -> Choice {
        Choice::Bot
    }
}
