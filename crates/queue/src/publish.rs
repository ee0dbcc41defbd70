//! Sends batches, and sends them again if the queue lost them.

use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::board::{Board, SentBatch, Waiting};
use super::bounds::{BATCH_BYTES, BATCH_JOBS, SOURCES_BYTES};
use super::connect::words;
use super::error::QueueError;
use super::pack::{BatchHead, Checksums, Packed, new_sources, pack};
use super::workers::Workers;
use super::{names, parts, streams};
use juez_match::registry::MatchSetup;
use juez_tournament::JobKey;

const BATCH_SECONDS: f64 = 2.0;
/// Batches in flight beyond two per concurrent match.
const SPARE_BATCHES: usize = 4;
const MAX_BATCHES_OUT: usize = 2_000;
/// Pause after the server rejected a batch.
const FULL_PAUSE: Duration = Duration::from_millis(200);

/// The sender of one stage.
pub struct Publisher<'p> {
    workers: &'p Workers<'p>,
    board: &'p Board<'p>,
    checksums: Checksums,
    /// Sources on the server, by checksum.
    known: BTreeSet<String>,
    next: u64,
    /// Maximum matches in a batch.
    most: usize,
    /// A batch that the server rejected.
    unsent: Option<(Packed, Vec<JobKey>)>,
    not_before: Instant,
    /// The last notice about a sending problem.
    said: String,
}

