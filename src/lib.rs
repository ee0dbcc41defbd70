//! juez ("referee"): students write game bots in Lua or Rhai, juez plays them.
//!
//! This library re-exports the crates of the workspace: [`core`], [`games`](mod@games),
//! [`registry`], [`tournament`] and so on. `docs/architecture.md` lists them and follows a move
//! through them; [`cli`] is the `juez` command.
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

pub use juez_class as class;
pub use juez_core as core;
pub use juez_core::perft;
pub use juez_games as games;
pub use juez_grading as grading;
pub use juez_lobby as lobby;
pub use juez_match::{external, referee, registry};
pub use juez_pool as pool;
#[cfg(feature = "queue")]
pub use juez_queue as queue;
pub use juez_script as script;
pub use juez_server as server;
pub use juez_storage as storage;
pub use juez_tournament as tournament;

pub mod cli;
