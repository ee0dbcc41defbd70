//! Tournaments on the page: planned, played, interrupted, continued on the command line, graded.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

use super::ladder::bot_of;
use super::site::{ClassServer, FIRST};
use crate::server::client::Client;

/// Plays the last legal move.
const LAST: &str =
    "return { next_move = function(view) local moves = view:moves() return moves[#moves] end }";
/// Walks, and prints words for its authors.
const RACER: &str = "return { next_move = function(view)
    print('my secret plan')
    local path = view:path(view.seat)
    if view:is_legal(path[1]) then return path[1] end
    return view:moves()[1]
end }";

/// Returns a request for a tournament of Quoridor with these changes.
fn request(changes: &Value) -> Value {
    let mut request = json!({
        "name": "Final", "game": "quoridor", "options": {}, "format": "round-robin",
        "third_place": false, "rounds": null, "games": null, "minutes": null,
        "built_in": [], "pass": [],
    });
    for (key, value) in changes.as_object().expect("an object") {
        request[key] = value.clone();
    }
    request
}

/// Plans a tournament and returns its number.
#[track_caller]
pub fn planned(teacher: &mut Client, changes: &Value) -> i64 {
    let answer = teacher.post("/api/class/tournaments", &request(changes));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["id"].as_i64().expect("a number")
}

pub fn change(teacher: &mut Client, id: i64, change: &str) -> u16 {
    teacher.post(&format!("/api/class/tournaments/{id}"), &json!({ "change": change })).status
}

fn board(client: &mut Client, id: i64) -> Value {
    client.get(&format!("/api/class/tournaments/{id}")).json()
}

/// Returns the first board of a tournament for which a condition holds.
#[track_caller]
pub fn board_when(client: &mut Client, id: i64, holds: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/api/stream?match=tournament-{id}");
    let boards = client.stream(&path, None).map(|event| event.data["tournament"].clone());
    boards.into_iter().find(holds).expect("the stream has no end")
}

/// True for a board in this state.
pub fn is_in(state: &'static str) -> impl Fn(&Value) -> bool {
    move |board| board["summary"]["state"] == state
}

fn names(board: &Value) -> Vec<String> {
    let rows = board["rows"].as_array().expect("rows").iter();
    rows.map(|row| row["name"].as_str().expect("a name").to_string()).collect()
}

/// Returns the tables of a tournament, as the command line reports them without times.
fn reported(file: &Path) -> Value {
    let mut report = Command::new(env!("CARGO_BIN_EXE_juez"));
    let report = report.arg("report").arg(file).args(["--json", "--no-times"]);
    let report = report.output().expect("the program runs");
    assert!(report.status.success(), "{}", String::from_utf8_lossy(&report.stderr));
    serde_json::from_slice(&report.stdout).expect("tables")
}

#[test]
fn a_planned_tournament_shows_its_size_and_plays_frozen_versions_to_the_end() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    bot_of(&mut ana, "Racer", RACER);
    let broken = bot_of(&mut leo, "Slow", LAST);
    let id = planned(&mut teacher, &json!({"built_in": ["random"], "rounds": 3}));
    let plan = board(&mut leo, id);
    assert_eq!((&plan["summary"]["state"], &plan["played"]), (&json!("planned"), &json!(0)));
    assert_eq!(plan["summary"]["matches"], 18, "three pairings, three rounds, both colours");
    assert!(plan["seconds"].is_u64() && plan["seed"].is_null());
    // A later version does not play.
    super::site::save(&mut leo, broken, 1, "return {}");
    super::site::keep(&mut leo, broken);
    assert_eq!(change(&mut teacher, id, "start"), 204);
    let end = board_when(&mut leo, id, is_in("finished"));
    assert_eq!((&end["played"], &end["failed"]), (&json!(18), &json!(0)));
    assert_eq!(names(&end)[0], "Ana");
    assert!(end["seed"].is_string(), "the seed is shown after the last match");
    assert_eq!(change(&mut teacher, id, "start"), 409, "it has ended");
    let file = site.folder.path().join(format!("class/tournaments/{id}.db"));
    let tables = reported(&file);
    let reported = tables["standings"].as_array().expect("standings");
    for (row, other) in end["rows"].as_array().expect("rows").iter().zip(reported) {
        for field in ["name", "points", "elo", "score"] {
            assert_eq!(row[field], other[field], "the figures of `juez report`");
        }
    }
    assert_eq!(tables["cross_table"]["names"], json!(names(&end)));
    for (row, other) in [(0, 1), (1, 0), (2, 0)] {
        let met = &tables["cross_table"]["meetings"][row][other];
        assert_eq!(end["results"][row][other], json!([met["points"], met["games"]]));
    }
    assert_eq!(end["rounds"], json!([]), "its pairings are known");
    let grades = teacher.get(&format!("/api/class/tournaments/{id}/grades?marks=score%200-10"));
    assert!(grades.text().starts_with("student,mark,place,"), "{}", grades.text());
    assert!(grades.text().contains("\nAna,") && grades.text().contains("\nLeo,"));
}

