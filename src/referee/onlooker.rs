//! Onlookers of a match that runs: the place for drawings, timings and heartbeats, so that none of
//! them is in the match loop.

use super::AnyTable;
use crate::core::{Hook, HookLog, Outcome, Ply, Seat, SeatFault};

/// One call of one bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The seat of the bot.
    pub seat: Seat,
    /// The hook that is called.
    pub hook: Hook,
    /// Moves made before the call.
    pub ply: u32,
}

/// A move that was just made.
pub struct Step<'a> {
    /// Moves made, this one included.
    pub ply: u32,
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub mv: &'a str,
    /// Its origin and its notes.
    pub how: &'a Ply,
    /// The table after it.
    pub table: &'a dyn AnyTable,
}

/// An onlooker of a match, whatever the game. Every method does nothing unless it is written.
///
/// The table that is lent shows views and, to those who ask for it, everything face up; never the
/// state.
pub trait Onlooker {
    /// The match begins; `table` is still empty.
    fn begins(&mut self, _table: &dyn AnyTable) {}
    /// A bot is about to be called: its clock starts.
    fn calling(&mut self, _call: Call) {}
    /// The bot has returned: its clock stops.
    fn returned(&mut self, _call: Call) {}
    /// A deal was made; `table` is the position after it.
    fn dealt(&mut self, _table: &dyn AnyTable) {}
    /// A move was made.
    fn moved(&mut self, _step: &Step<'_>) {}
    /// Takes over the facts of the move that was just made, which the record then lacks; returned, they
    /// come into the record.
    fn takes(&mut self, how: Ply) -> Option<Ply> {
        Some(how)
    }
    /// A bot wrote something in a call that made no move: `load`, `start`, `finish`, or a
    /// `next_move` whose fault ended the match.
    fn wrote(&mut self, _log: &HookLog) {}
    /// A bot did something wrong in a call in which it wrote `log`.
    fn fault(&mut self, _fault: &SeatFault, _log: &[String]) {}
    /// The match is over; `finish` is not called yet.
    fn over(&mut self, _outcome: &Outcome, _table: &dyn AnyTable) {}
    /// Returns true to stop the match here, before its end. Asked before each deal and move.
    fn stop(&mut self) -> bool {
        false
    }
}

/// A match without onlookers.
impl Onlooker for () {}
