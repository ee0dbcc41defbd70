//! Workers on other machines as a [`Venue`]: the coordinator's side of the queue.

use async_nats::jetstream::{AckKind, Message as Delivered};
use futures_util::StreamExt;
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::mpsc as channel;

use super::board::Board;
use super::bounds::RESULTS_BYTES;
use super::collect::{Incoming, News, collect};
use super::connect::{Connection, Notices, ServerOptions, words};
use super::error::QueueError;
use super::fleet::Fleet;
use super::publish::Publisher;
use super::wire::{Heartbeat, Message};
use super::{names, parts, streams};
use juez_core::Seed;

use juez_match::registry::{AnyGame, MatchSetup};
use juez_pool::Isolation;
use juez_script::STACK;
use juez_storage::unix_time;
use juez_tournament::{DueJobs, Event, Packed, Report, Summary, Venue, play_match};

/// Maximum number of messages waiting for a thread to check them.
const UNCHECKED: usize = 64;
/// With at least this many jobs, the coordinator only tracks jobs that are out, unless results of
/// an earlier run are waiting.
const MANY_JOBS: usize = 100_000;
/// Pause between checks of the whole queue.
const TICK: Duration = Duration::from_millis(500);
/// Longest wait for a result before jobs are sent.
const IDLE: Duration = Duration::from_millis(20);
/// Number of messages requested at once.
const PULL: usize = 200;
/// Pause before messages are requested again.
const PULL_PAUSE: Duration = Duration::from_millis(300);

/// Settings for the use of workers; none of them changes results.
#[derive(Clone, Debug)]
pub struct WorkersOptions {
    /// Silence after which a worker's batch goes to another.
    pub lease: Duration,
    /// Share of the matches, 0 to 1, replayed here.
    pub recheck: f64,
    /// Threads that check results and replay matches, 1 or more.
    pub threads: u32,
    /// Copies of the streams in a cluster.
    pub replicas: u32,
    /// Matches in a batch; `None` for about two seconds of work.
    pub batch: Option<u32>,
}

/// Workers on other machines.
pub struct Workers<'a> {
    runtime: Runtime,
    pub(super) connection: Connection,
    pub(super) isolation: &'a Isolation,
    pub(super) options: WorkersOptions,
    /// The name of the tournament in subjects.
    pub(super) tournament: String,
    pub(super) fleet: Arc<Mutex<Fleet>>,
    /// Notices for the next stage that runs.
    notices: Arc<Mutex<Vec<String>>>,
    results: tokio::sync::Mutex<channel::Receiver<Delivered>>,
    /// Number of results of an earlier run to take before anything is sent.
    backlog: AtomicU64,
    has_begun: AtomicBool,
    /// Prefix of the batch names of this run.
    run: String,
    batches: AtomicU64,
    dice: Mutex<juez_core::Rng>,
}

