//! The worker's side: takes batches, plays them, reports.

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
use juez_pool::Isolation;
use juez_script::STACK;
use juez_storage::unix_time;

/// Longest wait for a batch before the worker checks whether it should leave.
const PULL_EXPIRES: Duration = Duration::from_secs(2);
/// Longest wait for an answer, including on a slow network.
pub const PULL_WAIT: Duration = Duration::from_secs(3);
/// Pause if the server has no consumer or does not answer.
const PAUSE: Duration = Duration::from_millis(500);

/// The settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Number of matches at once, 1 or more.
    pub concurrency: u32,
    /// When set from outside, the worker leaves after its current batches.
    pub stop: Arc<AtomicBool>,
    /// Time without work after which the worker leaves; `None`: never.
    pub idle: Option<Duration>,
}

/// A pulled batch.
pub struct Pulled {
    pub message: Delivered,
    /// Time of the request.
    pub asked: Moment,
    /// The lease kept by the server.
    pub lease: Duration,
}

/// The work done by a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Matches played and reported.
    pub matches: u32,
}

/// The state shared by the slots of a worker.
pub struct Shared<'a> {
    pub runtime: Handle,
    pub connection: Connection,
    /// The worker's name in subjects.
    pub name: String,
    pub isolation: &'a Isolation,
    pub notices: Notices,
    pub sources: Sources,
    /// The last notice about the reason for waiting.
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

    /// Makes the worker leave because the coordinator rejects its results.
    pub fn refuse(&self, why: &str) {
        if !self.refused.swap(true, Ordering::Relaxed) {
            (self.notices)(why.to_string());
        }
    }

    /// Waits; returns early if the worker leaves.
    pub fn pause(&self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time && !self.is_leaving() {
            thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Plays batches of a server until stopped.
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
        // Does not wait for a server that is away.
        let _ = tokio::time::timeout(PAUSE, said).await;
    });
    ended?;
    Ok(Summary { matches: shared.matches.load(Ordering::Relaxed) })
}

/// Plays batches one after another.
fn slot(shared: &Shared<'_>, options: &WorkerOptions) -> Result<(), QueueError> {
    let mut worked = Instant::now();
    while !shared.is_leaving() {
        let found = shared.block_on(consumer(shared, options, worked))?;
        let Some(consumer) = found else { break };
        // Ends if the consumer is gone or the server was away.
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

/// Waits for a batch; `None` if the request failed, `Some(None)` if no batch came.
async fn pull(consumer: &PullConsumer) -> Option<Option<Pulled>> {
    let asked = Moment::now();
    let lease = consumer.cached_info().config.ack_wait;
    let batch = consumer.batch().max_messages(1).expires(PULL_EXPIRES).messages().await;
    match batch.ok()?.next().await {
        Some(message) => Some(Some(Pulled { message: message.ok()?, asked, lease })),
        None => Some(None),
    }
}

/// Waits for the consumer of this version's jobs; `None` if the worker leaves first.
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
                    // All slots wait for the same reason.
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

/// Explains why there are no jobs for this version.
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
    let heartbeat = Heartbeat { program, concurrency, now: unix_time(), leaves };
    serde_json::to_vec(&heartbeat).expect("plain data")
}
