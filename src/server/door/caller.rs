//! What a connection is used for.

use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::Response;
use axum::serve::IncomingStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Door;

/// Who is at the other end of a connection. Clones are the same one.
#[derive(Clone)]
pub struct Caller(Arc<Mutex<Doing>>);

/// What a connection is used for at the moment.
struct Doing {
    /// When we last wrote something.
    since: Instant,
    /// Requests that are not answered yet.
    asked: usize,
    /// Whether the last answer is a stream.
    streams: bool,
    /// Whether it takes no more of an answer for now.
    is_full: bool,
}

impl Caller {
    /// A caller that has just come.
    pub fn new() -> Caller {
        let since = Instant::now();
        Caller(Arc::new(Mutex::new(Doing { since, asked: 0, streams: false, is_full: false })))
    }

    /// When something was last written to him.
    pub fn since(&self) -> Instant {
        self.doing().since
    }

    /// Something was written to him, or could not be for now.
    pub fn wrote(&self, is_full: bool) {
        let mut doing = self.doing();
        doing.is_full = is_full;
        if !is_full {
            doing.since = Instant::now();
        }
    }

    /// How long he has neither asked nor been told anything; nothing while he does or is.
    pub fn idle(&self) -> Option<Duration> {
        let Doing { since, asked, streams, is_full } = *self.doing();
        (asked == 0 && !streams && !is_full).then(|| since.elapsed())
    }

    fn asks(&self) -> Asks<'_> {
        let mut doing = self.doing();
        doing.asked += 1;
        doing.streams = false;
        Asks(self)
    }

    fn doing(&self) -> MutexGuard<'_, Doing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is being answered.
struct Asks<'c>(&'c Caller);

impl Drop for Asks<'_> {
    fn drop(&mut self) {
        let mut doing = self.0.doing();
        (doing.asked, doing.since) = (doing.asked.saturating_sub(1), Instant::now());
    }
}

impl Connected<IncomingStream<'_, Door>> for Caller {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Caller {
        stream.io().caller().clone()
    }
}

/// Knows of each connection whether something is asked or told on it.
pub async fn attend(
    ConnectInfo(caller): ConnectInfo<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let _asks = caller.asks();
    let response = next.run(request).await;
    let kind = response.headers().get(CONTENT_TYPE).map(|kind| kind.as_bytes());
    caller.doing().streams = kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"));
    response
}
