//! No reader misses or repeats an event.

use serde_json::{Value, json};
use std::io::Read;

use crate::server::client::{Client, Event, items_until_over};
use crate::server::matches::begin;
use crate::server::process::Server;
use juez::lobby::whole_events;

/// Returns a match of Tute, whose logs are long, with these players.
fn tute(players: [&str; 3]) -> Value {
    json!({"game": "tute", "players": players, "options": {"seats": 3}, "seed": "1", "pace_ms": 0})
}

/// Plays a match of bots to its end and returns its id.
fn finished(client: &mut Client) -> String {
    let id = begin(client, &tute(["random", "random", "random"]));
    let over = |event: Event| {
        event.data.get("table").filter(|table| table["status"] == "finished").cloned()
    };
    let path = format!("/api/stream?match={id}");
    client.stream(&path, None).find_map(over).expect("the match comes to its end");
    id
}

/// Combines the items of some messages.
fn items(events: &[Event]) -> Vec<Value> {
    let items = events.iter().filter_map(|event| event.data["items"].as_array().cloned());
    items.flatten().collect()
}

#[test]
fn two_viewers_of_the_same_observer_see_the_same() {
    let server = Server::start();
    let mut ana = server.client();
    let id = begin(&mut ana, &tute(["me", "random", "random"]));
    let path = format!("/api/stream?match={id}&observer=public");
    let readers = [(); 2].map(|()| {
        let (mut client, path) = (server.client(), path.clone());
        std::thread::spawn(move || {
            // The time at which a viewer came decides which positions are whole and which are
            // differences.
            whole_events(&items_until_over(&mut client.stream(&path, None)))
        })
    });
    // Ana plays ten moves, and leaves when both have begun to watch.
    let (mut played, mut left) = (0, false);
    for event in ana.stream(&path, None) {
        let table = &event.data["table"];
        if table["status"] == "stopped" {
            break;
        }
        if played == 10 && table["watching"] == 3 && !left {
            left = true;
            assert_eq!(ana.post(&format!("/api/matches/{id}/stop"), &json!({})).status, 204);
        } else if played < 10 && table["ask"].is_object() {
            let ask = &table["ask"];
            let decision = json!({"seat": 0, "ply": ask["ply"], "move": ask["legal"][0]});
            let answer = ana.post(&format!("/api/matches/{id}/move"), &decision);
            assert_eq!(answer.status, 204, "{answer:?}");
            played += 1;
        }
    }
    let [first, second] = readers.map(|reader| reader.join().expect("it reads to the end"));
    assert!(first.len() > 20, "{} items", first.len());
    assert!(first == second, "{} and {} items", first.len(), second.len());
}

#[test]
fn a_stream_that_reconnects_goes_on_behind_its_last_message() {
    let server = Server::start();
    let mut ana = server.client();
    let id = finished(&mut ana);
    let path = format!("/api/stream?match={id}&observer=public");
    let is_event_log = |event: &Event| event.data.get("table").is_none();
    // While a page watches it, the log of a finished match stays unchanged.
    let mut other = server.client().stream(&path, None);
    assert!(other.next().is_some());
    let events: Vec<Event> = ana.stream(&path, None).take_while(is_event_log).collect();
    assert!(events.len() > 3, "a long log comes in several messages, not {}", events.len());
    for (n, event) in events.iter().enumerate().take(events.len() - 1) {
        let next = ana.stream(&path, Some(&event.id)).next().expect("a message");
        assert!(next == events[n + 1], "message {n} is not followed by message {}", n + 1);
    }
    let last = events.last().expect("some");
    let next = ana.stream(&path, Some(&last.id)).next().expect("a message");
    assert!(!is_event_log(&next), "nothing is repeated");
    let log = ana.get(&format!("/api/matches/{id}/event-log")).json();
    let whole = items(&events);
    assert!(log["items"] == json!(whole), "{} items are not the log", whole.len());
    assert_eq!(whole.last().expect("an end")["type"], "over");
}

