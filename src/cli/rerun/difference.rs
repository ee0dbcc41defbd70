//! Differences between a record and its second playing.

use crate::core::Record;
use crate::registry::RecordFault;

/// The first thing that differs between a record and its second playing.
pub fn difference(record: &Record, again: &Record) -> Option<RecordFault> {
    if record.to_line() == again.to_line() {
        return None;
    }
    let moves = record.moves.iter().zip(&again.moves);
    if let Some(ply) = moves.clone().position(|(a, b)| a != b) {
        let error =
            format!("played again, the move is {} and not {}", again.moves[ply], record.moves[ply]);
        return Some(RecordFault { ply: ply as u32, error });
    }
    let both = record.moves.len().min(again.moves.len()) as u32;
    if record.moves.len() != again.moves.len() {
        let (a, b) = (record.moves.len(), again.moves.len());
        return Some(RecordFault {
            ply: both,
            error: format!("played again, it has {b} plies and not {a}"),
        });
    }
    if record.plies.len() != again.plies.len() {
        let entries = record.plies.len();
        let error = format!("`plies` has {entries} entries, expected {both}");
        return Some(RecordFault { ply: both.min(entries as u32), error });
    }
    if let Some(ply) = record.plies.iter().zip(&again.plies).position(|(a, b)| a != b) {
        let error = "played again, the fuel, log, marks or plots of this ply differ".to_string();
        return Some(RecordFault { ply: ply as u32, error });
    }
    let faults = |record: &Record| record.end.as_ref().map(|end| end.faults.clone());
    let what = if record.deals != again.deals {
        "the deals differ"
    } else if faults(record) != faults(again) {
        "the faults differ"
    } else if record.end != again.end {
        "the end differs"
    } else if record.logs != again.logs {
        "what bots wrote outside their moves differs"
    } else {
        "the same match, but its record has other bytes"
    };
    Some(RecordFault { ply: both, error: format!("played again, {what}") })
}
