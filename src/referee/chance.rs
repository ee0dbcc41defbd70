//! Where the chance of a match comes from, and people who sit elsewhere.

use serde_json::Value;

use super::Choice;
use crate::core::{Seat, Seed, Stream};

/// A holder of the seed of a match who gives the referee what follows from it, piece by
/// piece: a process that runs scripts has nothing of the future to leak.
pub trait Croupier {
    /// Deal number `deal` (from 0), which falls due now; as a record keeps it.
    fn deal(&mut self, deal: u32) -> Value;

    /// The own seed of the bot in `seat`.
    fn bot_seed(&mut self, seat: Seat) -> Seed;

    /// The seed of the random move that the referee plays at `ply`.
    fn substitute_seed(&mut self, ply: u32) -> Seed;

    /// What the person who attends `seat` says at `ply`, and who sits with the croupier. A move is
    /// checked like any other.
    fn choose(&mut self, seat: Seat, ply: u32) -> Choice;
}

/// Where the chance of a match comes from.
pub enum Chance<'a> {
    /// The seed of the match. Without one every deal must be given, and bots and substitutes draw
    /// from seed 0.
    Seed(Option<Seed>),
    /// The croupier holds it, and asks the people of the match.
    Croupier(&'a mut dyn Croupier),
}

impl Chance<'_> {
    /// The own seed of the bot in `seat`.
    pub fn bot_seed(&mut self, seat: Seat) -> Seed {
        match self {
            Chance::Seed(seed) => bot_seed(*seed, seat),
            Chance::Croupier(croupier) => croupier.bot_seed(seat),
        }
    }

    /// The seed of the random move that the referee plays at `ply`.
    pub fn substitute_seed(&mut self, ply: u32) -> Seed {
        match self {
            Chance::Seed(seed) => substitute_seed(*seed, ply),
            Chance::Croupier(croupier) => croupier.substitute_seed(ply),
        }
    }
}

/// The own seed of the bot in `seat` of a match with this seed.
pub fn bot_seed(seed: Option<Seed>, seat: Seat) -> Seed {
    seed.unwrap_or(Seed::from(0)).child(Stream::Bot(seat))
}

/// The seed of the random move that the referee plays at `ply` of a match with this seed.
pub fn substitute_seed(seed: Option<Seed>, ply: u32) -> Seed {
    seed.unwrap_or(Seed::from(0)).child(Stream::Substitute(ply))
}
