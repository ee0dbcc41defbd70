//! The native part of the Python module `juez`: rules, views and environments.
//!
//! | file | contents |
//! |---|---|
//! | `rules` | a game with its house rules, shared by everything that is made from it |
//! | `game` | `Game`, and the functions that find games |
//! | `state` | `State`: a match without a referee |
//! | `view` | `View`: the knowledge of a seat |
//! | `outcome` | `Outcome`: the end of a match, and rewards |
//! | `batch` | `Batch`: many matches in one call, on several threads |
//! | `parts` | the parts of a batch and of its buffers, one for each thread |
//! | `slot` | one match of a batch |
//! | `bot` | `Bot`: built-in bots and scripts as opponents |
//! | `runner` | matches, comparisons and tournaments |
//! | `arrays` | buffers of NumPy |
//! | `values` | plain data |
//! | `errors` | exceptions |

mod arrays;
mod batch;
#[cfg(feature = "bots")]
mod bot;
mod errors;
mod game;
mod outcome;
mod parts;
mod rules;
#[cfg(feature = "runner")]
mod runner;
mod slot;
mod state;
mod values;
mod view;

/// The native part of the module `juez`.
#[pyo3::pymodule]
mod _juez {
    #[pymodule_export]
    use super::batch::Batch;
    #[cfg(feature = "bots")]
    #[pymodule_export]
    use super::bot::Bot;
    #[pymodule_export]
    use super::errors::{
        BotFault, DealError, IllegalMove, JuezError, OptionsError, QueryError, RecordError,
        UnknownGame,
    };
    #[pymodule_export]
    use super::game::{Game, game, games, replay, series_seed};
    #[pymodule_export]
    use super::outcome::Outcome;
    #[cfg(feature = "runner")]
    #[pymodule_export]
    use super::runner::{compare, play, run_tournament, standings};
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::view::{Query, View};
}
