//! The ladder of a class: versions of bots play each other all the time.
//!
//! | file | |
//! |---|---|
//! | `wire` | JSON between server and pages |
//! | `at_work` | people whose bots run now |
//! | `game_ladder` | the ladder of one game: its rules, its matches, its next match |
//! | `play` | plays a match, and pauses while people play |
//! | `board` | the ladder as all see it |
//! | `bot` | the page of a bot |
//! | `state` | the present work of the ladder, and the boards for pages |
//! | `task` | the thread of the ladder |
//! | `turn` | one turn of it: a match, or the judgement of an opening |
//! | `show` | boards when they are due |
//! | `handlers` | its routes |

mod at_work;
mod board;
mod bot;
mod game_ladder;
pub(super) mod handlers;
mod play;
mod show;
mod state;
mod task;
#[cfg(test)]
mod tests;
mod turn;
mod wire;

pub(super) use at_work::AtWork;
pub(crate) use state::Ladder;
pub(super) use task::start;
pub use wire::{
    LadderBoard, LadderBotPage, LadderDay, LadderDoing, LadderMeeting, LadderMessage, LadderPast,
    LadderRow, LadderSeat, LadderVersion,
};
