//! juez ("referee"): students write game bots in Lua or Rhai, juez plays them.
//!
//! The crate is built in floors; a module imports only from floors below its own, and a test
//! (`tests/floors.rs`) fails on an import that points up or sideways.
//!
//! | floor | module | what it is |
//! |---|---|---|
//! | 0 | [`core`] | words and traits: seats, seeds, games, states, bots, faults, records |
//! | 1 | [`games`] | the rules of each game |
//! | 1 | [`search`] | search that knows no game: perft |

pub mod core;
pub mod games;
pub mod search;
