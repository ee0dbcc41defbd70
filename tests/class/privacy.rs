//! The parts of a person's bots and matches that others see.

use serde_json::{Value, json};

use super::site::{ClassServer, FIRST, classmates_play, keep, new_bot, run};
use crate::server::client::{Client, record_of};

/// A bot that writes output for its author only, and fails in its own words after some moves.
const TALKER: &str = "local n = 0
return { next_move = function(view)
    print('my secret plan')
    n = n + 1
    if n > 3 then error('secret fault') end
    return view:moves()[1]
end }";

fn log(client: &mut Client, id: &str) -> String {
    client.get(&format!("/api/matches/{id}/event-log?observer=open")).text()
}

#[test]
fn what_a_bot_writes_is_for_its_team_and_the_teacher_also_when_the_match_is_over() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let bot = new_bot(&mut ana, "Talker", TALKER);
    let running = run(&mut ana, bot, TALKER, &["draft", "me"]);
    while !log(&mut ana, &running).contains("my secret plan") {
        std::thread::yield_now();
    }
    assert!(!log(&mut leo, &running).contains("secret"), "while it runs");
    let id = run(&mut ana, bot, TALKER, &["draft", "random"]);
    let own = record_of(&mut ana, &id).text();
    assert!(own.contains("my secret plan") && own.contains("secret fault"), "{own}");
    for reader in [&mut ana, &mut teacher] {
        let text = log(reader, &id);
        assert!(text.contains("my secret plan") && text.contains("secret fault"), "{text}");
    }
    let seen = [log(&mut leo, &id), record_of(&mut leo, &id).text()];
    for text in seen {
        assert!(text.contains("Talker") && !text.contains("secret"), "{text}");
    }
}

#[test]
fn a_list_of_matches_has_those_of_the_team_and_all_for_the_teacher() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = run(&mut ana, bot, FIRST, &["draft", "random"]);
    record_of(&mut ana, &id);
    let listed = |client: &mut Client| {
        let list = client.get("/api/matches").json();
        list.as_array().expect("a list").iter().any(|one| one["id"] == id.as_str())
    };
    assert!(listed(&mut ana) && listed(&mut teacher) && !listed(&mut leo));
}

#[test]
fn matches_of_others_push_mine_off_no_list() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let mine = run(&mut ana, bot, FIRST, &["draft", "greedy"]);
    record_of(&mut ana, &mine);
    for name in ["Bo", "Cy", "Di"] {
        let mut other = site.person(name);
        for _ in 0..18 {
            let new = json!({"game": "quoridor", "players": ["greedy", "greedy"], "pace_ms": 0});
            let id = other.post("/api/matches", &new).json()["id"].clone();
            record_of(&mut other, id.as_str().expect("an id"));
        }
    }
    let listed = ana.get("/api/matches").json();
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed}");
    assert_eq!(listed[0]["id"], mine.as_str());
}

#[test]
fn a_bot_that_classmates_do_not_play_cannot_be_named_nor_played_by_its_hash() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    classmates_play(&mut site.teacher(), false);
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = run(&mut ana, bot, FIRST, &["draft", "random"]);
    let record = record_of(&mut leo, &id).text();
    // The number of a missing bot gets the same answer.
    for player in [format!("bot/{bot}"), format!("bot/{bot}/1"), "bot/99".to_string()] {
        let new = json!({"game": "quoridor", "players": [player, "random"]});
        let refused = leo.post("/api/matches", &new);
        let why =
            "your teacher does not let classmates play each other's bots: choose another opponent";
        assert_eq!((refused.status, refused.error().as_str()), (409, why));
    }
    let from = json!({"record": record.trim(), "ply": 2});
    let new = json!({"game": "quoridor", "players": ["same", "random"], "from": from});
    assert_eq!(leo.post("/api/matches", &new).status, 400);
    let games = leo.get("/api/games").text();
    assert!(!games.contains("Racer"), "{games}");
}

