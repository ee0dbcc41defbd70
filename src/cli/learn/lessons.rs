//! The training positions of a generation.

use anyhow::Context;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use juez_core::Learner;

/// Plays lessons on `workers` threads and shows them in order until `see` returns false or `stop` is
/// set, so that those shown do not depend on the threads.
///
/// # Errors
/// If no thread can be started.
pub fn play_lessons(
    learner: &dyn Learner,
    workers: usize,
    stop: &AtomicBool,
    mut see: impl FnMut(Vec<u8>) -> bool,
) -> anyhow::Result<()> {
    let (next, is_full) = (AtomicU32::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::sync_channel(64);
    thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            let (send, next, is_full) = (send.clone(), &next, &is_full);
            let work = move || {
                let mut lesson = learner.lessons();
                while !is_full.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if send.send((number, lesson(number))).is_err() {
                        return;
                    }
                }
            };
            let spawned = thread::Builder::new().stack_size(juez_script::STACK);
            spawned.spawn_scoped(scope, work).context("cannot start a thread")?;
        }
        drop(send);
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (number, lesson) in receive {
            waiting.insert(number, lesson);
            while !is_full.load(Ordering::Relaxed)
                && let Some(lesson) = waiting.remove(&due)
            {
                due += 1;
                is_full.store(!see(lesson), Ordering::Relaxed);
            }
        }
        Ok(())
    })
}
