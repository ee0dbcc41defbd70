//! The referee: what a match asks of its bots, what it does about their faults, and how its record
//! replays.

mod bots;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod matches;
mod replays;
