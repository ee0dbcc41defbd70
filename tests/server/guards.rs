//! Requests that are refused.

use serde_json::json;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;

use crate::server::client::head;
use crate::server::process::Server;

const KIND: (&str, &str) = ("content-type", "application/json");

fn new_match() -> Vec<u8> {
    json!({"game": "quoridor", "players": ["random", "random"], "pace_ms": 0})
        .to_string()
        .into_bytes()
}

#[test]
fn every_response_has_the_headers_that_bind_the_page() {
    let server = Server::start();
    let mut client = server.client();
    let answers = [
        client.get("/"),
        client.get("/nothing"),
        client.get("/api/games"),
        client.get("/api/matches/nothing/event-log"),
        client.ask("POST", "/api/matches", &[], b"{}"),
        client.ask("POST", "/", &[KIND], b"{}"),
        client.ask("GET", "/", &[("host", "evil.example")], b""),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{answer:?}");
        let is_near = answer.status != 403;
        let opener = answer.header("cross-origin-opener-policy");
        assert_eq!(
            opener,
            is_near.then_some("same-origin"),
            "over plain http from afar it is an error"
        );
    }
}

#[test]
fn requests_of_another_site_are_refused() {
    let server = Server::start();
    let mut client = server.client();
    let ours = format!("http://{}", server.host);
    let mut send = |headers: &[(&str, &str)]| {
        let headers = [&[KIND], headers].concat();
        client.ask("POST", "/api/matches", &headers, &new_match()).status
    };
    assert_eq!(send(&[("origin", "http://evil.example")]), 403);
    assert_eq!(send(&[("origin", "null")]), 403);
    assert_eq!(send(&[("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(send(&[("origin", &ours), ("sec-fetch-site", "same-site")]), 403);
    assert_eq!(send(&[("origin", &ours), ("sec-fetch-site", "same-origin")]), 201);
    assert_eq!(client.get("/api/matches").json().as_array().map(Vec::len), Some(1));
}

#[test]
fn a_name_that_was_pointed_at_this_machine_is_refused() {
    let server = Server::start();
    let mut client = server.client();
    let port = server.host.rsplit(':').next().expect("a port").to_string();
    for path in ["/", "/api/matches"] {
        let host = format!("evil.example:{port}");
        assert_eq!(client.ask("GET", path, &[("host", &host)], b"").status, 403);
        let host = format!("localhost:{port}");
        assert_eq!(client.ask("GET", path, &[("host", &host)], b"").status, 200);
    }
}

#[test]
fn a_body_that_is_too_long_is_not_read() {
    let server = Server::start();
    let mut client = server.client();
    let long = vec![b' '; 64 * 1024 + 1];
    assert_eq!(client.ask("POST", "/api/matches", &[KIND], &long).status, 413);
    let longer = vec![b' '; 4 * 1024 * 1024 + 1];
    assert_eq!(client.ask("POST", "/api/event-log", &[], &longer).status, 413);
    assert_eq!(client.ask("POST", "/api/event-log", &[], &long).status, 400, "it has no record");
    assert_eq!(client.get("/").status, client.get("/drop").status);
}

#[test]
fn a_body_that_is_not_json_is_refused() {
    let server = Server::start();
    let mut client = server.client();
    for headers in [&[][..], &[("content-type", "text/plain")], &[("content-type", "")]] {
        let answer = client.ask("POST", "/api/matches", headers, &new_match());
        assert_eq!(answer.status, 415, "{answer:?}");
        assert_eq!(answer.error(), "the body must be application/json");
    }
    let with_charset = [("content-type", "application/json; charset=utf-8")];
    assert_eq!(client.ask("POST", "/api/matches", &with_charset, &new_match()).status, 201);
}

#[test]
fn a_request_without_sense_is_refused_in_words() {
    let server = Server::start();
    let mut client = server.client();
    let deep = "[".repeat(20_000);
    for body in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        r#"{"game": "quoridor"}"#,
        r#"{"game": 5, "players": []}"#,
        r#"{"game": "quoridor", "players": ["random", "random"], "more": 1}"#,
        r#"{"game": "quorridor", "players": ["random", "random"]}"#,
        r#"{"game": "quoridor", "players": ["random"]}"#,
        r#"{"game": "quoridor", "players": ["random", "/etc/passwd"]}"#,
        r#"{"game": "quoridor", "players": ["random", "../bot.lua"]}"#,
        r#"{"game": "quoridor", "players": ["random", "random"], "seed": "seven"}"#,
        r#"{"game": "quoridor", "players": ["random", "random"], "options": {"seats": 99}}"#,
        r#"{"game": "quoridor", "players": ["random", "random"], "options": {"colour": "red"}}"#,
        &deep,
    ] {
        let answer = client.ask("POST", "/api/matches", &[KIND], body.as_bytes());
        assert_eq!(answer.status, 400, "{body:.80}: {answer:?}");
        assert!(!answer.error().is_empty());
    }
    assert_eq!(client.get("/api/stream?observer=9").status, 400);
    assert_eq!(client.get("/api/stream?observer=both&match=x").status, 400);
    assert_eq!(client.get("/api/stream?match=a&match=b").status, 400);
    assert_eq!(client.get("/api/matches").json(), json!([]));
}

#[test]
fn a_malformed_request_is_answered_or_closed_and_the_next_one_is_served() {
    let server = Server::start();
    for text in [
        "nonsense\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n",
        "POST /api/matches HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
    ] {
        let mut connection = TcpStream::connect(&server.host).expect("the server listens");
        connection.write_all(text.as_bytes()).expect("the server reads");
        let answer = head(&mut BufReader::new(connection));
        assert_eq!(answer.status, 400, "{text:?}: {answer:?}");
    }
    assert_eq!(server.client().get("/api/matches").status, 200);
}

#[test]
fn a_loop_without_a_cookie_is_limited_and_people_are_not() {
    let server = Server::start();
    let mut ana = server.client();
    assert_eq!(ana.get("/").status, 200);
    // A match that does not start counts all the same.
    let wrong = br#"{"game": "quoridor", "players": ["random"]}"#;
    let refused = (0..200).find_map(|_| {
        let answer = server.client().ask("POST", "/api/matches", &[KIND], wrong);
        (answer.status != 400).then_some(answer)
    });
    let refused = refused.expect("that many in a minute are too many");
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(refused.error().contains("wait a little"));
    assert_eq!(ana.ask("POST", "/api/matches", &[KIND], &new_match()).status, 201);
}

/// More connections than a server has at once.
const MANY: usize = 1200;

#[test]
fn idle_connections_keep_no_visitor_out() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let files = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, rustix::process::Rlimit { current: files.maximum, ..files })
        .expect("as many files as there may be");
    let server = Server::start();
    let mut ana = server.client();
    let mut lobby = server.client().stream("/api/stream", None);
    assert!(lobby.next().is_some());
    let connect = |n| {
        let mut idle = TcpStream::connect(&server.host).expect("the server listens");
        // Half of them send the beginning of a request.
        let said: &[u8] = if n % 2 == 0 { b"" } else { b"POST /api/matches HTTP/1.1\r\nhos" };
        let _ = idle.write_all(said);
        idle
    };
    let mut idle: Vec<TcpStream> = (0..MANY).map(connect).collect();
    let begun = ana.ask("POST", "/api/matches", &[KIND], &new_match());
    assert_eq!(begun.status, 201, "{begun:?}");
    let mut rest = Vec::new();
    assert_eq!(idle[0].read_to_end(&mut rest).unwrap_or_default(), 0, "the first has made room");
    let message = lobby.next().expect("a page that was there before still gets messages");
    assert_eq!(message.data["lobby"].as_array().map(Vec::len), Some(1));
}
