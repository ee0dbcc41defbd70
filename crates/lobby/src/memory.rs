//! The division of memory among bots, and matches waiting for memory.

use parking_lot::Mutex;
use std::fs;
use std::sync::Arc;

use super::memory_queue::{ClaimId, MemoryBound, MemoryQueue};
use crate::VisitorId;
use juez_core::Limits;

/// Megabytes of a worker in addition to the memory of its bot.
const WORKER_MB: u64 = 8;
/// Megabytes for a lobby on a machine of unknown size.
const UNKNOWN_MB: u64 = 4096;
/// Minimum megabytes of a lobby by default.
const LEAST_MB: u64 = 512;

/// Returns the megabytes that a bot and its process can take.
pub(super) fn bot_mb(limits: &Limits) -> u64 {
    u64::from(limits.memory_mb) + WORKER_MB
}

/// The memory of a lobby in parts, so that a full lobby can still check drafts and compare bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemoryParts {
    /// Megabytes of the bots in matches.
    pub matches: u64,
    /// Megabytes of the bots in comparisons.
    pub comparisons: u64,
    /// Number of bots that can be checked, or loaded before a match, at once.
    pub loads: usize,
}

impl MemoryParts {
    /// Divides `memory_mb` megabytes; by default half of the machine's memory.
    pub fn of(memory_mb: Option<u64>, limits: &Limits) -> MemoryParts {
        let half = || (machine_mb().unwrap_or(2 * UNKNOWN_MB) / 2).max(LEAST_MB);
        let all = memory_mb.unwrap_or_else(half);
        let eighth = all / 8;
        let loads = (eighth / bot_mb(limits)).clamp(1, 8) as usize;
        MemoryParts { matches: all - 2 * eighth, comparisons: eighth, loads }
    }
}

/// Returns the megabytes of this machine, or of the container in it.
fn machine_mb() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total_mb(&text))?;
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|text| text.trim().parse::<u64>().ok());
    Some(container.map_or(machine, |bytes| machine.min(bytes >> 20)))
}

fn total_mb(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kb| kb >> 10)
}

/// Wakes the thread of a waiting match.
type Wake = Arc<dyn Fn() + Send + Sync>;

/// The matches that have memory or wait for it.
pub(super) struct MatchMemory {
    queue: Mutex<MemoryQueue>,
    waiting: Mutex<Vec<(ClaimId, Wake)>>,
}

/// The memory of a match; dropping this releases it.
pub(super) struct MatchClaim {
    memory: Arc<MatchMemory>,
    pub id: ClaimId,
}

impl MatchMemory {
    /// Creates memory for matches; if owners share it, one owner can have a quarter.
    pub fn new(matches_mb: u64, is_shared: bool) -> MatchMemory {
        let share = if is_shared { matches_mb / 4 } else { matches_mb };
        MatchMemory {
            queue: Mutex::new(MemoryQueue::new(matches_mb, share)),
            waiting: Mutex::default(),
        }
    }

    /// Claims memory for the bots of a match; a host's claim never waits.
    pub fn claim(self: &Arc<Self>, owner: VisitorId, mb: u64, is_host: bool) -> MatchClaim {
        let mut queue = self.queue.lock();
        let id = if is_host { queue.grant(owner, mb) } else { queue.add(owner, mb) };
        MatchClaim { memory: self.clone(), id }
    }

    /// Returns the bound that one more claim would wait for once these are ended.
    pub fn bound_without(
        &self,
        ended: &[ClaimId],
        owner: VisitorId,
        mb: u64,
    ) -> Option<MemoryBound> {
        self.queue.lock().bound_without(ended, owner, mb)
    }

    /// Returns the bound that a claim waits for.
    pub fn bound_of(&self, id: ClaimId) -> Option<MemoryBound> {
        self.queue.lock().bound_of(id)
    }
}

impl MatchClaim {
    /// Returns true while the match waits for its memory.
    pub fn is_waiting(&self) -> bool {
        self.memory.bound_of(self.id).is_some()
    }

    /// Calls `wake` whenever memory is released, until [`MatchClaim::off_change`] or the end of the
    /// claim.
    pub fn on_change(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.memory.waiting.lock().push((self.id, Arc::new(wake)));
    }

    /// Stops calling `wake`.
    pub fn off_change(&self) {
        self.memory.waiting.lock().retain(|(id, _)| *id != self.id);
    }
}

impl Drop for MatchClaim {
    fn drop(&mut self) {
        self.memory.queue.lock().end(self.id);
        self.off_change();
        let waiting = self.memory.waiting.lock().clone();
        waiting.iter().for_each(|(_, wake)| wake());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole_and_leave_room_for_checks() {
        let limits = Limits::default();
        for all in [512, 4096, 8192, 65_536] {
            let MemoryParts { matches, comparisons, loads } = MemoryParts::of(Some(all), &limits);
            let checks = all - matches - comparisons;
            assert!(loads >= 1 && (loads == 1 || loads as u64 * bot_mb(&limits) <= checks));
            assert_eq!((matches, comparisons), (all / 4 * 3, all / 8));
        }
    }

    #[test]
    fn the_memory_of_the_machine_is_read_as_the_system_writes_it() {
        let meminfo = "MemTotal:       16318480 kB\nMemFree:         1024 kB\n";
        assert_eq!(total_mb(meminfo), Some(15_936));
        assert_eq!(total_mb("MemFree: 12 kB"), None);
    }
}
