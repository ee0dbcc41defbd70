//! Plays a tournament out of its store and into it.

mod event;

pub use event::{Event, Leader, Reporter};
