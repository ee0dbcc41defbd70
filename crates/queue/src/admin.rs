//! Shows and removes the contents of a server.

use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::connect::Connection;
use super::error::QueueError;
use super::{names, streams};

/// Pause between checks of a draining queue.
const PAUSE: Duration = Duration::from_millis(300);

/// The contents of a server.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Status {
    /// Version of the server.
    pub server: String,
    /// Batches that wait for a worker or are being played.
    pub batches: u64,
    /// Batches held by workers, included in `batches`.
    pub out: u64,
    /// Messages of results that no coordinator has stored yet.
    pub results: u64,
    /// Bytes of batches, results, sources and long results.
    pub bytes: u64,
    /// The tournaments, by their name in subjects.
    pub tournaments: BTreeMap<String, TournamentStatus>,
}

/// The contents of a server that belong to a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct TournamentStatus {
    /// Batches that wait for a worker or are being played.
    pub batches: u64,
    /// Messages of results that its coordinator has not stored yet.
    pub results: u64,
}

/// Reads the contents of a server.
///
/// # Errors
/// If the server does not answer.
pub async fn status(connection: &Connection) -> Result<Status, QueueError> {
    let mut status =
        Status { server: connection.client.server_info().version, ..Status::default() };
    for name in names::STREAMS {
        let Ok(mut stream) = connection.js.get_stream(name).await else { continue };
        let info =
            stream.info().await.map_err(|error| streams::request_error("show a stream", &error))?;
        status.bytes += info.state.bytes;
        if ![names::JOBS, names::RESULTS].contains(&name) {
            continue;
        }
        let all = info.state.messages;
        let is_jobs = name == names::JOBS;
        *(if is_jobs { &mut status.batches } else { &mut status.results }) = all;
        let subjects = stream.info_with_subjects("juez.>").await;
        let mut subjects =
            subjects.map_err(|error| streams::request_error("show a stream", &error))?;
        while let Some(Ok((subject, count))) = subjects.next().await {
            let tokens: Vec<&str> = subject.split('.').collect();
            // juez.jobs.VERSION.TOURNAMENT, juez.results.TOURNAMENT.WORKER
            let Some(id) = tokens.get(if is_jobs { 3 } else { 2 }) else { continue };
            let one = status.tournaments.entry(id.to_string()).or_default();
            *(if is_jobs { &mut one.batches } else { &mut one.results }) += count as u64;
        }
        if is_jobs {
            let mut consumers = stream.consumers();
            while let Some(Ok(consumer)) = consumers.next().await {
                status.out += consumer.num_ack_pending as u64;
            }
        }
    }
    Ok(status)
}

/// Waits until workers have played all batches on the server; returns false if some are left after
/// `patience`. Removes nothing: results stay until their coordinator takes them.
///
/// # Errors
/// If the server does not answer.
pub async fn drain(
    connection: &Connection,
    patience: Duration,
    mut progress: impl FnMut(&Status),
) -> Result<bool, QueueError> {
    let begun = Instant::now();
    loop {
        let now = status(connection).await?;
        progress(&now);
        if now.batches == 0 {
            return Ok(true);
        }
        if begun.elapsed() >= patience {
            return Ok(false);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Removes all messages of juez from a server, or only a tournament's, and returns their number. A
/// running coordinator sends its jobs again.
///
/// # Errors
/// If the server refuses.
pub async fn purge(connection: &Connection, tournament: Option<&str>) -> Result<u64, QueueError> {
    let mut removed = 0;
    for name in names::STREAMS {
        let Ok(mut stream) = connection.js.get_stream(name).await else { continue };
        match tournament {
            None => {
                let info = stream.info().await;
                removed += info.map_or(0, |info| info.state.messages);
                let deleted = connection.js.delete_stream(name).await;
                deleted.map_err(|error| streams::request_error("remove a stream", &error))?;
            }
            Some(id) => {
                let filter = match name {
                    names::JOBS => format!("juez.jobs.*.{id}"),
                    names::RESULTS => names::results(id, "*"),
                    names::PARTS => format!("juez.parts.{id}.>"),
                    // Other tournaments can have the same bots.
                    _ => continue,
                };
                let purged = stream.purge().filter(filter).await;
                removed += purged
                    .map_err(|error| streams::request_error("remove messages", &error))?
                    .purged;
            }
        }
    }
    Ok(removed)
}
