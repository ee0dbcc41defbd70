//! The sample scripts of dominoes.

mod scripts;
#[path = "../../crates/games/tests/dominoes/wins.rs"]
mod wins;
