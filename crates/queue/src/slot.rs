//! One of a worker's concurrent matches: takes a batch, plays it, reports, acknowledges.

use async_nats::jetstream::message::{Acker, PublishMessage};
use async_nats::jetstream::{AckKind, Context, Message as Delivered};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bounds::{self, RESULTS_SENT_AT};
use super::connect::words;
use super::lease::{Lease, Moment};
use super::sources::scripts;
use super::unpack::{game_of, setup};
use super::wire::{Batch, Message, NotPlayed, Result as SentResult, SentMatch};
use super::worker::{PULL_WAIT, Pulled, Shared};
use super::{names, parts, streams};
use juez_match::registry::{AnyGame, MatchSetup};
use juez_storage::gzip;

/// Maximum deliveries of a batch that is played: a batch delivered more often might crash its
/// workers.
const MAX_DELIVERIES: i64 = 4;
/// From this delivery on, each match is reported separately, because one of them might crash the
/// worker.
const CAREFUL_FROM: i64 = 3;
/// Pause after a worker returned a batch.
const RETURN_PAUSE: Duration = Duration::from_secs(10);
/// Pause between attempts to report.
const REPORT_PAUSE: Duration = Duration::from_millis(300);
/// The lease of a batch that cannot be read.
const UNKNOWN_LEASE: Duration = Duration::from_secs(1);

/// A batch as received from the server.
struct Delivery {
    /// The tournament in its subject.
    tournament: String,
    /// Its sequence in the stream of jobs.
    sequence: u64,
    /// Number of deliveries so far, including this one.
    number: i64,
    acker: Acker,
    lease: Lease,
}

impl Delivery {
    fn is_held(&self) -> bool {
        self.lease.is_held(Moment::now())
    }
}

/// Why a batch is returned.
struct Unplayed {
    why: String,
    /// True if a source is unavailable.
    lacks_source: bool,
}

impl From<String> for Unplayed {
    fn from(why: String) -> Unplayed {
        Unplayed { why, lacks_source: false }
    }
}

/// Plays a batch and returns the number of its matches that were played. Errors become notices and
/// leave the batch to other workers.
pub fn play(shared: &Shared<'_>, pulled: Pulled) -> u32 {
    let Pulled { message, asked, lease } = pulled;
    let (number, sequence) =
        message.info().map_or((1, 0), |info| (info.delivered, info.stream_sequence));
    let read = Batch::from_bytes(&message.payload);
    let stated = read.as_ref().map_or(UNKNOWN_LEASE, |batch| Duration::from_millis(batch.lease_ms));
    let lease = Lease::new(stated.min(lease), asked, PULL_WAIT, Moment::now());
    let (tournament, acker) = split(message);
    let delivery = Arc::new(Delivery { tournament, sequence, number, acker, lease });
    let batch = match read {
        Ok(batch) if batch.tournament == delivery.tournament => batch,
        Ok(_) => {
            let why = "it has another tournament than its subject".to_string();
            return give_back(shared, &delivery, "", why.into());
        }
        Err(error) => return give_back(shared, &delivery, "", error.to_string().into()),
    };
    if batch.refused.contains(&shared.name) {
        let text = "the coordinator rejects the results of this worker: a match came out \
                    differently there. Is this machine sound (memory, overclocking), and its juez \
                    unchanged?";
        shared.refuse(text);
        let why = "the coordinator rejects this worker".to_string();
        return give_back(shared, &delivery, &batch.id, why.into());
    }
    if let Err(why) = bounds::check(&batch) {
        return give_back(shared, &delivery, &batch.id, why.into());
    }
    if number > MAX_DELIVERIES {
        return report_poison(shared, &delivery, &batch);
    }
    let heartbeat = shared.runtime.spawn(keep(delivery.clone()));
    let played = play_all(shared, &batch, &delivery);
    heartbeat.abort();
    match played {
        Ok(Played { matches, is_whole: true }) => {
            // The results are on the server: if this is lost, they arrive twice.
            shared.block_on(async { delivery.acker.double_ack().await }).ok();
            matches
        }
        Ok(Played { matches, is_whole: false }) => {
            if !delivery.is_held() {
                say_lost(shared);
            }
            matches
        }
        Err(why) => give_back(shared, &delivery, &batch.id, why),
    }
}

