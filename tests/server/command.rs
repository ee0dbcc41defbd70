//! The command line.

use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::Stdio;

use crate::server::client::{Client, Event};
use crate::server::matches::begin;
use crate::server::process::{Server, juez, run};

#[test]
fn ctrl_c_is_the_normal_end_even_while_a_page_looks_on() {
    let server = Server::start();
    let mut client = server.client();
    let id = begin(&mut client, &json!({"game": "quoridor", "players": ["me", "random"]}));
    let mut stream = client.stream(&format!("/api/stream?match={id}"), None);
    assert!(stream.next().is_some());
    let (status, _) = server.interrupt();
    assert_eq!(status.code(), Some(0));
    assert_eq!(stream.filter(|event| event.data.get("gone").is_some()).count(), 0);
}

#[test]
fn a_match_goes_on_for_its_person_when_the_server_is_started_again() {
    let server = Server::with(&[]);
    let mut ana = server.client();
    let id =
        begin(&mut ana, &json!({"game": "quoridor", "players": ["me", "random"], "pace_ms": 0}));
    let log = format!("/api/matches/{id}/event-log");
    play_e2(&mut ana, &id);
    let before = ana.get(&log).json();
    let (status, folder) = server.interrupt();
    assert_eq!(status.code(), Some(0));
    assert!(folder.path().join("juez-matches.db").is_file(), "the store that is the default");
    let server = Server::within(folder, &[]);
    ana.host.clone_from(&server.host);
    let table = ana
        .stream(&format!("/api/stream?match={id}"), None)
        .find_map(|event| event.data.get("table").filter(|table| !table["ask"].is_null()).cloned())
        .expect("the person is asked again");
    assert_eq!((&table["seats"][0]["you"], &table["owner"]), (&json!(true), &json!(true)));
    let (before, after) = (before["items"].clone(), ana.get(&log).json()["items"].clone());
    let (before, after) = (before.as_array().expect("items"), after.as_array().expect("items"));
    assert_eq!(before[..], after[..before.len()]);
}

/// Waits until the first decision is Ana's, and makes it.
fn play_e2(ana: &mut Client, id: &str) {
    let is_asked = |event: &Event| event.data["table"]["ask"].is_object();
    assert!(ana.stream(&format!("/api/stream?match={id}"), None).any(|event| is_asked(&event)));
    let decision = json!({"seat": 0, "ply": 0, "move": "e2"});
    let answer = ana.post(&format!("/api/matches/{id}/move"), &decision);
    assert_eq!(answer.status, 204, "{answer:?}");
}

#[test]
fn a_match_survives_that_the_plug_is_pulled() {
    let server = Server::with(&["--store", "kept.db"]);
    let mut ana = server.client();
    let id =
        begin(&mut ana, &json!({"game": "quoridor", "players": ["me", "random"], "pace_ms": 0}));
    play_e2(&mut ana, &id);
    let folder = server.kill();
    let server = Server::within(folder, &["--store", "kept.db"]);
    ana.host.clone_from(&server.host);
    // The match resumes on another thread, so it reaches its old position a moment later.
    let is_move = |event: Event| {
        let items = event.data["items"].as_array()?.clone();
        items.into_iter().find(|item| item["type"] == "move")
    };
    let first = ana.stream(&format!("/api/stream?match={id}"), None).find_map(is_move);
    assert_eq!(first.expect("it goes on")["move"], "e2");
}

#[test]
fn scripts_that_cannot_play_are_named_on_the_terminal_and_to_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = folder.path().join("bots");
    std::fs::create_dir(&bots).expect("a folder");
    std::fs::write(bots.join("mine.lua"), "return {}").expect("a file");
    let arguments = ["serve", "--bind", "127.0.0.1:0", "--store", ":memory:", "--bots", "bots"];
    let mut command = juez(folder.path());
    let command = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("juez runs");
    let lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let said = lines.map_while(Result::ok).find(|line| line.starts_with("mine.lua cannot play: "));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let said = said.expect("the terminal says it");
    assert!(said.contains("write `-- juez: "), "{said}");
    let bots = bots.to_str().expect("text");
    let server = Server::with(&["--store", ":memory:", "--bots", bots]);
    let found = server.client().get("/api/unusable-bots").json();
    assert_eq!(found[0]["file"], "mine.lua", "{found}");
    assert!(said.ends_with(found[0]["why"].as_str().expect("a reason")), "{found}");
}

#[test]
fn a_taken_port_is_an_error_with_a_way_out() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, err) = run(folder.path(), &["serve", "--bind", &address]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains(&format!("{address} is taken")), "{err}");
    assert!(err.contains("--bind 127.0.0.1:0"), "{err}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing was made");
}

#[test]
fn serve_says_what_it_cannot_do() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("no.db"), "no database, but rather long for a text")
        .expect("a file");
    for (arguments, word) in [
        (&["serve", "--bind", "everywhere"][..], "IP:PORT"),
        (&["serve", "--bind", "127.0.0.1:0", "--store", "no.db"], "no.db"),
        (&["serve", "--bind", "127.0.0.1:0", "--store", "none/x.db"], "none/x.db"),
        (&["serve", "--bind", "127.0.0.1:0", "--store", ":memory:", "--bots", "none"], "none"),
        (
            &["serve", "--bind", "127.0.0.1:0", "--isolation", "thread", "--require-sandbox"],
            "--isolation process",
        ),
    ] {
        let (code, _, err) = run(folder.path(), arguments);
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(word), "{arguments:?}: {err}");
    }
}