impl<'a> Workers<'a> {
    /// Connects to a server, creates the streams and takes over results left there by an earlier
    /// run of the tournament. Results of workers in `refused` are rejected.
    ///
    /// # Errors
    /// If the server cannot be used.
    pub fn open(
        server: &ServerOptions,
        tournament: String,
        refused: Vec<String>,
        isolation: &'a Isolation,
        options: WorkersOptions,
    ) -> Result<Workers<'a>, QueueError> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(1).thread_name("queue").enable_all().build()?;
        let texts: Arc<Mutex<Vec<String>>> = Arc::default();
        let notices: Notices = {
            let texts = texts.clone();
            Arc::new(move |text| texts.lock().push(text))
        };
        let fleet: Arc<Mutex<Fleet>> = Arc::default();
        for worker in refused {
            fleet.lock().refuse(&worker);
        }
        let (connection, backlog, results) = runtime.block_on(async {
            let begun = Instant::now();
            let connection = Connection::open(server, notices).await?;
            let ready = || async {
                streams::make(&connection.js, options.lease, options.replicas).await?;
                streams::forget_jobs(&connection.js, &tournament).await?;
                streams::collector(&connection.js, &tournament, true).await
            };
            let mut collector = loop {
                match ready().await {
                    Err(QueueError::Unanswered { .. }) if begun.elapsed() < server.patience => {
                        tokio::time::sleep(PULL_PAUSE).await;
                    }
                    made => break made?,
                }
            };
            let backlog = collector.info().await.map_or(0, |info| info.num_pending);
            let (send, results) = channel::channel(PULL);
            tokio::spawn(pump(connection.clone(), tournament.clone(), send));
            tokio::spawn(hear(connection.clone(), fleet.clone(), texts.clone()));
            Ok::<_, QueueError>((connection, backlog, results))
        })?;
        // Bits secret from workers, so that none can predict which matches are replayed.
        let bits = Seed::fresh()?;
        let run = bits.commitment()[..12].to_string();
        Ok(Workers {
            runtime,
            connection,
            isolation,
            options,
            tournament,
            fleet,
            notices: texts,
            results: tokio::sync::Mutex::new(results),
            backlog: AtomicU64::new(backlog),
            has_begun: AtomicBool::new(false),
            run,
            batches: AtomicU64::new(0),
            dice: Mutex::new(bits.rng()),
        })
    }

    /// Leaves the server. If the tournament `is_over`, removes everything of it; otherwise leaves
    /// results for the run that resumes it.
    pub fn finish(self, is_over: bool) {
        let Workers { runtime, connection, tournament, .. } = self;
        runtime.block_on(async {
            let _ = streams::forget_jobs(&connection.js, &tournament).await;
            if !is_over {
                return;
            }
            let consumer = names::collector(&tournament);
            let _ = connection.js.delete_consumer_from_stream(consumer, names::RESULTS).await;
            if let Ok(stream) = connection.js.get_stream_no_info(names::RESULTS).await {
                let _ = stream.purge().filter(names::results(&tournament, "*")).await;
            }
            let parts = format!("juez.parts.{tournament}.>");
            if let Ok(stream) = connection.js.get_stream_no_info(names::PARTS).await {
                let _ = stream.purge().filter(parts).await;
            }
        });
    }

    /// Returns a unique name for a batch.
    pub(super) fn batch_id(&self) -> String {
        let number = self.batches.fetch_add(1, Ordering::Relaxed);
        format!("{}-{}-{number}", self.tournament, self.run)
    }

    /// Decides at random whether to replay a match.
    pub(super) fn is_sampled(&self) -> bool {
        self.options.recheck > 0.0 && self.dice.lock().unit() < self.options.recheck
    }

    pub(super) fn play(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<(Box<Summary>, Packed), String> {
        play_match(game, setup, self.isolation)
    }

    pub(super) fn notice(&self, board: &Board<'_>, text: &str) {
        board.report(Report::Event(Event::Notice { text: text.to_string() }));
    }

    pub(super) async fn make_streams(&self) -> Result<(), QueueError> {
        let js = &self.connection.js;
        streams::make(js, self.options.lease, self.options.replicas).await?;
        streams::collector(js, &self.tournament, false).await.map(drop)
    }

    /// Returns true if results are on their way, or if the server does not answer.
    pub(super) async fn has_results_underway(&self, board: &Board<'_>) -> bool {
        if board.state.lock().checking > 0 || !self.results.lock().await.is_empty() {
            return true;
        }
        match streams::collector(&self.connection.js, &self.tournament, false).await {
            Ok(mut collector) => match collector.info().await {
                Ok(info) => info.num_pending > 0,
                Err(_) => true,
            },
            // Without anything left to send, nothing else would notice this.
            Err(_) if streams::are_lost(&self.connection.js).await => {
                self.make_streams().await.is_err()
            }
            Err(_) => true,
        }
    }

    /// Sends jobs and takes results until the stage is over.
    async fn coordinate(
        &self,
        board: &Board<'_>,
        messages: SyncSender<Incoming>,
    ) -> Result<(), QueueError> {
        let is_first = !self.has_begun.swap(true, Ordering::Relaxed);
        if is_first && (self.backlog.load(Ordering::Relaxed) > 0 || board.jobs.left() < MANY_JOBS) {
            // Results of an earlier run can come for any of them.
            board.await_all();
        }
        let mut publisher = Publisher::new(self, board);
        let mut looked = Instant::now();
        while !board.has_ended() {
            if self.backlog.load(Ordering::Relaxed) == 0 {
                publisher.fill().await?;
                if board.jobs.left() == 0 && board.state.lock().is_idle() {
                    break;
                }
            }
            self.take_results(board, &messages).await;
            if looked.elapsed() >= TICK {
                looked = Instant::now();
                self.connection.check()?;
                self.report(board);
                publisher.reconcile().await;
                let is_checked = board.state.lock().checking == 0;
                if is_checked && !self.has_results_underway(board).await {
                    self.backlog.store(0, Ordering::Relaxed);
                }
            }
        }
        self.report(board);
        Ok(())
    }

    /// Hands all available results to the threads that check them; waits briefly if there are none.
    async fn take_results(&self, board: &Board<'_>, messages: &SyncSender<Incoming>) {
        let mut results = self.results.lock().await;
        let first = tokio::time::timeout(IDLE, results.recv()).await;
        let mut next = first.ok().flatten();
        while let Some(message) = next {
            if let Some(incoming) = self.incoming(board, message).await {
                board.state.lock().checking += 1;
                let mut incoming = incoming;
                // Replaying threads can be busy for long, so this polls and blocks no thread.
                while let Err(error) = messages.try_send(incoming) {
                    match error {
                        TrySendError::Full(again) if !board.has_ended() => incoming = again,
                        _ => {
                            board.state.lock().checking -= 1;
                            return;
                        }
                    }
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            }
            let left = self.backlog.load(Ordering::Relaxed);
            self.backlog.store(left.saturating_sub(1), Ordering::Relaxed);
            next = results.try_recv().ok();
        }
    }

    /// Reads a message of results. An unreadable one is reported and removed.
    async fn incoming(&self, board: &Board<'_>, message: Delivered) -> Option<Incoming> {
        let worker: Arc<str> = message.subject.rsplit('.').next().unwrap_or_default().into();
        let (read, parts) = self.read(&worker, &message).await;
        let (message, acker) = message.split();
        match read {
            Ok(news) => {
                let receipt =
                    Receipt { acker: Some(acker), runtime: self.runtime.handle().clone() };
                let js = self.connection.js.clone();
                let runtime = self.runtime.handle().clone();
                let stored = Box::new(move || {
                    receipt.stored();
                    if let Some(name) = parts {
                        runtime.spawn(async move { parts::forget(&js, names::PARTS, &name).await });
                    }
                });
                Some(Incoming { worker, news, stored })
            }
            Err(why) => {
                let bytes = message.payload.len();
                self.notice(
                    board,
                    &format!("{bytes} bytes from worker {worker} are not results: {why}"),
                );
                let _ = acker.ack_with(AckKind::Term).await;
                None
            }
        }
    }

    /// Reads the content of a message; also returns the name of its parts, if it came in parts.
    async fn read(
        &self,
        worker: &str,
        message: &Delivered,
    ) -> (Result<News, String>, Option<String>) {
        let read = |bytes: &[u8]| Message::from_bytes(bytes).map_err(|error| error.to_string());
        match read(&message.payload) {
            Ok(Message::Results(results)) => (Ok(News::Results(results)), None),
            Ok(Message::Returned { sequence, batch, why, lacks_source }) => {
                (Ok(News::Returned { sequence, batch, why, lacks_source }), None)
            }
            Ok(Message::Parts { id, parts, checksum }) => {
                let name = names::result_parts(&self.tournament, worker, &names::token(&id));
                let js = &self.connection.js;
                let whole =
                    parts::get(js, names::PARTS, &name, parts, &checksum, RESULTS_BYTES).await;
                let news = whole.and_then(|bytes| match read(&bytes)? {
                    Message::Results(results) => Ok(News::Results(results)),
                    Message::Parts { .. } | Message::Returned { .. } => {
                        Err("parts of a message that is never split".to_string())
                    }
                });
                (news, Some(name))
            }
            Err(why) => (Err(why), None),
        }
    }

    fn report(&self, board: &Board<'_>) {
        for text in std::mem::take(&mut *self.notices.lock()) {
            self.notice(board, &text);
        }
        if let Some(workers) = self.fleet.lock().rates() {
            board.report(Report::Event(Event::Workers { workers }));
        }
    }
}

impl Venue for Workers<'_> {
    fn start<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        jobs: &'s DueJobs<'s>,
        reports: SyncSender<Report>,
    ) -> io::Result<()> {
        // Waiting results belong to a stage with jobs.
        if jobs.left() == 0 {
            return Ok(());
        }
        let board = Arc::new(Board::new(jobs, reports));
        let (messages, taken) = mpsc::sync_channel(UNCHECKED);
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..self.options.threads.max(1) {
            let (board, taken) = (board.clone(), taken.clone());
            let thread = thread::Builder::new().name("results".into()).stack_size(STACK);
            thread.spawn_scoped(scope, move || collect(self, &board, &taken))?;
        }
        let thread = thread::Builder::new().name("coordinator".into());
        thread.spawn_scoped(scope, move || {
            let played = self.runtime.block_on(self.coordinate(&board, messages));
            if let Err(error) = played {
                board.report(Report::Failed(error.to_string()));
                board.end();
            }
        })?;
        Ok(())
    }
}

