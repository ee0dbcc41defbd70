//! Megabytes that matches claim for their bots: current holders, and the order of waiting claims.

use crate::VisitorId;

pub(super) type ClaimId = u64;

/// All claims of a lobby.
#[derive(Clone, Debug)]
pub(super) struct MemoryQueue {
    most: u64,
    /// Maximum megabytes for the matches of one owner.
    share: u64,
    granted: Vec<MemoryClaim>,
    waiting: Vec<MemoryClaim>,
    last: ClaimId,
}

/// The memory for the bots of a match.
#[derive(Clone, Copy, Debug)]
struct MemoryClaim {
    id: ClaimId,
    owner: VisitorId,
    mb: u64,
}

/// The bound that a claim waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemoryBound {
    /// True for the owner's share, false for the total.
    pub is_owners: bool,
    /// Megabytes in use.
    pub used: u64,
    pub most: u64,
}

impl MemoryQueue {
    /// Creates a queue without claims; `most` is the limit for all owners together, `share` for
    /// one.
    pub fn new(most: u64, share: u64) -> MemoryQueue {
        MemoryQueue { most, share, granted: Vec::new(), waiting: Vec::new(), last: 0 }
    }

    /// Adds a claim, which is granted immediately if it fits and none has priority.
    pub fn add(&mut self, owner: VisitorId, mb: u64) -> ClaimId {
        if mb == 0 {
            // A match without scripts skips the queue: it takes nothing from the others.
            return self.grant(owner, mb);
        }
        self.last += 1;
        self.waiting.push(MemoryClaim { id: self.last, owner, mb });
        self.settle();
        self.last
    }

    /// Adds a claim that never waits.
    pub fn grant(&mut self, owner: VisitorId, mb: u64) -> ClaimId {
        self.last += 1;
        self.granted.push(MemoryClaim { id: self.last, owner, mb });
        self.last
    }

    /// Returns the bound that one more claim would wait for once these are ended.
    pub fn bound_without(
        &self,
        ended: &[ClaimId],
        owner: VisitorId,
        mb: u64,
    ) -> Option<MemoryBound> {
        let mut then = self.clone();
        ended.iter().for_each(|id| then.end(*id));
        let id = then.add(owner, mb);
        then.bound_of(id)
    }

    /// Ends a granted or waiting claim.
    pub fn end(&mut self, id: ClaimId) {
        for claims in [&mut self.granted, &mut self.waiting] {
            claims.retain(|claim| claim.id != id);
        }
        self.settle();
    }

    /// Returns the bound that a claim waits for; `None` for a granted one.
    pub fn bound_of(&self, id: ClaimId) -> Option<MemoryBound> {
        let claim = self.waiting.iter().find(|claim| claim.id == id)?;
        let used = self.used_by(&claim.owner);
        Some(if fits(used, claim.mb, self.share) {
            MemoryBound { is_owners: false, used: self.used(), most: self.most }
        } else {
            MemoryBound { is_owners: true, used, most: self.share }
        })
    }

    /// Grants claims that fit. Among owners below their share, the one who uses the least is next,
    /// then the oldest claim. A smaller claim does not overtake, otherwise matches of many bots
    /// would never begin.
    fn settle(&mut self) {
        loop {
            let able = self
                .waiting
                .iter()
                .filter(|claim| fits(self.used_by(&claim.owner), claim.mb, self.share));
            let next = able.min_by_key(|claim| (self.used_by(&claim.owner), claim.id)).copied();
            match next.filter(|next| fits(self.used(), next.mb, self.most)) {
                None => return,
                Some(next) => {
                    self.waiting.retain(|claim| claim.id != next.id);
                    self.granted.push(next);
                }
            }
        }
    }

    fn used(&self) -> u64 {
        self.granted.iter().map(|claim| claim.mb).sum()
    }

    fn used_by(&self, owner: &VisitorId) -> u64 {
        self.granted.iter().filter(|claim| claim.owner == *owner).map(|claim| claim.mb).sum()
    }
}

/// Returns true if a claim fits in addition to the granted ones. A single claim always fits,
/// otherwise it would wait for ever.
fn fits(used: u64, mb: u64, most: u64) -> bool {
    used == 0 || used + mb <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(number: u8) -> VisitorId {
        VisitorId::from_bytes([number; 32])
    }

    impl MemoryQueue {
        fn has(&self, id: ClaimId) -> bool {
            self.granted.iter().any(|claim| claim.id == id)
        }
    }

    #[test]
    fn an_owner_waits_for_the_own_share_while_others_begin() {
        let mut queue = MemoryQueue::new(1000, 300);
        let [first, second] = [(); 2].map(|()| queue.add(owner(1), 150));
        let third = queue.add(owner(1), 150);
        assert!(queue.has(first) && queue.has(second));
        let bound = MemoryBound { is_owners: true, used: 300, most: 300 };
        assert_eq!(queue.bound_of(third), Some(bound));
        let other = queue.add(owner(2), 150);
        assert!(queue.has(other), "it came later, of an owner with room");
        queue.end(first);
        assert_eq!(queue.bound_of(third), None);
        assert!(queue.has(third));
    }

    #[test]
    fn all_matches_together_stay_below_the_total() {
        let mut queue = MemoryQueue::new(400, 1000);
        let held: Vec<ClaimId> = (1..=4).map(|who| queue.add(owner(who), 100)).collect();
        let [large, small] = [(5, 300), (6, 50)].map(|(who, mb)| queue.add(owner(who), mb));
        let bound = MemoryBound { is_owners: false, used: 400, most: 400 };
        assert_eq!(queue.bound_of(large), Some(bound));
        for (ended, id) in held.iter().enumerate() {
            assert!(!queue.has(small), "it does not pass the older one");
            assert_eq!(queue.has(large), ended >= 3, "{ended}");
            queue.end(*id);
        }
        assert!(queue.has(large) && queue.has(small));
    }

    #[test]
    fn of_those_that_wait_the_owner_who_uses_least_is_next() {
        let mut queue = MemoryQueue::new(300, 300);
        let held = [(); 3].map(|()| queue.add(owner(1), 100));
        let more = queue.add(owner(1), 100);
        let other = queue.add(owner(2), 100);
        queue.end(held[0]);
        assert!(queue.has(other) && !queue.has(more));
        queue.end(other);
        assert!(queue.has(more));
    }

    #[test]
    fn one_match_alone_begins_however_large_and_one_without_bots_at_once() {
        let mut queue = MemoryQueue::new(100, 50);
        let large = queue.add(owner(1), 900);
        assert!(queue.has(large));
        let none = queue.add(owner(1), 0);
        assert!(queue.has(none));
        let waits = queue.add(owner(2), 10);
        assert!(!queue.has(waits));
        let passes = queue.add(owner(3), 0);
        assert!(queue.has(passes));
        queue.end(passes);
        let host = queue.grant(owner(4), 10);
        assert!(queue.has(host), "one that never waits");
        queue.end(host);
        assert!(queue.bound_without(&[], owner(3), 10).is_some());
        assert_eq!(queue.bound_without(&[large, waits], owner(3), 10), None);
        queue.end(waits);
        queue.end(large);
        assert!(!queue.has(waits) && queue.granted.len() == 1, "a claim that was given up is gone");
    }
}
