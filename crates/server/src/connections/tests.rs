//! Tests with real sockets.

use axum::Router;
use axum::middleware::from_fn;
use axum::response::sse::{Event, Sse};
use axum::routing::get;
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::{Activity, ConnectionLimits, LimitedListener, OpenConnections, track};

/// Longer than any test takes.
const AN_HOUR: Duration = Duration::from_secs(3600);
const TEST_TIMEOUT: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);
/// More bytes than fit between two sockets.
const LARGE_BYTES: usize = 64 * 1024 * 1024;

async fn ticks() -> Sse<impl futures_util::Stream<Item = Result<Event, Infallible>>> {
    Sse::new(unfold((), |()| async {
        sleep(SHORT).await;
        Some((Ok(Event::default().data("tick")), ()))
    }))
}

/// Starts a server and returns its address and its open connections.
async fn server(limits: ConnectionLimits) -> (SocketAddr, Arc<OpenConnections>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let listener = LimitedListener::new(listener, limits);
    let open = listener.open.clone();
    let app = Router::new()
        .route("/", get(|| async { "here" }))
        .route("/ticks", get(ticks))
        .route("/large", get(|| async { vec![0; LARGE_BYTES] }))
        .route("/never", get(std::future::pending::<()>))
        .layer(from_fn(track));
    let app = app.into_make_service_with_connect_info::<Activity>();
    tokio::spawn(async move { axum::serve(listener, app).await });
    (address, open)
}

/// Waits until `count` connections are open.
async fn until_open(open: &OpenConnections, count: usize) {
    let until = async {
        while open.connections.lock().len() != count {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(TEST_TIMEOUT, until).await.expect("as many are open");
}

/// Waits until `count` connections are open and none is idle.
async fn until_busy(open: &OpenConnections, count: usize) {
    until_open(open, count).await;
    while open.connections.lock().iter().any(|(activity, _)| activity.idle().is_some()) {
        sleep(Duration::from_millis(1)).await;
    }
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.expect("the server listens")
}

async fn send(stream: &mut TcpStream, path: &str) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("the server reads");
}

/// Reads until `text` has come; false if the connection ends before.
async fn hears(stream: &mut TcpStream, text: &str) -> bool {
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains(text) {
        let read = timeout(TEST_TIMEOUT, stream.read_buf(&mut heard)).await;
        match read.expect("something is heard, or the end") {
            Ok(0) | Err(_) => return false,
            Ok(_) => {}
        }
    }
    true
}

async fn asks(stream: &mut TcpStream, path: &str, text: &str) -> bool {
    send(stream, path).await;
    hears(stream, text).await
}

const SHORT_SILENCE: ConnectionLimits =
    ConnectionLimits { max: 100, silence: SHORT, grace: AN_HOUR };

#[tokio::test]
async fn half_a_request_is_closed_in_the_end() {
    let (address, open) = server(SHORT_SILENCE).await;
    let mut half = connect(address).await;
    half.write_all(b"GET / HT").await.expect("the server reads");
    assert!(!hears(&mut half, "HTTP").await);
    until_open(&open, 0).await;
}

#[tokio::test]
async fn a_byte_now_and_then_does_not_keep_a_connection() {
    let (address, open) = server(SHORT_SILENCE).await;
    let mut slow = connect(address).await;
    until_open(&open, 1).await;
    // A closed connection is not read any more, and an error ends the loop early.
    while slow.write_all(b"G").await.is_ok() && !open.connections.lock().is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    until_open(&open, 0).await;
}

#[tokio::test]
async fn a_client_that_does_not_read_its_answer_is_closed() {
    let (address, open) = server(SHORT_SILENCE).await;
    let mut unread = connect(address).await;
    send(&mut unread, "/large").await;
    until_open(&open, 1).await;
    until_open(&open, 0).await;
    let mut heard = Vec::new();
    let _ = unread.read_to_end(&mut heard).await;
    assert!(heard.len() < LARGE_BYTES, "{} bytes", heard.len());
}

#[tokio::test]
async fn a_stream_with_messages_is_not_closed() {
    let (address, _) = server(ConnectionLimits { silence: 20 * SHORT, ..SHORT_SILENCE }).await;
    let mut stream = connect(address).await;
    assert!(asks(&mut stream, "/ticks", "tick").await);
    // Twice as long as a connection may be silent.
    for n in 0..40 {
        assert!(hears(&mut stream, "tick").await, "after {n}");
    }
}

#[tokio::test]
async fn a_full_server_closes_the_longest_idle_connection_and_answers_the_new_one() {
    let (address, open) = server(ConnectionLimits { max: 3, silence: AN_HOUR, grace: SHORT }).await;
    let mut idle = Vec::new();
    for count in 1..=3 {
        idle.push(connect(address).await);
        until_open(&open, count).await;
    }
    // The first is no longer idle, so the second has been idle for longest.
    assert!(asks(&mut idle[0], "/", "here").await);
    let mut new = connect(address).await;
    assert!(asks(&mut new, "/", "here").await);
    assert!(!hears(&mut idle[1], "HTTP").await, "it is closed");
    for stream in [0, 2] {
        assert!(asks(&mut idle[stream], "/", "here").await, "{stream}");
    }
}

#[tokio::test]
async fn a_connection_that_comes_while_all_are_busy_waits_and_is_not_lost() {
    let (address, open) = server(ConnectionLimits { max: 3, silence: AN_HOUR, grace: SHORT }).await;
    let mut stream = connect(address).await;
    assert!(asks(&mut stream, "/ticks", "tick").await);
    let mut asked = connect(address).await;
    send(&mut asked, "/never").await;
    let mut unread = connect(address).await;
    send(&mut unread, "/large").await;
    until_busy(&open, 3).await;
    let mut new: Vec<TcpStream> = Vec::new();
    for _ in 0..10 {
        new.push(connect(address).await);
        send(new.last_mut().expect("one"), "/").await;
    }
    assert!(timeout(5 * SHORT, hears(&mut new[0], "here")).await.is_err(), "none is idle");
    assert!(hears(&mut stream, "tick").await, "streams go on");
    drop(stream);
    // Each becomes idle after its response and makes room for the next.
    for (n, stream) in new.iter_mut().enumerate() {
        assert!(hears(stream, "here").await, "{n}");
    }
}
