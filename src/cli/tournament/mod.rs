//! `juez tournament`.
//!
//! | file | what it is |
//! |---|---|
//! | `args` | everything that may be said of a tournament |
//! | `file` | the same as a TOML file |
//! | `example` | a file to begin with |
//! | `decide` | defaults, and what does not go together |
//! | `openings` | files of positions to begin from |
//! | `entrants` | who takes part, and who cannot and why |
//! | `estimate` | how long it will take |
//! | `said` | what is said before it begins |
//! | `news` | what of it is worth a line |
//! | `progress` | how far it is |
//! | `json_events` | what happens, for programs |
//! | `interrupt` | Ctrl-C |

mod args;
mod decide;
mod entrants;
mod estimate;
mod example;
mod file;
mod interrupt;
mod json_events;
mod news;
mod openings;
mod progress;
mod said;

use anyhow::bail;
use std::path::{Path, PathBuf};

use self::args::Settings;
use super::Verdict;
use crate::registry::{AnyGame, game};

/// Arguments of `juez tournament`.
#[derive(clap::Args)]
pub(super) struct TournamentArgs {
    /// The game and its bots (scripts, folders of bots, built-in bots), or a FILE.toml that says all
    #[arg(value_name = "GAME BOT")]
    what: Vec<String>,
    /// Go on with the tournament of a database where it was interrupted
    #[arg(long, value_name = "FILE.db", num_args = 0..=1)]
    resume: Option<Option<PathBuf>>,
    /// Print a commented file to begin with
    #[arg(long)]
    example: bool,
    #[command(flatten)]
    settings: Settings,
}