#[test]
fn an_unknown_cursor_starts_the_log_again() {
    let server = Server::start();
    let mut ana = server.client();
    let id = finished(&mut ana);
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
fn the_stream_of_the_list_shows_new_matches() {
    let server = Server::start();
    let mut ana = server.client();
    let mut lobby = server.client().stream("/api/stream", None);
    assert_eq!(lobby.next().expect("a message").data, json!({"lobby": []}));
    let id = begin(&mut ana, &json!({"game": "quoridor", "players": ["me", "random"]}));
    let sent = lobby.next().expect("a message").data;
    assert_eq!(sent["lobby"][0]["id"], json!(id), "{sent}");
}

#[test]
fn a_table_counts_its_viewers() {
    let server = Server::start();
    let mut ana = server.client();
    let id = begin(&mut ana, &json!({"game": "quoridor", "players": ["me", "random"]}));
    let path = format!("/api/stream?match={id}");
    let watching = |event: Event| event.data.get("table")?["watching"].as_u64();
    // The table reports other things too, such as the decision that falls due.
    let mut counts = ana.stream(&path, None).filter_map(watching);
    assert!(counts.any(|count| count == 1));
    let other = server.client().stream(&path, None);
    assert!(counts.any(|count| count == 2));
    drop(other);
    assert!(counts.any(|count| count == 1));
}

#[test]
fn a_browser_that_comes_by_a_link_gets_its_cookie_with_what_its_page_asks_for_first() {
    let server = Server::start();
    let id = begin(&mut server.client(), &json!({"game": "quoridor", "players": ["me", "random"]}));
    let log = format!("/api/matches/{id}/event-log");
    for first in ["/api/stream", &log] {
        let mut client = server.client();
        let from_elsewhere = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        let page = client.ask("GET", "/", &from_elsewhere, b"");
        assert_eq!(page.header("set-cookie"), None, "it may have one that it does not show");
        let ours = [("sec-fetch-site", "same-origin")];
        assert_eq!(client.ask("GET", "/api/games", &ours, b"").header("set-cookie"), None);
        let answer = client.head_of(first, &ours);
        let cookie = answer.header("set-cookie").expect("a cookie").to_string();
        assert!(cookie.starts_with("visitor=") && cookie.contains("HttpOnly"), "{cookie}");
        assert!(cookie.contains("SameSite=Lax") && cookie.contains("Path=/"), "{cookie}");
        assert_eq!(client.ask("GET", &log, &ours, b"").header("set-cookie"), None, "and keeps it");
    }
}

#[test]
fn an_event_log_says_where_its_stream_goes_on() {
    let server = Server::start();
    let mut ana = server.client();
    let id = begin(&mut ana, &tute(["me", "random", "random"]));
    let stream = format!("/api/stream?match={id}&observer=0");
    let ask = |event: Event| event.data["table"].get("ask").filter(|ask| ask.is_object()).cloned();
    let asked = ana.stream(&stream, None).find_map(ask).expect("a question");
    let log = ana.get(&format!("/api/matches/{id}/event-log?observer=0")).json();
    let seen = log["items"].as_array().expect("items").len();
    assert!(seen > 0);
    let at = log["at"].as_str().expect("a place");
    let mut events = ana.stream(&format!("{stream}&at={at}"), None);
    let first = events.next().expect("a message");
    assert!(first.data.get("table").is_some(), "nothing that was in the log: {:?}", first.data);
    assert_eq!(first.id, at);
    let decision = json!({"seat": 0, "ply": asked["ply"], "move": asked["legal"][0]});
    assert_eq!(ana.post(&format!("/api/matches/{id}/move"), &decision).status, 204);
    let more = events.find(|event| event.data.get("items").is_some()).expect("what follows");
    assert_eq!(more.data["from"], json!(seen), "it follows the log");
    // A browser that reconnects requests the same address and sends its position.
    let next = ana.stream(&format!("{stream}&at={at}"), Some(&more.id)).next().expect("a message");
    assert!(next.data["from"] != json!(seen), "{:?}", next.data);
    for unknown in ["0.0", "nonsense", ""] {
        let first = ana.stream(&format!("{stream}&at={unknown}"), None).next().expect("a message");
        assert!(first.data.get("head").is_some(), "{unknown}: {:?}", first.data);
    }
}

#[test]
fn a_compressed_event_log_is_the_same() {
    let server = Server::start();
    let mut ana = server.client();
    let id = finished(&mut ana);
    let path = format!("/api/matches/{id}/event-log?observer=open");
    let plain = ana.get(&path);
    assert_eq!(plain.header("content-encoding"), None);
    let packed = ana.ask("GET", &path, &[("accept-encoding", "gzip, deflate, br")], b"");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 3 < plain.body.len(), "{} bytes", packed.body.len());
    let mut text = String::new();
    flate2::read::GzDecoder::new(&*packed.body).read_to_string(&mut text).expect("gzip");
    assert!(text == plain.text());
}

#[test]
fn a_page_sets_a_cookie_once() {
    let server = Server::start();
    let mut client = server.client();
    assert!(client.get("/").header("set-cookie").is_some());
    for path in ["/", "/m/x", "/api/games"] {
        assert_eq!(client.get(path).header("set-cookie"), None, "{path}");
    }
    client.cookie = Some("visitor=nonsense".to_string());
    assert!(client.get("/").header("set-cookie").is_some(), "what we did not give is none");
}

#[test]
fn servers_of_one_machine_leave_each_other_the_visitors_they_know() {
    let (one, other) = (Server::start(), Server::start());
    let mut ana = one.client();
    let new = json!({"game": "quoridor", "players": ["me", "free"]});
    let id = begin(&mut ana, &new);
    // A browser sends its cookies to all ports of a host.
    ana.host = other.host.clone();
    assert_eq!(ana.get("/").header("set-cookie"), None);
    let there = begin(&mut ana, &new);
    ana.host = one.host.clone();
    let stop = |client: &mut Client, id: &str| {
        client.post(&format!("/api/matches/{id}/stop"), &json!({})).status
    };
    assert_eq!((stop(&mut one.client(), &id), stop(&mut ana, &id)), (403, 204));
    ana.host = other.host.clone();
    assert_eq!(stop(&mut ana, &there), 204);
}
