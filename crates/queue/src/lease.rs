//! The time during which a batch belongs to a worker, by the clocks of the worker.
//!
//! The server attributes each message about a batch to the worker that has it now. So a worker that
//! was asleep must notice that its lease is over: its messages would renew the lease of another
//! worker, or hand the batch out once more.

use std::time::{Duration, Instant, SystemTime};

use parking_lot::Mutex;

/// Longest lease that a worker accepts.
const MAX_LEASE: Duration = Duration::from_secs(3600);
/// Shortest lease; a shorter one would need too many renewals.
const MIN_LEASE: Duration = Duration::from_millis(300);

/// A moment by two clocks: the steady one can stop while a machine sleeps, the other can be set.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    steady: Instant,
    wall: SystemTime,
}

impl Moment {
    pub fn now() -> Moment {
        Moment { steady: Instant::now(), wall: SystemTime::now() }
    }

    /// Returns the time since an earlier moment, by the clock that shows more.
    pub fn since(self, earlier: Moment) -> Duration {
        let wall = self.wall.duration_since(earlier.wall).unwrap_or_default();
        self.steady.saturating_duration_since(earlier.steady).max(wall)
    }
}

/// The lease of a batch.
pub struct Lease {
    length: Duration,
    /// The start of the lease; `None` once it was over.
    from: Mutex<Option<Moment>>,
}

impl Lease {
    /// Makes a lease requested at `asked` and received at `now`. If the answer took longer than
    /// `wait`, the worker slept, and the lease counts from `asked`.
    pub fn new(length: Duration, asked: Moment, wait: Duration, now: Moment) -> Lease {
        let from = if now.since(asked) > wait { asked } else { now };
        Lease { length: length.clamp(MIN_LEASE, MAX_LEASE), from: Mutex::new(Some(from)) }
    }

    pub fn length(&self) -> Duration {
        self.length
    }

    /// Returns true while the batch is this worker's; once false, it stays false.
    pub fn is_held(&self, now: Moment) -> bool {
        let mut from = self.from.lock();
        *from = from.filter(|from| now.since(*from) < self.length);
        from.is_some()
    }

    /// Restarts the lease at `asked`, the time of a request that the server has confirmed.
    pub fn extend(&self, asked: Moment) {
        if let Some(from) = &mut *self.from.lock() {
            *from = asked;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns a moment this many seconds after the first by each clock.
    fn at(first: Moment, steady: u32, wall: u32) -> Moment {
        Moment { steady: first.steady + SECOND * steady, wall: first.wall + SECOND * wall }
    }

    #[test]
    fn a_lease_that_is_over_does_not_come_back() {
        let first = Moment::now();
        let lease = Lease::new(10 * SECOND, first, SECOND, first);
        assert!(lease.is_held(at(first, 9, 9)));
        lease.extend(at(first, 9, 9));
        assert!(lease.is_held(at(first, 18, 18)));
        assert!(!lease.is_held(at(first, 19, 19)));
        lease.extend(at(first, 19, 19));
        assert!(!lease.is_held(at(first, 19, 19)), "the batch is another's by now");
    }

    #[test]
    fn a_machine_that_slept_notices_by_the_clock_that_ran() {
        let first = Moment::now();
        assert!(!Lease::new(10 * SECOND, first, SECOND, first).is_held(at(first, 1, 500)));
        assert!(!Lease::new(10 * SECOND, first, SECOND, first).is_held(at(first, 500, 1)));
    }

    #[test]
    fn a_clock_that_is_set_back_ends_no_lease() {
        let first = at(Moment::now(), 0, 100);
        let back = Moment { steady: first.steady + SECOND, wall: first.wall - 50 * SECOND };
        assert!(Lease::new(10 * SECOND, first, SECOND, first).is_held(back));
    }

    #[test]
    fn a_worker_that_slept_while_it_waited_counts_from_its_question() {
        let first = Moment::now();
        let awake = Lease::new(10 * SECOND, first, 3 * SECOND, at(first, 2, 2));
        assert!(awake.is_held(at(first, 11, 11)));
        let asleep = Lease::new(10 * SECOND, first, 3 * SECOND, at(first, 60, 60));
        assert!(!asleep.is_held(at(first, 60, 60)));
    }

    #[test]
    fn no_coordinator_asks_for_a_lease_without_end_or_without_length() {
        let now = Moment::now();
        assert_eq!(Lease::new(Duration::MAX, now, SECOND, now).length(), MAX_LEASE);
        assert_eq!(Lease::new(Duration::ZERO, now, SECOND, now).length(), MIN_LEASE);
    }
}
