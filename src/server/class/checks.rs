//! Work on the scripts of people: checks, questions, tests, runs.
//!
//! A script uses CPU time of its own process, so a slow one need not delay the scripts of others: each
//! person has one request at a time, a long request gives its slot to others, and a person whose script
//! used much CPU time waits before the next.

use axum::http::StatusCode;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep, sleep_until};

use super::requests::ClassApi;
use crate::class::{Person, PersonId};
use crate::core::thread_cpu_time;
use crate::server::error::{Refusal, Result};
use crate::server::turns::{Queues, Turns};
use crate::server::{blocking, words};

/// Pieces of work of one person that may be asked for: a page asks for one after the other.
const MAX_ASKED: u32 = 3;
/// Work at once, as long as it is short; other work waits.
static SLOTS: Semaphore = Semaphore::const_new(4);
/// Long work at once; further long work keeps its short slot.
static LONG_SLOTS: Semaphore = Semaphore::const_new(4);
/// Time after which work takes long. A usual draft takes a tenth of it.
const LONG: Duration = Duration::from_millis(200);
/// A person who used more CPU time than MUCH waits WAIT_FACTOR times as long, at most MAX_WAIT; a request has 30 s.
const MUCH: Duration = Duration::from_secs(1);
const WAIT_FACTOR: u32 = 4;
const MAX_WAIT: Duration = Duration::from_secs(20);

/// People whose work runs, and people who wait.
pub(super) struct Checks {
    asked: Turns<PersonId>,
    running: Queues<PersonId>,
    waits: Mutex<HashMap<PersonId, Instant>>,
}

impl Checks {
    /// Nothing runs yet, and no one waits.
    pub fn new() -> Checks {
        let (asked, running) = (Turns::new(MAX_ASKED), Queues::new(1));
        Checks { asked, running, waits: Mutex::default() }
    }

    /// Runs work on scripts for a person. The person's turn lasts until the work ends, even if the request was
    /// dropped.
    ///
    /// # Errors
    /// If the person has asked for too much at once.
    pub async fn run<T: Send + 'static>(
        api: ClassApi,
        by: &Person,
        work: impl FnOnce(&ClassApi) -> T + Send + 'static,
    ) -> Result<T> {
        let (site, by) = (api.site.clone(), by.id);
        let checks = &site.checks;
        let too_many = || Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_checks());
        let asked = checks.asked.take(by).ok_or_else(too_many)?;
        let running = checks.running.turn(by).await;
        let until = checks.waits.lock().get(&by).copied();
        if let Some(until) = until {
            sleep_until(until).await;
        }
        let slot = Arc::new(Mutex::new(blocking::turn(&SLOTS).await));
        make_room_if_long(&slot);
        let done = blocking::run((asked, running, slot), move || {
            let begun = thread_cpu_time();
            let done = work(&api);
            site.checks.took(by, thread_cpu_time().saturating_sub(begun));
            done
        });
        Ok(done.await)
    }

    /// Notes the CPU time that a person's work took.
    fn took(&self, by: PersonId, took: Duration) {
        let mut waits = self.waits.lock();
        if took > MUCH {
            waits.insert(by, Instant::now() + (took * WAIT_FACTOR).min(MAX_WAIT));
        } else {
            waits.remove(&by);
        }
    }
}

/// Gives the slot to others once the work takes long.
fn make_room_if_long(slot: &Arc<Mutex<SemaphorePermit<'static>>>) {
    let slot = Arc::downgrade(slot);
    tokio::spawn(async move {
        sleep(LONG).await;
        if let (Some(slot), Ok(long)) = (slot.upgrade(), LONG_SLOTS.try_acquire()) {
            *slot.lock() = long;
        }
    });
}