/// Splits a message into its tournament, by the subject, and its acknowledger.
fn split(message: Delivered) -> (String, Acker) {
    let tournament = message.subject.rsplit('.').next().unwrap_or_default().to_string();
    (tournament, message.split().1)
}

/// Returns a batch that cannot be played here. Tells the coordinator why, so that it sends the jobs
/// to others. Handed back to the server alone, the batch would count as one that crashed its
/// worker.
fn give_back(shared: &Shared<'_>, delivery: &Delivery, batch: &str, unplayed: Unplayed) -> u32 {
    let Unplayed { why, lacks_source } = unplayed;
    (shared.notices)(format!("returned a batch: {why}"));
    if !delivery.is_held() {
        say_lost(shared);
        return 0;
    }
    let Delivery { tournament, sequence, number, acker, .. } = delivery;
    let (sequence, batch) = (*sequence, batch.to_string());
    let bytes = Message::Returned { sequence, batch, why, lacks_source }.to_bytes();
    let id = format!("{tournament}-{sequence}-{number}-{}-returned", shared.name);
    shared.block_on(async {
        let sent = send(&shared.connection.js, shared, tournament, &bytes, &id).await;
        let _ = match sent {
            Ok(()) => acker.double_ack().await,
            // The coordinator cannot be reached.
            Err(_) => acker.ack_with(AckKind::Nak(Some(RETURN_PAUSE))).await,
        };
    });
    shared.pause(RETURN_PAUSE);
    0
}

/// Shows a notice that another worker has the batch. Sends nothing to the server, which would
/// attribute the message to that worker.
fn say_lost(shared: &Shared<'_>) {
    (shared.notices)(
        "the lease of a batch expired, so another worker has it: was this machine asleep or disconnected?"
            .to_string(),
    );
}

/// Reports a batch delivered too often as not played.
fn report_poison(shared: &Shared<'_>, delivery: &Delivery, batch: &Batch) -> u32 {
    let times = u32::try_from(delivery.number - 1).unwrap_or(u32::MAX);
    let poison = |job: &super::wire::SentJob| {
        let key = job.key.parse::<juez_tournament::JobKey>().ok()?;
        Some(SentResult { key: key.0, played: Err(NotPlayed::Poison(times)) })
    };
    let results = batch.jobs.iter().filter_map(poison).collect();
    if report(shared, batch, results, &format!("{}-poison", delivery.number)) {
        shared.block_on(async { delivery.acker.double_ack_with(AckKind::Term).await }).ok();
    }
    0
}

/// Renews the lease of a batch while it is this worker's.
async fn keep(delivery: Arc<Delivery>) {
    let every = delivery.lease.length() / 3;
    loop {
        tokio::time::sleep(every).await;
        let asked = Moment::now();
        if !delivery.lease.is_held(asked) {
            return;
        }
        if delivery.acker.double_ack_with(AckKind::Progress).await.is_ok() {
            delivery.lease.extend(asked);
        }
    }
}

/// The played and reported part of a batch.
struct Played {
    matches: u32,
    /// False if the lease ended, or this worker left, before everything was played and sent.
    is_whole: bool,
}

