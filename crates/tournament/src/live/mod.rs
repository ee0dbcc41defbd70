//! A ladder that plays all the time: the next match, its seed, and what the matches so far prove.
//!
//! Everything here is a function of the stored matches and of the versions that take part now, so a
//! ladder that was killed continues as if it had not been.
//!
//! | file | |
//! |---|---|
//! | `player` | versions of bots and built-in bots, as a ladder names them |
//! | `seeds` | the seed of a match, from the seed of its day |
//! | `history` | the matches so far |
//! | `pairing` | the next match |
//! | `openings` | openings that decide a match by themselves |
//! | `ranking` | ratings of the versions, and their results against each other |

mod history;
mod openings;
mod pairing;
mod player;
mod ranking;
mod seeds;
#[cfg(test)]
mod tests;

pub use history::{BlockKey, LadderGame, LadderHistory, LadderMatch};
pub use openings::{JUDGES, OPENING_PLIES, judging_matches, splits_by_seat};
pub use pairing::{Contender, ENOUGH_BLOCKS, LadderNext, NEW_BLOCKS, OPENINGS_A_DAY, PlannedMatch};
pub use player::LadderPlayer;
pub use ranking::{LadderRanking, LadderStanding, Met};
pub use seeds::{opening_seed, pairing_seed};
