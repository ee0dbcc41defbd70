//! Limit of the matches that a visitor may start: high enough for people, low enough to stop a loop.
//!
//! Clients without a cookie share one limit, and so do new cookies once there are more in a minute than
//! people. Addresses are not counted: a whole class may come from one.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::VisitorId;

/// Matches that a visitor may start in a minute.
const MAX_PER_VISITOR: u32 = 20;
/// Matches that all clients without a known cookie together may start in a minute.
const MAX_OF_OTHERS: u32 = 60;
/// Visitors who are counted apart in a minute.
const MAX_VISITORS: usize = 300;
const MINUTE: Duration = Duration::from_secs(60);

/// Counts the matches that visitors start, minute by minute.
pub(super) struct StartLimit(Mutex<Minute>);

struct Minute {
    since: Instant,
    started: HashMap<VisitorId, u32>,
    by_others: u32,
}

impl Minute {
    fn new(since: Instant) -> Minute {
        Minute { since, started: HashMap::new(), by_others: 0 }
    }
}

impl StartLimit {
    pub fn new() -> StartLimit {
        StartLimit(Mutex::new(Minute::new(Instant::now())))
    }

    /// Counts a match that a visitor wants to start, `None` without a cookie; false if it is one too many.
    pub fn count(&self, visitor: Option<&VisitorId>) -> bool {
        self.count_at(visitor, Instant::now())
    }

    fn count_at(&self, visitor: Option<&VisitorId>, now: Instant) -> bool {
        let mut minute = self.0.lock();
        if now.saturating_duration_since(minute.since) >= MINUTE {
            *minute = Minute::new(now);
        }
        let Minute { started, by_others, .. } = &mut *minute;
        let has_room = started.len() < MAX_VISITORS;
        let counted = visitor.filter(|visitor| has_room || started.contains_key(visitor));
        let (count, most) = match counted {
            Some(visitor) => (started.entry(*visitor).or_default(), MAX_PER_VISITOR),
            None => (by_others, MAX_OF_OTHERS),
        };
        *count = count.saturating_add(1);
        *count <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_who_starts_too_many_waits_for_the_next_minute() {
        let (limit, now) = (StartLimit::new(), Instant::now());
        let (ana, leo) = (VisitorId::of("ana"), VisitorId::of("leo"));
        assert!((0..MAX_PER_VISITOR).all(|_| limit.count_at(Some(&ana), now)));
        assert!(!limit.count_at(Some(&ana), now));
        assert!(limit.count_at(Some(&leo), now));
        assert!(limit.count_at(None, now));
        assert!(limit.count_at(Some(&ana), now + 2 * MINUTE));
    }

    #[test]
    fn clients_without_a_cookie_share_one_limit() {
        let (limit, now) = (StartLimit::new(), Instant::now());
        assert!((0..MAX_OF_OTHERS).all(|_| limit.count_at(None, now)));
        assert!(!limit.count_at(None, now));
        assert!(
            limit.count_at(Some(&VisitorId::of("ana")), now),
            "a visitor with a cookie goes on"
        );
        assert!(limit.count_at(None, now + MINUTE));
    }

    #[test]
    fn made_up_cookies_do_not_help_and_cost_no_memory() {
        let (limit, now) = (StartLimit::new(), Instant::now());
        let ana = VisitorId::of("ana");
        assert!(limit.count_at(Some(&ana), now));
        let made_up = |n: u32| VisitorId::of(&n.to_string());
        let started = (0..10_000).filter(|n| limit.count_at(Some(&made_up(*n)), now)).count();
        assert_eq!(started, MAX_VISITORS - 1 + MAX_OF_OTHERS as usize);
        assert_eq!(limit.0.lock().started.len(), MAX_VISITORS);
        assert!(limit.count_at(Some(&ana), now), "a visitor from before goes on");
    }
}
