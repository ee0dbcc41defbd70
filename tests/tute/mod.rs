//! The sample scripts of tute.

#[path = "../../crates/games/tests/tute/fare.rs"]
mod fare;
mod scripts;
