//! The stream of a page: server-sent events.
//!
//! All readers of an observer share the newest events. A reader is a cursor into the log, and holds
//! a piece of it in memory only while it is behind: the server makes a message when the connection
//! can take one. A page names the cursor at which it continues: the end of the log that it has
//! fetched, or of its last message. Messages are not compressed, because that would take a memory
//! window for every reader.

use axum::http::HeaderName;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use futures_util::stream::{SelectAll, Stream, StreamExt, unfold};
use std::convert::Infallible;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::select;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::blocking;
use super::open_streams::OpenStream;
use juez_core::Observer;
use juez_lobby::Cursor;
use juez_lobby::json;
use juez_lobby::{Lobby, MatchHead, MatchTable, StreamMessage, TableState, ViewerGuard, VisitorId};

/// Interval of heartbeats, which show both sides that the connection is alive.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);
/// Time after which a browser reconnects a lost stream.
const RECONNECT_AFTER: Duration = Duration::from_secs(1);
/// Bytes of events after which a message is full. A slow reader has about sixteen unread messages
/// in memory.
const FULL_MESSAGE_BYTES: usize = 8 * 1024;
/// Minimum time between two lists of matches.
const LIST_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum time between two boards.
const BOARD_INTERVAL: Duration = Duration::from_secs(2);
/// Minimum time between two messages that differ only in the number of viewers.
const VIEWERS_INTERVAL: Duration = Duration::from_secs(1);

/// Asks proxies to forward each message at once: by default nginx buffers 4 kB.
const UNBUFFERED: [(HeaderName, &str); 1] = [(HeaderName::from_static("x-accel-buffering"), "no")];

