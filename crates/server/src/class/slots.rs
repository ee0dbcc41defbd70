//! The slots of comparisons: waiting for one without a thread, and pausing in the middle of a
//! match.

use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;

use super::fair_queue::{ContestId, FairQueue};

pub(super) struct Slots {
    queue: Mutex<FairQueue>,
    paused: Condvar,
    /// Wakes contests that wait to begin a match.
    waiting: Notify,
}

/// A contest's share of the slots; released when dropped.
pub(super) struct Share {
    slots: Arc<Slots>,
    id: ContestId,
    /// Start of the uncounted time with a slot.
    since: Instant,
    /// Playing time of the match.
    played: Duration,
}

impl Slots {
    /// Creates slots for bots that take at most `memory_mb` megabytes in total.
    pub fn new(slots: usize, memory_mb: u64) -> Slots {
        let queue = Mutex::new(FairQueue::new(slots, memory_mb));
        Slots { queue, paused: Condvar::new(), waiting: Notify::new() }
    }

    /// Adds a contest with matches whose bots take `memory_mb` megabytes.
    pub fn join(self: &Arc<Self>, memory_mb: u64) -> Share {
        let id = self.queue.lock().join(memory_mb);
        Share { slots: self.clone(), id, since: Instant::now(), played: Duration::ZERO }
    }

    fn change(&self, change: impl FnOnce(&mut FairQueue)) {
        change(&mut self.queue.lock());
        self.wake_all();
    }

    /// Counts time with a slot. Wakes others only if the slot went to one of them, since this runs
    /// after every move.
    fn spend(&self, id: ContestId, time: Duration) {
        let changed_hands = self.queue.lock().spend(id, time);
        if changed_hands {
            self.wake_all();
        }
    }

    fn wake_all(&self) {
        self.paused.notify_all();
        self.waiting.notify_waiters();
    }
}

impl Share {
    /// Waits for a slot to begin a match.
    pub async fn begin(&mut self) {
        let id = self.id;
        loop {
            let changed = self.slots.waiting.notified();
            tokio::pin!(changed);
            // Registers before the check, so that no change is missed.
            changed.as_mut().enable();
            if self.slots.queue.lock().plays(id) {
                break;
            }
            changed.await;
        }
        (self.since, self.played) = (Instant::now(), Duration::ZERO);
    }

    /// Counts the time since the last move and returns the playing time of the match. Blocks the
    /// match's thread while another contest has a better right to the slot.
    pub fn count(&mut self) -> Duration {
        let (id, time) = (self.id, self.since.elapsed());
        self.played += time;
        self.slots.spend(id, time);
        let mut queue = self.slots.queue.lock();
        while !queue.plays(id) {
            self.slots.paused.wait(&mut queue);
        }
        self.since = Instant::now();
        self.played
    }

    /// Returns the playing time of the match so far.
    pub fn played(&self) -> Duration {
        self.played + self.since.elapsed()
    }

    /// Ends the match; another one follows. The contest keeps its slot unless another has a better
    /// right.
    pub fn end(&mut self) {
        let (id, time) = (self.id, self.since.elapsed());
        self.slots.change(|queue| {
            queue.spend(id, time);
            queue.again(id);
        });
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let id = self.id;
        self.slots.change(|queue| queue.leave(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_pauses_until_the_other_contest_is_done() {
        let slots = Arc::new(Slots::new(1, 1000));
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let (mut slow, mut fast) = (slots.join(10), slots.join(10));
        runtime.block_on(slow.begin());
        // The test uses no clock other than the queue's.
        slots.spend(slow.id, Duration::from_secs(20));
        assert!(!slots.queue.lock().plays(slow.id));
        runtime.block_on(fast.begin());
        let paused = std::thread::spawn(move || {
            slow.count();
            slow.end();
        });
        drop(fast);
        paused.join().expect("it continues");
    }
}
