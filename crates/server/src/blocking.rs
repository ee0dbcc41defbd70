//! Runs blocking work on other threads, with a limit for each kind. Waiting work holds no thread.

use std::future::pending;
use std::panic::resume_unwind;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;

/// Limit on concurrent reads of matches and event logs; some decompress or build a long log.
static READS: Semaphore = Semaphore::const_new(4);
/// Limit on concurrent requests; most wait for a match.
static REQUESTS: Semaphore = Semaphore::const_new(256);

pub(super) async fn read<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    run(turn(&READS).await, work).await
}

pub(super) async fn request<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    run(turn(&REQUESTS).await, work).await
}

pub(super) async fn turn(turns: &'static Semaphore) -> SemaphorePermit<'static> {
    turns.acquire().await.expect("it is never closed")
}

/// Runs work that has a turn. It runs to the end even if its request is dropped, and keeps its turn
/// until then.
pub(super) async fn run<T: Send + 'static>(
    turn: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    let done = spawn_blocking(move || {
        let _turn = turn;
        work()
    });
    match done.await {
        Ok(done) => done,
        Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
        // The server shuts down.
        Err(_) => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_reads_run_at_once_than_have_a_turn() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        runtime.block_on(async {
            let tasks = [(); 100].map(|()| {
                let (running, most) = (running.clone(), most.clone());
                tokio::spawn(read(move || {
                    most.fetch_max(1 + running.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
                    std::thread::yield_now();
                    running.fetch_sub(1, Ordering::SeqCst);
                }))
            });
            for task in tasks {
                task.await.expect("it is done");
            }
        });
        assert!((1..=4).contains(&most.load(Ordering::SeqCst)), "{most:?}");
    }
}
