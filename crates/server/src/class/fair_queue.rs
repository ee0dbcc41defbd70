//! Shares a few slots between contests by time: the one that has used least comes next.
//!
//! A match of a slow bot takes as long as hundreds of a fast one, so alternating by match would
//! give the slow one nearly all the time. A match gives up its slot between two moves while another
//! contest has used less, and continues later.

use std::collections::BTreeMap;
use std::time::Duration;

/// Lead in used time at which a contest's match pauses.
const SLICE: Duration = Duration::from_millis(100);
/// Matches that can always be in progress, whatever memory they take, so that a fast contest need
/// not wait for the end of a slow match.
const LEAST_BEGUN: usize = 2;

pub(super) type ContestId = u64;

/// The state of all contests. Has no clock: the players report their time.
#[derive(Debug)]
pub(super) struct FairQueue {
    slots: usize,
    /// Limit on the memory of the bots of all matches in progress, in megabytes.
    memory_mb: u64,
    contests: BTreeMap<ContestId, Contest>,
    last: ContestId,
}

#[derive(Debug)]
struct Contest {
    /// Time with a slot, plus the minimum of the others when it joined.
    used: Duration,
    /// Memory of the bots in its match, in megabytes.
    memory_mb: u64,
    /// True while one of its matches is in progress, paused or not.
    has_begun: bool,
    /// True while it has a slot; otherwise it waits for one.
    plays: bool,
}

impl FairQueue {
    pub fn new(slots: usize, memory_mb: u64) -> FairQueue {
        FairQueue { slots, memory_mb, contests: BTreeMap::new(), last: 0 }
    }

    /// Adds a contest, which waits for a slot to begin a match. It starts with the least used time
    /// of all contests.
    pub fn join(&mut self, memory_mb: u64) -> ContestId {
        self.last += 1;
        let used = self.contests.values().map(|other| other.used).min().unwrap_or_default();
        let (has_begun, plays) = (false, false);
        self.contests.insert(self.last, Contest { used, memory_mb, has_begun, plays });
        self.settle();
        self.last
    }

    /// True while a contest has a slot.
    pub fn plays(&self, id: ContestId) -> bool {
        self.contests.get(&id).is_some_and(|own| own.plays)
    }

    /// Adds time to a contest that has a slot. Returns true if the slot went to another contest; it
    /// and its match now wait. Called between two moves.
    pub fn spend(&mut self, id: ContestId, time: Duration) -> bool {
        let Some(own) = self.contests.get_mut(&id) else { return false };
        own.used += time;
        let used = own.used;
        let next = self.next().and_then(|next| self.contests.get(&next));
        let passes = next.is_some_and(|next| next.used + SLICE <= used);
        if passes && let Some(own) = self.contests.get_mut(&id) {
            own.plays = false;
            self.settle();
        }
        passes
    }

    /// Ends a contest's match; another one follows. The contest keeps its slot unless another has a
    /// better right.
    pub fn again(&mut self, id: ContestId) {
        if let Some(own) = self.contests.get_mut(&id) {
            (own.has_begun, own.plays) = (false, false);
        }
        self.settle();
    }

    pub fn leave(&mut self, id: ContestId) {
        self.contests.remove(&id);
        self.settle();
    }

    fn settle(&mut self) {
        while self.contests.values().filter(|own| own.plays).count() < self.slots {
            let Some(next) = self.next() else { return };
            if let Some(next) = self.contests.get_mut(&next) {
                (next.has_begun, next.plays) = (true, true);
            }
        }
    }

