//! A match played again: to its end, or as far as its record goes.

use crate::core::{End, Hook, Ply, Reason, Record, SeatFault};
use crate::pool::Isolation;
use crate::registry::{AnyGame, MatchSetup, Onlooker, Step};

/// Plays the match of `record` again. If it was stopped, or the record has no end, only so many
/// moves are made, and what bots wrote outside of them is taken from the record.
pub fn play_again(
    record: &Record,
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    isolation: &Isolation,
) -> Result<Record, String> {
    let ended =
        |record: &Record| record.end.as_ref().is_some_and(|end| end.reason != Reason::Stopped);
    if ended(record) {
        return isolation.play(game, setup).map_err(|error| error.to_string());
    }
    let mut witness = Witness::of(record);
    let over = isolation.show(game, setup, &mut witness).map_err(|error| error.to_string())?;
    // The record may say that it was stopped, and there was nothing to stop.
    if record.end.is_some() && ended(&over) {
        return Ok(over);
    }
    witness.into_record(record, game, setup)
}

/// Looks on until a match has come as far as a record goes.
struct Witness {
    /// Moves of the record, and faults before the end.
    until: (usize, usize),
    /// Moves made, also those past the record.
    made: usize,
    moves: Vec<String>,
    plies: Vec<Ply>,
    faults: Vec<SeatFault>,
}

impl Witness {
    fn of(record: &Record) -> Witness {
        let faults = record.end.iter().flat_map(|end| &end.faults);
        let faults = faults.filter(|fault| fault.fault.hook != Hook::Finish).count();
        let until = (record.moves.len(), faults);
        Witness { until, made: 0, moves: Vec::new(), plies: Vec::new(), faults: Vec::new() }
    }

    /// The match played again, in the form of the record.
    fn into_record(
        self,
        record: &Record,
        game: &dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<Record, String> {
        let left = game.left_after(setup, &self.moves).map_err(|error| error.to_string())?;
        let mut deals = left.deals;
        if deals.len() == record.deals.len() + 1 && self.moves.len() == record.moves.len() {
            // It may have been stopped before the deal that was due.
            deals.pop();
        }
        let end = record.end.clone().map(|end| {
            let reported = end.faults.iter().filter(|fault| fault.fault.hook == Hook::Finish);
            let faults = self.faults.iter().chain(reported).cloned().collect();
            End { faults, ..end }
        });
        let plies = if record.plies.is_empty() { Vec::new() } else { self.plies };
        Ok(Record { deals, moves: self.moves, plies, end, ..record.clone() })
    }
}

impl Onlooker for Witness {
    fn moved(&mut self, step: &Step<'_>) {
        self.made += 1;
        // One more may be made to see whether the fault comes that the record ends with.
        if self.made <= self.until.0 {
            self.moves.push(step.mv.to_string());
            self.plies.push(step.how.clone());
        }
    }

    fn fault(&mut self, fault: &SeatFault, _: &[String]) {
        if fault.fault.hook != Hook::Finish && fault.ply as usize <= self.until.0 {
            self.faults.push(fault.clone());
        }
    }

    fn stop(&mut self) -> bool {
        let (moves, faults) = self.until;
        self.made > moves || (self.made == moves && self.faults.len() >= faults)
    }
}