impl<'p> Publisher<'p> {
    pub fn new(workers: &'p Workers<'p>, board: &'p Board<'p>) -> Publisher<'p> {
        Publisher {
            workers,
            board,
            checksums: Checksums::new(),
            known: BTreeSet::new(),
            next: 0,
            most: BATCH_JOBS,
            unsent: None,
            not_before: Instant::now(),
            said: String::new(),
        }
    }

    /// Sends batches until enough are in flight.
    ///
    /// # Errors
    /// If the server refuses permanently.
    pub async fn fill(&mut self) -> Result<(), QueueError> {
        let js = &self.workers.connection.js;
        while !self.board.has_ended() && Instant::now() >= self.not_before {
            let slots = self.workers.fleet.lock().slots().max(1) as usize;
            let most = (2 * slots + SPARE_BATCHES).min(MAX_BATCHES_OUT);
            if self.board.state.lock().batches.len() >= most {
                return Ok(());
            }
            let Some((packed, keys)) = self.unsent.take().or_else(|| self.batch(slots)) else {
                return Ok(());
            };
            if packed.source_bytes > SOURCES_BYTES && keys.len() > 1 {
                self.halve(keys);
                continue;
            }
            if let Err(why) = self.send_sources(&packed).await {
                self.say(&format!("sources of bots wait: {why}"));
                self.wait(packed, keys);
                return Ok(());
            }
            let payload = packed.batch.to_bytes();
            if payload.len() > parts::part_bytes(js).min(BATCH_BYTES) && keys.len() > 1 {
                self.halve(keys);
                continue;
            }
            let message =
                PublishMessage::build().payload(payload.into()).message_id(&packed.batch.id);
            let sent = async { js.send_publish(self.subject(), message).await?.await };
            match sent.await {
                Ok(ack) => {
                    self.said.clear();
                    let mut state = self.board.state.lock();
                    let batch = self.next;
                    self.next += 1;
                    let left: Vec<JobKey> =
                        keys.into_iter().filter(|key| state.waiting.contains_key(key)).collect();
                    for key in &left {
                        if let Some(waiting) = state.waiting.get_mut(key) {
                            waiting.batch = Some(batch);
                        }
                    }
                    if !left.is_empty() {
                        let (id, seen) = (packed.batch.id, Instant::now());
                        let sequence = ack.sequence;
                        state.batches.insert(batch, SentBatch { id, sequence, left, seen });
                    }
                }
                Err(error) => {
                    if streams::is_full(&error) {
                        self.say(
                            "the queue is full: nothing is sent until workers have taken some",
                        );
                    } else if error.kind() == PublishErrorKind::StreamNotFound {
                        // The server lost its disk, or another one has this address.
                        match self.workers.make_streams().await {
                            Err(error @ QueueError::Unanswered { .. }) => {
                                self.say(&error.to_string());
                            }
                            made => made?,
                        }
                    } else if error.kind() != PublishErrorKind::TimedOut {
                        self.say(&format!("a batch was not accepted: {}", words(&error)));
                    }
                    self.workers.connection.check()?;
                    self.wait(packed, keys);
                }
            }
        }
        Ok(())
    }

    /// Reports why nothing is sent, unless that was the last notice.
    fn say(&mut self, why: &str) {
        if self.said != why {
            self.workers.notice(self.board, why);
            self.said = why.to_string();
        }
    }

    /// Puts back jobs that are too long for one message and halves the batch size from now on.
    fn halve(&mut self, keys: Vec<JobKey>) {
        self.most = (keys.len() / 2).max(1);
        let mut state = self.board.state.lock();
        keys.into_iter().rev().for_each(|key| state.again.push_front(key));
    }

    fn subject(&self) -> String {
        names::jobs(&self.workers.tournament)
    }

    fn wait(&mut self, packed: Packed, keys: Vec<JobKey>) {
        self.unsent = Some((packed, keys));
        self.not_before = Instant::now() + FULL_PAUSE;
    }

    /// Packs the next jobs into a batch.
    fn batch(&mut self, slots: usize) -> Option<(Packed, Vec<JobKey>)> {
        let (jobs, mut taken) = (self.board.jobs, Vec::new());
        let mut state = self.board.state.lock();
        let size = self.workers.options.batch.map_or_else(
            || {
                let fitting = state.mean.map_or(1.0, |mean| BATCH_SECONDS / mean.max(1e-6));
                // Near the end, every slot should get a share.
                let share = (jobs.left() + state.again.len()) / (2 * slots);
                (fitting.round() as usize).max(1).min(share.max(1))
            },
            |batch| batch as usize,
        );
        while taken.len() < size.min(self.most) {
            if let Some(key) = state.again.pop_front() {
                let Some(waiting) = state.waiting.get(&key) else { continue };
                let (due, has_failed) = (waiting.dues[0], waiting.tries > 0);
                if jobs.is_benched(due) {
                    state.take(&key);
                    continue;
                }
                // A failed job is sent alone: it might keep others from being played.
                if has_failed && !taken.is_empty() {
                    state.again.push_front(key);
                    break;
                }
                taken.push((key, due));
                if has_failed {
                    break;
                }
                continue;
            }
            let Some(due) = jobs.next() else { break };
            match state.waiting.get_mut(&due.key) {
                Some(waiting) => waiting.dues.push(due),
                None => {
                    state.waiting.insert(due.key, Waiting::new(due));
                    taken.push((due.key, due));
                }
            }
        }
        drop(state);
        if taken.is_empty() {
            return None;
        }
        let setups: Vec<(JobKey, MatchSetup)> =
            taken.iter().map(|(key, due)| (*key, jobs.setup(*due))).collect();
        let id = self.workers.batch_id();
        let refused = self.workers.fleet.lock().refused();
        let js = &self.workers.connection.js;
        let tournament = &self.workers.tournament;
        let count = |bytes| parts::count(bytes, js);
        let head = BatchHead { tournament, id, refused, lease: self.workers.options.lease };
        let packed = pack(jobs, head, &setups, &mut self.checksums, count);
        Some((packed, taken.into_iter().map(|(key, _)| key).collect()))
    }

    async fn send_sources(&mut self, packed: &Packed) -> Result<(), String> {
        if std::mem::take(&mut self.board.state.lock().sources_lost) {
            self.known.clear();
        }
        let mut sent = Vec::new();
        for (checksum, bundle) in new_sources(packed, &self.known) {
            let name = names::bot(checksum);
            parts::put(&self.workers.connection.js, &name, &bundle.to_json()).await?;
            sent.push(checksum.clone());
        }
        self.known.extend(sent);
        Ok(())
    }

    /// Checks batches that have been out for long. Sends those again that the server no longer has,
    /// unless results are on their way.
    pub async fn reconcile(&mut self) {
        let patience = self.workers.options.lease + Duration::from_secs(5);
        let late: Vec<(u64, u64, String)> = {
            let state = self.board.state.lock();
            let is_late = |batch: &SentBatch| batch.seen.elapsed() > patience;
            let late = state.batches.iter().filter(|(_, batch)| is_late(batch));
            late.map(|(&number, batch)| (number, batch.sequence, batch.id.clone())).collect()
        };
        if late.is_empty() || self.workers.has_results_underway(self.board).await {
            return;
        }
        let js = &self.workers.connection.js;
        let Ok(stream) = js.get_stream_no_info(names::JOBS).await else { return };
        let mut lost = 0;
        for (number, sequence, id) in late {
            let is_there = match stream.get_raw_message(sequence).await {
                Ok(message) => {
                    let bytes = &message.payload[..];
                    bytes.windows(id.len()).any(|window| window == id.as_bytes())
                }
                Err(error) => !is_not_found(&error),
            };
            let mut state = self.board.state.lock();
            let Some(batch) = state.batches.get_mut(&number) else { continue };
            if is_there {
                batch.seen = Instant::now();
                continue;
            }
            let left = batch.left.clone();
            lost += left.len();
            left.iter().for_each(|key| state.send_again(key));
        }
        if lost > 0 {
            let text = format!("{lost} matches were lost in transit and are sent again");
            self.workers.notice(self.board, &text);
            // The sources can be gone too.
            self.known.clear();
        }
    }
}

fn is_not_found(error: &async_nats::jetstream::stream::RawMessageError) -> bool {
    use async_nats::jetstream::stream::RawMessageErrorKind as Kind;
    match error.kind() {
        Kind::NoMessageFound => true,
        Kind::JetStream(error) => error.code() == 404 || streams::is_missing(error.error_code()),
        _ => false,
    }
}
