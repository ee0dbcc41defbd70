//! Replays a match with its bots, to the end or as far as its record goes, and compares.

use juez_core::{End, Hook, Limits, PlayedBy, Player, Ply, Reason, Record, SeatFault};
use juez_match::registry::{AnyGame, MatchSetup, Onlooker, RecordFault, Step};
use juez_pool::Isolation;

/// Plays the match of `record` again. If the match was stopped or has no end, plays only the
/// recorded number of moves, and copies hook logs from the record.
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
    // The record claims that the match was stopped, but it was over.
    if record.end.is_some() && ended(&over) {
        return Ok(over);
    }
    witness.into_record(game, setup)
}

/// An onlooker that stops a match once it has come as far as the record.
struct Witness<'a> {
    record: &'a Record,
    /// Number of moves in the record, and of faults before the end.
    until: (usize, usize),
    /// Moves made, including those past the record.
    made: usize,
    moves: Vec<String>,
    plies: Vec<Ply>,
    faults: Vec<SeatFault>,
}

impl Witness<'_> {
    fn of(record: &Record) -> Witness<'_> {
        let is_before_end = |fault: &&SeatFault| fault.fault.hook != Hook::Finish;
        let faults = record.faults().iter().filter(is_before_end).count();
        let until = (record.moves.len(), faults);
        let (moves, plies, faults) = Default::default();
        Witness { record, until, made: 0, moves, plies, faults }
    }

    /// Converts the replayed match into a record.
    fn into_record(self, game: &dyn AnyGame, setup: &MatchSetup) -> Result<Record, String> {
        let record = self.record;
        let left = game.left_after(setup, &self.moves).map_err(|error| error.to_string())?;
        let mut deals = left.deals;
        if deals.len() == record.deals.len() + 1 && self.moves.len() == record.moves.len() {
            // The original can have stopped before the pending deal.
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

impl Onlooker for Witness<'_> {
    fn moved(&mut self, step: &Step<'_>) {
        self.made += 1;
        // One extra move is played to see whether the record's last fault recurs.
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

/// Checks that a replay gave the same record. Compares values, not text: another program can have
/// written the record.
///
/// # Errors
/// The first difference. It names the language versions if the scripts' versions differ.
pub fn check_same(record: &Record, again: &Record) -> Result<(), RecordFault> {
    if record == again {
        return Ok(());
    }
    let RecordFault { ply, error } = difference(record, again);
    let is_script = |player: &Player| matches!(player.bot, PlayedBy::Lua | PlayedBy::Rhai);
    let languages = record.limits.as_ref().map_or(Ok(()), Limits::check_languages);
    let error = match languages {
        Err(other) if record.players.iter().any(is_script) => format!("{other}: {error}"),
        _ => error,
    };
    Err(RecordFault { ply, error })
}

/// Finds the first difference between a record and its replay.
fn difference(record: &Record, again: &Record) -> RecordFault {
    let (moves, made) = (record.moves.len(), again.moves.len());
    let (both, entries) = (moves.min(made) as u32, record.plies.len());
    let other_move = (0..both).find(|&ply| record.moves[ply as usize] != again.moves[ply as usize]);
    let other_entry = record.plies.iter().zip(&again.plies).position(|(a, b)| a != b);
    let (ply, error) = if let Some(ply) = other_move {
        let (then, now) = (&record.moves[ply as usize], &again.moves[ply as usize]);
        (ply, format!("played again, the move is {now} and not {then}"))
    } else if moves != made {
        (both, format!("played again, it has {made} plies and not {moves}"))
    } else if entries != again.plies.len() {
        (both.min(entries as u32), format!("`plies` has {entries} entries, expected {both}"))
    } else if let Some(ply) = other_entry {
        let what = "the fuel, log, marks or plots of this ply differ";
        (ply as u32, format!("played again, {what}"))
    } else {
        (both, format!("played again, {}", beside_moves(record, again)))
    };
    RecordFault { ply, error }
}

/// Describes the difference between two records with the same moves.
fn beside_moves(record: &Record, again: &Record) -> &'static str {
    if record.deals != again.deals {
        "the deals differ"
    } else if record.faults() != again.faults() {
        "the faults differ"
    } else if record.end != again.end {
        "the end differs"
    } else if record.logs != again.logs {
        "what bots wrote outside their moves differs"
    } else {
        "the same match, but its record begins differently"
    }
}
