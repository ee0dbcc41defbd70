//! A record without what belongs to others.

use crate::core::{Fault, Record, Seat};
use crate::registry::game;

/// The text in place of the words of a fault.
const HIDDEN: &str = "shown to its author alone";

/// The record as the bot in these seats may have it: what others wrote and drew is gone, and of
/// their faults only the kind is left, which the end of the match follows from. `None` if it cannot
/// be read.
pub(super) fn private(mut record: Record, seats: &[Seat]) -> Option<Record> {
    let own = |seat: &Seat| seats.contains(seat);
    let tells = record.plies.iter().any(|ply| ply.log.is_some() || ply.marks.is_some());
    if tells {
        let moves = game(&record.game).ok()?.moves(&record).ok()?;
        let others = record.plies.iter_mut().zip(&moves).filter(|(_, made)| !own(&made.seat));
        others.for_each(|(ply, _)| (ply.log, ply.marks) = (None, None));
    }
    for log in record.logs.iter_mut().filter(|log| !own(&log.seat)) {
        log.log.clear();
    }
    let faults = record.end.iter_mut().flat_map(|end| &mut end.faults);
    for fault in faults.filter(|fault| !own(&fault.seat)) {
        fault.fault = Fault::new(fault.fault.kind, fault.fault.hook, "", HIDDEN);
    }
    Some(record)
}