#[test]
fn every_format_grows_live_and_ends() {
    let site = ClassServer::start();
    let mut teacher = site.teacher();
    for (at, source) in [RACER, LAST, FIRST, RACER, FIRST].into_iter().enumerate() {
        bot_of(&mut site.person(&format!("Student {at}")), "Bot", source);
    }
    // Tie-breaks are rounds too.
    for (format, rounds, last) in
        [("swiss", 3, "round 3"), ("knockout", 3, "final"), ("gauntlet", 0, "")]
    {
        let id = planned(&mut teacher, &json!({"format": format, "built_in": ["random"]}));
        assert_eq!(change(&mut teacher, id, "start"), 204);
        let end = board_when(&mut teacher, id, is_in("finished"));
        assert_eq!(end["format"], format);
        let titles = end["rounds"].as_array().expect("rounds").iter();
        let titles: Vec<&str> = titles.filter_map(|round| round["title"].as_str()).collect();
        let whole = titles.iter().filter(|title| !title.contains("tie-break")).count();
        assert_eq!(whole, rounds, "{format}: {titles:?}");
        assert!(titles.last().is_none_or(|title| title.starts_with(last)), "{titles:?}");
        assert_eq!(names(&end).len(), 6);
    }
}

#[test]
fn a_tournament_pauses_resumes_and_stops_as_the_teacher_wants() {
    let site = ClassServer::start();
    let mut teacher = site.teacher();
    bot_of(&mut site.person("Ana"), "Racer", RACER);
    bot_of(&mut site.person("Leo"), "Slow", LAST);
    let long = json!({"built_in": ["random"], "rounds": 2000});
    let (first, second) = (planned(&mut teacher, &long), planned(&mut teacher, &long));
    assert_eq!(change(&mut teacher, first, "start"), 204);
    board_when(&mut teacher, first, |board| board["played"].as_u64() > Some(0));
    assert_eq!(change(&mut teacher, second, "start"), 409, "one plays at a time");
    assert_eq!(change(&mut teacher, first, "delete"), 409);
    assert_eq!(change(&mut teacher, first, "pause"), 204);
    let paused = board(&mut teacher, first);
    assert!(is_in("paused")(&paused));
    let played = paused["played"].as_u64().expect("a number");
    assert_eq!(change(&mut teacher, second, "start"), 204, "now another one can play");
    assert_eq!(change(&mut teacher, second, "stop"), 204);
    assert_eq!(change(&mut teacher, second, "start"), 409, "a stopped one has ended");
    assert!(board(&mut teacher, second)["seed"].is_string());
    assert_eq!(board(&mut teacher, first)["played"], played, "nothing is played meanwhile");
    assert_eq!(change(&mut teacher, first, "start"), 204);
    board_when(&mut teacher, first, |board| board["played"].as_u64() > Some(played));
    assert_eq!(change(&mut teacher, first, "stop"), 204);
    assert_eq!(change(&mut teacher, first, "delete"), 204);
    assert_eq!(teacher.get(&format!("/api/class/tournaments/{first}")).status, 404);
    assert!(!site.folder.path().join(format!("class/tournaments/{first}.db")).exists());
}