#[test]
fn a_bot_that_the_teacher_opens_can_be_read_and_played_and_not_changed() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let bot = new_bot(&mut ana, "Racer", FIRST);
    classmates_play(&mut teacher, false);
    let path = format!("/api/class/bots/{bot}");
    keep(&mut ana, bot);
    let open = json!({"change": "open", "open": true});
    assert_eq!(ana.post(&path, &open).status, 403, "authors do not open by themselves");
    assert_eq!(teacher.post(&path, &open).status, 200);
    let listed = leo.get("/api/class/bots").json();
    assert_eq!((&listed[0]["id"], &listed[0]["authors"]), (&json!(bot), &json!("Ana")));
    let page = leo.get(&path).json();
    assert_eq!((&page["own"], &page["draft"]["files"]["main.lua"]), (&json!(false), &json!(FIRST)));
    let new =
        json!({"game": "quoridor", "players": [format!("bot/{bot}"), "random"], "pace_ms": 0});
    let begun = leo.post("/api/matches", &new);
    assert_eq!(begun.status, 201);
    assert_eq!(super::site::save(&mut leo, bot, 1, "-- mine").status, 404);
    assert_eq!(leo.post(&path, &json!({"change": "delete"})).status, 404);
    let id = begun.json()["id"].as_str().expect("an id").to_string();
    record_of(&mut leo, &id);
    assert_eq!(teacher.post(&path, &json!({"change": "open", "open": false})).status, 200);
    assert_eq!(leo.post(&format!("/api/matches/{id}/rematch"), &json!({})).status, 409);
    let from = json!({"match": id, "ply": 0});
    let again = json!({"game": "quoridor", "players": ["same", "random"], "from": from});
    assert_eq!(leo.post("/api/matches", &again).status, 409, "it is closed again");
    assert_eq!(ana.post("/api/matches", &again).status, 201);
}

#[test]
fn one_person_sees_one_hand_in_however_many_windows() {
    let site = ClassServer::start();
    let (mut ana, code) = site.joined("Ana");
    let new = json!({"game": "tute", "players": ["me", "free", "free"], "name": "Ana"});
    let id = ana.post("/api/matches", &new).json()["id"].as_str().expect("an id").to_string();
    let mut tablet = site.stranger();
    assert_eq!(tablet.post("/api/class/return", &json!({"code": code})).status, 204);
    let sit = json!({"seat": 1, "take": true, "name": "Eve"});
    assert_eq!(tablet.post(&format!("/api/matches/{id}/seat"), &sit).status, 409);
    let mut leo = site.person("Leo");
    assert_eq!(leo.post(&format!("/api/matches/{id}/seat"), &sit).status, 204);
    let seen: Value = leo.get(&format!("/api/matches/{id}/event-log?observer=0")).json();
    assert_eq!(seen["head"]["observer"], "public", "another hand is not shown");
    let listed = leo.get("/api/matches").json();
    assert_eq!(listed[0]["players"][1], "Leo", "a person has no other name: {listed}");
    assert_eq!(
        (&listed[0]["by"], &site.teacher().get("/api/matches").json()[0]["by"]),
        (&Value::Null, &json!("Ana"))
    );
}

/// Loses a match against the level that suits the person, and returns its id.
pub fn lost_to_level(client: &mut Client) -> String {
    let new = json!({"game": "quoridor", "players": ["me", "adaptive"], "pace_ms": 0});
    let id = client.post("/api/matches", &new).json()["id"].as_str().expect("an id").to_string();
    let resign = json!({"seat": 0, "ply": 0, "move": null});
    assert_eq!(client.post(&format!("/api/matches/{id}/move"), &resign).status, 204);
    record_of(client, &id);
    id
}

