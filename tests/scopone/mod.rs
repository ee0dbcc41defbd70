//! The sample scripts of scopone.

#[path = "../../crates/games/tests/scopone/fare.rs"]
mod fare;
mod scripts;
