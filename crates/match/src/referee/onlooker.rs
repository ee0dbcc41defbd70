//! Onlookers of a running match. Drawings, timings and heartbeats belong here, which keeps them out
//! of the match loop.

use super::AnyTable;
use juez_core::{Hook, HookLog, Outcome, Ply, Seat, SeatFault};

/// A call of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The seat of the bot.
    pub seat: Seat,
    /// The hook being called.
    pub hook: Hook,
    /// Moves made before the call.
    pub ply: u32,
}

/// A move that was just made.
pub struct Step<'a> {
    /// Moves made, including this one.
    pub ply: u32,
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub mv: &'a str,
    /// The origin of the move, and its notes.
    pub how: &'a Ply,
    /// The table after the move.
    pub table: &'a dyn AnyTable,
}

/// An onlooker of a match of any game. The default methods do nothing.
///
/// The table it receives shows views and, on request, everything face up; never the state.
pub trait Onlooker {
    /// Called when the match begins; `table` is still empty.
    fn begins(&mut self, _table: &dyn AnyTable) {}
    /// Called before a bot is called: its clock starts.
    fn calling(&mut self, _call: Call) {}
    /// Called after the bot has returned: its clock stops.
    fn returned(&mut self, _call: Call) {}
    /// Called after a deal; `table` is the position after it.
    fn dealt(&mut self, _table: &dyn AnyTable) {}
    /// Called after a move.
    fn moved(&mut self, _step: &Step<'_>) {}
    /// Receives the facts about the last move. Facts that it returns go into the record; with
    /// `None` the record lacks them.
    fn takes(&mut self, how: Ply) -> Option<Ply> {
        Some(how)
    }
    /// Called with the notes of a call that made no move: `load`, `start`, `finish`, or a
    /// `next_move` whose fault ended the match.
    fn wrote(&mut self, _log: &HookLog) {}
    /// Called for a fault of a bot; `log` are the notes of that call.
    fn fault(&mut self, _fault: &SeatFault, _log: &[String]) {}
    /// Called when the match is over, before `finish`.
    fn over(&mut self, _outcome: &Outcome, _table: &dyn AnyTable) {}
    /// Returns true to stop the match early. Called before each deal and move.
    fn stop(&mut self) -> bool {
        false
    }
}

/// Ignores everything: a match without onlookers.
impl Onlooker for () {}
