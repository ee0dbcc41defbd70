//! Bots that are picked up when their files are saved.
//!
//! Editors save in many ways: they write in place, truncate and write slowly, write another file and
//! rename it, or move the old one away first. So it is the *folder* that is watched, never the file,
//! and nothing is read before the folder has come to rest. What loads is taken at once; what is broken
//! is given a moment longer, for the other half of it may be on its way.
//!
//! Not every change has an event: some file systems have none, a link on the way may lead elsewhere, and the
//! system may have no watches left. So once a second everything is looked at, without being read.
//!
//! | file | what it is |
//! |---|---|
//! | `source` | one bot on disk: when to look at it, and what has become of it |
//! | `survey` | what its files are like, without reading them |
//! | `watcher` | the thread that hears of events and looks |
//! | `live` | a bot at a table that becomes its newest version at its next turn |

mod live;
mod source;
mod survey;
mod watcher;

pub(super) use live::Reloading;
pub use live::{LiveBot, News};
pub use source::{Broken, Change, Version};
pub use watcher::{Check, Notice, Reload, ReloadError, Wanted, bots_of_folder, is_bot_folder};
