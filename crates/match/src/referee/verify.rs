//! Checks the end of a record.

use super::faults::stopped;
use super::{AnyTable, Judge, MoveRefused, RecordFault, Replay};
use juez_core::{End, Hook, Next, PerSeat, Plot, Reason, Record, SeatFault};

/// Walks through a record from its beginning, judges its faults under its limits, and compares the
/// result with the recorded end. Returns the resulting end, `None` for an unfinished match.
///
/// # Errors
/// The first error; if only the end is wrong, `ply` is the number of moves.
pub fn verify<T: AnyTable + ?Sized>(mut replay: Replay<'_, T>) -> Result<Option<End>, RecordFault> {
    let record = replay.record();
    let limits = record.limits.clone().unwrap_or_default();
    let mut judge = Judge::new(&limits, replay.table().teams());
    // Faults of `finish` change nothing.
    let judged = record.faults().iter().filter(|fault| fault.fault.hook != Hook::Finish);
    let mut faults = judged.peekable();
    let seats = replay.table().seats();
    let mut curves = PerSeat::from_fn(seats, |_| Vec::<&str>::new());
    let misplaced = |fault: &SeatFault| {
        let (SeatFault { seat, ply, .. }, moves) = (fault, record.moves.len());
        format!("a fault of seat {seat} at ply {ply} is out of place: {moves} moves, {seats} seats")
    };
    loop {
        let ply = replay.table().ply();
        let wrong = |error: String| RecordFault { ply, error };
        while let Some(fault) = faults.next_if(|fault| fault.ply <= ply) {
            if !fits(record, fault, replay.table()) {
                return Err(wrong(misplaced(fault)));
            }
            judge.fault(fault.seat, fault.fault.kind);
        }
        if let (true, Some(text)) = (judge.decided(), record.moves.get(ply as usize)) {
            return Err(RecordFault::new(ply, MoveRefused::AfterEnd(text.clone())));
        }
        if let (Next::Move(seat), Some(how)) =
            (replay.table().next(), record.plies.get(ply as usize))
        {
            for plot in &how.plots {
                Plot::learn(&mut curves[seat], plot.name())
                    .map_err(|error| wrong(error.to_string()))?;
            }
        }
        if !replay.step()? {
            break;
        }
    }
    replay.go_to_end()?;
    let table = replay.table();
    let wrong = |error| RecordFault { ply: table.ply(), error };
    let at_end = record.faults().iter().filter(|fault| fault.fault.hook == Hook::Finish);
    let stray = faults.chain(at_end).find(|fault| !fits(record, fault, table));
    if let Some(fault) = stray.or_else(|| out_of_order(record)) {
        return Err(wrong(misplaced(fault)));
    }
    let found = computed_end(record, &judge, table);
    compare(record.end.as_ref(), found.as_ref()).map_err(wrong)?;
    Ok(found)
}

/// Returns true if a fault can have happened at its ply.
fn fits<T: AnyTable + ?Sized>(record: &Record, fault: &SeatFault, table: &T) -> bool {
    let can_be = match fault.fault.hook {
        Hook::Load | Hook::Start => fault.ply == 0,
        Hook::NextMove => table.next() == Next::Move(fault.seat),
        Hook::Finish => fault.ply as usize == record.moves.len(),
    };
    can_be && fault.seat.index() < table.seats().into() && fault.ply == table.ply()
}

/// Returns the first fault that is recorded too late, or twice: bots begin and finish in the order
/// of their seats, and at each ply one of them is asked once.
fn out_of_order(record: &Record) -> Option<&SeatFault> {
    let at = |fault: &SeatFault| {
        let hook = fault.fault.hook;
        (fault.ply, !hook.begins(), hook == Hook::Finish, fault.seat)
    };
    record.faults().windows(2).find(|two| at(&two[0]) >= at(&two[1])).map(|two| &two[1])
}

/// Returns the end that follows from the moves and faults. A stop leaves no trace in them, so it is
/// accepted for any match that could continue.
fn computed_end<T: AnyTable + ?Sized>(record: &Record, judge: &Judge, table: &T) -> Option<End> {
    let outcome = judge.outcome(table).or_else(|| {
        let end = record.end.as_ref()?;
        (end.reason == Reason::Stopped).then(|| stopped(table))
    })?;
    Some(End::new(outcome, record.faults().to_vec()))
}

/// Compares the recorded end with the computed one; the error lists the differences.
fn compare(recorded: Option<&End>, found: Option<&End>) -> Result<(), String> {
    let (Some(recorded), found) = (recorded, found) else { return Ok(()) };
    let Some(found) = found else {
        let reason = recorded.reason;
        return Err(format!("the record ends as {reason}, but the match is not over"));
    };
    let mut differences = Vec::new();
    let mut differ = |what: &str, recorded: String, found: String| {
        if recorded != found {
            differences.push(format!("the record has {what} {recorded}, the match {found}"));
        }
    };
    differ("reason", recorded.reason.to_string(), found.reason.to_string());
    differ("ranks", format!("{:?}", recorded.ranks), format!("{:?}", found.ranks));
    differ("points", format!("{:?}", recorded.points), format!("{:?}", found.points));
    if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
}
