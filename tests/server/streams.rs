//! That nobody misses or repeats anything.

use serde_json::{Value, json};

use crate::client::{Event, items_until_over};
use crate::matches::begin;
use crate::server::Server;

/// Tute, whose films are long.
fn tute() -> Value {
    let players = ["random", "random", "random"];
    json!({"game": "tute", "players": players, "options": {"seats": 3}, "seed": "1"})
}

#[test]
fn two_who_look_on_with_the_same_eyes_see_the_same() {
    let server = Server::start();
    let mut ana = server.client();
    let id = begin(&mut ana, &tute());
    let path = format!("/api/stream?match={id}&eyes=public");
    let readers: Vec<_> = (0..3)
        .map(|_| {
            let (mut client, path) = (server.client(), path.clone());
            std::thread::spawn(move || items_until_over(&mut client.stream(&path, None)))
        })
        .collect();
    let mut seen = readers.into_iter().map(|reader| reader.join().expect("it reads to the end"));
    let first = seen.next().expect("three read");
    assert!(first.len() > 50, "{}", first.len());
    assert!(seen.all(|items| items == first));
    let late = items_until_over(&mut server.client().stream(&path, None));
    assert_eq!(late, first, "who comes when it is over sees it too");
}

#[test]
fn who_comes_back_goes_on_behind_the_last_message_he_got() {
    let server = Server::start();
    let mut ana = server.client();
    let id = begin(&mut ana, &tute());
    let path = format!("/api/stream?match={id}&eyes=public");
    let whole = items_until_over(&mut ana.stream(&path, None));
    // Of a match that is over, the messages are always the same.
    let events: Vec<Event> =
        ana.stream(&path, None).take_while(|event| event.data.get("table").is_none()).collect();
    assert!(events.len() > 3, "a long film comes in several messages, not {}", events.len());
    for (n, event) in events.iter().enumerate().take(events.len() - 1) {
        let next = ana.stream(&path, Some(&event.id)).next().expect("a message");
        assert_eq!(next, events[n + 1], "after message {n}");
    }
    let last = events.last().expect("some");
    let next = ana.stream(&path, Some(&last.id)).next().expect("a message");
    assert!(next.data.get("table").is_some(), "nothing is repeated: {:?}", next.data);
    let items: Vec<Value> = events
        .iter()
        .filter_map(|event| event.data["items"].as_array().cloned())
        .flatten()
        .collect();
    assert_eq!(items, whole);
}

#[test]
fn who_names_a_message_that_never_was_gets_the_film_anew() {
    let server = Server::start();
    let mut ana = server.client();
    let id = begin(&mut ana, &tute());
    let path = format!("/api/stream?match={id}");
    let first = ana.stream(&path, None).next().expect("a message");
    assert!(first.data.get("head").is_some());
    let (epoch, _) = first.id.split_once('.').expect("an id");
    for last in ["", "0.0", "nonsense", &format!("{epoch}.99999999"), "1.1.1"] {
        let next = ana.stream(&path, Some(last)).next().expect("a message");
        assert!(next.data.get("head").is_some(), "{last}: {:?}", next.data);
    }
}

#[test]
fn the_list_of_matches_tells_of_new_ones() {
    let server = Server::start();
    let mut ana = server.client();
    let mut lobby = server.client().stream("/api/stream", None);
    assert_eq!(lobby.next().expect("a message").data, json!({"lobby": []}));
    let id = begin(&mut ana, &json!({"game": "quoridor", "players": ["me", "random"]}));
    let told = lobby.next().expect("a message").data;
    assert_eq!(told["lobby"][0]["id"], json!(id), "{told}");
}

#[test]
fn a_table_counts_who_looks_on() {
    let server = Server::start();
    let mut ana = server.client();
    let id = begin(&mut ana, &json!({"game": "quoridor", "players": ["me", "random"]}));
    let path = format!("/api/stream?match={id}");
    let watching = |event: Event| event.data.get("table")?["watching"].as_u64();
    let mut stream = ana.stream(&path, None);
    assert_eq!(stream.by_ref().find_map(watching), Some(1));
    let other = server.client().stream(&path, None);
    assert_eq!(stream.by_ref().find_map(watching), Some(2));
    drop(other);
    assert_eq!(stream.by_ref().find_map(watching), Some(1));
}

#[test]
fn a_browser_that_comes_by_a_link_gets_its_cookie_with_the_stream_and_comes_back() {
    let server = Server::start();
    let mut client = server.client();
    let from_elsewhere = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
    let page = client.ask("GET", "/", &from_elsewhere, b"");
    assert_eq!(page.header("set-cookie"), None, "it may have one that it does not show");
    let ours = [("sec-fetch-site", "same-origin")];
    assert_eq!(client.ask("GET", "/api/games", &ours, b"").header("set-cookie"), None);
    let stream = client.ask("GET", "/api/stream", &ours, b"");
    let cookie = stream.header("set-cookie").expect("a cookie").to_string();
    assert!(cookie.starts_with("visitor=") && cookie.contains("HttpOnly"), "{cookie}");
    assert!(cookie.contains("SameSite=Strict") && cookie.contains("Path=/"), "{cookie}");
    assert_eq!(stream.text().trim(), "retry: 50", "and is sent away");
    assert!(client.stream("/api/stream", None).next().is_some());
}

#[test]
fn who_opens_the_page_has_a_cookie_and_keeps_it() {
    let server = Server::start();
    let mut client = server.client();
    assert!(client.get("/").header("set-cookie").is_some());
    for path in ["/", "/m/x", "/api/games"] {
        assert_eq!(client.get(path).header("set-cookie"), None, "{path}");
    }
    client.cookie = Some("visitor=nonsense".to_string());
    assert!(client.get("/").header("set-cookie").is_some(), "what we did not give is none");
}
