//! Matches through the API.

use juez::lobby::whole_events;
use serde_json::{Value, json};

use crate::server::client::{Client, Event, items_until_over, record_of};
use crate::server::process::Server;

#[track_caller]
pub fn begin(client: &mut Client, new: &Value) -> String {
    let answer = client.post("/api/matches", new);
    assert_eq!(answer.status, 201, "{answer:?}");
    let id = answer.json()["id"].as_str().expect("an id").to_string();
    assert_eq!(answer.header("location"), Some(format!("/m/{id}").as_str()));
    id
}

#[test]
fn the_list_of_games_has_their_options_and_bots() {
    let server = Server::start();
    let games = server.client().get("/api/games").json();
    let ids: Vec<&str> = games.as_array().expect("a list").iter().filter_map(id_of).collect();
    assert_eq!(ids.len(), 5, "{ids:?}");
    for game in games.as_array().expect("a list") {
        assert!(!game["bots"].as_array().expect("bots").is_empty(), "{game}");
        assert!(!game["options"].as_array().expect("house rules").is_empty(), "{game}");
    }
}

fn id_of(game: &Value) -> Option<&str> {
    game["id"].as_str()
}

#[test]
fn bots_play_a_match_that_all_see_and_whose_record_verifies() {
    let server = Server::start();
    let mut ana = server.client();
    let new =
        json!({"game": "quoridor", "players": ["greedy", "random"], "seed": "7", "pace_ms": 0});
    let id = begin(&mut ana, &new);
    let items = items_until_over(&mut ana.stream(&format!("/api/stream?match={id}"), None));
    assert_eq!(items[0]["type"], "start");
    let mut leo = server.client();
    let record = record_of(&mut leo, &id);
    assert_eq!(record.status, 200, "{record:?}");
    let name = format!("attachment; filename=\"juez-{id}.jsonl\"");
    assert_eq!(record.header("content-disposition"), Some(name.as_str()));
    let moves: Vec<&Value> =
        items.iter().map(|item| &item["move"]).filter(|mv| !mv.is_null()).collect();
    assert!(json!(moves) == record.json()["moves"], "{} moves", moves.len());
    let file = server.folder.path().join("record.jsonl");
    std::fs::write(&file, &record.body).expect("a file");
    let (code, out, err) =
        crate::server::process::run(server.folder.path(), &["verify", "record.jsonl"]);
    assert_eq!(code, 0, "{out}{err}");
    let listed = leo.get("/api/matches").json();
    assert_eq!((&listed[0]["id"], &listed[0]["status"]), (&json!(id), &json!("finished")));
}

