//! The CPU time of the bots of a match, seat by seat.

use std::time::Duration;

use crate::core::thread_cpu_time;
use crate::referee::Call;
use crate::registry::Onlooker;

/// Adds up the CPU time of the calls of each seat on this thread.
#[derive(Default)]
pub(super) struct SeatClock {
    since: Duration,
    seats: Vec<Duration>,
}

impl SeatClock {
    /// The time of each seat, up to the last that was called.
    pub fn into_seats(self) -> Vec<Duration> {
        self.seats
    }
}

impl Onlooker for SeatClock {
    fn calling(&mut self, _: Call) {
        self.since = thread_cpu_time();
    }

    fn returned(&mut self, call: Call) {
        let took = thread_cpu_time().saturating_sub(self.since);
        let seat = call.seat.index();
        if self.seats.len() <= seat {
            self.seats.resize(seat + 1, Duration::ZERO);
        }
        self.seats[seat] += took;
    }
}
