//! Matches, comparisons and tournaments, with the statistics of the command line.
//!
//! | file | contents |
//! |---|---|
//! | `players` | players from Python: functions, scripts, built-in bots |
//! | `request` | the arguments of a call: game, players, limits |
//! | `supervise` | work on other threads, while Python handles Ctrl-C |
//! | `series` | matches and comparisons |
//! | `tournament` | tournaments |

mod players;
mod request;
mod series;
mod supervise;
mod tournament;

pub(crate) use series::{compare, play};
pub(crate) use tournament::{run_tournament, standings};

use crate::errors::JuezError;
use pyo3::PyErr;

/// Makes an exception of an error of the program.
fn failed(why: impl std::fmt::Display) -> PyErr {
    JuezError::new_err(why.to_string())
}
