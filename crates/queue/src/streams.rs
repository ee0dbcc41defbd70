//! Streams and consumers, created by the coordinator.

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{Context, ErrorCode};
use std::time::Duration;

use super::connect::words;
use super::error::QueueError;
use super::names;

/// Maximum batches on a server, over all tournaments. Exceeds what coordinators send ahead.
const MAX_BATCHES: i64 = 10_000;
const MAX_JOB_BYTES: i64 = 128 << 20;
const MAX_RESULT_BYTES: i64 = 512 << 20;
/// Sources beyond this push out the oldest, which are sent again when a worker lacks them.
const MAX_BOT_BYTES: i64 = 512 << 20;
/// Maximum age of parts left over by a crash.
const PARTS_AGE: Duration = Duration::from_secs(24 * 3600);
/// Time after which the server redelivers results that a coordinator has not stored.
pub const RESULT_LEASE: Duration = Duration::from_secs(60);
/// Maximum unacknowledged messages of a consumer.
const MAX_OUT: i64 = 100_000;

/// Creates missing streams and the consumer that gives jobs to workers.
///
/// # Errors
/// If the server refuses.
pub async fn make(js: &Context, lease: Duration, replicas: u32) -> Result<(), QueueError> {
    let stream = |name: &str, subject: &str| Config {
        name: name.to_string(),
        subjects: vec![subject.to_string()],
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        num_replicas: replicas as usize,
        ..Config::default()
    };
    let jobs = Config {
        retention: RetentionPolicy::WorkQueue,
        max_messages: MAX_BATCHES,
        max_bytes: MAX_JOB_BYTES,
        ..stream(names::JOBS, "juez.jobs.>")
    };
    let results = Config {
        retention: RetentionPolicy::WorkQueue,
        max_bytes: MAX_RESULT_BYTES,
        ..stream(names::RESULTS, "juez.results.>")
    };
    let bots = Config {
        max_messages_per_subject: 1,
        max_bytes: MAX_BOT_BYTES,
        allow_direct: true,
        discard: DiscardPolicy::Old,
        ..stream(names::BOTS, "juez.bots.>")
    };
    let parts = Config {
        max_messages_per_subject: 1,
        max_bytes: MAX_RESULT_BYTES,
        max_age: PARTS_AGE,
        allow_direct: true,
        ..stream(names::PARTS, "juez.parts.>")
    };
    for config in [jobs, results, bots, parts] {
        let made = js.get_or_create_stream(config.clone()).await;
        let made = made.map_err(|error| request_error("make its streams", &error))?;
        // Earlier versions of juez created this stream without a limit.
        if made.cached_info().config.max_bytes < 0 && config.name == names::BOTS {
            let updated = js.update_stream(config).await;
            updated.map_err(|error| request_error("bound a stream", &error))?;
        }
    }
    let version = names::version();
    let name = names::workers(&version);
    let consumer = pull::Config {
        durable_name: Some(name.clone()),
        filter_subject: names::jobs_of(&version),
        ack_policy: AckPolicy::Explicit,
        ack_wait: lease,
        max_ack_pending: MAX_OUT,
        ..pull::Config::default()
    };
    let made = js.create_consumer_on_stream(consumer, names::JOBS).await;
    made.map(drop).map_err(|error| request_error("make a consumer", &error))
}

/// Creates the consumer of the results of a tournament. With `from_start`, all stored results are
/// delivered at once, including results delivered to a coordinator that did not store them.
pub async fn collector(
    js: &Context,
    tournament: &str,
    from_start: bool,
) -> Result<PullConsumer, QueueError> {
    let name = names::collector(tournament);
    if from_start {
        // Fails the first time, when there is no consumer yet.
        let _ = js.delete_consumer_from_stream(&name, names::RESULTS).await;
    }
    let consumer = pull::Config {
        durable_name: Some(name),
        filter_subject: names::results(tournament, "*"),
        ack_policy: AckPolicy::Explicit,
        ack_wait: RESULT_LEASE,
        max_ack_pending: MAX_OUT,
        ..pull::Config::default()
    };
    let made = js.create_consumer_on_stream(consumer, names::RESULTS).await;
    made.map_err(|error| request_error("make a consumer", &error))
}

/// Removes the unfinished jobs of a tournament.
pub async fn forget_jobs(js: &Context, tournament: &str) -> Result<(), QueueError> {
    let stream = js.get_stream_no_info(names::JOBS).await;
    let stream = stream.map_err(|error| request_error("find its streams", &error))?;
    let purged = stream.purge().filter(names::jobs(tournament)).await;
    purged.map(drop).map_err(|error| request_error("remove old jobs", &error))
}

/// Converts the error of a request. A cluster that is electing a leader does not answer for some
/// seconds, and a server never answers a user without the permission.
pub fn request_error(what: &'static str, error: &dyn std::error::Error) -> QueueError {
    let why = words(error);
    let is_unanswered = ["timed out", "unavailable", "no responders", "no suitable peers"];
    if is_unanswered.iter().any(|part| why.contains(part)) {
        QueueError::Unanswered { what, why }
    } else {
        QueueError::Refused { what, why }
    }
}

/// Returns true if a stream is full.
pub fn is_full(error: &dyn std::error::Error) -> bool {
    let text = words(error);
    ["maximum messages", "maximum bytes", "insufficient storage", "resource"]
        .iter()
        .any(|part| text.contains(part))
}

/// Returns true if a server has no streams: it has lost its disk, or another one has its address.
pub async fn are_lost(js: &Context) -> bool {
    let found = js.get_stream(names::RESULTS).await;
    let is_lost = |error: GetStreamError| match error.kind() {
        GetStreamErrorKind::JetStream(error) => is_missing(error.error_code()),
        _ => false,
    };
    found.err().is_some_and(is_lost)
}

/// Returns true if the consumer or stream does not exist.
pub fn is_missing(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::CONSUMER_NOT_FOUND | ErrorCode::STREAM_NOT_FOUND)
}
