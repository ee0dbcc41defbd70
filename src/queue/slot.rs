//! One match at a time of a worker: takes a batch, plays it, reports, acknowledges.

use async_nats::jetstream::message::{Acker, PublishMessage};
use async_nats::jetstream::{AckKind, Context, Message as Delivered};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::connect::words;
use super::unpack::{Scripts, game_of, language, setup};
use super::wire::{Batch, Message, NotPlayed, Result as SentResult, SentMatch};
use super::worker::Shared;
use super::{names, parts, streams};
use crate::core::gzip;
use crate::registry::{AnyGame, MatchSetup};
use crate::script::{BotSpec, Bundle};

/// A batch that was given out more often is not played.
const MAX_DELIVERIES: i64 = 4;
/// From this delivery on each match is reported by itself, for one of them may end the worker.
const CAREFUL_FROM: i64 = 3;
/// Pause of a batch that this worker cannot play.
const NAK_PAUSE: Duration = Duration::from_secs(10);
/// Pause between tries to report.
const REPORT_PAUSE: Duration = Duration::from_millis(300);
/// Sources that a worker keeps.
const MAX_SOURCES: usize = 2_000;

/// Compiled scripts by checksum.
pub type Sources = Arc<Mutex<HashMap<String, BotSpec>>>;

/// Plays a batch; the number of its matches that were played. Errors are said, and leave the batch to
/// others.
pub fn play(shared: &Shared<'_>, delivered: Delivered) -> u32 {
    let deliveries = delivered.info().map_or(1, |info| info.delivered);
    let (message, acker) = delivered.split();
    let acker = Arc::new(acker);
    let batch = match Batch::from_bytes(&message.payload) {
        Ok(batch) => batch,
        Err(error) => return leave(shared, &acker, &format!("a batch is left to others: {error}")),
    };
    if batch.refused.contains(&shared.name) {
        let text = "the coordinator does not believe the results of this worker: a match of it came out \
                    differently there. Is this machine sound (memory, overclocking), and its juez unchanged?";
        shared.refuse(text);
        return leave(shared, &acker, "it takes no more");
    }
    if deliveries > MAX_DELIVERIES {
        let poison = |job: &super::wire::SentJob| {
            let key = job.key.parse::<crate::tournament::JobKey>().ok()?;
            let played = Err(NotPlayed::Poison(deliveries as u32 - 1));
            Some(SentResult { key: key.0, played })
        };
        let results = batch.jobs.iter().filter_map(poison).collect();
        report(shared, &batch, results, "poison");
        shared.block_on(async { acker.double_ack_with(AckKind::Term).await }).ok();
        return 0;
    }
    let every = Duration::from_millis(batch.lease_ms.max(300)) / 3;
    let heartbeat = shared.runtime.spawn(keep(acker.clone(), every));
    let played = play_all(shared, &batch, deliveries);
    heartbeat.abort();
    match played {
        Ok(count) => {
            // The results are on the server: if this is lost, they come twice.
            shared.block_on(async { acker.double_ack().await }).ok();
            count
        }
        Err(why) => leave(shared, &acker, &why),
    }
}

fn leave(shared: &Shared<'_>, acker: &Acker, why: &str) -> u32 {
    (shared.notices)(why.to_string());
    shared.block_on(async { acker.ack_with(AckKind::Nak(Some(NAK_PAUSE))).await }).ok();
    shared.pause(NAK_PAUSE);
    0
}

/// Keeps the lease of a batch.
async fn keep(acker: Arc<Acker>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let _ = acker.ack_with(AckKind::Progress).await;
    }
}

fn play_all(shared: &Shared<'_>, batch: &Batch, deliveries: i64) -> Result<u32, String> {
    let game = game_of(batch)?;
    let scripts = scripts(shared, batch)?;
    let mut results = Vec::new();
    for (number, job) in batch.jobs.iter().enumerate() {
        let (key, setup) = setup(game, batch, job, &scripts)?;
        let played = play_one(shared, game, &setup).map_err(NotPlayed::Failed);
        results.push(SentResult { key: key.0, played });
        if deliveries >= CAREFUL_FROM {
            let id = format!("{number}-{deliveries}");
            report(shared, batch, std::mem::take(&mut results), &id);
        }
    }
    if !results.is_empty() {
        report(shared, batch, results, "all");
    }
    Ok(batch.jobs.len() as u32)
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

/// The scripts of a batch, those that are new from the server.
fn scripts(shared: &Shared<'_>, batch: &Batch) -> Result<Scripts, String> {
    let mut scripts = Scripts::new();
    for player in &batch.players {
        let Some((checksum, parts)) = &player.files else { continue };
        let known = shared.sources.lock().get(checksum).cloned();
        let spec = match known {
            Some(spec) => spec,
            None => {
                let wanted = blake3::Hash::from_hex(checksum).map_err(|error| error.to_string())?;
                let name = names::bot(checksum);
                let js = &shared.connection.js;
                let json = shared
                    .block_on(parts::get(js, names::BOTS, &name, *parts, wanted.as_bytes()))
                    .map_err(|why| format!("the source of {} cannot be had: {why}", player.name))?;
                let bundle = Bundle::from_json(&json, &player.source);
                let bundle =
                    bundle.map_err(|error| format!("the source of {}: {error}", player.name))?;
                let language = language(player).ok_or("a language that this juez does not have")?;
                let spec = BotSpec::uncompiled(player.name.clone(), language, bundle);
                let mut sources = shared.sources.lock();
                if sources.len() >= MAX_SOURCES {
                    sources.clear();
                }
                sources.insert(checksum.clone(), spec.clone());
                spec
            }
        };
        scripts.insert(checksum.clone(), spec);
    }
    Ok(scripts)
}

/// Sends results until the server has them.
fn report(shared: &Shared<'_>, batch: &Batch, results: Vec<SentResult>, id: &str) {
    let id = format!("{}-{}-{id}", batch.id, shared.name);
    let bytes = Message::Results(results).to_bytes();
    shared.block_on(async {
        let mut said = false;
        while let Err((is_full, why)) =
            send(&shared.connection.js, shared, batch, &bytes, &id).await
        {
            if shared.is_leaving()
                && !shared
                    .connection
                    .js
                    .client()
                    .connection_state()
                    .eq(&async_nats::connection::State::Connected)
            {
                // The batch goes to another.
                return;
            }
            if !std::mem::replace(&mut said, true) {
                (shared.notices)(if is_full {
                    "the stream of results is full: the coordinator is away or slow; waiting"
                        .to_string()
                } else {
                    format!("results are not taken: {why}; trying again")
                });
            }
            tokio::time::sleep(REPORT_PAUSE).await;
        }
    });
}

async fn send(
    js: &Context,
    shared: &Shared<'_>,
    batch: &Batch,
    bytes: &[u8],
    id: &str,
) -> Result<(), (bool, String)> {
    let (tournament, worker) = (&batch.tournament, &shared.name);
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
