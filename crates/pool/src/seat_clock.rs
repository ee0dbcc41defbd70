//! CPU time of the bots of a match by seat, and the seats that moved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use juez_core::Seat;
use juez_match::referee::{Call, Step};
use juez_match::registry::Onlooker;
use juez_script::clock::{added_cpu_time, thread_cpu_time};

/// The CPU time of each seat's calls, and the seats that move.
pub(super) struct SeatClock<'a> {
    now: fn() -> Duration,
    since: Duration,
    /// The time of each seat, up to the last one called.
    pub seats: Vec<Duration>,
    /// The seat of each move.
    pub movers: Vec<Seat>,
    /// Stops the match once it is set.
    halt: &'a AtomicBool,
}

impl<'a> SeatClock<'a> {
    /// Creates a clock for bots that all run in other processes, or of which some run on this
    /// thread.
    pub fn new(all_remote: bool, halt: &'a AtomicBool) -> Self {
        let now = if all_remote { added_cpu_time } else { thread_cpu_time };
        SeatClock { now, since: Duration::ZERO, seats: Vec::new(), movers: Vec::new(), halt }
    }
}

impl Onlooker for SeatClock<'_> {
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

    fn stop(&mut self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}
