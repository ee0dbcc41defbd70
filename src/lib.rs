//! juez ("referee"): students write game bots in Lua or Rhai, juez plays them.
//!
//! A module imports only from layers below its own (`tests/layers.rs`). `docs/architecture.md` follows a
//! move through them.
//!
//! | layer | module | |
//! |---|---|---|
//! | 0 | [`core`] | seats, seeds, games, states, bots, faults, records |
//! | 0 | `sqlite_file` | the part that SQLite files share |
//! | 1 | [`search`] | perft, for the states of every game |
//! | 2 | [`games`](mod@games) | a folder for each game: its rules, in Rust and in prose, and its bots |
//! | 2 | [`script`] | bots written in Lua or Rhai |
//! | 3 | [`external`] | programs in any language, over pipes and in real time |
//! | 3 | [`referee`] | the match loop, faults, replay |
//! | 4 | [`registry`] | games and players by name; types erased |
//! | 5 | [`pool`] | a sandboxed process for each bot |
//! | 6 | [`tournament`] | series, schedules, the store, ratings, reports |
//! | 7 | [`class`] | the people of a class, their bots, drafts and versions |
//! | 7 | `queue` | matches of a tournament on other machines; a feature |
//! | 8 | [`server`] | matches in the browser, live, replayed, with people |
//! | 9 | [`cli`] | the `juez` command |
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

pub mod class;
pub mod cli;
pub mod core;
pub mod external;
pub mod games;
pub mod pool;
#[cfg(feature = "queue")]
pub mod queue;
pub mod referee;
pub mod registry;
pub mod script;
pub mod search;
pub mod server;
mod sqlite_file;
pub mod tournament;
#[cfg(test)]
mod typescript;
