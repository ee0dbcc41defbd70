//! When a worker has hung or died, and whose doing it was.

use std::time::Duration;

use super::process::Worker;
use super::words;
use crate::core::{Fault, FaultKind, Hook, Limits, SeatFault, monotonic_time};
use crate::referee::Call;

/// How often a playing worker is looked at.
pub const TICK: Duration = Duration::from_millis(2);
/// Time past a limit of the clock before a worker is taken to hang: until then the VM's own look at
/// the clock may end the call, which tells the line too.
const GRACE: Duration = Duration::from_millis(5);
/// How long a worker may say nothing while no bot is called. What the referee does between two
/// calls takes less than a millisecond.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Looks at a worker from time to time while it plays.
#[derive(Default)]
pub struct Supervisor {
    /// The call that was seen last, or that there was none; since when, and the worker's CPU time
    /// then. Asking the clock in the worker, at each call, would cost more than the call.
    seen: Option<Seen>,
    prepared: bool,
}

#[derive(Clone, Copy)]
struct Seen {
    call: Option<Call>,
    since: Duration,
    cpu: Option<Duration>,
}

/// Why a worker that says nothing is not waited for any longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hung {
    /// This call has gone past a limit of the clock.
    In(Call),
    /// It stands still, and no bot is called.
    Idle,
}

impl Supervisor {
    /// The worker has said something: whatever it does next has just begun.
    pub fn heard(&mut self) {
        if self.seen.is_some_and(|seen| seen.call.is_none()) {
            self.seen = None;
        }
    }

    /// Whether a worker that says nothing hangs; `prepare` is called once when the first call of a
    /// match is half-way there.
    pub fn look(
        &mut self,
        worker: &Worker,
        limits: &Limits,
        prepare: impl FnOnce(),
    ) -> Option<Hung> {
        let (call, now) = (worker.beat().read(), monotonic_time());
        self.judge(call, now, || worker.cpu_time(), limits, prepare)
    }

    fn judge(
        &mut self,
        call: Option<Call>,
        now: Duration,
        cpu_time: impl Fn() -> Option<Duration>,
        limits: &Limits,
        prepare: impl FnOnce(),
    ) -> Option<Hung> {
        let seen = match self.seen {
            Some(seen) if seen.call == call => seen,
            _ => Seen { call, since: now, cpu: cpu_time() },
        };
        self.seen = Some(seen);
        let wall = now.saturating_sub(seen.since);
        let Some(call) = call else { return (wall > PATIENCE).then_some(Hung::Idle) };
        let ms = match call.hook {
            Hook::Load | Hook::Start => limits.start_ms,
            Hook::NextMove | Hook::Finish => limits.move_ms,
        };
        let allowed =
            |factor: u32| Duration::from_millis(u64::from(ms) * u64::from(factor)) + GRACE;
        if wall > allowed(Limits::CPU_FACTOR) / 2 && !self.prepared {
            self.prepared = true;
            prepare();
        }
        if wall > allowed(Limits::WALL_FACTOR) {
            return Some(Hung::In(call));
        }
        // CPU time runs no faster than the wall clock, which is cheaper to read.
        let past = wall > allowed(Limits::CPU_FACTOR)
            && cpu_time()?.saturating_sub(seen.cpu?) > allowed(Limits::CPU_FACTOR);
        past.then_some(Hung::In(call))
    }
}

/// The fault of a bot whose call did not end.
pub fn out_of_time(call: Call) -> SeatFault {
    fault(call, FaultKind::OutOfTime, words::no_end())
}

/// The fault of a bot whose call took the worker with it.
pub fn crashed(call: Call, cause: &str) -> SeatFault {
    fault(call, FaultKind::Crashed, words::gone(cause))
}

fn fault(call: Call, kind: FaultKind, why: String) -> SeatFault {
    SeatFault { seat: call.seat, ply: call.ply, fault: Fault::new(kind, call.hook, "", why) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Seat;

    fn call(ply: u32) -> Call {
        Call { seat: Seat::new(1), hook: Hook::NextMove, ply }
    }

    /// What is found of a worker that is in these calls at these milliseconds, and never on the
    /// CPU.
    fn found(looks: &[(u64, Option<Call>)]) -> Vec<Option<Hung>> {
        let mut supervisor = Supervisor::default();
        let limits = Limits { move_ms: 20, ..Limits::default() };
        let mut look = |&(ms, call): &(u64, Option<Call>)| {
            let now = Duration::from_millis(ms);
            supervisor.judge(call, now, || Some(Duration::ZERO), &limits, || {})
        };
        looks.iter().map(&mut look).collect()
    }

    #[test]
    fn a_call_that_waits_for_ever_hangs_and_one_that_changes_does_not() {
        let hangs = found(&[(0, Some(call(4))), (900, Some(call(4))), (1100, Some(call(4)))]);
        assert_eq!(hangs, [None, None, Some(Hung::In(call(4)))]);
        let works = found(&[(0, Some(call(4))), (900, Some(call(6))), (1100, Some(call(6)))]);
        assert_eq!(works, [None; 3]);
    }

    #[test]
    fn a_worker_that_stands_still_while_no_bot_is_called_is_not_waited_for() {
        let still = found(&[(0, None), (59_000, None), (61_000, None)]);
        assert_eq!(still, [None, None, Some(Hung::Idle)]);
        let works = found(&[(0, None), (59_000, Some(call(4))), (59_001, None), (61_000, None)]);
        assert_eq!(works, [None; 4]);
    }

    #[test]
    fn a_worker_that_has_waited_for_a_person_has_not_stood_still() {
        let mut supervisor = Supervisor::default();
        let look = |supervisor: &mut Supervisor, seconds| {
            let now = Duration::from_secs(seconds);
            supervisor.judge(None, now, || None, &Limits::default(), || {})
        };
        assert_eq!(look(&mut supervisor, 0), None);
        supervisor.heard();
        assert_eq!(look(&mut supervisor, 3600), None);
    }
}
