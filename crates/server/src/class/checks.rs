//! Work on people's scripts: checks, questions, tests, runs.
//!
//! Scripts run in their own processes, and a slow script must not delay others. So each person has
//! one request at a time, a long request gives its slot to others, and after much CPU time a person
//! waits before the next request.

use axum::http::StatusCode;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep, sleep_until};

use super::ladder::AtWork;
use super::requests::ClassApi;
use crate::error::{Refusal, Result};
use crate::turns::Turns;
use crate::{blocking, words};
use juez_class::{Person, PersonId};
use juez_script::clock::thread_cpu_time;

/// Limit on a person's pending requests; a page sends them one after the other.
const MAX_ASKED: usize = 3;
/// Slots for short work; other work waits.
static SLOTS: Semaphore = Semaphore::const_new(4);
/// Slots for long work; without a free one it keeps its short slot.
static LONG_SLOTS: Semaphore = Semaphore::const_new(4);
/// Time after which work counts as long: ten times a usual draft's.
const LONG: Duration = Duration::from_millis(200);
/// A person who used more CPU time than MUCH waits WAIT_FACTOR times as long, up to MAX_WAIT, which
/// is below the 30 s timeout of a request.
const MUCH: Duration = Duration::from_secs(1);
const WAIT_FACTOR: u32 = 4;
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Running work, and the waits of people.
pub(super) struct Checks {
    asked: Turns<PersonId>,
    running: Turns<PersonId>,
    waits: Mutex<HashMap<PersonId, Instant>>,
    at_work: AtWork,
}

impl Checks {
    pub fn new(at_work: AtWork) -> Checks {
        let (asked, running) = (Turns::new(MAX_ASKED), Turns::new(1));
        Checks { asked, running, waits: Mutex::default(), at_work }
    }

    /// Runs work on scripts for a person. The person's turn lasts until the work ends, even if the
    /// request was dropped.
    ///
    /// # Errors
    /// If the person has too many requests.
    pub async fn run<T: Send + 'static>(
        api: ClassApi,
        by: &Person,
        work: impl FnOnce(&ClassApi) -> T + Send + 'static,
    ) -> Result<T> {
        let (site, by) = (api.site.clone(), by.id);
        let checks = &site.checks;
        let too_many = || Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_checks());
        let asked = checks.asked.take(by).ok_or_else(too_many)?;
        let running = checks.running.wait(by).await;
        let until = checks.waits.lock().get(&by).copied();
        if let Some(until) = until {
            sleep_until(until).await;
        }
        let slot = Arc::new(Mutex::new(blocking::turn(&SLOTS).await));
        make_room_if_long(&slot);
        let done = blocking::run((asked, running, slot), move || {
            let _working = site.checks.at_work.begin();
            let begun = thread_cpu_time();
            let done = work(&api);
            site.checks.took(by, thread_cpu_time().saturating_sub(begun));
            done
        });
        Ok(done.await)
    }

    /// Sets the person's wait after work of this CPU time.
    fn took(&self, by: PersonId, took: Duration) {
        let mut waits = self.waits.lock();
        if took > MUCH {
            waits.insert(by, Instant::now() + (took * WAIT_FACTOR).min(MAX_WAIT));
        } else {
            waits.remove(&by);
        }
    }
}

/// Moves work to a long slot once it takes long.
fn make_room_if_long(slot: &Arc<Mutex<SemaphorePermit<'static>>>) {
    let slot = Arc::downgrade(slot);
    tokio::spawn(async move {
        sleep(LONG).await;
        if let (Some(slot), Ok(long)) = (slot.upgrade(), LONG_SLOTS.try_acquire()) {
            *slot.lock() = long;
        }
    });
}