fn play_all(shared: &Shared<'_>, batch: &Batch, delivery: &Delivery) -> Result<Played, Unplayed> {
    let game = game_of(batch)?;
    let lacks = |why| Unplayed { why, lacks_source: true };
    let scripts = scripts(shared, batch).map_err(lacks)?;
    let (mut results, mut bytes, mut matches) = (Vec::new(), 0, 0);
    let (mut wrong, mut are_sent) = (None, true);
    for (number, job) in batch.jobs.iter().enumerate() {
        if !delivery.is_held() {
            break;
        }
        let (key, setup) = match setup(game, batch, job, &scripts) {
            Ok(found) => found,
            Err(why) => {
                wrong = Some(why);
                break;
            }
        };
        let played = play_one(shared, game, &setup).map_err(NotPlayed::Failed);
        bytes += played.as_ref().map_or(0, |sent| sent.record.len());
        results.push(SentResult { key: key.0, played });
        matches += 1;
        if delivery.number >= CAREFUL_FROM || bytes >= RESULTS_SENT_AT {
            bytes = 0;
            let id = format!("{}-{number}", delivery.number);
            are_sent &= report(shared, batch, std::mem::take(&mut results), &id);
        }
    }
    // Report these even if the rest is returned.
    if !results.is_empty() {
        are_sent &= report(shared, batch, results, &format!("{}-rest", delivery.number));
    }
    match wrong {
        Some(why) => Err(why.into()),
        None => {
            // The lease can also end in the last match.
            let is_whole = are_sent && matches as usize == batch.jobs.len() && delivery.is_held();
            Ok(Played { matches, is_whole })
        }
    }
}

fn play_one(
    shared: &Shared<'_>,
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
) -> Result<SentMatch, String> {
    let since = Instant::now();
    let timed = shared.isolation.play_timed(game, setup).map_err(|error| error.to_string())?;
    let wall_us = since.elapsed().as_micros() as u64;
    let record = gzip::pack(timed.record.to_line().as_bytes());
    let took_us = timed.took.iter().map(|took| took.as_micros() as u64).collect();
    Ok(SentMatch { record, took_us, wall_us })
}

/// Sends results, retrying until the server has them. Returns false if this worker leaves before.
fn report(shared: &Shared<'_>, batch: &Batch, results: Vec<SentResult>, id: &str) -> bool {
    let id = format!("{}-{}-{id}", batch.id, shared.name);
    let bytes = Message::Results(results).to_bytes();
    shared.block_on(async {
        let mut said = false;
        while let Err((is_full, why)) =
            send(&shared.connection.js, shared, &batch.tournament, &bytes, &id).await
        {
            if shared.is_leaving()
                && !shared
                    .connection
                    .js
                    .client()
                    .connection_state()
                    .eq(&async_nats::connection::State::Connected)
            {
                // The batch goes to another worker.
                return false;
            }
            if !std::mem::replace(&mut said, true) {
                (shared.notices)(if is_full {
                    "the stream of results is full: the coordinator is away or slow; waiting"
                        .to_string()
                } else {
                    format!("results were not accepted: {why}; trying again")
                });
            }
            tokio::time::sleep(REPORT_PAUSE).await;
        }
        true
    })
}

async fn send(
    js: &Context,
    shared: &Shared<'_>,
    tournament: &str,
    bytes: &[u8],
    id: &str,
) -> Result<(), (bool, String)> {
    let worker = &shared.name;
    let in_parts;
    let payload = if bytes.len() <= parts::part_bytes(js) {
        bytes
    } else {
        let name = names::result_parts(tournament, worker, &names::token(id));
        let parts =
            parts::put(js, &name, bytes).await.map_err(|why| (why.contains("maximum"), why))?;
        let checksum = blake3::hash(bytes).into();
        in_parts = Message::Parts { id: id.to_string(), parts, checksum }.to_bytes();
        &in_parts
    };
    let message = PublishMessage::build().payload(payload.to_vec().into()).message_id(id);
    let sent = async { js.send_publish(names::results(tournament, worker), message).await?.await };
    match sent.await {
        Ok(_) => Ok(()),
        Err(error) => Err((streams::is_full(&error), words(&error))),
    }
}
