//! Reloads bots when their files are saved.
//!
//! Editors save in many ways: they write in place, truncate and write slowly, write another file
//! and rename it, or move the old one away first. So the *folder* is watched, never the file, and
//! nothing is read until the folder has settled. A bot that loads is taken immediately; a broken
//! one gets a little longer, since the rest of it may not be written yet.
//!
//! Not every change causes an event: some file systems have no events, a link in the path can
//! change, and the system can run out of watches. So once a second all files are checked, without
//! reading them.
//!
//! | file | contents |
//! |---|---|
//! | `source` | one bot on disk: schedules checks and detects changes |
//! | `survey` | the state of its files, without reading them |
//! | `watcher` | the thread that receives events and checks bots |
//! | `live` | a bot in a match that is replaced by its newest version at its next turn |

mod live;
mod source;
mod survey;
mod watcher;

pub(super) use live::Reloading;
pub use live::{LiveBot, News};
pub use source::{Broken, Change, Version};
pub use watcher::{Check, Notice, Reload, ReloadError, Wanted, bots_of_folder, is_bot_folder};
