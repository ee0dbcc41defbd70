//! The other side: takes batches, plays them, reports.

use async_nats::jetstream::Message as Delivered;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::stream::ConsumerErrorKind;
use futures_util::StreamExt;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

use super::connect::{Connection, Notices, ServerOptions};
use super::error::QueueError;
use super::fleet::HEARTBEAT;
use super::lease::Moment;
use super::names;
use super::slot::play;
use super::sources::Sources;
use super::streams::is_missing;
use super::wire::Heartbeat;
use crate::core::seconds_since_1970;
use crate::pool::Isolation;
use crate::script::STACK;

/// Longest wait for a batch before a look at whether the worker is to leave.
const PULL_EXPIRES: Duration = Duration::from_secs(2);
/// Longest wait for the answer, also on a slow network.
pub const PULL_WAIT: Duration = Duration::from_secs(3);
/// Pause after the server had no consumer or did not answer.
const PAUSE: Duration = Duration::from_millis(500);

/// The way in which a worker plays.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Matches at once, 1 or more.
    pub concurrency: u32,
    /// Set from outside, it ends the worker after the batches that it plays.
    pub stop: Arc<AtomicBool>,
    /// A worker without work for so long leaves; `None`: it waits for ever.
    pub idle: Option<Duration>,
}

/// A batch as it was pulled.
pub struct Pulled {
    pub message: Delivered,
    /// When it was asked for.
    pub asked: Moment,
    /// The lease that the server keeps.
    pub lease: Duration,
}

/// The work that a worker did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Matches that it played and reported.
    pub matches: u32,
}

/// The part of a worker that its slots share.
pub struct Shared<'a> {
    pub runtime: Handle,
    pub connection: Connection,
    /// As in subjects.
    pub name: String,
    pub isolation: &'a Isolation,
    pub notices: Notices,
    pub sources: Sources,
    /// The reason why it waits that was said last.
    said: Mutex<String>,
    stop: Arc<AtomicBool>,
    refused: AtomicBool,
    matches: AtomicU32,
}

impl Shared<'_> {
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    pub fn is_leaving(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.refused.load(Ordering::Relaxed)
    }

    /// The coordinator does not want this worker.
    pub fn refuse(&self, why: &str) {
        if !self.refused.swap(true, Ordering::Relaxed) {
            (self.notices)(why.to_string());
        }
    }

    /// Waits, unless the worker leaves meanwhile.
    pub fn pause(&self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time && !self.is_leaving() {
            thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Plays what a server has until it is stopped.
///
/// # Errors
/// If the server cannot be used.
pub fn run(
    server: &ServerOptions,
    isolation: &Isolation,
    options: &WorkerOptions,
    notices: Notices,
) -> Result<Summary, QueueError> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).thread_name("queue").enable_all().build()?;
    let connection = runtime.block_on(Connection::open(server, notices.clone()))?;
    let name = names::token(&server.name);
    let concurrency = options.concurrency.max(1);
    runtime.spawn(live(connection.clone(), name.clone(), concurrency));
    notices(format!(
        "worker {name} is connected to {}: {concurrency} matches at once",
        server.address
    ));
    let shared = Shared {
        runtime: runtime.handle().clone(),
        connection: connection.clone(),
        name: name.clone(),
        isolation,
        notices,
        sources: Sources::default(),
        said: Mutex::default(),
        stop: options.stop.clone(),
        refused: AtomicBool::new(false),
        matches: AtomicU32::new(0),
    };
    let ended = thread::scope(|scope| {
        let slots: Vec<_> = (0..concurrency)
            .map(|_| {
                let thread = thread::Builder::new().name("matches".into()).stack_size(STACK);
                thread.spawn_scoped(scope, || slot(&shared, options))
            })
            .collect::<Result<_, _>>()?;
        let ended = slots.into_iter().map(|slot| slot.join().unwrap_or(Ok(())));
        ended.collect::<Result<(), QueueError>>()
    });
    runtime.block_on(async {
        let farewell = heartbeat(concurrency, true);
        let said = async {
            let _ = connection.client.publish(names::heartbeat(&name), farewell.into()).await;
            connection.client.flush().await
        };
        // A server that is away is not waited for.
        let _ = tokio::time::timeout(PAUSE, said).await;
    });
    ended?;
    Ok(Summary { matches: shared.matches.load(Ordering::Relaxed) })
}

