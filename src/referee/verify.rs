//! The end that a record should have.

use super::faults::stopped;
use super::{AnyTable, Judge, MoveRefused, Replay, ReplayError, ReplayErrorKind};
use crate::core::{End, Hook, Next, PerSeat, Plot, Reason, Record, SeatFault};

/// Walks through a record from its beginning, judges its faults by its limits, and compares the end
/// with the recorded one. Returns the end that follows, `None` for an unfinished match.
///
/// # Errors
/// The first thing that is wrong; if only the end is, `ply` is the number of moves.
pub fn verify<T: AnyTable + ?Sized>(mut replay: Replay<'_, T>) -> Result<Option<End>, ReplayError> {
    let record = replay.record();
    let limits = record.limits.clone().unwrap_or_default();
    let mut judge = Judge::new(&limits, replay.table().teams());
    let mut faults = judged_faults(record).peekable();
    let mut curves = PerSeat::from_fn(replay.table().seats(), |_| Vec::new());
    loop {
        let ply = replay.table().ply();
        let wrong = |kind| ReplayError { ply, kind };
        while let Some(fault) = faults.next_if(|fault| fault.ply <= ply) {
            check_fault(record, fault, replay.table()).map_err(wrong)?;
            judge.fault(fault.seat, fault.fault.kind);
        }
        if let (true, Some(text)) = (judge.decided(), record.moves.get(ply as usize)) {
            return Err(wrong(MoveRefused::AfterEnd(text.clone()).into()));
        }
        if let (Next::Move(seat), Some(how)) =
            (replay.table().next(), record.plies.get(ply as usize))
        {
            Plot::learn(&mut curves[seat], &how.plots).map_err(|error| wrong(error.into()))?;
        }
        if !replay.step()? {
            break;
        }
    }
    replay.go_to_end()?;
    let table = replay.table();
    let wrong = |kind| ReplayError { ply: table.ply(), kind };
    let at_end = record.faults().iter().filter(|fault| fault.fault.hook == Hook::Finish);
    for fault in faults.chain(at_end) {
        check_fault(record, fault, table).map_err(wrong)?;
    }
    if let Some(fault) = out_of_order(record) {
        return Err(wrong(misplaced(record, fault, table)));
    }
    let found = computed_end(record, &judge, table);
    compare(record.end.as_ref(), found.as_ref())
        .map_err(|text| wrong(ReplayErrorKind::End(text)))?;
    Ok(found)
}

/// The faults that count: all but those of `finish`, which change nothing.
fn judged_faults(record: &Record) -> impl Iterator<Item = &SeatFault> {
    record.faults().iter().filter(|fault| fault.fault.hook != Hook::Finish)
}

/// Checks that a fault can have happened when as many moves were made as it says.
fn check_fault<T: AnyTable + ?Sized>(
    record: &Record,
    fault: &SeatFault,
    table: &T,
) -> Result<(), ReplayErrorKind> {
    let can_be = match fault.fault.hook {
        Hook::Load | Hook::Start => fault.ply == 0,
        Hook::NextMove => table.next() == Next::Move(fault.seat),
        Hook::Finish => fault.ply as usize == record.moves.len(),
    };
    let is_there = fault.seat.index() < table.seats().into() && fault.ply == table.ply();
    if can_be && is_there { Ok(()) } else { Err(misplaced(record, fault, table)) }
}

/// The first fault that stands later than it happened, or twice: bots begin and finish in the
/// order of their seats, and at each ply one of them is asked once.
fn out_of_order(record: &Record) -> Option<&SeatFault> {
    let at = |fault: &SeatFault| {
        let stage = match fault.fault.hook {
            Hook::Load | Hook::Start => 0,
            Hook::NextMove => 1,
            Hook::Finish => 2,
        };
        (fault.ply, stage, fault.seat)
    };
    record.faults().windows(2).find(|two| at(&two[0]) >= at(&two[1])).map(|two| &two[1])
}

fn misplaced<T: AnyTable + ?Sized>(
    record: &Record,
    fault: &SeatFault,
    table: &T,
) -> ReplayErrorKind {
    let SeatFault { seat, ply, .. } = *fault;
    let (moves, seats) = (record.moves.len() as u32, table.seats());
    ReplayErrorKind::Fault { seat, ply, moves, seats }
}

/// The end that follows from the moves and the faults. That the match was stopped follows from
/// nothing: it is believed of a match that could go on.
fn computed_end<T: AnyTable + ?Sized>(record: &Record, judge: &Judge, table: &T) -> Option<End> {
    let outcome = judge.outcome(table).or_else(|| {
        let end = record.end.as_ref()?;
        (end.reason == Reason::Stopped).then(|| stopped(table))
    })?;
    Some(End::new(outcome, record.faults().to_vec()))
}

/// Compares the recorded end with the one that follows; the differences in words.
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
