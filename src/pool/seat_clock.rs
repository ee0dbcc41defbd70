//! What the bots of a match took, seat by seat.

use std::time::Duration;

use crate::core::{Seat, thread_cpu_time};
use crate::referee::Call;
use crate::registry::Onlooker;

/// Adds up the CPU time of the calls of each seat on this thread.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatClock {
    since: Duration,
    seats: Vec<Duration>,
}

impl SeatClock {
    /// A call begins.
    pub fn start(&mut self) {
        self.since = thread_cpu_time();
    }

    /// The call of this seat is over.
    pub fn stop(&mut self, seat: Seat) {
        let took = thread_cpu_time().saturating_sub(self.since);
        if self.seats.len() <= seat.index() {
            self.seats.resize(seat.index() + 1, Duration::ZERO);
        }
        self.seats[seat.index()] += took;
    }

    /// What each seat took, as far as one was called.
    pub fn into_seats(self) -> Vec<Duration> {
        self.seats
    }
}

impl Onlooker for SeatClock {
    fn calling(&mut self, _: Call) {
        self.start();
    }

    fn returned(&mut self, call: Call) {
        self.stop(call.seat);
    }
}
