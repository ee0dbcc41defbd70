//! The sample scripts of `bots/`.

#[path = "../../crates/games/tests/scopone/fare.rs"]
mod fare;
mod matches;
#[path = "../../crates/games/tests/tute/fare.rs"]
mod ranks;
mod strength;
#[path = "../../crates/games/tests/dominoes/wins.rs"]
mod wins;