#[test]
fn kills_lose_and_repeat_no_match_and_the_command_line_continues_to_equal_tables() {
    let mut site = ClassServer::start();
    let mut teacher = site.teacher();
    bot_of(&mut site.person("Ana"), "Racer", RACER);
    bot_of(&mut site.person("Leo"), "Slow", LAST);
    let id = planned(&mut teacher, &json!({"built_in": ["random"], "rounds": 40}));
    let file = format!("class/tournaments/{id}.db");
    let copy = site.folder.path().join("copy.db");
    std::fs::copy(site.folder.path().join(&file), &copy).expect("a copy of the plan");
    assert_eq!(change(&mut teacher, id, "start"), 204);
    for kill in 1..=3 {
        board_when(&mut teacher, id, |board| board["played"].as_u64() >= Some(kill * 30));
        site = ClassServer::within(site.kill(), &[]);
        teacher.host.clone_from(&site.host);
    }
    board_when(&mut teacher, id, |board| board["played"].as_u64() >= Some(120));
    let folder = site.kill();
    let resume = |path: &Path| {
        let mut resume = Command::new(env!("CARGO_BIN_EXE_juez"));
        let resume = resume.args(["tournament", "--quiet", "--resume"]).arg(path);
        assert!(resume.status().expect("the program runs").success());
        reported(path)
    };
    let continued = resume(&folder.path().join(&file));
    assert_eq!(continued["progress"]["played"], 240);
    assert_eq!(continued, resume(&folder.path().join("copy.db")), "tables without a kill");
    let site = ClassServer::within(folder, &[]);
    teacher.host.clone_from(&site.host);
    let end = board_when(&mut teacher, id, is_in("finished"));
    assert_eq!(end["played"], 240, "the page shows the end on the command line");
}

#[test]
fn wrong_requests_and_students_are_refused() {
    let site = ClassServer::start();
    let (mut ana, mut teacher) = (site.person("Ana"), site.teacher());
    bot_of(&mut ana, "Racer", RACER);
    let refused = |teacher: &mut Client, changes: &Value| {
        let answer = teacher.post("/api/class/tournaments", &request(changes));
        assert_eq!(answer.status, 400, "{}", answer.text());
        answer.error()
    };
    let why = refused(&mut teacher, &json!({}));
    assert_eq!(
        why,
        "a table needs 2 bots, and 1 can play: wait for more versions, or add built-in bots"
    );
    for (changes, part) in [
        (json!({"game": "chess"}), "chess"),
        (json!({"built_in": ["/etc/passwd"]}), "no built-in bot"),
        (json!({"built_in": ["exec:sh"]}), "no built-in bot"),
        (json!({"built_in": ["random"], "rounds": 0}), "at most 100000"),
        (json!({"built_in": ["random"], "rounds": 100_000, "games": 100_000}), "matches"),
        (json!({"built_in": ["random"], "pass": ["wins"]}), "wins"),
        (json!({"built_in": ["random"], "options": {"seats": 9}}), "seats"),
        (json!({"name": "a\u{7}b", "built_in": ["random"]}), "one line"),
    ] {
        let why = refused(&mut teacher, &changes);
        assert!(why.contains(part), "{changes}: {why}");
    }
    assert_eq!(teacher.get("/api/class/tournaments").json(), json!([]), "nothing is left of them");
    let id = planned(&mut teacher, &json!({"built_in": ["random"]}));
    for (path, body) in [
        ("/api/class/tournaments".to_string(), request(&json!({"built_in": ["random"]}))),
        (format!("/api/class/tournaments/{id}"), json!({"change": "start"})),
        (format!("/api/class/tournaments/{id}"), json!({"change": "delete"})),
    ] {
        assert_eq!(ana.post(&path, &body).status, 403, "{path}");
    }
    for file in ["grades", "file"] {
        let path = format!("/api/class/tournaments/{id}/{file}");
        assert_eq!(ana.get(&path).status, 403, "{file}");
        assert_eq!(teacher.get(&path).status, 200, "{file}");
        assert_eq!(site.stranger().get(&path).status, 401, "{file}");
    }
    assert_eq!(site.stranger().get(&format!("/api/class/tournaments/{id}")).status, 401);
    assert_eq!(teacher.get("/api/class/tournaments/99/grades").status, 404);
}

