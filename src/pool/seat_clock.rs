//! The CPU time of the bots of a match, seat by seat.

use std::time::Duration;

use crate::core::{added_cpu_time, thread_cpu_time};
use crate::referee::Call;
use crate::registry::Onlooker;

/// Adds up the CPU time of the calls of each seat.
pub(super) struct SeatClock {
    since: Duration,
    seats: Vec<Seat>,
}

struct Seat {
    /// True if its bot runs in another process: the time of that process counts.
    is_remote: bool,
    took: Duration,
}

impl SeatClock {
    /// A clock for seats whose bots run in other processes, or on this thread.
    pub fn new(is_remote: impl IntoIterator<Item = bool>) -> SeatClock {
        let seat = |is_remote| Seat { is_remote, took: Duration::ZERO };
        SeatClock { since: Duration::ZERO, seats: is_remote.into_iter().map(seat).collect() }
    }

    /// The time of each seat.
    pub fn into_seats(self) -> Vec<Duration> {
        self.seats.into_iter().map(|seat| seat.took).collect()
    }

    fn now(&self, call: Call) -> Duration {
        if self.seats[call.seat.index()].is_remote { added_cpu_time() } else { thread_cpu_time() }
    }
}

impl Onlooker for SeatClock {
    fn calling(&mut self, call: Call) {
        self.since = self.now(call);
    }

    fn returned(&mut self, call: Call) {
        let took = self.now(call).saturating_sub(self.since);
        self.seats[call.seat.index()].took += took;
    }
}
