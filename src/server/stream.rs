//! The stream of a page: what happens, as it happens, in server-sent events.
//!
//! A match has one log for all who read it with the same eyes. A reader is a place in that log and
//! nothing more: what it has not read yet is kept nowhere for it, a message is made when the
//! connection can take one, and a page names the place where it goes on: behind the film that it has
//! fetched, or behind the last message it has got. The messages are not compressed: that would need a
//! window of memory for every reader.

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::select;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::hall::Cursor;
use super::{Hall, Message, Table, TableState, Visitor, Watching, aside};
use crate::registry::Eyes;

/// How often something is sent when nothing happens, so that both sides know that the other is there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// When a browser comes back that has lost its stream.
const RETRY: Duration = Duration::from_secs(1);
/// Bytes of items after which a message is full. Of those that are not read some sixteen are kept on
/// their way.
const FULL: usize = 8 * 1024;
/// Least time between two lists of matches.
const LOBBY_PAUSE: Duration = Duration::from_millis(300);
/// Least time between two messages that differ only in how many pages look on.
const WATCHING_PAUSE: Duration = Duration::from_secs(1);

/// The answer to a page that wants a stream.
pub(super) type Answer = Sse<axum::response::sse::KeepAliveStream<Events>>;

/// The events of one page.
pub(super) type Events = std::pin::Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

/// The stream of one source.
pub(super) fn answer(source: Source, closing: watch::Receiver<bool>) -> Answer {
    let first = Event::default().retry(RETRY);
    events(unfold((Some(first), source, closing), |(first, mut source, mut closing)| async move {
        if let Some(first) = first {
            return Some((Ok(first), (None, source, closing)));
        }
        let event = select! {
            event = source.next() => event,
            _ = closing.wait_for(|closing| *closing) => return None,
        };
        Some((Ok(event), (None, source, closing)))
    }))
}

fn events(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Answer {
    let events: Events = Box::pin(stream);
    // A message of its own: of a comment a page would not know.
    let beat = Event::default().event("beat").data("null");
    Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE).event(beat))
}

/// What a stream tells of.
pub(super) enum Source {
    /// All matches.
    Lobby(Lobby),
    /// One match.
    Match(Box<OneMatch>),
    /// A match that there is not.
    Gone {
        /// Why, until it is told.
        why: Option<String>,
    },
}

impl Source {
    /// All matches.
    pub fn lobby(hall: &Arc<Hall>) -> Source {
        let changes = hall.changes();
        Source::Lobby(Lobby { hall: hall.clone(), changes, told: String::new(), not_before: None })
    }

    /// A match as `visitor` sees it with the eyes he wishes, from where he was.
    pub fn of(table: &Arc<Table>, visitor: Visitor, wish: Eyes, at: Option<Cursor>) -> Source {
        let watching = table.watch();
        let (table, changes) = (table.clone(), table.changes());
        let told = Told::default();
        let of = OneMatch { table, visitor, wish, changes, cursor: at, told, _watching: watching };
        Source::Match(Box::new(of))
    }

    /// The next message, once there is one.
    async fn next(&mut self) -> Event {
        match self {
            Source::Lobby(lobby) => lobby.next().await,
            Source::Match(of) => of.next().await,
            Source::Gone { why } => match why.take() {
                Some(gone) => Event::default().data(json(&Message::Gone { gone })),
                // Were the stream to end, the page would ask again.
                None => std::future::pending().await,
            },
        }
    }
}

/// A page that shows the list of matches.
pub(super) struct Lobby {
    hall: Arc<Hall>,
    changes: watch::Receiver<u64>,
    told: String,
    not_before: Option<Instant>,
}

impl Lobby {
    async fn next(&mut self) -> Event {
        loop {
            if let Some(then) = self.not_before.take() {
                sleep_until(then).await;
            }
            self.changes.borrow_and_update();
            let text = json(&Message::Lobby { lobby: self.hall.lobby() });
            if text != self.told {
                self.told.clone_from(&text);
                self.not_before = Some(Instant::now() + LOBBY_PAUSE);
                return Event::default().data(text);
            }
            changed(&mut self.changes).await;
        }
    }
}