/// The acknowledgement of a message. If dropped unused, the message comes again at once.
struct Receipt {
    acker: Option<async_nats::jetstream::message::Acker>,
    runtime: tokio::runtime::Handle,
}

impl Receipt {
    fn stored(mut self) {
        if let Some(acker) = self.acker.take() {
            self.runtime.spawn(async move {
                // If this is lost, the message comes again and is recognized.
                let _ = acker.ack().await;
            });
        }
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        if let Some(acker) = self.acker.take() {
            self.runtime.spawn(async move {
                let _ = acker.ack_with(AckKind::Nak(None)).await;
            });
        }
    }
}

/// Forwards results from the server; asks again if the server was away.
async fn pump(connection: Connection, tournament: String, send: channel::Sender<Delivered>) {
    while !send.is_closed() {
        let Ok(collector) = streams::collector(&connection.js, &tournament, false).await else {
            tokio::time::sleep(PULL_PAUSE).await;
            continue;
        };
        let stream = collector
            .stream()
            .max_messages_per_batch(PULL)
            .expires(Duration::from_secs(30))
            .heartbeat(Duration::from_secs(5));
        let Ok(mut messages) = stream.messages().await else {
            tokio::time::sleep(PULL_PAUSE).await;
            continue;
        };
        while let Some(Ok(message)) = messages.next().await {
            if send.send(message).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(PULL_PAUSE).await;
    }
}

/// Records the heartbeats of workers.
async fn hear(connection: Connection, fleet: Arc<Mutex<Fleet>>, notices: Arc<Mutex<Vec<String>>>) {
    let mut heartbeats = match connection.client.subscribe(names::HEARTBEATS).await {
        Ok(heartbeats) => heartbeats,
        Err(error) => {
            notices.lock().push(format!("cannot receive from workers: {}", words(&error)));
            return;
        }
    };
    while let Some(message) = heartbeats.next().await {
        let name = message.subject.rsplit('.').next().unwrap_or_default();
        let Ok(heartbeat) = serde_json::from_slice::<Heartbeat>(&message.payload) else { continue };
        let news = fleet.lock().heartbeat(name, &heartbeat, unix_time());
        notices.lock().extend(news);
    }
}
