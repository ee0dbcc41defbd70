//! Differences between a record and its second playing.

use crate::core::Record;
use crate::registry::RecordFault;

/// Checks that the second playing of a record came to the same.
///
/// # Errors
/// The first thing that differs.
pub fn check_same(record: &Record, again: &Record) -> Result<(), RecordFault> {
    if record.to_line() == again.to_line() {
        return Ok(());
    }
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
    Err(RecordFault { ply, error })
}

/// The difference between two playings with the same moves.
fn beside_moves(record: &Record, again: &Record) -> &'static str {
    let faults = |record: &Record| record.end.as_ref().map(|end| end.faults.clone());
    if record.deals != again.deals {
        "the deals differ"
    } else if faults(record) != faults(again) {
        "the faults differ"
    } else if record.end != again.end {
        "the end differs"
    } else if record.logs != again.logs {
        "what bots wrote outside their moves differs"
    } else {
        "the same match, but its record has other bytes"
    }
}
