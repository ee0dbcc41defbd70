//! How many matches a visitor may start: so many that people never notice, and a loop does.
//!
//! A program that sends no cookie would be a new visitor with every request, and one that makes one
//! up for each too. All of the former are counted as one, and so are the latter once they are more
//! than people are. Addresses are not counted: a whole class may come from one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Visitor;

/// Matches that a visitor may start in a minute.
const MOST: u32 = 20;
/// Matches that all together may who are not told apart.
const MOST_OF_OTHERS: u32 = 60;
/// How many visitors are told apart in a minute.
const APART: usize = 300;
const MINUTE: Duration = Duration::from_secs(60);

/// Counts what visitors start, minute by minute.
pub(super) struct Rate {
    minute: Mutex<Minute>,
}

struct Minute {
    since: Instant,
    started: HashMap<Visitor, u32>,
    by_others: u32,
}

impl Minute {
    fn new(since: Instant) -> Minute {
        Minute { since, started: HashMap::new(), by_others: 0 }
    }
}

impl Rate {
    /// Nothing was started yet.
    pub fn new() -> Rate {
        Rate { minute: Mutex::new(Minute::new(Instant::now())) }
    }

    /// Whether a visitor may start one more, which counts; none is one who came without a cookie.
    pub fn one_more(&self, visitor: Option<&Visitor>) -> bool {
        self.one_more_at(visitor, Instant::now())
    }

    fn one_more_at(&self, visitor: Option<&Visitor>, now: Instant) -> bool {
        let mut minute = self.minute.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(minute.since) >= MINUTE {
            *minute = Minute::new(now);
        }
        let Minute { started, by_others, .. } = &mut *minute;
        let has_room = started.len() < APART;
        let (count, most) =
            match visitor.filter(|visitor| has_room || started.contains_key(visitor)) {
                Some(visitor) => (started.entry(*visitor).or_default(), MOST),
                None => (by_others, MOST_OF_OTHERS),
            };
        *count = count.saturating_add(1);
        *count <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_starts_too_many_waits_for_the_next_minute() {
        let (rate, now) = (Rate::new(), Instant::now());
        let (ana, leo) = (Visitor::of("ana"), Visitor::of("leo"));
        assert!((0..MOST).all(|_| rate.one_more_at(Some(&ana), now)));
        assert!(!rate.one_more_at(Some(&ana), now));
        assert!(rate.one_more_at(Some(&leo), now));
        assert!(rate.one_more_at(None, now));
        assert!(rate.one_more_at(Some(&ana), now + 2 * MINUTE));
    }

    #[test]
    fn all_who_come_without_a_cookie_are_one() {
        let (rate, now) = (Rate::new(), Instant::now());
        assert!((0..MOST_OF_OTHERS).all(|_| rate.one_more_at(None, now)));
        assert!(!rate.one_more_at(None, now));
        assert!(rate.one_more_at(Some(&Visitor::of("ana")), now), "who has one goes on");
        assert!(rate.one_more_at(None, now + MINUTE));
    }

    #[test]
    fn cookies_that_are_made_up_do_not_help_and_cost_no_memory() {
        let (rate, now) = (Rate::new(), Instant::now());
        let ana = Visitor::of("ana");
        assert!(rate.one_more_at(Some(&ana), now));
        let made_up = |n: u32| Visitor::of(&n.to_string());
        let begun = (0..10_000).filter(|n| rate.one_more_at(Some(&made_up(*n)), now)).count();
        assert_eq!(begun, APART - 1 + MOST_OF_OTHERS as usize);
        assert_eq!(rate.minute.lock().expect("no thread failed").started.len(), APART);
        assert!(rate.one_more_at(Some(&ana), now), "who was there before goes on");
    }
}
