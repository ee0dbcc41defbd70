//! The referee: its calls of bots, the cost of their faults, and the replay of its records.

mod bots;
mod faults;
mod matches;
mod replays;