#[test]
fn a_person_plays_a_whole_match_and_each_visitor_sees_only_what_is_allowed() {
    let server = Server::start();
    let (mut ana, mut leo) = (server.client(), server.client());
    let new = json!({
        "game": "durak", "players": ["me", "random"], "name": "Ana", "seed": "3", "pace_ms": 0,
    });
    let id = begin(&mut ana, &new);
    let record = leo.get(&format!("/api/matches/{id}/record"));
    assert_eq!(record.status, 409, "{record:?}");
    assert_eq!(record.error(), "the record is available once the match is over");
    let mut asked = 0;
    let stream = ana.stream(&format!("/api/stream?match={id}&observer=0"), None);
    for event in stream {
        if let Some(head) = event.data.get("head") {
            assert_eq!(head["observer"], "0");
        }
        let Some(table) = event.data.get("table") else { continue };
        if table["status"] != "running" {
            assert_eq!(table["status"], "finished", "{table}");
            break;
        }
        let Some(ask) = table.get("ask").filter(|ask| !ask.is_null()) else { continue };
        let (ply, legal) = (&ask["ply"], &ask["legal"]);
        let path = format!("/api/matches/{id}/move");
        let by_another = json!({"seat": 0, "ply": ply, "move": legal[0]});
        if asked == 0 {
            let open = leo.get(&format!("/api/matches/{id}/event-log?observer=open")).json();
            assert_eq!(open["head"]["observer"], "public", "the match is not over");
            let mine = leo.get(&format!("/api/matches/{id}/event-log?observer=0")).json();
            assert_eq!(mine["head"]["observer"], "public", "the seat is another visitor's");
            let refused = leo.post(&path, &by_another);
            assert!((400..500).contains(&refused.status), "{refused:?}");
            let illegal = ana.post(&path, &json!({"seat": 0, "ply": ply, "move": "zz"}));
            assert_eq!(illegal.status, 409, "{illegal:?}");
            assert!(illegal.error().contains("zz"), "{}", illegal.error());
        }
        asked += 1;
        let answer = ana.post(&path, &by_another);
        // The stream may still contain a question that was answered meanwhile.
        assert!(matches!(answer.status, 204 | 409), "{answer:?}");
        if answer.status == 204 {
            assert_eq!(ana.post(&path, &by_another).status, 204, "the same answer twice is one");
        }
    }
    assert!(asked > 3, "a hand of durak has more decisions than {asked}");
    let open = leo.get(&format!("/api/matches/{id}/event-log?observer=open")).json();
    assert_eq!(open["head"]["observer"], "open");
    let record = record_of(&mut leo, &id).json();
    assert_eq!(record["players"][0]["name"], "Ana");
    assert!(record["plies"].as_array().expect("plies").iter().any(|ply| ply["by"] == "human"));
}

/// Returns the cards of a seat at the end of an event log.
fn hand_in(log: &Value) -> Vec<Value> {
    let items = whole_events(log["items"].as_array().expect("items"));
    let mut hands = items.iter().rev().filter_map(|item| item["view"]["hand"].as_array());
    hands.next().cloned().unwrap_or_default()
}

#[test]
fn a_person_who_sits_down_without_a_cookie_gets_one_that_shows_the_hand() {
    let server = Server::start();
    // Slow enough that no bot moves before the seat is taken.
    let new = json!({
        "game": "durak", "players": ["greedy", "random"], "takeover": "anyone", "pace_ms": 10_000
    });
    let mut ana = server.client();
    let id = begin(&mut ana, &new);
    let mut leo = server.client();
    let sat = leo
        .post(&format!("/api/matches/{id}/seat"), &json!({"seat": 1, "take": true, "name": "Leo"}));
    assert_eq!(sat.status, 204, "a match of bots goes on: {sat:?}");
    let cookie = sat.header("set-cookie").expect("a cookie").split(';').next().map(str::to_string);
    // A program that knows only that answer of the server.
    let mut again = Client { host: server.host.clone(), cookie };
    let asked = again.stream(&format!("/api/stream?match={id}&observer=1"), None);
    let is_his = |event: Event| {
        let table = event.data.get("table")?;
        (table["seats"][1]["you"] == true).then(|| table.clone())
    };
    let table = { asked }.find_map(is_his).expect("the stream of the seat");
    assert_eq!(table["seats"][1]["name"], "Leo");
    assert_eq!(table["observers"], json!(["public", "1"]));
    let log = format!("/api/matches/{id}/event-log?observer=1");
    // The cards are dealt a moment after the seats exist.
    let mut logs = (0..1000).map(|_| again.get(&log).json());
    let own = logs.find(|log| hand_in(log).len() == 6).expect("the cards of the seat");
    assert_eq!(own["head"]["observer"], "1");
    for other in [&mut ana, &mut server.client()] {
        let log = other.get(&log).json();
        assert_eq!((log["head"]["observer"].as_str(), hand_in(&log).len()), (Some("public"), 0));
    }
}