#[test]
fn names_follow_the_class_and_nothing_but_results_is_left_of_a_removed_person() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    bot_of(&mut ana, "Racer", RACER);
    bot_of(&mut leo, "Slow", LAST);
    let over = planned(&mut teacher, &json!({"built_in": ["random"]}));
    assert_eq!(change(&mut teacher, over, "start"), 204);
    let before = board_when(&mut teacher, over, is_in("finished"));
    let waits = planned(&mut teacher, &json!({}));
    let people = teacher.get("/api/class/people").json();
    let id = |name: &str| {
        let found = people.as_array().expect("a list").iter().find(|one| one["name"] == name);
        found.expect("a person")["id"].clone()
    };
    let rename = json!({"change": "rename", "name": "Anna"});
    assert_eq!(teacher.post(&format!("/api/class/people/{}", id("Ana")), &rename).status, 200);
    assert_eq!(names(&board(&mut leo, over))[0], "Anna");
    let remove = json!({"change": "remove", "people": [id("Ana")]});
    assert_eq!(teacher.post("/api/class/people", &remove).status, 204);
    let after = board(&mut leo, over);
    assert_eq!(names(&after)[0], "removed");
    for field in ["points", "matches", "score", "elo"] {
        assert_eq!(after["rows"][0][field], before["rows"][0][field], "results stay");
    }
    assert!(is_in("stopped")(&board(&mut leo, waits)), "without its source nothing can be played");
    let tables = reported(&site.folder.path().join(format!("class/tournaments/{over}.db")));
    assert_eq!(tables["standings"][0]["name"], "removed");
    let folder = site.kill();
    for number in [over, waits] {
        let path = folder.path().join(format!("class/tournaments/{number}.db"));
        let bytes = std::fs::read(&path).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("Ana") && !text.contains("Anna"), "{number}");
    }
}

#[test]
fn a_deleted_bot_plays_its_tournament_to_the_end_and_a_removed_person_ends_it() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let bot = bot_of(&mut ana, "Racer", RACER);
    bot_of(&mut leo, "Slow", LAST);
    let id = planned(&mut teacher, &json!({"built_in": ["random"], "rounds": 30}));
    let cut = planned(&mut teacher, &json!({}));
    assert_eq!(
        ana.post(&format!("/api/class/bots/{bot}"), &json!({"change": "delete"})).status,
        200
    );
    // Another person's change leaves it alone.
    let people = teacher.get("/api/class/people").json();
    let number = |name: &str| {
        let found = people.as_array().expect("a list").iter().find(|one| one["name"] == name);
        found.expect("a person")["id"].clone()
    };
    let rename = json!({"change": "rename", "name": "Leon"});
    assert_eq!(teacher.post(&format!("/api/class/people/{}", number("Leo")), &rename).status, 200);
    assert_eq!(names(&board(&mut teacher, id)), ["Ana", "Leon", "random"]);
    assert_eq!(change(&mut teacher, id, "start"), 204);
    let end = board_when(&mut teacher, id, |board| {
        is_in("finished")(board) && !board.to_string().contains("Ana")
    });
    assert_eq!((&end["played"], &end["rows"][0]["name"]), (&json!(180), &json!("removed")));
    assert!(is_in("planned")(&board(&mut teacher, cut)));
    let remove = json!({"change": "remove", "people": [number("Ana")]});
    assert_eq!(teacher.post("/api/class/people", &remove).status, 204);
    assert!(is_in("stopped")(&board(&mut teacher, cut)));
}

#[test]
fn the_teacher_reads_why_a_tournament_could_not_continue() {
    let site = ClassServer::start();
    let (mut ana, mut teacher) = (site.person("Ana"), site.teacher());
    bot_of(&mut ana, "Racer", RACER);
    let id = planned(&mut teacher, &json!({"built_in": ["random"]}));
    let file = site.folder.path().join(format!("class/tournaments/{id}.db"));
    let whole = std::fs::read(&file).expect("a file");
    std::fs::write(&file, "something else").expect("written");
    assert_ne!(change(&mut teacher, id, "start"), 404);
    let mut trouble = || teacher.get("/api/class/tournaments").json()[0].clone();
    let found = loop {
        let found = trouble();
        if found["state"] == "paused" {
            break found;
        }
        std::thread::yield_now();
    };
    let why = found["trouble"].as_str().expect("a reason").to_string();
    assert!(why.contains("is not a juez tournament"), "{why}");
    assert!(ana.get("/api/class/tournaments").json()[0]["trouble"].is_null());
    std::fs::write(&file, whole).expect("written");
    assert_eq!(change(&mut teacher, id, "start"), 204);
    board_when(&mut teacher, id, is_in("finished"));
}