pub(super) type StreamResponse<S> = ([(HeaderName, &'static str); 1], Sse<KeepAliveStream<S>>);

/// The events of one page.
pub(super) type Events = Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

/// Streams a source until the page leaves or the server shuts down.
pub(super) fn response(
    source: StreamSource,
    open: OpenStream,
    closing: watch::Receiver<bool>,
) -> StreamResponse<Events> {
    until_closed(messages(source).map(Message::event), open, closing)
}

/// Streams several sources. Each message has the index of its source:
/// `{"of":0,"at":"CURSOR","message":{...}}`, without `at` if the source has no cursor.
pub(super) fn shared_response(
    sources: Vec<StreamSource>,
    open: OpenStream,
    closing: watch::Receiver<bool>,
) -> StreamResponse<Events> {
    let indexed = |(of, source)| messages(source).map(move |message| message.indexed(of)).boxed();
    let all: SelectAll<_> = sources.into_iter().enumerate().map(indexed).collect();
    until_closed(all, open, closing)
}

/// Returns the endless messages of a source.
fn messages(source: StreamSource) -> impl Stream<Item = Message> + Send + 'static {
    unfold(source, |mut source| async move { Some((source.next().await, source)) })
}

fn until_closed(
    events: impl Stream<Item = Event> + Send + 'static,
    mut open: OpenStream,
    mut closing: watch::Receiver<bool>,
) -> StreamResponse<Events> {
    let first = Event::default().retry(RECONNECT_AFTER);
    let closed = async move {
        select! {
            () = open.ended() => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    };
    let events = futures_util::stream::iter([first]).chain(events).take_until(closed).map(Ok);
    with_heartbeat(events.boxed())
}

/// Returns a response with these events, and heartbeats in between.
pub(super) fn with_heartbeat<S>(events: S) -> StreamResponse<S>
where
    S: Stream<Item = Result<Event, Infallible>> + Send + 'static,
{
    // A message, because pages do not see comments.
    let heartbeat = Event::default().event("beat").data("null");
    let keep_alive = KeepAlive::new().interval(HEARTBEAT_INTERVAL).event(heartbeat);
    (UNBUFFERED, Sse::new(events).keep_alive(keep_alive))
}

struct Message {
    /// The cursor after the message, if the source has cursors.
    at: Option<Cursor>,
    text: String,
}

impl Message {
    fn plain(text: String) -> Message {
        Message { at: None, text }
    }

    fn event(self) -> Event {
        let event = Event::default().data(self.text);
        match self.at {
            Some(at) => event.id(at.to_string()),
            None => event,
        }
    }

    /// Returns the event in a stream of several sources.
    fn indexed(self, of: usize) -> Event {
        let at = self.at.map(|at| format!("\"at\":\"{at}\",")).unwrap_or_default();
        Event::default().data(format!("{{\"of\":{of},{at}\"message\":{}}}", self.text))
    }
}

pub(super) enum StreamSource {
    Matches(MatchesStream),
    Table(Box<TableStream>),
    Board(BoardStream),
    /// A match that does not exist.
    Gone {
        /// The reason, until it is sent.
        why: Option<String>,
    },
}

impl StreamSource {
    /// Returns the list of matches for `visitor`.
    pub fn matches(lobby: Arc<Lobby>, visitor: VisitorId) -> StreamSource {
        let changes = lobby.changes();
        let (sent, not_before) = (String::new(), None);
        StreamSource::Matches(MatchesStream { lobby, visitor, changes, sent, not_before })
    }

    /// Returns a board of a class, which is the same for all people: `newest` is its message.
    pub fn board(
        changes: watch::Receiver<u64>,
        newest: impl Fn() -> Option<Arc<str>> + Send + 'static,
    ) -> StreamSource {
        let (newest, sent, not_before) = (Box::new(newest), None, None);
        StreamSource::Board(BoardStream { newest, changes, sent, not_before })
    }

    /// Returns a match as `visitor` sees it from `cursor` on, with observer `wish` if that is
    /// allowed.
    pub fn table(
        table: Arc<MatchTable>,
        visitor: VisitorId,
        wish: Observer,
        cursor: Option<Cursor>,
    ) -> StreamSource {
        let (_viewer, changes) = (table.watch(), table.changes());
        let sent = SentState::default();
        let ahead = Ahead::default();
        let stream = TableStream { table, visitor, wish, changes, cursor, ahead, sent, _viewer };
        StreamSource::Table(Box::new(stream))
    }

    /// Waits for the next message.
    async fn next(&mut self) -> Message {
        match self {
            StreamSource::Matches(stream) => stream.next().await,
            StreamSource::Table(stream) => stream.next().await,
            StreamSource::Board(stream) => stream.next().await,
            StreamSource::Gone { why } => match why.take() {
                Some(gone) => Message::plain(json(&StreamMessage::Gone { gone })),
                // If the stream ended, the page would reconnect.
                None => std::future::pending().await,
            },
        }
    }
}

/// The stream of a page with the list of matches.
pub(super) struct MatchesStream {
    lobby: Arc<Lobby>,
    visitor: VisitorId,
    changes: watch::Receiver<u64>,
    sent: String,
    not_before: Option<Instant>,
}

impl MatchesStream {
    async fn next(&mut self) -> Message {
        loop {
            if let Some(then) = self.not_before.take() {
                sleep_until(then).await;
            }
            self.changes.borrow_and_update();
            let (lobby, visitor) = (self.lobby.clone(), self.visitor);
            let list = move || json(&StreamMessage::Lobby { lobby: lobby.matches_for(&visitor) });
            let list = blocking::read(list).await;
            if list != self.sent {
                self.sent.clone_from(&list);
                self.not_before = Some(Instant::now() + LIST_INTERVAL);
                return Message::plain(list);
            }
            changed(&mut self.changes).await;
        }
    }
}

/// The stream of a page with a ladder or a tournament.
pub(super) struct BoardStream {
    newest: Box<dyn Fn() -> Option<Arc<str>> + Send>,
    changes: watch::Receiver<u64>,
    sent: Option<Arc<str>>,
    not_before: Option<Instant>,
}

impl BoardStream {
    async fn next(&mut self) -> Message {
        loop {
            if let Some(then) = self.not_before.take() {
                sleep_until(then).await;
            }
            self.changes.borrow_and_update();
            if let Some(message) = (self.newest)().filter(|it| self.sent.as_ref() != Some(it)) {
                self.sent = Some(message.clone());
                self.not_before = Some(Instant::now() + BOARD_INTERVAL);
                return Message::plain(message.to_string());
            }
            changed(&mut self.changes).await;
        }
    }
}

/// The stream of a page with a match.
pub(super) struct TableStream {
    table: Arc<MatchTable>,
    visitor: VisitorId,
    wish: Observer,
    changes: watch::Receiver<u64>,
    cursor: Option<Cursor>,
    ahead: Ahead,
    sent: SentState,
    _viewer: ViewerGuard,
}

/// Events read but not sent yet.
#[derive(Default)]
struct Ahead {
    at: Option<Cursor>,
    events: Vec<Arc<str>>,
}

impl Ahead {
    /// True if they are enough for the next message from `at` on, in a log of `count` events.
    fn fill_a_message(&self, at: Cursor, count: usize) -> bool {
        let bytes: usize = self.events.iter().map(|event| event.len()).sum();
        let is_all = at.next + self.events.len() >= count;
        self.at == Some(at) && !self.events.is_empty() && (is_all || bytes > FULL_MESSAGE_BYTES)
    }
}

/// The part of an event log read for the next message.
enum ReadLog {
    /// Another log: its first cursor and its head.
    Begins(Cursor, Box<MatchHead>),
    Events(Cursor, Vec<Arc<str>>),
}

/// The state of a table as the page has it.
#[derive(Default)]
struct SentState {
    /// JSON without clocks and the number of viewers.
    state: String,
    viewers: usize,
    at: Option<Instant>,
}

enum Due {
    Now(Message),
    At(Instant),
    Later,
}

impl TableStream {
    async fn next(&mut self) -> Message {
        loop {
            match self.due().await {
                Due::Now(message) => return message,
                Due::At(then) => select! {
                    () = sleep_until(then) => {}
                    () = changed(&mut self.changes) => {}
                },
                Due::Later => changed(&mut self.changes).await,
            }
        }
    }

    async fn due(&mut self) -> Due {
        self.changes.borrow_and_update();
        let (table, visitor, wish) = (self.table.clone(), self.visitor, self.wish);
        let (cursor, ahead) = (self.cursor, mem::take(&mut self.ahead));
        // Reads the state before the log and sends it after, so that a page has the position when
        // it asks for a move.
        let read = move || {
            let (state, view) = (table.state(&visitor), table.log_view(&visitor, wish));
            let epoch = view.epoch();
            match cursor.filter(|at| at.epoch == epoch && at.next <= view.len()) {
                None => {
                    let head = Box::new(view.head());
                    Ok((state, ReadLog::Begins(Cursor { epoch, next: 0 }, head)))
                }
                Some(at) if ahead.fill_a_message(at, view.len()) => {
                    Ok((state, ReadLog::Events(at, ahead.events)))
                }
                Some(at) => view.since(at.next).map(|events| (state, ReadLog::Events(at, events))),
            }
        };
        let (state, read) = match blocking::read(read).await {
            Ok(read) => read,
            Err(error) => {
                let gone = error.to_string();
                return Due::Now(Message::plain(json(&StreamMessage::Gone { gone })));
            }
        };
        match read {
            ReadLog::Begins(cursor, head) => {
                self.cursor = Some(cursor);
                Due::Now(message(cursor, json(&StreamMessage::Head { head })))
            }
            ReadLog::Events(at, events) if events.is_empty() => self.state_due(state, at),
            ReadLog::Events(at, mut events) => {
                let (text, count) = message_of(at.next, &events);
                let cursor = Cursor { next: at.next + count, ..at };
                events.drain(..count);
                self.cursor = Some(cursor);
                self.ahead = Ahead { at: self.cursor, events };
                Due::Now(message(cursor, text))
            }
        }
    }

    /// Returns the state of the table if it has changed.
    fn state_due(&mut self, state: TableState, cursor: Cursor) -> Due {
        let (now, viewers) = (Instant::now(), state.watching);
        let mut rest = TableState { watching: 0, ..state.clone() };
        // A running clock is not a change: the page runs its own.
        if let Some(prompt) = &mut rest.ask {
            prompt.left_ms = prompt.left_ms.map(|_| 0);
        }
        let rest = json(&rest);
        if rest == self.sent.state {
            if viewers == self.sent.viewers {
                return Due::Later;
            }
            let soon = self.sent.at.map_or(now, |at| at + VIEWERS_INTERVAL);
            if soon > now {
                return Due::At(soon);
            }
        }
        self.sent = SentState { state: rest, viewers, at: Some(now) };
        let table = Box::new(state);
        Due::Now(message(cursor, json(&StreamMessage::Table { table })))
    }
}

/// Builds a message from as many of `events` as fit; the first has index `from`. Also returns their
/// number.
fn message_of(from: usize, events: &[Arc<str>]) -> (String, usize) {
    let mut text = format!("{{\"from\":{from},\"items\":[");
    let mut count = 0;
    for event in events {
        if count > 0 {
            if text.len() + event.len() > FULL_MESSAGE_BYTES {
                break;
            }
            text.push(',');
        }
        text.push_str(event);
        count += 1;
    }
    text.push_str("]}");
    (text, count)
}

fn message(at: Cursor, text: String) -> Message {
    Message { at: Some(at), text }
}

/// Waits for a change; forever if no more can come.
async fn changed(changes: &mut watch::Receiver<u64>) {
    if changes.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_filled_but_holds_one_event_at_least() {
        let events: Vec<Arc<str>> = ["1", "2", "3"].map(Arc::from).to_vec();
        assert_eq!(message_of(7, &events), ("{\"from\":7,\"items\":[1,2,3]}".to_string(), 3));
        let large: Arc<str> = "5".repeat(FULL_MESSAGE_BYTES).into();
        let (text, count) = message_of(0, &[large.clone(), large]);
        assert_eq!(count, 1);
        assert!(text.len() > FULL_MESSAGE_BYTES);
    }
}
