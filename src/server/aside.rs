//! What may take its time, for asynchronous code: it is done on other threads, a few of them at
//! once. What is at hand is given at once, and who waits looks again when his turn comes: another
//! may have made it.

use std::future::pending;
use std::panic::resume_unwind;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::error::Refusal;
use super::words;
use super::{Hall, HallError, Reel, Table, Visitor};
use crate::registry::Eyes;

/// How many films are fetched, made or packed at once. All who wait would else hold a thread each.
static TURNS: Semaphore = Semaphore::const_new(4);

/// Does something on another thread.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HallError> + Send + 'static,
) -> Result<T, Refusal> {
    match spawn_blocking(work).await {
        Ok(done) => done.map_err(Refusal::from),
        Err(_) => Err(Refusal::broken(words::server_error())),
    }
}

/// The match with this id.
pub(super) async fn table(hall: &Arc<Hall>, id: &str) -> Option<Arc<Table>> {
    let (there, name) = (hall.clone(), id.to_string());
    let at_hand = || hall.table_at_hand(id).map(Some);
    at_hand_or(at_hand, move || there.table(&name)).await
}

/// What a visitor reads of a match with the eyes he wishes, as [`Table::reel`].
pub(super) async fn reel(table: &Arc<Table>, by: Visitor, wish: Eyes) -> Reel {
    let there = table.clone();
    at_hand_or(|| table.reel_at_hand(&by, wish), move || there.reel(&by, wish)).await
}

/// All of a film, as [`Reel::packed`].
pub(super) async fn packed(reel: &Reel) -> Arc<[u8]> {
    let there = reel.clone();
    at_hand_or(|| reel.packed_at_hand(), move || there.packed()).await
}

/// All of a film, as [`Reel::text`].
pub(super) async fn text(reel: &Reel) -> String {
    let there = reel.clone();
    at_hand_or(|| None, move || there.text()).await
}

async fn at_hand_or<T: Send + 'static>(
    at_hand: impl Fn() -> Option<T>,
    make: impl FnOnce() -> T + Send + 'static,
) -> T {
    if let Some(found) = at_hand() {
        return found;
    }
    let turn = TURNS.acquire().await.expect("it is never closed");
    if let Some(found) = at_hand() {
        return found;
    }
    let made = spawn_blocking(move || {
        // Kept also when no request waits for it any more.
        let _turn = turn;
        make()
    });
    match made.await {
        Ok(made) => made,
        Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
        // The server ends.
        Err(_) => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn what_many_ask_for_is_made_by_the_first_few_and_at_hand_for_the_others() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let (made, makers) = (Arc::new(OnceLock::new()), Arc::new(AtomicUsize::new(0)));
        runtime.block_on(async {
            let tasks = [(); 100].map(|()| {
                let (made, makers) = (made.clone(), makers.clone());
                tokio::spawn(async move {
                    let shared = made.clone();
                    let make = move || {
                        makers.fetch_add(1, Ordering::Relaxed);
                        *shared.get_or_init(|| 7)
                    };
                    at_hand_or(|| made.get().copied(), make).await
                })
            });
            for task in tasks {
                assert_eq!(task.await.expect("it is given"), 7);
            }
        });
        assert!((1..=4).contains(&makers.load(Ordering::Relaxed)), "{makers:?}");
    }
}
