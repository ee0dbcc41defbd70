//! Limits the concurrent work of one visitor or person, so that others need not wait for it.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Clone)]
pub(super) struct Turns<K> {
    most: u32,
    taken: Arc<Mutex<HashMap<K, u32>>>,
}

/// A turn; returned when dropped.
pub(super) struct Turn<K: Hash + Eq> {
    turns: Turns<K>,
    key: K,
}

impl<K: Hash + Eq + Clone> Turns<K> {
    /// Creates turns, `most` per key at once.
    pub fn new(most: u32) -> Turns<K> {
        Turns { most, taken: Arc::default() }
    }

    /// Takes a turn; `None` if the key has all of its turns.
    pub fn take(&self, key: K) -> Option<Turn<K>> {
        let mut taken = self.taken.lock();
        let count = taken.entry(key.clone()).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Turn { turns: self.clone(), key })
    }
}

impl<K: Hash + Eq> Drop for Turn<K> {
    fn drop(&mut self) {
        let mut taken = self.turns.taken.lock();
        if let Some(count) = taken.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.key);
            }
        }
    }
}

/// At most `most` concurrent tasks per key; the rest wait.
pub(super) struct Queues<K> {
    most: usize,
    queues: Mutex<HashMap<K, Arc<Semaphore>>>,
}

impl<K: Hash + Eq> Queues<K> {
    pub fn new(most: usize) -> Queues<K> {
        Queues { most, queues: Mutex::default() }
    }

    pub async fn turn(&self, key: K) -> OwnedSemaphorePermit {
        let queue = self
            .queues
            .lock()
            .entry(key)
            .or_insert_with(|| Arc::new(Semaphore::new(self.most)))
            .clone();
        queue.acquire_owned().await.expect("it is never closed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_so_many_turns_and_others_have_theirs() {
        let turns = Turns::new(3);
        let mut taken: Vec<_> = (0..3).map(|_| turns.take(1).expect("a turn")).collect();
        assert!(turns.take(1).is_none());
        assert!(turns.take(2).is_some());
        taken.pop();
        assert!(turns.take(1).is_some());
        drop(taken);
        assert!(turns.taken.lock().is_empty());
    }
}