#[test]
fn the_level_of_a_person_is_read_by_that_person_and_the_teacher_until_the_person_is_removed() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let id = lost_to_level(&mut ana);
    lost_to_level(&mut ana);
    let matches =
        |client: &mut Client| client.get("/api/levels/quoridor").json()["matches"].clone();
    assert_eq!(matches(&mut ana), 2, "her own");
    assert_eq!((matches(&mut leo), matches(&mut teacher)), (json!(0), json!(0)), "theirs");
    assert_eq!(site.stranger().get("/api/levels/quoridor").status, 401);
    assert_eq!(leo.get("/api/class/people").status, 403);
    assert_eq!(leo.post(&format!("/api/matches/{id}/rematch"), &json!({})).status, 403);
    let mut listed = || {
        let people = teacher.get("/api/class/people").json();
        let levels = |person: &Value| (person["name"].clone(), person["levels"].clone());
        people.as_array().expect("people").iter().map(levels).collect::<Vec<_>>()
    };
    let found = listed().into_iter().find(|(name, _)| name == "Ana").expect("Ana").1;
    let own = ana.get("/api/levels/quoridor").json();
    for part in ["game", "matches", "level", "margin"] {
        assert_eq!(found[0][part], own[part], "{part}: {found}");
    }
    assert!(listed().iter().all(|(name, levels)| name == "Ana" || *levels == json!([])));
    let me = super::site::me(&mut ana);
    let remove = json!({"change": "remove", "people": [me["person"]["id"]]});
    assert_eq!(site.teacher().post("/api/class/people", &remove).status, 204);
    assert_eq!(ana.get("/api/levels/quoridor").status, 401);
    assert!(listed().iter().all(|(_, levels)| *levels == json!([])));
    let folder = site.kill();
    let file = rusqlite::Connection::open(folder.path().join("class/matches.db")).unwrap();
    let left: u32 = file.query_row("SELECT count(*) FROM match", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}

#[test]
fn of_a_removed_person_moves_and_results_are_left_in_the_matches_of_others() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    classmates_play(&mut teacher, true);
    let bot = new_bot(&mut ana, "Talker", TALKER);
    keep(&mut ana, bot);
    let release = json!({"change": "release", "version": 1});
    assert_eq!(ana.post(&format!("/api/class/bots/{bot}"), &release).status, 200);
    let started = |client: &mut Client, players: [&str; 2]| {
        let new = json!({"game": "quoridor", "players": players, "pace_ms": 0});
        let answer = client.post("/api/matches", &new);
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().expect("an id").to_string()
    };
    let against = started(&mut leo, [&format!("bot/{bot}"), "random"]);
    let before = record_of(&mut teacher, &against).json();
    assert!(before.to_string().contains("my secret plan"), "the teacher reads its output");
    let seated = started(&mut leo, ["me", "free"]);
    let take = json!({"seat": 1, "take": true});
    assert_eq!(ana.post(&format!("/api/matches/{seated}/seat"), &take).status, 204);
    let resign = json!({"seat": 0, "ply": 0, "move": null});
    assert_eq!(leo.post(&format!("/api/matches/{seated}/move"), &resign).status, 204);
    record_of(&mut leo, &seated);
    let list = leo.get("/api/matches").text();
    assert!(list.contains("Ana") && list.contains("Talker"), "{list}");
    let running = started(&mut leo, ["me", &format!("bot/{bot}")]);
    let person = super::site::me(&mut ana)["person"]["id"].clone();
    let remove = json!({"change": "remove", "people": [person]});
    assert_eq!(teacher.post("/api/class/people", &remove).status, 204);
    for reader in [&mut leo, &mut teacher] {
        for id in [&against, &seated, &running] {
            let texts = [log(reader, id), record_of(reader, id).text()];
            for text in texts {
                assert!(text.contains("removed"), "{text}");
                let is_named = ["Ana", "Talker", "secret"].iter().any(|word| text.contains(word));
                assert!(!is_named, "{text}");
            }
        }
        let list = reader.get("/api/matches").text();
        assert!(list.contains("removed") && !list.contains("Talker") && !list.contains("Ana"));
    }
    let after = record_of(&mut leo, &against).json();
    for field in ["moves", "seed"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(after["end"]["ranks"], before["end"]["ranks"]);
    let folder = site.kill();
    for name in ["class.db", "matches.db"] {
        let path = folder.path().join("class").join(name);
        let db = rusqlite::Connection::open(&path).expect("a file");
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("a file");
        drop(db);
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
        assert!(!text.contains("Talker") && !text.contains("Ana"), "{name}");
    }
}