    /// Returns the contest for the next slot: of all whose match is paused or can begin, the one
    /// that has used least.
    fn next(&self) -> Option<ContestId> {
        let begun = self.contests.values().filter(|other| other.has_begun);
        let (count, taken) =
            begun.fold((0, 0), |(count, mb), other| (count + 1, mb + other.memory_mb));
        let may = |own: &Contest| {
            own.has_begun || count < LEAST_BEGUN || taken + own.memory_mb <= self.memory_mb
        };
        let waiting = self.contests.iter().filter(|(_, own)| !own.plays);
        let able = waiting.filter(|(_, own)| may(own));
        able.min_by_key(|(id, own)| (own.used, **id)).map(|(id, _)| *id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A contest of equal matches.
    struct Bot {
        id: ContestId,
        mv: Duration,
        moves: u32,
        /// Moves left in the match, and matches left.
        left: (u32, u32),
        done_at: Option<Duration>,
        played: Duration,
    }

    /// A machine with one clock, on which moves follow each other at each slot.
    struct Machine {
        queue: FairQueue,
        bots: Vec<Bot>,
        now: Duration,
    }

    const MS: Duration = Duration::from_millis(1);

    impl Machine {
        fn new(slots: usize, memory_mb: u64) -> Machine {
            Machine { queue: FairQueue::new(slots, memory_mb), bots: vec![], now: Duration::ZERO }
        }

        fn join(&mut self, mv: Duration, moves: u32, matches: u32) -> usize {
            let id = self.queue.join(100);
            let (left, done_at, played) = ((moves, matches), None, Duration::ZERO);
            self.bots.push(Bot { id, mv, moves, left, done_at, played });
            self.bots.len() - 1
        }

        /// Plays a move at the slot that is free first.
        fn step(&mut self) {
            let at = self.bots.iter().position(|bot| self.queue.plays(bot.id)).expect("one plays");
            let Bot { id, mv, moves, left, done_at, played } = &mut self.bots[at];
            self.now += *mv;
            *played += *mv;
            left.0 -= 1;
            self.queue.spend(*id, *mv);
            if left.0 > 0 {
                return;
            }
            *left = (*moves, left.1 - 1);
            if left.1 == 0 {
                *done_at = Some(self.now);
                self.queue.leave(*id);
            } else {
                self.queue.again(*id);
            }
        }

        fn run_until(&mut self, at: usize) -> Duration {
            while self.bots[at].done_at.is_none() {
                self.step();
            }
            self.now
        }
    }

    #[test]
    fn a_fast_contest_does_not_wait_for_the_matches_of_a_slow_one() {
        let mut machine = Machine::new(1, 0);
        // Matches of 20 s, and of 10 ms, as many as a comparison has.
        let slow = machine.join(MS * 200, 100, 80);
        (0..1000).for_each(|_| machine.step());
        let (begun, before) = (machine.now, machine.bots[slow].played);
        let fast = machine.join(MS, 10, 80);
        let took = machine.run_until(fast) - begun;
        assert!(took <= MS * 800 * 2 + MS * 400, "{took:?} for 0.8 s of play");
        assert!(machine.bots[slow].played > before, "the slow one plays as well");
    }

    #[test]
    fn contests_that_play_all_the_time_have_equal_shares() {
        let mut machine = Machine::new(1, 10_000);
        for mv in [1, 7, 30, 200] {
            machine.join(MS * mv, 40, 1_000_000);
        }
        while machine.now < Duration::from_secs(400) {
            machine.step();
        }
        for bot in &machine.bots {
            let off = bot.played.as_secs_f64() - 100.0;
            assert!(off.abs() < 1.0, "{:?} with moves of {:?}", bot.played, bot.mv);
        }
    }

    #[test]
    fn no_more_matches_are_under_way_than_there_is_memory_for() {
        let mut queue = FairQueue::new(1, 350);
        let ids: Vec<ContestId> = (0..9).map(|_| queue.join(100)).collect();
        for _ in 0..1000 {
            let plays = ids.iter().copied().find(|id| queue.plays(*id)).expect("one plays");
            queue.spend(plays, SLICE);
            let begun = queue.contests.values().filter(|own| own.has_begun).count();
            assert!(begun <= 3, "{begun}");
        }
        assert_eq!(queue.contests.values().filter(|own| own.has_begun).count(), 3);
        // The slot of a match that ends goes to a person without one.
        let ends = ids.iter().copied().find(|id| queue.plays(*id)).expect("one plays");
        queue.again(ends);
        let plays = ids.iter().copied().find(|id| queue.plays(*id)).expect("one plays");
        assert!(ids[3..].contains(&plays) && queue.contests[&plays].used == Duration::ZERO);
    }

    #[test]
    fn contests_with_slots_for_all_never_pause() {
        let mut queue = FairQueue::new(2, 0);
        let (one, other) = (queue.join(100), queue.join(100));
        assert!(!queue.spend(one, Duration::from_secs(9)), "no slot changes hands");
        assert!(queue.plays(one) && queue.plays(other));
        let third = queue.join(100);
        assert!(!queue.plays(third), "it may not begin a match while two are under way");
        queue.leave(one);
        assert!(queue.plays(third) && queue.plays(other));
    }
}
