//! A worker of the tests, which does things that a worker must not do.

use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{self, Context};
use futures_util::StreamExt;
use juez::core::Player;
use juez::pool::Isolation;
use juez::queue::{Batch, Message, SentMatch, SentResult};
use juez::registry::{MatchSetup, Mind, PlayerSpec, game};
use juez::script::{BotSpec, Bundle, LANGUAGES};
use juez::storage::gzip;
use juez::tournament::JobKey;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;

use crate::nats::PATIENCE;

/// Pause between two requests to the server.
const PAUSE: Duration = Duration::from_millis(20);

pub struct Client {
    runtime: Runtime,
    pub js: Context,
    name: String,
}

impl Client {
    pub fn connect(url: &str, name: &str) -> Client {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        let client = runtime.block_on(async_nats::connect(url)).expect("a server");
        let js = {
            let _guard = runtime.enter();
            jetstream::new(client)
        };
        Client { runtime, js, name: name.to_string() }
    }

    pub fn run<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    /// Waits until the server holds this many batches.
    pub fn wait_for_batches(&self, count: u64) {
        let begun = Instant::now();
        self.run(async {
            loop {
                let stream = self.js.get_stream("JUEZ_JOBS").await;
                let held = stream.map_or(0, |stream| stream.cached_info().state.messages);
                if held == count {
                    return;
                }
                assert!(begun.elapsed() < PATIENCE, "{held} batches, not {count}");
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    /// Takes a batch and acknowledges nothing.
    pub fn take(&self) -> Batch {
        let message = self.delivered();
        Batch::from_bytes(&message.payload).expect("a batch")
    }

    /// Takes a batch as a message.
    pub fn delivered(&self) -> jetstream::Message {
        let version = juez::queue::token(env!("CARGO_PKG_VERSION"));
        let begun = Instant::now();
        self.run(async {
            while begun.elapsed() < PATIENCE {
                let consumer = format!("workers-{version}");
                let consumer = self.js.get_consumer_from_stream(consumer, "JUEZ_JOBS").await;
                let Ok(consumer): Result<PullConsumer, _> = consumer else {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                };
                let expires = Duration::from_secs(1);
                let batch = consumer.batch().max_messages(1).expires(expires).messages().await;
                if let Ok(mut batch) = batch
                    && let Some(Ok(message)) = batch.next().await
                {
                    return message;
                }
            }
            panic!("no batch came");
        })
    }

    pub fn setups(&self, batch: &Batch) -> Vec<(JobKey, MatchSetup)> {
        let setup = |job: &juez::queue::SentJob| {
            let player = |&at: &u32| self.player(batch, at);
            let setup = MatchSetup {
                terms: batch.terms[job.terms as usize].clone(),
                seed: Some(job.seed),
                moves: job.moves.clone(),
                ..MatchSetup::new(job.players.iter().map(player).collect())
            };
            (job.key.parse().expect("a key"), setup)
        };
        batch.jobs.iter().map(setup).collect()
    }

    fn player(&self, batch: &Batch, at: u32) -> PlayerSpec {
        let sent = &batch.players[at as usize];
        let Player { name, bot, source } = sent.player.clone();
        let source = source.expect("a bot that does not change");
        let game = game(&batch.game).expect("a game");
        let Some((checksum, parts)) = &sent.files else {
            let PlayerSpec { mind, .. } = PlayerSpec::built_in(&source, game).expect("a bot");
            return PlayerSpec { name, mind };
        };
        let json = self.run(async {
            let stream = self.js.get_stream_no_info("JUEZ_BOTS").await.expect("a stream");
            let mut json = Vec::new();
            for part in 0..*parts {
                let subject = format!("juez.bots.{checksum}.{part}");
                let part = stream.direct_get_last_for_subject(subject).await.expect("a part");
                json.extend_from_slice(&part.payload);
            }
            json
        });
        let bundle = Bundle::from_json(&json, &source).expect("a bundle");
        let language = LANGUAGES.iter().copied().find(|language| language.played_by == bot);
        let spec = BotSpec::uncompiled(name.clone(), language.expect("a language"), bundle);
        PlayerSpec { name, mind: Mind::Script(spec) }
    }

    /// Plays a batch properly and returns the results.
    pub fn played(&self, batch: &Batch) -> Vec<SentResult> {
        self.results(batch, |setup| setup.clone())
    }

    /// Plays each match of a batch as `change` alters it, and returns the results under the proper
    /// heads.
    pub fn results(
        &self,
        batch: &Batch,
        change: impl Fn(&MatchSetup) -> MatchSetup,
    ) -> Vec<SentResult> {
        let game = game(&batch.game).expect("a game");
        let result = |(key, setup): (JobKey, MatchSetup)| {
            let timed = Isolation::Thread.play_timed(game, &change(&setup)).expect("it is played");
            let mut record = timed.record;
            record.players = setup.players.iter().map(PlayerSpec::player).collect();
            record.seed = setup.seed;
            let packed = gzip::pack(record.to_line().as_bytes());
            let took_us = timed.took.iter().map(|took| took.as_micros() as u64).collect();
            let played = Ok(SentMatch { record: packed, took_us, wall_us: 1000 });
            SentResult { key: key.0, played }
        };
        self.setups(batch).into_iter().map(result).collect()
    }

    /// Reports results under this message id.
    pub fn report(&self, batch: &Batch, results: Vec<SentResult>, id: &str) {
        self.send(batch, Message::Results(results).to_bytes(), id);
    }

    /// Sends bytes as results.
    pub fn send(&self, batch: &Batch, bytes: Vec<u8>, id: &str) {
        let subject = format!("juez.results.{}.{}", batch.tournament, self.name);
        let id = format!("{}-{}-{id}", batch.id, self.name);
        let message = PublishMessage::build().payload(bytes.into()).message_id(id);
        self.run(async {
            let sent = self.js.send_publish(subject, message).await.expect("it is sent");
            sent.await.expect("it is stored");
        });
    }

    /// Gives a batch back unplayed.
    pub fn give_back(&self, message: &jetstream::Message, why: &str) {
        let batch = Batch::from_bytes(&message.payload).expect("a batch");
        let info = message.info().expect("its place");
        let (sequence, number) = (info.stream_sequence, info.delivered);
        let (id, why) = (batch.id.clone(), why.to_string());
        let returned = Message::Returned { sequence, batch: id, why, lacks_source: false };
        self.send(&batch, returned.to_bytes(), &format!("returned-{number}"));
        self.acknowledge(message);
    }

    /// Sends a batch as its coordinator would.
    pub fn send_batch(&self, batch: &Batch) {
        let version = juez::queue::token(env!("CARGO_PKG_VERSION"));
        let subject = format!("juez.jobs.{version}.{}", batch.tournament);
        self.run(async {
            let sent = self.js.publish(subject, batch.to_bytes().into()).await;
            sent.expect("it is sent").await.expect("it is stored");
        });
    }

    /// Waits until workers have this number of batches.
    pub fn wait_until_out(&self, count: usize) {
        let name = format!("workers-{}", juez::queue::token(env!("CARGO_PKG_VERSION")));
        let begun = Instant::now();
        self.run(async {
            loop {
                let consumer = self.js.get_consumer_from_stream(&name, "JUEZ_JOBS").await;
                let consumer: Result<PullConsumer, _> = consumer;
                let out = consumer.map_or(0, |it| it.cached_info().num_ack_pending);
                if out >= count {
                    return;
                }
                assert!(begun.elapsed() < PATIENCE, "{out} batches are out, not {count}");
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    /// Subscribes to the messages of workers about batches.
    pub fn hear_workers(&self) -> Subscriber {
        self.hear("$JS.ACK.JUEZ_JOBS.>")
    }

    pub fn next_results(&self, heard: &mut Subscriber) -> Message {
        let next = async { tokio::time::timeout(PATIENCE, heard.next()).await };
        let message = self.run(next).expect("in time").expect("a message");
        Message::from_bytes(&message.payload).expect("results")
    }

    pub fn hear(&self, subject: &'static str) -> Subscriber {
        self.run(async {
            let heard = self.js.client().subscribe(subject).await;
            let heard = heard.expect("a subscription");
            self.js.client().flush().await.expect("the server has it");
            heard
        })
    }

    /// Returns the messages about the first delivery of a batch.
    pub fn heard_of_first(&self, heard: &mut Subscriber, sequence: u64) -> Vec<String> {
        self.run(async {
            // All earlier messages have arrived when this answer comes.
            self.js.client().flush().await.expect("an answer");
            let mut said = Vec::new();
            while let Ok(Some(message)) =
                tokio::time::timeout(Duration::from_millis(100), heard.next()).await
            {
                // $JS.ACK.STREAM.CONSUMER.DELIVERY.SEQUENCE and more
                let tokens: Vec<&str> = message.subject.split('.').collect();
                if (tokens[4], tokens[5]) == ("1", &*sequence.to_string()) {
                    said.push(String::from_utf8_lossy(&message.payload).into_owned());
                }
            }
            said
        })
    }

    /// Reports that it plays one match at once.
    pub fn heartbeat(&self) {
        let program = env!("CARGO_PKG_VERSION");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
        let beat = format!(r#"{{"program":"{program}","concurrency":1,"now":{now}}}"#);
        let subject = format!("juez.workers.{}", self.name);
        self.run(async {
            self.js.client().publish(subject, beat.into()).await.expect("it is sent");
            self.js.client().flush().await.expect("it is sent");
        });
    }

    /// Sends this many heartbeats of the largest size, without content.
    pub fn heartbeats(&self, count: u32) {
        let client = self.js.client();
        let beat = vec![b' '; client.server_info().max_payload];
        self.run(async {
            for _ in 0..count {
                let sent = client.publish("juez.workers.flood", beat.clone().into());
                sent.await.expect("it is sent");
            }
            client.flush().await.expect("it is sent");
        });
    }

    /// Reports that a batch is done.
    pub fn acknowledge(&self, message: &jetstream::Message) {
        self.run(message.double_ack()).expect("an answer");
    }
}
