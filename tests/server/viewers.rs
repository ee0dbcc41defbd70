//! `play --web`, `replay --web` and `watch --web`.

use serde_json::{Value, json};

use crate::server::client::{Client, Event, Events, items_until_over};
use crate::server::process::{Server, run};

const RANDOM: &str = "return { next_move = function(view)
  local moves = view:moves()
  return moves[view:random(#moves) + 1]
end }
";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Opens a page, and the stream of its match.
fn look_on(client: &mut Client, page: &str) -> Events {
    client.get(page);
    assert!(client.cookie.is_some(), "a page gives a cookie");
    client.stream(&format!("/api/stream?match={}", id(page)), None)
}

fn id(page: &str) -> &str {
    let id = page.strip_prefix("/m/").expect("the page of a match");
    id.split(['#', '?']).next().expect("an id")
}

#[test]
fn matches_are_played_at_a_pace_one_after_the_other_and_their_records_are_kept() {
    let play = [
        "play", "quoridor", "greedy", "random", "--seed", "1", "-n", "2", "--web", "--pace", "0.01",
    ];
    let (mut server, page) =
        Server::of(folder(), &[&play[..], &["--record", "kept.jsonl"]].concat());
    let mut client = server.client();
    let mut stream = look_on(&mut client, &page);
    let first = items_until_over(&mut stream);
    let next = stream.find_map(|event| Some(event.data["table"]["next"].as_str()?.to_string()));
    let next = next.expect("the table of this match names the next one");
    assert!(server.line().ends_with(&format!("/m/{next}")));
    items_until_over(&mut look_on(&mut client, &format!("/m/{next}")));
    let (status, folder) = server.interrupt();
    assert_eq!(status.code(), Some(0));
    let kept = std::fs::read_to_string(folder.path().join("kept.jsonl")).expect("a file");
    let again = ["play", "quoridor", "greedy", "random", "--seed", "1", "-n", "2", "--json"];
    let (_, plain, _) = run(folder.path(), &again);
    let moves = |records: &str| -> Vec<Value> {
        let record = |line| serde_json::from_str::<Value>(line).expect("a record");
        records.lines().map(|line| record(line)["moves"].clone()).collect()
    };
    assert!(
        moves(&kept) == moves(&plain),
        "they are the matches of the same command without --web"
    );
    let shown: Vec<&Value> =
        first.iter().map(|it| &it["move"]).filter(|it| !it.is_null()).collect();
    assert!(json!(shown) == moves(&plain)[0]);
}

#[test]
fn a_person_is_the_first_to_open_the_address_with_its_key() {
    let play = ["play", "durak", "human", "random", "--seed", "1", "--web", "--pace", "0"];
    let (server, page) = Server::of(folder(), &play);
    let [mut ana, mut leo, mut thief] = [server.client(), server.client(), server.client()];
    let is_you = |event: Event| event.data["table"]["seats"][0]["you"].as_bool();
    let bare = format!("/m/{}", id(&page));
    assert_eq!(look_on(&mut thief, &bare).find_map(is_you), Some(false));
    assert_eq!(look_on(&mut thief, &format!("{bare}?key=0")).find_map(is_you), Some(false));
    assert_eq!(thief.ask("HEAD", &page, &[], b"").status, 200, "nothing is opened by a HEAD");
    assert_eq!(look_on(&mut ana, &page).find_map(is_you), Some(true));
    assert_eq!(look_on(&mut leo, &page).find_map(is_you), Some(false));
    assert_eq!(look_on(&mut ana, &page).find_map(is_you), Some(true));
    let log = format!("/api/matches/{}/event-log?observer=0", id(&page));
    assert_eq!(ana.get(&log).json()["head"]["observer"], "0");
    assert_eq!(leo.get(&log).json()["head"]["observer"], "public");
}

#[test]
fn a_match_that_cannot_be_played_is_an_error_before_any_page_opens() {
    let folder = folder();
    std::fs::write(folder.path().join("broken.lua"), "return {").expect("a file");
    for (arguments, word) in [
        (&["play", "quoridor", "broken.lua", "random", "--web"][..], "broken.lua"),
        (&["play", "quoridor", "random", "random", "random", "--web"], "players"),
        (&["play", "quoridor", "random", "random", "--web", "--json"], "--web"),
        (&["play", "quoridor", "random", "random", "--pace", "1"], "--web"),
        (&["replay", "none.jsonl", "--web"], "none.jsonl"),
        (&["watch", "quoridor", "broken.lua", "random", "--web", "-n", "3"], "--web"),
    ] {
        let (code, out, err) = run(folder.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(word), "{arguments:?}: {err}");
    }
}

#[test]
fn a_record_is_shown_from_the_ply_that_was_asked_for() {
    let folder = folder();
    let play = ["play", "durak", "random", "random", "--seed", "3", "-n", "2", "--json"];
    let (_, records, _) = run(folder.path(), &play);
    std::fs::write(folder.path().join("two.jsonl"), &records).expect("a file");
    let replay = ["replay", "two.jsonl", "--record-number", "1", "--ply", "2", "--web"];
    let (server, page) = Server::of(folder, &replay);
    assert!(page.ends_with("#n=3"), "the deal is a position too: {page}");
    let mut client = server.client();
    let log = client.get(&format!("/api/matches/{}/event-log?observer=open", id(&page))).json();
    let second: Value = serde_json::from_str(records.lines().nth(1).expect("two")).expect("JSON");
    let items = log["items"].as_array().expect("items");
    let moves: Vec<&Value> =
        items.iter().map(|it| &it["move"]).filter(|it| !it.is_null()).collect();
    assert!(json!(moves) == second["moves"]);
    assert_eq!(log["head"]["observer"], "open");
    let (status, _) = server.interrupt();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_saved_bot_takes_over_and_its_errors_are_shown_at_the_table() {
    let folder = folder();
    let bot = folder.path().join("mine.lua");
    std::fs::write(&bot, RANDOM).expect("a file");
    // Slow enough that the match is not over before all of this has happened.
    let watch =
        ["watch", "quoridor", "mine.lua", "random", "--seed", "1", "--web", "--pace", "0.2"];
    let (server, page) = Server::of(folder, &watch);
    let mut client = server.client();
    let mut news = look_on(&mut client, &page)
        .filter_map(|event| event.data["items"].as_array().cloned())
        .flatten()
        .filter(|item| item["type"] == "reload");
    std::fs::write(&bot, "return {\n  next_move = 5,,\n}\n").expect("a file");
    let broken = news.next().expect("news");
    assert_eq!((&broken["version"], &broken["seat"]), (&json!(1), &json!(0)), "{broken}");
    let error = &broken["error"];
    assert_eq!((&error["line"], &error["file"]), (&json!(2), &json!("mine.lua")), "{broken}");
    assert!(error["source"].as_str().is_some_and(|text| text.contains("5,,")), "{broken}");
    std::fs::write(&bot, format!("{RANDOM}-- changed\n")).expect("a file");
    let takes_over = news.next().expect("news");
    assert_eq!(takes_over["version"], 2, "{takes_over}");
    assert!(takes_over.get("error").is_none_or(Value::is_null), "{takes_over}");
    let (status, _) = server.interrupt();
    assert_eq!(status.code(), Some(130), "as watch always ends");
}