/// Takes batches one after another.
fn slot(shared: &Shared<'_>, options: &WorkerOptions) -> Result<(), QueueError> {
    let mut worked = Instant::now();
    while !shared.is_leaving() {
        let found = shared.block_on(consumer(shared, options, worked))?;
        let Some(consumer) = found else { break };
        // Until the consumer is gone, or the server was.
        while let Some(pulled) = shared.block_on(pull(&consumer)) {
            if let Some(pulled) = pulled {
                let played = play(shared, pulled);
                shared.matches.fetch_add(played, Ordering::Relaxed);
                worked = Instant::now();
            }
            let is_idle = options.idle.is_some_and(|idle| worked.elapsed() >= idle);
            if shared.is_leaving() || is_idle {
                return Ok(());
            }
        }
        shared.pause(PAUSE);
    }
    Ok(())
}

/// Waits for a batch; `None` if that failed.
async fn pull(consumer: &PullConsumer) -> Option<Option<Pulled>> {
    let asked = Moment::now();
    let lease = consumer.cached_info().config.ack_wait;
    let batch = consumer.batch().max_messages(1).expires(PULL_EXPIRES).messages().await;
    match batch.ok()?.next().await {
        Some(message) => Some(Some(Pulled { message: message.ok()?, asked, lease })),
        None => Some(None),
    }
}

/// The consumer of the jobs for this version, once there is one; `None` if the worker leaves before.
async fn consumer(
    shared: &Shared<'_>,
    options: &WorkerOptions,
    worked: Instant,
) -> Result<Option<PullConsumer>, QueueError> {
    let connection = &shared.connection;
    let name = names::workers(&names::version());
    while !shared.is_leaving() {
        connection.check()?;
        match connection.js.get_consumer_from_stream(&name, names::JOBS).await {
            Ok(consumer) => return Ok(Some(consumer)),
            Err(error) => {
                if let ConsumerErrorKind::JetStream(error) = error.kind()
                    && is_missing(error.error_code())
                {
                    let why = others(connection).await;
                    // All slots wait for the same.
                    let mut said = shared.said.lock();
                    if why != *said {
                        (shared.notices)(why.clone());
                        *said = why;
                    }
                }
                if options.idle.is_some_and(|idle| worked.elapsed() >= idle) {
                    return Ok(None);
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    Ok(None)
}

/// Why there is nothing to do for this version.
async fn others(connection: &Connection) -> String {
    let here = env!("CARGO_PKG_VERSION");
    let mut versions = Vec::new();
    if let Ok(stream) = connection.js.get_stream_no_info(names::JOBS).await {
        let mut consumers = stream.consumer_names();
        while let Some(Ok(name)) = consumers.next().await {
            versions.extend(name.strip_prefix("workers-").map(|v| v.replace('_', ".")));
        }
    }
    if versions.is_empty() {
        "the server has no tournament yet; waiting for one".to_string()
    } else {
        let versions = versions.join(", ");
        format!(
            "the server has tournaments of juez {versions}, and this is {here}; waiting for one of {here}"
        )
    }
}

async fn live(connection: Connection, name: String, concurrency: u32) {
    loop {
        let bytes = heartbeat(concurrency, false);
        let _ = connection.client.publish(names::heartbeat(&name), bytes.into()).await;
        tokio::time::sleep(HEARTBEAT).await;
    }
}

fn heartbeat(concurrency: u32, leaves: bool) -> Vec<u8> {
    let program = env!("CARGO_PKG_VERSION").to_string();
    let heartbeat = Heartbeat { program, concurrency, now: seconds_since_1970(), leaves };
    serde_json::to_vec(&heartbeat).expect("plain data")
}
