//! Limits of codes that are tried and people who join, by address and minute.
//!
//! A school may have one address for all, so the bounds are loose: they stop loops, not classes. Codes are
//! too long to be guessed at this speed.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::server::connections::Peer;

/// Attempts of an address in a minute.
const MAX_OF_ADDRESS: u32 = 120;
/// Attempts of all addresses in a minute.
const MAX_OF_ALL: u32 = 600;
/// Time for which attempts are counted together.
const MINUTE: Duration = Duration::from_secs(60);

/// Counts attempts, minute by minute.
pub(super) struct Attempts(Mutex<Minute>);

struct Minute {
    since: Instant,
    all: u32,
    by: HashMap<Option<IpAddr>, u32>,
}

impl Minute {
    fn new(since: Instant) -> Minute {
        Minute { since, all: 0, by: HashMap::new() }
    }
}

impl Attempts {
    pub fn new() -> Attempts {
        Attempts(Mutex::new(Minute::new(Instant::now())))
    }

    /// Counts an attempt; false if it is one too many.
    pub fn count(&self, Peer(address): Peer) -> bool {
        self.count_at(address, Instant::now())
    }

    fn count_at(&self, address: Option<IpAddr>, now: Instant) -> bool {
        let mut minute = self.0.lock();
        if now.saturating_duration_since(minute.since) >= MINUTE {
            *minute = Minute::new(now);
        }
        minute.all = minute.all.saturating_add(1);
        if minute.all > MAX_OF_ALL {
            return false;
        }
        let count = minute.by.entry(address).or_default();
        *count += 1;
        *count <= MAX_OF_ADDRESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_tries_too_often_waits_and_others_do_not() {
        let (attempts, now) = (Attempts::new(), Instant::now());
        let [school, home] = ["10.0.0.1", "10.0.0.2"].map(|ip| ip.parse().ok());
        let passed = (0..1000).filter(|_| attempts.count_at(school, now)).count();
        assert_eq!(passed, MAX_OF_ADDRESS as usize);
        assert!(!attempts.count_at(home, now), "a thousand attempts stop all for a minute");
        assert!(attempts.count_at(home, now + MINUTE));
        assert!(attempts.count_at(school, now + MINUTE));
    }

    #[test]
    fn many_addresses_cost_no_memory() {
        let (attempts, now) = (Attempts::new(), Instant::now());
        for n in 0..10_000_u32 {
            attempts.count_at(Some(IpAddr::from(n.to_be_bytes())), now);
        }
        assert!(attempts.0.lock().by.len() <= MAX_OF_ALL as usize);
    }
}
