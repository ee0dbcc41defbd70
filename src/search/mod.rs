//! Floor 1: search that knows no game, generic over the rules.

mod perft;

pub use perft::{divide, perft};
