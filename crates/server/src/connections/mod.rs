//! Limit on open connections.
//!
//! A connection takes a file and some memory, even when idle. A full server closes the connection
//! that has been idle for longest when a new one arrives; if none is idle, the new one waits. A
//! connection on which the server has written nothing for a while is closed in any case, so that a
//! client cannot hold it by sending half a request, or a byte now and then, or by not reading the
//! response.

use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::Response;
use axum::serve::{IncomingStream, Listener};
use parking_lot::Mutex;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::time::{sleep, timeout};

/// Limit on connections, if the system allows as many files.
const MAX_CONNECTIONS: usize = 1000;

#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectionLimits {
    /// Limit on connections.
    pub max: usize,
    /// Maximum time without a byte from the server: streams have a heartbeat every few seconds, and
    /// requests are answered within half a minute.
    pub silence: Duration,
    /// Idle time from which a connection can be closed for another.
    pub grace: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            max: MAX_CONNECTIONS.min(most_open_files() / 2),
            silence: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }
}

#[cfg(unix)]
fn most_open_files() -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    files.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn most_open_files() -> usize {
    usize::MAX
}

/// A listener that limits its connections.
pub(super) struct LimitedListener {
    listener: TcpListener,
    open: Arc<OpenConnections>,
}

struct OpenConnections {
    limits: ConnectionLimits,
    /// Activity of each connection, which closes when its sender is dropped.
    connections: Mutex<Vec<(Activity, oneshot::Sender<()>)>>,
    /// Notified when a connection is closed.
    closed: Notify,
}

impl LimitedListener {
    /// Limits the connections of `listener`. Must be called within a runtime.
    pub fn new(listener: TcpListener, limits: ConnectionLimits) -> LimitedListener {
        let (connections, closed) = (Mutex::default(), Notify::new());
        let open = Arc::new(OpenConnections { limits, connections, closed });
        let watched = Arc::downgrade(&open);
        tokio::spawn(async move {
            while let Some(open) = watched.upgrade() {
                open.close_silent();
                drop(open);
                sleep(limits.silence / 8).await;
            }
        });
        LimitedListener { listener, open }
    }
}

impl Listener for LimitedListener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // Sends messages at once instead of collecting more.
        let _ = stream.set_nodelay(true);
        let (activity, closing) = loop {
            if let Some(admitted) = self.open.admit() {
                break admitted;
            }
            // Retries after a while, since a connection that becomes idle does not notify.
            let _ = timeout(self.open.limits.grace, self.open.closed.notified()).await;
        };
        let (open, closing) = (self.open.clone(), Some(closing));
        (Connection { stream, open, activity, closing }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl OpenConnections {
    /// Adds a connection, if necessary in place of the one idle for longest.
    fn admit(&self) -> Option<(Activity, oneshot::Receiver<()>)> {
        let mut connections = self.connections.lock();
        if connections.len() >= self.limits.max {
            let idle = connections.iter().enumerate();
            let idle = idle.filter_map(|(at, (activity, _))| Some((activity.idle()?, at)));
            let (_, at) = idle.max().filter(|(time, _)| *time >= self.limits.grace)?;
            connections.swap_remove(at);
        }
        let (activity, (keep, closing)) = (Activity::new(), oneshot::channel());
        connections.push((activity.clone(), keep));
        Some((activity, closing))
    }

    /// Closes connections on which the server has written nothing for too long.
    fn close_silent(&self) {
        let is_silent =
            |activity: &Activity| activity.0.lock().wrote.elapsed() >= self.limits.silence;
        self.connections.lock().retain(|(activity, _)| !is_silent(activity));
    }

    fn remove(&self, closed: &Activity) {
        self.connections.lock().retain(|(activity, _)| !Arc::ptr_eq(&activity.0, &closed.0));
        self.closed.notify_one();
    }
}

/// Current use of a connection. Clones share it.
#[derive(Clone)]
pub(super) struct Activity(Arc<Mutex<Doing>>);

struct Doing {
    /// Time of the server's last write.
    wrote: Instant,
    requests: usize,
    /// True if the last response is a stream.
    streams: bool,
    /// True if the client currently reads no more of a response.
    is_full: bool,
    /// The address of the client, once known.
    peer: Option<IpAddr>,
}

/// The address of a client. Behind a shared router, the router's address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Peer(pub Option<IpAddr>);

impl Activity {
    fn new() -> Activity {
        let (wrote, requests, streams) = (Instant::now(), 0, false);
        let doing = Doing { wrote, requests, streams, is_full: false, peer: None };
        Activity(Arc::new(Mutex::new(doing)))
    }

    /// Returns the time since the last write; `None` while a request is being answered.
    fn idle(&self) -> Option<Duration> {
        let Doing { wrote, requests, streams, is_full, .. } = *self.0.lock();
        (requests == 0 && !streams && !is_full).then(|| wrote.elapsed())
    }
}

impl Connected<IncomingStream<'_, LimitedListener>> for Activity {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> Activity {
        let activity = stream.io().activity.clone();
        activity.0.lock().peer = Some(stream.remote_addr().ip().to_canonical());
        activity
    }
}

/// Tracks the requests on each connection.
pub(super) async fn track(
    ConnectInfo(activity): ConnectInfo<Activity>,
    mut request: Request,
    next: Next,
) -> Response {
    /// A counted request, until it ends or is cancelled.
    struct RequestGuard<'a>(&'a Activity);
    impl Drop for RequestGuard<'_> {
        fn drop(&mut self) {
            let mut doing = self.0.0.lock();
            (doing.requests, doing.wrote) = (doing.requests - 1, Instant::now());
        }
    }
    {
        let mut doing = activity.0.lock();
        (doing.requests, doing.streams) = (doing.requests + 1, false);
        request.extensions_mut().insert(Peer(doing.peer));
    }
    let _guard = RequestGuard(&activity);
    let response = next.run(request).await;
    let kind = response.headers().get(CONTENT_TYPE).map(|kind| kind.as_bytes());
    activity.0.lock().streams = kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"));
    response
}

pub(super) struct Connection {
    stream: TcpStream,
    open: Arc<OpenConnections>,
    activity: Activity,
    /// Completes when the connection must close; `None` afterwards.
    closing: Option<oneshot::Receiver<()>>,
}

impl Connection {
    /// Returns `done`, or an error once the connection must close.
    fn unless_closing<T>(
        &mut self,
        done: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            return done;
        }
        let closing = self.closing.as_mut().map(|closing| Pin::new(closing).poll(context));
        if closing.is_some_and(|closing| closing.is_pending()) {
            return Poll::Pending;
        }
        self.closing = None;
        Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()))
    }

    fn wrote(
        &mut self,
        wrote: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let mut doing = self.activity.0.lock();
        doing.is_full = wrote.is_pending();
        if !doing.is_full {
            doing.wrote = Instant::now();
        }
        drop(doing);
        self.unless_closing(wrote, context)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.open.remove(&self.activity);
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.unless_closing(read, context)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(wrote, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
