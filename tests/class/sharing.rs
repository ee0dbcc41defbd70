//! Classmates' bots can be played and not read.

use serde_json::{Value, json};
use std::io::{Cursor, Read};
use zip::ZipArchive;

use super::site::{ClassServer, FIRST, classmates_play, keep, me, new_bot, run};
use crate::server::client::{Answer, Client, items_until_over, record_of};

/// A bot that writes, draws and plots for its team only.
const CALM: &str = "-- a secret source
return { next_move = function(view)
    print('a secret plan')
    view:mark('a1', 'a secret mark')
    view:plot('a secret curve', 7)
    return view:moves()[1]
end }";

/// The same, with a fault in its own words at its first move.
const WILD: &str = "-- a secret source
return { next_move = function(view)
    print('a secret plan')
    error('a secret fault')
end }";

/// JSON keys under which a match has the notes of a bot.
const NOTES: [&str; 6] = ["fuel", "log", "marks", "plots", "line", "file"];

/// Runs a draft against `random` to its end and returns the id of the match.
#[track_caller]
fn run_whole(client: &mut Client, bot: i64, source: &str) -> String {
    let id = run(client, bot, source, &["draft", "random"]);
    assert_eq!(record_of(client, &id).status, 200);
    id
}

/// Starts a match at full speed.
fn begin(client: &mut Client, players: &[&str]) -> Answer {
    let new = json!({"game": "quoridor", "players": players, "pace_ms": 0});
    client.post("/api/matches", &new)
}

#[track_caller]
fn id_of(begun: &Answer) -> String {
    assert_eq!(begun.status, 201, "{begun:?}");
    begun.json()["id"].as_str().expect("an id").to_string()
}

/// Returns the bots of other teams that a person can play, by name and team.
fn offered(client: &mut Client) -> Vec<(String, String)> {
    let games = client.get("/api/games").json();
    let games = games.as_array().expect("a list").iter();
    let files = games.flat_map(|game| game["files"].as_array().expect("a list"));
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let of_others = files.filter(|file| file["authors"].is_string());
    of_others.map(|file| (text(&file["name"]), text(&file["authors"]))).collect()
}

fn release(client: &mut Client, bot: i64, version: Option<u32>) -> u16 {
    let change = json!({"change": "release", "version": version});
    client.post(&format!("/api/class/bots/{bot}"), &change).status
}

/// Returns everything that the server sends a person about a match: the table, the moves and notes,
/// live and after, the record, the lists.
fn all_said(client: &mut Client, id: &str) -> Vec<String> {
    let stream = format!("/api/stream?match={id}&observer=open");
    let items = items_until_over(&mut client.stream(&stream, None));
    let mut said = vec![json!(items).to_string(), record_of(client, id).text()];
    for path in [
        format!("/api/matches/{id}/event-log?observer=open"),
        format!("/api/matches/{id}/event-log?observer=0"),
        "/api/matches".to_string(),
        "/api/games".to_string(),
        "/api/class/bots".to_string(),
    ] {
        said.push(client.get(&path).text());
    }
    let zip = client.get("/api/class/download").body;
    let mut zip = ZipArchive::new(Cursor::new(zip)).expect("a zip");
    for number in 0..zip.len() {
        let (mut file, mut text) = (zip.by_index(number).expect("a file"), String::new());
        file.read_to_string(&mut text).expect("text");
        said.push(format!("{:?}", file.name()));
        said.extend(text.lines().map(str::to_string));
    }
    said
}

/// Returns the first note of seat 0 in the events of a match of two, in which it moves first.
fn note_of_seat_0(said: &Value) -> Option<String> {
    let has = |one: &Value| {
        let is_there = |key: &&&str| !one[**key].is_null() || !one["fault"][**key].is_null();
        NOTES.iter().find(is_there).map(|key| format!("{key}: {one}"))
    };
    match said {
        Value::Array(all) => all.iter().find_map(note_of_seat_0),
        Value::Object(one) => {
            let own = one.get("seat").filter(|seat| **seat == 0).and_then(|_| has(said));
            let plies = one.get("plies").and_then(Value::as_array).into_iter().flatten();
            let own = own.or_else(|| plies.step_by(2).find_map(has));
            own.or_else(|| one.values().find_map(note_of_seat_0))
        }
        _ => None,
    }
}