/// A page that shows a match.
pub(super) struct OneMatch {
    table: Arc<Table>,
    visitor: Visitor,
    wish: Eyes,
    changes: watch::Receiver<u64>,
    cursor: Option<Cursor>,
    told: Told,
    _watching: Watching,
}

/// The state of a table that a page knows.
#[derive(Default)]
struct Told {
    /// All but clocks and how many look on.
    state: String,
    watching: usize,
    at: Option<Instant>,
}

/// Whether there is something to say.
enum Due {
    Now(Event),
    At(Instant),
    Later,
}

impl OneMatch {
    async fn next(&mut self) -> Event {
        loop {
            match self.due().await {
                Due::Now(event) => return event,
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
        // Asked before the film, and told after it: a decision to take is never told of before the
        // position that it is taken in.
        let state = self.table.state(&self.visitor);
        let reel = aside::reel(&self.table, self.visitor, self.wish).await;
        let epoch = reel.epoch();
        let known = self.cursor.filter(|at| at.epoch == epoch && at.next <= reel.len());
        let Some(Cursor { next, .. }) = known else {
            let cursor = Cursor { epoch, next: 0 };
            self.cursor = Some(cursor);
            let head = Box::new(reel.head().clone());
            return Due::Now(event(cursor, json(&Message::Head { head })));
        };
        let items = reel.since(next);
        if !items.is_empty() {
            let (text, count) = message_of(next, &items);
            let cursor = Cursor { epoch, next: next + count };
            self.cursor = Some(cursor);
            return Due::Now(event(cursor, text));
        }
        self.tell(state, Cursor { epoch, next })
    }

    /// The state of the table, if it is news.
    fn tell(&mut self, state: TableState, cursor: Cursor) -> Due {
        let (now, watching) = (Instant::now(), state.watching);
        let mut rest = TableState { watching: 0, ..state.clone() };
        // A clock that runs is no news: the page has one too.
        if let Some(ask) = &mut rest.ask {
            ask.left_ms = ask.left_ms.map(|_| 0);
        }
        let rest = json(&rest);
        if rest == self.told.state {
            if watching == self.told.watching {
                return Due::Later;
            }
            let soon = self.told.at.map_or(now, |at| at + WATCHING_PAUSE);
            if soon > now {
                return Due::At(soon);
            }
        }
        self.told = Told { state: rest, watching, at: Some(now) };
        let table = Box::new(state);
        Due::Now(event(cursor, json(&Message::Table { table })))
    }
}

/// A message with as many of `items` as it holds, the first of which has the index `from`, and how
/// many those are.
fn message_of(from: usize, items: &[Arc<str>]) -> (String, usize) {
    let mut text = format!("{{\"from\":{from},\"items\":[");
    let mut count = 0;
    for item in items {
        if count > 0 {
            if text.len() + item.len() > FULL {
                break;
            }
            text.push(',');
        }
        text.push_str(item);
        count += 1;
    }
    text.push_str("]}");
    (text, count)
}

fn event(at: Cursor, text: String) -> Event {
    Event::default().id(at.to_string()).data(text)
}

fn json(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).expect("what pages are told has string keys only")
}

/// Waits for a change. What will never change again is waited for until the page goes.
async fn changed(changes: &mut watch::Receiver<u64>) {
    if changes.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_filled_but_holds_one_item_at_least() {
        let items: Vec<Arc<str>> = ["1", "2", "3"].map(Arc::from).to_vec();
        assert_eq!(message_of(7, &items), ("{\"from\":7,\"items\":[1,2,3]}".to_string(), 3));
        let large: Arc<str> = "5".repeat(FULL).into();
        let (text, count) = message_of(0, &[large.clone(), large]);
        assert_eq!(count, 1);
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_err() || text.len() > FULL);
    }
}
