//! The sample scripts of dominoes.

mod scripts;
#[path = "../../crates/games/tests/dominoes/strength.rs"]
mod strength;
