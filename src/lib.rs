//! juez ("referee"): students write game bots in Lua or Rhai, juez plays them.
//!
//! The crate is built in floors; a module imports only from floors below its own, and a test
//! (`tests/floors.rs`) fails on an import that points up or sideways.
//!
//! | floor | module | what it is |
//! |---|---|---|
//! | 0 | [`core`] | words and traits: seats, seeds, games, states, bots, faults, records |
//! | 1 | [`games`](mod@games) | the rules of each game |
//! | 1 | [`search`] | what works for every game's states: perft |
//! | 1 | [`script`] | bots written in Lua or Rhai |
//! | 2 | [`referee`] | a match played, judged, written down and replayed |
//! | 2 | [`bots`] | the bots that come with juez |
//! | 3 | [`registry`] | games and players by name, their types erased |
//! | 4 | [`pool`] | each bot in a process of its own |
//! | 5 | [`tournament`] | series of matches, and what their results are worth |
//! | 7 | [`server`] | matches in the browser, live, replayed and with people |
//! | 8 | [`cli`] | the `juez` command |
//!
//! A match in a few lines:
//!
//! ```
//! use juez::core::Seed;
//! use juez::registry::{MatchSetup, PlayerSpec, game};
//!
//! let quoridor = game("quoridor")?;
//! let players = vec![PlayerSpec::read("greedy", quoridor)?, PlayerSpec::read("random", quoridor)?];
//! let setup = MatchSetup { seed: Some(Seed::from(7)), ..MatchSetup::new(players) };
//! let record = quoridor.play(&setup, &mut ())?;
//! assert_eq!(record.end.expect("a played match ends").ranks.as_slice(), [1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bots;
pub mod cli;
pub mod core;
pub mod games;
pub mod pool;
pub mod referee;
pub mod registry;
pub mod script;
pub mod search;
pub mod server;
pub mod tournament;
