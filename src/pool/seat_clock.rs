//! The CPU time of the bots of a match, seat by seat, and who moved.

use std::time::Duration;

use crate::core::{Seat, added_cpu_time, thread_cpu_time};
use crate::referee::{Call, Step};
use crate::registry::Onlooker;

/// Adds up the CPU time of the calls of each seat, and lists the seats that move.
pub(super) struct SeatClock {
    now: fn() -> Duration,
    since: Duration,
    /// The time of each seat, up to the last that was called.
    pub seats: Vec<Duration>,
    /// The seat of each move.
    pub movers: Vec<Seat>,
}

impl SeatClock {
    /// A clock for bots of which all run in other processes, or some on this thread.
    pub fn new(all_remote: bool) -> SeatClock {
        let now = if all_remote { added_cpu_time } else { thread_cpu_time };
        SeatClock { now, since: Duration::ZERO, seats: Vec::new(), movers: Vec::new() }
    }
}

impl Onlooker for SeatClock {
    fn calling(&mut self, _: Call) {
        self.since = (self.now)();
    }

    fn returned(&mut self, call: Call) {
        let took = (self.now)().saturating_sub(self.since);
        let seat = call.seat.index();
        if self.seats.len() <= seat {
            self.seats.resize(seat + 1, Duration::ZERO);
        }
        self.seats[seat] = self.seats[seat].saturating_add(took);
    }

    fn moved(&mut self, step: &Step<'_>) {
        self.movers.push(step.seat);
    }
}
