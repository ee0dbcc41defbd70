//! How many matches a visitor may start: so many that people never notice, and a loop does.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Visitor;

/// Matches that a visitor may start in a minute.
const MOST: u32 = 20;
const MINUTE: Duration = Duration::from_secs(60);

/// Counts what visitors start, minute by minute.
pub(super) struct Rate {
    minute: Mutex<Minute>,
}

struct Minute {
    since: Instant,
    started: HashMap<Visitor, u32>,
}

impl Rate {
    /// Nothing was started yet.
    pub fn new() -> Rate {
        Rate { minute: Mutex::new(Minute { since: Instant::now(), started: HashMap::new() }) }
    }

    /// Whether `visitor` may start one more, which counts.
    pub fn one_more(&self, visitor: &Visitor) -> bool {
        self.one_more_at(visitor, Instant::now())
    }

    fn one_more_at(&self, visitor: &Visitor, now: Instant) -> bool {
        let mut minute = self.minute.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(minute.since) >= MINUTE {
            *minute = Minute { since: now, started: HashMap::new() };
        }
        let started = minute.started.entry(*visitor).or_default();
        *started += 1;
        *started <= MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_starts_too_many_waits_for_the_next_minute_and_nobody_else_does() {
        let (rate, now) = (Rate::new(), Instant::now());
        let (ana, leo) = (Visitor::of("ana"), Visitor::of("leo"));
        assert!((0..MOST).all(|_| rate.one_more_at(&ana, now)));
        assert!(!rate.one_more_at(&ana, now));
        assert!(rate.one_more_at(&leo, now));
        assert!(rate.one_more_at(&ana, now + 2 * MINUTE));
    }
}
