//! What an onlooker beside the table is told while a match runs: the place for drawings, timings and
//! heartbeats, so that none of them is in the match loop.

use super::Table;
use crate::core::{Game, Hook, HookLog, MoveOf, Outcome, Ply, Seat, SeatFault};

/// One call of one bot: whose clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The seat of the bot.
    pub seat: Seat,
    /// What is called.
    pub hook: Hook,
    /// Moves made before the call.
    pub ply: u32,
}

/// An onlooker beside the table. Every method does nothing unless it is written.
///
/// The table shows views and, to those who ask for it, everything face up; it never lends the
/// state.
pub trait Watch<G: Game> {
    /// The next deal lies on the table.
    fn dealt(&mut self, table: &Table<G>) {
        let _ = table;
    }

    /// A bot is about to be called: its clock starts.
    fn calling(&mut self, call: Call) {
        let _ = call;
    }

    /// The bot has returned: its clock stops.
    fn returned(&mut self, call: Call) {
        let _ = call;
    }

    /// A move was made; `table` is the position after it.
    fn moved(&mut self, table: &Table<G>, seat: Seat, mv: MoveOf<G>, ply: &Ply) {
        let _ = (table, seat, mv, ply);
    }

    /// A bot wrote something in a call that made no move: `load`, `start`, `finish`, or a
    /// `next_move` whose fault ended the match.
    fn wrote(&mut self, table: &Table<G>, log: &HookLog) {
        let _ = (table, log);
    }

    /// A bot did something wrong in a call in which it wrote `log`.
    fn fault(&mut self, table: &Table<G>, fault: &SeatFault, log: &[String]) {
        let _ = (table, fault, log);
    }

    /// The match is over; the bots have not been told yet.
    fn over(&mut self, table: &Table<G>, outcome: &Outcome) {
        let _ = (table, outcome);
    }

    /// Whether to stop the match here, before its end. Asked before each deal and move.
    fn stop(&mut self) -> bool {
        false
    }
}

/// A table without onlookers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<G: Game> Watch<G> for Silent {}
