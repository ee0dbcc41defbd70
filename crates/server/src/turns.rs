//! Limits the concurrent work of one visitor or person, so that others need not wait for it.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// At most `most` turns for each key at once.
#[derive(Clone)]
pub(super) struct Turns<K> {
    most: usize,
    by_key: Arc<Mutex<HashMap<K, Arc<Semaphore>>>>,
}

/// A turn; returned when dropped.
pub(super) struct Turn<K: Hash + Eq> {
    turns: Turns<K>,
    key: K,
    permit: Option<OwnedSemaphorePermit>,
}

impl<K: Hash + Eq + Clone> Turns<K> {
    /// Creates turns, `most` per key at once.
    pub fn new(most: usize) -> Turns<K> {
        Turns { most, by_key: Arc::default() }
    }

    /// Takes a turn; `None` if the key has all of its turns.
    pub fn take(&self, key: K) -> Option<Turn<K>> {
        let permit = self.of(&key).try_acquire_owned().ok()?;
        Some(Turn { turns: self.clone(), key, permit: Some(permit) })
    }

    pub async fn wait(&self, key: K) -> Turn<K> {
        let permit = self.of(&key).acquire_owned().await.expect("it is never closed");
        Turn { turns: self.clone(), key, permit: Some(permit) }
    }

    fn of(&self, key: &K) -> Arc<Semaphore> {
        let mut by_key = self.by_key.lock();
        by_key.entry(key.clone()).or_insert_with(|| Arc::new(Semaphore::new(self.most))).clone()
    }
}

impl<K: Hash + Eq> Drop for Turn<K> {
    fn drop(&mut self) {
        let mut by_key = self.turns.by_key.lock();
        self.permit = None;
        // Other turns hold the semaphore too, and so does a task that waits for one.
        if by_key.get(&self.key).is_some_and(|turns| Arc::strong_count(turns) == 1) {
            by_key.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_a_limit_and_others_have_their_own() {
        let turns = Turns::new(3);
        let mut taken: Vec<_> = (0..3).map(|_| turns.take(1).expect("a turn")).collect();
        assert!(turns.take(1).is_none());
        assert!(turns.take(2).is_some());
        taken.pop();
        assert!(turns.take(1).is_some());
        drop(taken);
        assert!(turns.by_key.lock().is_empty());
    }

    #[tokio::test]
    async fn a_turn_is_waited_for_until_one_is_returned() {
        let turns = Turns::new(1);
        let taken = turns.take("ana").expect("a turn");
        let waiting = tokio::spawn({
            let turns = turns.clone();
            async move { drop(turns.wait("ana").await) }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(taken);
        waiting.await.expect("its turn has come");
        assert!(turns.by_key.lock().is_empty());
    }
}
