//! When a worker has hung or died, and whose doing it was.

use std::time::Duration;

use super::beat::Beating;
use super::process::Worker;
use crate::core::{Fault, FaultKind, Hook, Limits, SeatFault, monotonic_time};

/// How often a playing worker is looked at.
pub const TICK: Duration = Duration::from_millis(2);
/// Time past a limit of the clock before a worker is taken to hang: until then the VM's own look at
/// the clock may end the call, which tells the line too.
const GRACE: Duration = Duration::from_millis(5);

/// Looks at a worker from time to time while it plays.
#[derive(Default)]
pub struct Supervisor {
    /// The call that was seen last, and the worker's CPU time then. Asking the clock in the worker,
    /// at each call, would cost more than the call.
    seen: Option<(Beating, Option<Duration>)>,
    prepared: bool,
}

impl Supervisor {
    /// The call in progress if it has gone past a limit of the clock; `prepare` is called once when
    /// the first call of a match is half-way there.
    pub fn look(
        &mut self,
        worker: &Worker,
        limits: &Limits,
        prepare: impl FnOnce(),
    ) -> Option<Beating> {
        let beating = worker.beat().read()?;
        let before = match self.seen {
            Some((seen, before)) if seen == beating => before,
            _ => {
                let cpu = worker.cpu_time();
                self.seen = Some((beating, cpu));
                cpu
            }
        };
        let ms = match beating.call.hook {
            Hook::Load | Hook::Start => limits.start_ms,
            Hook::NextMove | Hook::Finish => limits.move_ms,
        };
        let allowed =
            |factor: u32| Duration::from_millis(u64::from(ms) * u64::from(factor)) + GRACE;
        let wall = monotonic_time().saturating_sub(beating.wall);
        if wall > allowed(Limits::CPU_FACTOR) / 2 && !self.prepared {
            self.prepared = true;
            prepare();
        }
        if wall > allowed(Limits::WALL_FACTOR) {
            return Some(beating);
        }
        // CPU time runs no faster than the wall clock, which is cheaper to read.
        let past = wall > allowed(Limits::CPU_FACTOR)
            && worker.cpu_time()?.saturating_sub(before?) > allowed(Limits::CPU_FACTOR);
        past.then_some(beating)
    }
}

/// The fault of a bot whose call did not end.
pub fn out_of_time(beating: Beating) -> SeatFault {
    let why = "the call took far longer than its fuel allows for, inside one native function";
    fault(beating, FaultKind::OutOfTime, why.to_string())
}

/// The fault of a bot whose call took the worker with it.
pub fn crashed(beating: Beating, cause: &str) -> SeatFault {
    fault(beating, FaultKind::Crashed, format!("the process that ran it is gone: {cause}"))
}

fn fault(beating: Beating, kind: FaultKind, why: String) -> SeatFault {
    let call = beating.call;
    SeatFault { seat: call.seat, ply: call.ply, fault: Fault::new(kind, call.hook, "", why) }
}