#[test]
fn a_classmates_bot_plays_and_shows_nothing_of_itself_to_anyone_but_its_team() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let bot = new_bot(&mut ana, "Talker", CALM);
    run_whole(&mut ana, bot, CALM);
    run_whole(&mut ana, bot, WILD);
    assert_eq!(offered(&mut leo), [("Talker".to_string(), "Ana".to_string())]);
    let player = format!("bot/{bot}");
    let begun = begin(&mut leo, &[&player, "random"]);
    let id = id_of(&begun);
    let mut said = all_said(&mut leo, &id);
    said.push(begun.text());
    let record = record_of(&mut leo, &id).json();
    assert_eq!(record["players"][0]["name"], "Talker (Ana)");
    assert_eq!(record["end"]["faults"].as_array().map_or(0, Vec::len), 0, "version 1 plays");
    // The team releases a version with a fault on purpose.
    assert_eq!(release(&mut ana, bot, Some(2)), 200);
    let begun = begin(&mut leo, &[&player, "random"]);
    let failed = id_of(&begun);
    said.push(begun.text());
    said.extend(all_said(&mut leo, &failed));
    let record = record_of(&mut leo, &failed).json();
    let fault = &record["end"]["faults"][0];
    assert_eq!(
        (&fault["seat"], &fault["fault"]["kind"]),
        (&json!(0), &json!("script")),
        "{record}"
    );
    // Knowing the address of the match gives another person no more.
    let mut eva = site.person("Eva");
    said.extend([&id, &failed].map(|id| record_of(&mut eva, id).text()));
    for text in &said {
        assert!(!text.contains("secret"), "{text}");
        let said = serde_json::from_str(text).unwrap_or_default();
        assert_eq!(note_of_seat_0(&said), None);
    }
    for path in ["", "/versions/1", "/versions/2"] {
        assert_eq!(leo.get(&format!("/api/class/bots/{bot}{path}")).status, 404, "{path}");
    }
    assert_eq!(release(&mut leo, bot, Some(1)), 404);
    for (version, status) in [(1, 404), (2, 201), (3, 404)] {
        let player = format!("bot/{bot}/{version}");
        assert_eq!(begin(&mut leo, &[&player, "random"]).status, status, "version {version}");
    }
    for reader in [&mut ana, &mut teacher] {
        let log = format!("/api/matches/{id}/event-log?observer=open");
        let texts = [record_of(reader, &id).text(), reader.get(&log).text()];
        for text in texts {
            assert!(note_of_seat_0(&serde_json::from_str(&text).expect("JSON")).is_some());
            for note in ["a secret plan", "a secret mark", "a secret curve", "\"fuel\""] {
                assert!(text.contains(note), "{note}: {text}");
            }
        }
        let failed = record_of(reader, &failed).json();
        let fault = &failed["end"]["faults"][0]["fault"];
        assert_eq!(fault["line"], 4, "{failed}");
        assert!(fault["why"].as_str().is_some_and(|why| why.contains("a secret fault")), "{fault}");
    }
}

#[test]
fn a_bot_is_offered_once_a_version_has_played_a_whole_match_without_a_fault() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let path = format!("/api/class/bots/{bot}");
    let state = |ana: &mut Client| {
        let page = ana.get(&path).json();
        (page["bot"]["released"].clone(), page["bot"]["offered"].clone())
    };
    keep(&mut ana, bot);
    run_whole(&mut ana, bot, WILD);
    assert_eq!(state(&mut ana), (Value::Null, Value::Null));
    assert_eq!(offered(&mut leo), []);
    let player = format!("bot/{bot}");
    assert_eq!(begin(&mut leo, &[&player, "random"]).status, 404, "as if it were not there");
    // A match that the team has played in place of the bot does not show it.
    let id = run(&mut ana, bot, FIRST, &["me", "draft"]);
    let seat = json!({"seat": 1, "take": true});
    assert_eq!(ana.post(&format!("/api/matches/{id}/seat"), &seat).status, 204);
    for seat in [0, 1] {
        let resigns = json!({"seat": seat, "ply": 0, "move": null});
        if ana.post(&format!("/api/matches/{id}/move"), &resigns).status == 204 {
            break;
        }
    }
    assert_eq!(record_of(&mut ana, &id).status, 200);
    assert_eq!(state(&mut ana), (Value::Null, Value::Null));
    run_whole(&mut ana, bot, FIRST);
    let page = ana.get(&path).json();
    let sound = page["versions"].as_array().expect("a list").iter().map(|one| &one["sound"]);
    let newest = page["bot"]["version"].clone();
    assert_eq!(sound.filter(|sound| **sound == true).count(), 1, "{page}");
    assert_eq!(state(&mut ana), (Value::Null, newest.clone()));
    assert_eq!(offered(&mut leo).len(), 1);
    assert_eq!(release(&mut ana, bot, Some(2)), 200);
    assert_eq!(state(&mut ana), (json!(2), json!(2)), "its team may release any");
    assert_eq!(release(&mut ana, bot, Some(99)), 404);
    assert_eq!(release(&mut ana, bot, None), 200);
    assert_eq!(state(&mut ana), (Value::Null, newest));
}

