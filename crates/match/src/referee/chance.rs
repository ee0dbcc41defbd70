//! Seeds derived from the seed of a match.

use juez_core::{Seat, Seed, Stream};

/// Returns the seed of the bot in `seat` of a match with this seed.
pub fn bot_seed(seed: Option<Seed>, seat: Seat) -> Seed {
    seed.unwrap_or(Seed::from(0)).child(Stream::Bot(seat))
}

/// Returns the seed of the random move that the referee plays at `ply` of a match with this seed.
pub fn substitute_seed(seed: Option<Seed>, ply: u32) -> Seed {
    seed.unwrap_or(Seed::from(0)).child(Stream::Substitute(ply))
}
