//! The bottom of every ladder: a uniformly random legal move.

use super::BuiltIn;
use crate::core::{Bot, Fault, Game, MoveOf, Rng, Turn};

/// Plays a uniformly random legal move of any game.
#[derive(Default)]
pub struct Random {
    rng: Option<Rng>,
}

pub(super) fn entry<G: Game>() -> BuiltIn<G> {
    BuiltIn {
        name: "random",
        summary: "a random legal move",
        options: &[],
        build: Box::new(|_| Box::new(Random::default())),
    }
}

impl<G: Game> Bot<G> for Random {
    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        Ok(*self.rng.get_or_insert_with(|| turn.seed.rng()).choose(turn.legal))
    }
}
