//! The referee: what a match asks of its bots, what it does about their faults, and how its record
//! replays.

mod bots;
mod faults;
mod matches;
mod replays;