#[test]
fn only_the_owner_of_a_match_sets_its_pace() {
    let server = Server::start();
    let (mut ana, mut leo) = (server.client(), server.client());
    let new = json!({"game": "quoridor", "players": ["greedy", "random"], "pace_ms": 10_000});
    let path = format!("/api/matches/{}/pace", begin(&mut ana, &new));
    let (slow, fast) = (json!({"pace_ms": 2000}), json!({"pace_ms": 0}));
    assert_eq!(leo.post(&path, &fast).status, 403);
    let nonsense = ana.post(&path, &json!({"pace_ms": -1}));
    assert_eq!(nonsense.status, 400, "{nonsense:?}");
    assert_eq!(ana.post(&path, &slow).status, 204);
    let stream = path.replace("/api/matches/", "/api/stream?match=").replace("/pace", "");
    let pace_in = |event: Event| event.data["table"]["pace_ms"].as_u64();
    assert_eq!(leo.stream(&stream, None).find_map(pace_in), Some(2000));
    assert_eq!(ana.post(&path, &fast).status, 204);
    items_until_over(&mut leo.stream(&stream, None));
    // The event log ends a moment before the table.
    while ana.post(&path, &fast).status != 409 {}
}

#[test]
fn a_match_goes_on_from_another_and_its_record_verifies() {
    let server = Server::start();
    let mut ana = server.client();
    let new = json!({"game": "scopone", "players": ["random", "random", "random", "random"],
        "pace_ms": 0});
    let first = begin(&mut ana, &new);
    let record = record_of(&mut ana, &first);
    let line = record.text();
    let players = json!(["same", "greedy", "same", "same"]);
    for from in [json!({"match": first, "ply": 5}), json!({"record": line.trim(), "ply": 5})] {
        let new = json!({"game": "scopone", "players": players, "pace_ms": 0, "from": from});
        let id = begin(&mut ana, &new);
        let made = record_of(&mut ana, &id);
        assert_eq!(made.json()["branch"]["of"], from["match"]);
        assert_eq!(
            made.json()["moves"].as_array().expect("moves")[..5],
            record.json()["moves"].as_array().expect("moves")[..5]
        );
        let file = server.folder.path().join("branch.jsonl");
        std::fs::write(file, &made.body).expect("a file");
        let folder = server.folder.path();
        for arguments in
            [&["verify", "branch.jsonl"][..], &["verify", "branch.jsonl", "--rerun", "."]]
        {
            let (code, out, err) = crate::server::process::run(folder, arguments);
            assert_eq!(code, 0, "{out}{err}");
            assert!(out.contains("ply 5, hands were seen"), "{out}");
        }
    }
}

#[test]
fn the_list_of_a_visitor_marks_the_own_matches_which_only_their_owner_clears() {
    let server = Server::start();
    let (mut ana, mut leo) = (server.client(), server.client());
    let new = json!({"game": "quoridor", "players": ["greedy", "random"], "pace_ms": 0});
    let id = begin(&mut ana, &new);
    record_of(&mut ana, &id);
    leo.get("/");
    let yours = |client: &mut Client| client.get("/api/matches").json()[0]["yours"].clone();
    assert_eq!((yours(&mut ana), yours(&mut leo)), (json!(true), json!(false)));
    let owner = ana.stream("/api/stream", None).next().expect("a list");
    assert_eq!(owner.data["lobby"][0]["yours"], true);
    assert!(owner.data["lobby"][0].get("owner").is_none());
    let path = format!("/api/matches/{id}/clear");
    assert_eq!(leo.post(&path, &json!({})).status, 403);
    assert_eq!(ana.post(&path, &json!({})).status, 204);
    assert_eq!(leo.get("/api/matches").json(), json!([]));
    assert_eq!(leo.get(&format!("/api/matches/{id}/record")).status, 200);
}