#[test]
fn the_switch_of_the_teacher_ends_new_matches_and_no_match_that_runs() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let bot = new_bot(&mut ana, "Racer", FIRST);
    run_whole(&mut ana, bot, FIRST);
    let player = format!("bot/{bot}");
    assert_eq!(teacher.get("/api/class").json()["join"]["classmates_play"], true);
    assert_eq!(leo.post("/api/class/settings", &json!({"classmates_play": false})).status, 403);
    let running = id_of(&begin(&mut leo, &["me", &player]));
    classmates_play(&mut teacher, false);
    assert_eq!(offered(&mut leo), []);
    let refused = begin(&mut leo, &[&player, "random"]);
    assert_eq!(refused.status, 409);
    assert!(refused.error().starts_with("your teacher does not let classmates"), "{refused:?}");
    assert_eq!(begin(&mut ana, &[&player, "random"]).status, 201, "its own team plays it");
    let moves = |leo: &mut Client| {
        let log = leo.get(&format!("/api/matches/{running}/event-log")).text();
        log.matches("\"type\":\"move\"").count()
    };
    let walk = json!({"seat": 0, "ply": 0, "move": "e2"});
    assert_eq!(leo.post(&format!("/api/matches/{running}/move"), &walk).status, 204);
    while moves(&mut leo) < 2 {
        std::thread::yield_now();
    }
    let resigns = json!({"seat": 0, "ply": 2, "move": null});
    assert_eq!(leo.post(&format!("/api/matches/{running}/move"), &resigns).status, 204);
    assert_eq!(record_of(&mut leo, &running).status, 200);
    let again = format!("/api/matches/{running}/rematch");
    assert_eq!(leo.post(&again, &json!({})).status, 409);
    classmates_play(&mut teacher, true);
    assert_eq!(leo.post(&again, &json!({})).status, 201);
}

#[test]
fn the_bots_of_paused_and_removed_people_and_of_the_teacher_are_not_offered() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let model = new_bot(&mut teacher, "Model", FIRST);
    run_whole(&mut teacher, model, FIRST);
    assert_eq!(offered(&mut leo), [], "the teacher opens bots");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    run_whole(&mut ana, bot, FIRST);
    let ana_id = me(&mut ana)["person"]["id"].clone();
    let player = format!("bot/{bot}");
    let mut change = |change: Value| {
        assert_eq!(teacher.post("/api/class/people", &change).status, 204);
        (offered(&mut leo).len(), begin(&mut leo, &[&player, "random"]).status)
    };
    let freeze = |frozen| json!({"change": "freeze", "people": [ana_id], "frozen": frozen});
    assert_eq!(change(freeze(true)), (0, 404));
    assert_eq!(change(freeze(false)), (1, 201));
    assert_eq!(change(json!({"change": "remove", "people": [ana_id]})), (0, 404));
}

#[test]
fn a_rematch_and_a_branch_have_the_version_that_is_offered_now() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let bot = new_bot(&mut ana, "Racer", FIRST);
    run_whole(&mut ana, bot, FIRST);
    let player = format!("bot/{bot}");
    let first = id_of(&begin(&mut leo, &[&player, "random"]));
    let before = record_of(&mut leo, &first).json()["players"][0].clone();
    let now = run_whole(&mut ana, bot, CALM);
    let now = record_of(&mut ana, &now).json()["players"][0]["source"].clone();
    assert!(now.is_string() && now != before["source"], "{now} {before}");
    let rematch = leo.post(&format!("/api/matches/{first}/rematch"), &json!({}));
    let rematch = record_of(&mut leo, &id_of(&rematch)).json();
    let racer = &rematch["players"][1];
    assert_eq!((&racer["name"], &racer["source"]), (&before["name"], &now), "{racer}");
    let from = json!({"match": first, "ply": 2});
    let branch = json!({"game": "quoridor", "players": ["same", "random"], "from": from});
    let branch = leo.post("/api/matches", &branch);
    let branch = id_of(&branch);
    assert_eq!(
        leo.post(&format!("/api/matches/{branch}/pace"), &json!({"pace_ms": 0})).status,
        204
    );
    let branch = record_of(&mut leo, &branch).text();
    assert!(
        branch.contains(now.as_str().expect("a hash")) && !branch.contains("secret"),
        "{branch}"
    );
}

#[test]
fn why_a_version_does_not_load_is_for_its_team() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let bot = new_bot(&mut ana, "Broken", "-- a secret\nlocal secret = = 1");
    keep(&mut ana, bot);
    assert_eq!(release(&mut ana, bot, Some(1)), 200);
    let player = format!("bot/{bot}");
    let own = begin(&mut ana, &[&player, "random"]);
    assert_eq!(own.status, 400);
    assert!(own.error().contains("secret = = 1"), "{own:?}");
    let other = begin(&mut leo, &[&player, "random"]);
    let why = "Broken (Ana) does not load, and only its team and the teacher see why: choose another player";
    assert_eq!((other.status, other.error().as_str()), (409, why));
}
