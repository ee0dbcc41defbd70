//! With real sockets.

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

use super::{Caller, Door, Inside, Manners, attend};

/// Longer than any test takes.
const FOR_EVER: Duration = Duration::from_secs(3600);
/// A test that waits so long for anything has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// So short that it is over soon.
const SOON: Duration = Duration::from_millis(50);
/// More bytes than fit between two sockets.
const LARGE: usize = 64 * 1024 * 1024;

async fn ticks() -> Sse<impl futures_util::Stream<Item = Result<Event, Infallible>>> {
    Sse::new(unfold((), |()| async {
        sleep(SOON).await;
        Some((Ok(Event::default().data("tick")), ()))
    }))
}

/// A server; its address and who is inside.
async fn server(manners: Manners) -> (SocketAddr, Arc<Inside>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let door = Door::new(listener, manners);
    let inside = door.inside.clone();
    let app = Router::new()
        .route("/", get(|| async { "here" }))
        .route("/ticks", get(ticks))
        .route("/large", get(|| async { vec![0; LARGE] }))
        .route("/never", get(std::future::pending::<()>))
        .layer(from_fn(attend));
    let app = app.into_make_service_with_connect_info::<Caller>();
    tokio::spawn(async move { axum::serve(door, app).await });
    (address, inside)
}

/// Waits until so many connections are inside.
async fn until_inside(inside: &Inside, count: usize) {
    let until = async {
        while inside.open().callers.len() != count {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, until).await.expect("so many are inside");
}

/// Waits until something is asked or told on each of so many connections.
async fn until_busy(inside: &Inside, count: usize) {
    until_inside(inside, count).await;
    while inside.open().callers.values().any(|(caller, _)| caller.idle().is_some()) {
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
        let read = timeout(PATIENCE, stream.read_buf(&mut heard)).await;
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

const IMPATIENT: Manners = Manners { most: 100, silence: SOON, grace: FOR_EVER };

#[tokio::test]
async fn half_a_request_is_hung_up_on_in_the_end() {
    let (address, inside) = server(IMPATIENT).await;
    let mut half = connect(address).await;
    half.write_all(b"GET / HT").await.expect("the server reads");
    assert!(!hears(&mut half, "HTTP").await);
    until_inside(&inside, 0).await;
}

#[tokio::test]
async fn a_byte_now_and_then_does_not_keep_a_connection() {
    let (address, inside) = server(IMPATIENT).await;
    let mut slow = connect(address).await;
    until_inside(&inside, 1).await;
    // It is not read any more when it is closed, and an error ends the loop early.
    while slow.write_all(b"G").await.is_ok() && !inside.open().callers.is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    until_inside(&inside, 0).await;
}

#[tokio::test]
async fn who_does_not_read_what_he_asked_for_is_hung_up_on() {
    let (address, inside) = server(IMPATIENT).await;
    let mut deaf = connect(address).await;
    send(&mut deaf, "/large").await;
    until_inside(&inside, 1).await;
    until_inside(&inside, 0).await;
    let mut heard = Vec::new();
    let _ = deaf.read_to_end(&mut heard).await;
    assert!(heard.len() < LARGE, "{} bytes", heard.len());
}

#[tokio::test]
async fn a_stream_that_speaks_is_not_hung_up_on() {
    let (address, _) = server(Manners { silence: 20 * SOON, ..IMPATIENT }).await;
    let mut stream = connect(address).await;
    assert!(asks(&mut stream, "/ticks", "tick").await);
    // Twice as long as a connection may be silent.
    for n in 0..40 {
        assert!(hears(&mut stream, "tick").await, "after {n}");
    }
}

#[tokio::test]
async fn a_full_server_closes_what_was_idle_for_longest_and_answers_who_comes() {
    let (address, inside) = server(Manners { most: 3, silence: FOR_EVER, grace: SOON }).await;
    let mut idle = Vec::new();
    for count in 1..=3 {
        idle.push(connect(address).await);
        until_inside(&inside, count).await;
    }
    // The first is not idle any more, so that the second is it for longest.
    assert!(asks(&mut idle[0], "/", "here").await);
    let mut new = connect(address).await;
    assert!(asks(&mut new, "/", "here").await);
    assert!(!hears(&mut idle[1], "HTTP").await, "it is closed");
    for stream in [0, 2] {
        assert!(asks(&mut idle[stream], "/", "here").await, "{stream}");
    }
}

#[tokio::test]
async fn who_comes_while_all_are_busy_waits_and_is_not_lost() {
    let (address, inside) = server(Manners { most: 3, silence: FOR_EVER, grace: SOON }).await;
    let mut stream = connect(address).await;
    assert!(asks(&mut stream, "/ticks", "tick").await);
    let mut asked = connect(address).await;
    send(&mut asked, "/never").await;
    let mut deaf = connect(address).await;
    send(&mut deaf, "/large").await;
    until_busy(&inside, 3).await;
    let mut new: Vec<TcpStream> = Vec::new();
    for _ in 0..10 {
        new.push(connect(address).await);
        send(new.last_mut().expect("one"), "/").await;
    }
    assert!(timeout(5 * SOON, hears(&mut new[0], "here")).await.is_err(), "none is idle");
    assert!(hears(&mut stream, "tick").await, "streams go on");
    drop(stream);
    // Each is idle once it is answered, and makes room for the next.
    for (n, stream) in new.iter_mut().enumerate() {
        assert!(hears(stream, "here").await, "{n}");
    }
}
