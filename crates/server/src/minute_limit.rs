//! Limit on a client's actions per minute: high enough for people, low enough to stop a loop.
//!
//! The first few keys are counted separately; all others share one limit, so that made-up keys
//! neither help nor cost memory.

use axum::http::StatusCode;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::error::Refusal;
use super::words;
use juez_lobby::VisitorId;

const MINUTE: Duration = Duration::from_secs(60);

/// Counts by key, minute by minute.
pub(super) struct MinuteLimit<K> {
    /// Limit on a separately counted key.
    of_key: u32,
    /// Number of separately counted keys.
    keys: usize,
    /// Limit on all other keys together.
    of_others: u32,
    minute: Mutex<Minute<K>>,
}

struct Minute<K> {
    since: Instant,
    by_key: HashMap<K, u32>,
    by_others: u32,
}

impl<K> Minute<K> {
    fn new(since: Instant) -> Minute<K> {
        Minute { since, by_key: HashMap::new(), by_others: 0 }
    }
}

impl MinuteLimit<VisitorId> {
    /// Creates a limit on matches that visitors start: 20 each for 300 of them, 60 for all others
    /// and those without a cookie. Addresses are not counted, because a whole class can share one.
    pub fn of_starts() -> Self {
        MinuteLimit::new(20, 300, 60)
    }
}

/// Counts a match that a visitor wants to start; `None` for one without a cookie.
///
/// # Errors
/// If the limit is exceeded.
pub(super) fn count_start(
    limit: &MinuteLimit<VisitorId>,
    visitor: Option<VisitorId>,
) -> Result<(), Refusal> {
    if limit.count(visitor) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_matches()))
}

impl MinuteLimit<IpAddr> {
    /// Creates a limit on codes tried and people joining: 120 for each of 64 addresses, 120 for all
    /// others. A school can share one address; at this speed codes are too long to be guessed.
    pub fn of_attempts() -> Self {
        MinuteLimit::new(120, 64, 120)
    }
}

impl<K: Hash + Eq + Copy> MinuteLimit<K> {
    fn new(of_key: u32, keys: usize, of_others: u32) -> Self {
        MinuteLimit { of_key, keys, of_others, minute: Mutex::new(Minute::new(Instant::now())) }
    }

    /// Counts an action; `None` for a client without a key. Returns false if the limit is exceeded.
    pub fn count(&self, key: Option<K>) -> bool {
        self.count_at(key, Instant::now())
    }

    fn count_at(&self, key: Option<K>, now: Instant) -> bool {
        let mut minute = self.minute.lock();
        if now.saturating_duration_since(minute.since) >= MINUTE {
            *minute = Minute::new(now);
        }
        let Minute { by_key, by_others, .. } = &mut *minute;
        let has_room = by_key.len() < self.keys;
        let (count, most) = match key.filter(|key| has_room || by_key.contains_key(key)) {
            Some(key) => (by_key.entry(key).or_default(), self.of_key),
            None => (by_others, self.of_others),
        };
        *count = count.saturating_add(1);
        *count <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_counted_too_often_waits_for_the_next_minute() {
        let (limit, now) = (MinuteLimit::new(20, 300, 60), Instant::now());
        assert!((0..20).all(|_| limit.count_at(Some("ana"), now)));
        assert!(!limit.count_at(Some("ana"), now));
        assert!(limit.count_at(Some("leo"), now));
        assert!(limit.count_at(None, now));
        assert!(limit.count_at(Some("ana"), now + 2 * MINUTE));
    }

    #[test]
    fn clients_without_a_key_share_one_limit() {
        let (limit, now) = (MinuteLimit::new(20, 300, 60), Instant::now());
        assert!((0..60).all(|_| limit.count_at(None, now)));
        assert!(!limit.count_at(None, now));
        assert!(limit.count_at(Some("ana"), now), "a client with a key continues");
        assert!(limit.count_at(None, now + MINUTE));
    }

    #[test]
    fn made_up_keys_do_not_help_and_cost_no_memory() {
        let (limit, now) = (MinuteLimit::new(20, 300, 60), Instant::now());
        assert!(limit.count_at(Some(0), now));
        let passed = (1..=10_000).filter(|n| limit.count_at(Some(*n), now)).count();
        assert_eq!(passed, 299 + 60);
        assert_eq!(limit.minute.lock().by_key.len(), 300);
        assert!(limit.count_at(Some(0), now), "a key from before continues");
    }

    #[test]
    fn an_address_in_a_loop_does_not_stop_the_others() {
        let (limit, now) = (MinuteLimit::of_attempts(), Instant::now());
        let passed = |address: u32| {
            let address = Some(IpAddr::from(address.to_be_bytes()));
            (0..1000).filter(|_| limit.count_at(address, now)).count()
        };
        assert_eq!((0..64).map(passed).sum::<usize>(), 64 * 120);
        assert_eq!((64..200).map(passed).sum::<usize>(), 120);
    }
}
