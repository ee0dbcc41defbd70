//! Tournaments that the teacher holds on the page: planned, played, shown live.
//!
//! Each has a file of its own, which `juez tournament --resume` and `juez report` read too.
//!
//! | file | |
//! |---|---|
//! | `wire` | JSON between server and pages |
//! | `plan` | fixes the versions, matches and duration of a tournament |
//! | `state` | the tournaments of a class, and the one that plays |
//! | `task` | the thread that plays one |
//! | `board` | a tournament as all people of the class see it |
//! | `names` | names follow the class |
//! | `download` | grades and files for the teacher |
//! | `handlers` | the routes |

mod board;
mod download;
pub(super) mod handlers;
mod names;
mod plan;
mod state;
mod task;
mod wire;

pub(super) use state::TOURNAMENTS_FOLDER;
pub(crate) use state::Tournaments;
pub use wire::{
    TournamentBoard, TournamentChange, TournamentMessage, TournamentRequest, TournamentRow,
    TournamentSummary,
};