#[test]
fn only_the_owner_stops_a_match() {
    let server = Server::start();
    let (mut ana, mut leo) = (server.client(), server.client());
    let id = begin(&mut ana, &json!({"game": "quoridor", "players": ["me", "random"]}));
    let path = format!("/api/matches/{id}/stop");
    let first = json!({"seat": 0, "ply": 0, "move": "e2"});
    assert_eq!(ana.post(&format!("/api/matches/{id}/move"), &first).status, 204);
    assert_eq!(leo.post(&path, &json!({})).status, 403);
    assert_eq!(ana.post(&path, &json!({})).status, 204);
    let over = |event: Event| {
        event.data["table"]["status"].as_str().filter(|it| *it != "running").map(str::to_string)
    };
    let status = leo.stream(&format!("/api/stream?match={id}"), None).find_map(over);
    assert_eq!(status.as_deref(), Some("stopped"));
    let listed = ana.get("/api/matches").json();
    assert_eq!(listed[0]["status"], "stopped", "{listed}");
}

#[test]
fn a_visitor_who_starts_too_many_matches_has_to_wait() {
    let server = Server::start();
    let mut client = server.client();
    assert!(client.get("/").header("set-cookie").is_some());
    let new = json!({"game": "quoridor", "players": ["random", "random"], "pace_ms": 0});
    let status: Vec<u16> = (0..21).map(|_| client.post("/api/matches", &new).status).collect();
    assert!(status[..20].iter().all(|&status| status == 201), "{status:?}");
    assert_eq!(status[20], 429);
}

#[test]
fn a_match_that_is_not_there_is_missing() {
    let server = Server::start();
    let mut client = server.client();
    for path in ["event-log", "record"] {
        assert_eq!(client.get(&format!("/api/matches/nothing/{path}")).status, 404);
    }
    for (path, body) in [
        ("seat", json!({"seat": 0, "take": true})),
        ("move", json!({"seat": 0, "ply": 0, "move": "e2"})),
        ("pace", json!({"pace_ms": 0})),
        ("stop", json!({})),
        ("clear", json!({})),
        ("rematch", json!({})),
    ] {
        let answer = client.post(&format!("/api/matches/nothing/{path}"), &body);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert_eq!(answer.error(), "no such match");
    }
    let first = client.stream("/api/stream?match=nothing", None).next().expect("a message");
    assert_eq!(first.data, json!({"gone": "no such match"}));
}

#[test]
fn a_level_is_read_by_its_visitor_alone() {
    let server = Server::start();
    let (mut ana, mut leo) = (server.client(), server.client());
    let new =
        json!({"game": "quoridor", "players": ["me", "adaptive"], "name": "Ana", "pace_ms": 0});
    let id = begin(&mut ana, &new);
    let resign = json!({"seat": 0, "ply": 0, "move": null});
    assert_eq!(ana.post(&format!("/api/matches/{id}/move"), &resign).status, 204);
    let record = record_of(&mut leo, &id).json();
    let source = record["players"][1]["source"].as_str().expect("a built-in bot");
    assert!(source.starts_with("master:level=3,"), "the record names the level: {source}");
    let level = ana.get("/api/levels/quoridor").json();
    assert_eq!((&level["matches"], &level["of"]), (&json!(1), &json!(10)), "{level}");
    assert!(level["next"].as_u64() < Some(3), "{level}");
    assert_eq!(level["curve"], json!([level["level"]]));
    let other = leo.get("/api/levels/quoridor").json();
    assert_eq!((&other["matches"], &other["next"]), (&json!(0), &json!(3)), "{other}");
    let state = |client: &mut Client| {
        let mut stream = client.stream(&format!("/api/stream?match={id}"), None);
        stream.find_map(|event| event.data["table"]["adaptive"].as_bool()).expect("a table")
    };
    assert_eq!((state(&mut ana), state(&mut leo)), (true, false));
    assert_eq!(ana.get("/api/levels/nothing").status, 404);
    let alone = json!({"game": "quoridor", "players": ["greedy", "adaptive"]});
    let refused = ana.post("/api/matches", &alone);
    let why = "adaptive follows the person who starts the match: take a seat yourself";
    assert_eq!((refused.status, refused.error().as_str()), (400, why));
}
