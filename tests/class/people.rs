//! Joining, coming back, the teacher's actions.

use juez::class::{Class, Joined, NewBot, Origin, Person};
use serde_json::{Value, json};

use super::site::{ClassServer, FIRST, me, new_bot, run};
use crate::server::client::{Client, record_of};

fn number(person: &Value) -> i64 {
    person["person"]["id"].as_i64().expect("a number")
}

#[test]
fn a_person_joins_with_the_code_and_comes_back_with_another_on_another_device() {
    let site = ClassServer::start();
    let (mut ana, code) = site.joined("Ana García");
    assert_eq!(me(&mut ana)["person"]["name"], "Ana García");
    let mut tablet = site.stranger();
    let written = code.to_uppercase().replace('-', " ");
    assert_eq!(tablet.post("/api/class/return", &json!({"code": written})).status, 204);
    assert_eq!(number(&me(&mut tablet)), number(&me(&mut ana)));
    assert_eq!(tablet.post("/api/class/leave", &json!({})).status, 204);
    assert_eq!(me(&mut site_with(&site, &tablet.cookie)), Value::Null);
    assert_eq!(me(&mut ana)["person"]["name"], "Ana García", "other sessions go on");
}

#[test]
fn a_bot_whose_name_is_taken_in_the_new_team_gets_another_that_a_copy_may_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let (class, _) = Class::open(folder.path()).expect("a class");
    let code = class.join_code().expect("a code");
    let join = |name: &str| {
        let from = Origin { browser: name, address: None };
        match class.join(&code, name, from).expect("a free name") {
            Joined::In(login, _) => login.person,
            Joined::Waits(wait) => panic!("{wait:?}"),
        }
    };
    let (ana, leo) = (join("Ana"), join("Leo"));
    let long = "a name of forty characters, not one more";
    let make = |by: &Person, name: &str| {
        let (game, language) = ("quoridor".to_string(), "lua".to_string());
        let new = NewBot { game, language, name: name.to_string(), files: None, exercise: None };
        class.new_bot(by, new).expect("a bot")
    };
    for name in [long, "Racer"] {
        make(&ana, name);
    }
    let (clashes, racer) = (make(&leo, long), make(&leo, "Racer"));
    make(&ana, &format!("Racer {racer}"));
    class.put_in_team(leo.id, Some(ana.id)).expect("a team of two");
    let bots = class.bots(Some(ana.team)).expect("their bots");
    let name = |id: i64| bots.iter().find(|bot| bot.id == id).expect("it came along").name.clone();
    assert_eq!(name(clashes), format!("a name of forty characters, not one mo {clashes}"));
    assert_eq!(name(racer), format!("Racer {racer} 2"));
    drop(class);
    assert_eq!(Class::check(folder.path()).expect("juez has made it"), 3);
    // Earlier versions named bots like this.
    let db = rusqlite::Connection::open(folder.path().join("class.db")).expect("a file");
    let sql = "UPDATE bot SET name = ?1 || ' ' || id, name_key = replace(?1, ' ', '') || id
               WHERE id = ?2";
    let name = "a name of forty characters and some more";
    db.execute(sql, rusqlite::params![name, clashes]).expect("a name");
    drop(db);
    assert_eq!(Class::check(folder.path()).expect("an earlier juez has made it"), 3);
}

/// Returns a client with the cookie of another.
fn site_with(site: &ClassServer, cookie: &Option<String>) -> crate::server::client::Client {
    let mut client = site.stranger();
    client.cookie = cookie.clone();
    client
}

#[test]
fn an_occupied_name_is_refused_however_it_is_written() {
    let site = ClassServer::start();
    site.person("Zoë Ruiz");
    for name in ["Zoë Ruiz", "zoe ruiz", "ZOE-RUIZ", " Zoë  Ruiz "] {
        let join = json!({"code": site.join_code, "name": name});
        let answer = site.stranger().post("/api/class/join", &join);
        assert_eq!(answer.status, 409, "{name}: {answer:?}");
    }
}

#[test]
fn a_closed_class_and_a_wrong_code_let_nobody_in() {
    let site = ClassServer::start();
    let mut teacher = site.teacher();
    let join = |code: &str| {
        let join = json!({"code": code, "name": "Bruno"});
        site.stranger().post("/api/class/join", &join).status
    };
    assert_eq!(join("aaaaaa"), 401);
    assert_eq!(teacher.post("/api/class/settings", &json!({"open": false})).status, 204);
    assert_eq!(join(&site.join_code), 409);
    let new = json!({"open": true, "new_code": true});
    assert_eq!(teacher.post("/api/class/settings", &new).status, 204);
    assert_eq!(join(&site.join_code), 401, "the old code is gone");
    let code = teacher.get("/api/class").json()["join"]["code"].clone();
    assert_eq!(join(code.as_str().expect("a code")), 200);
}

#[test]
fn a_new_return_code_logs_a_student_out_and_lets_them_in_again() {
    let site = ClassServer::start();
    let (mut ana, old) = site.joined("Ana");
    let (mut teacher, id) = (site.teacher(), number(&me(&mut ana)));
    let answer = teacher.post(&format!("/api/class/people/{id}"), &json!({"change": "code"}));
    let code = answer.json()["code"].as_str().expect("a code").to_string();
    assert_eq!(me(&mut ana), Value::Null);
    assert_eq!(ana.post("/api/class/return", &json!({"code": old})).status, 401);
    assert_eq!(ana.post("/api/class/return", &json!({"code": code})).status, 204);
    assert_eq!(me(&mut ana)["person"]["name"], "Ana");
}

#[test]
fn a_stream_ends_with_the_session_that_opened_it() {
    let site = ClassServer::start();
    let (mut ana, mut teacher) = (site.person("Ana"), site.teacher());
    let person = number(&me(&mut ana));
    let mut events = ana.stream("/api/stream", None);
    events.next().expect("the list of matches");
    let log_out = json!({"change": "log_out"});
    assert_eq!(teacher.post(&format!("/api/class/people/{person}"), &log_out).status, 200);
    events.for_each(drop);
    assert_eq!(ana.head_of("/api/stream", &[]).status, 401);
}

#[test]
fn a_paused_student_reads_and_changes_nothing() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let (mut teacher, id) = (site.teacher(), number(&me(&mut ana)));
    let pause = |teacher: &mut crate::server::client::Client, frozen: bool| {
        let change = json!({"change": "freeze", "people": [id], "frozen": frozen});
        assert_eq!(teacher.post("/api/class/people", &change).status, 204);
    };
    pause(&mut teacher, true);
    let new = json!({"game": "quoridor", "language": "lua", "name": "A"});
    assert_eq!(ana.post("/api/class/bots", &new).status, 403);
    let start = json!({"game": "quoridor", "players": ["random", "random"]});
    assert_eq!(ana.post("/api/matches", &start).status, 403);
    assert_eq!(ana.get("/api/class/bots").status, 200);
    pause(&mut teacher, false);
    assert_eq!(ana.post("/api/class/bots", &new).status, 200);
}

#[test]
fn a_team_shares_its_bots_and_has_at_most_three_people() {
    let site = ClassServer::start();
    let mut teacher = site.teacher();
    let mut people: Vec<_> = ["Ana", "Bruno", "Carla", "Dani"].map(|name| site.person(name)).into();
    let ids: Vec<i64> = people.iter_mut().map(|person| number(&me(person))).collect();
    let bot = new_bot(&mut people[1], "Racer", FIRST);
    for (n, expected) in [(1, 200), (2, 200), (3, 429)] {
        let change = json!({"change": "team", "with": ids[0]});
        let path = format!("/api/class/people/{}", ids[n]);
        assert_eq!(teacher.post(&path, &change).status, expected);
    }
    for (n, status) in [(0, 200), (1, 200), (2, 200), (3, 404)] {
        assert_eq!(people[n].get(&format!("/api/class/bots/{bot}")).status, status, "{n}");
    }
    // When Bruno leaves the team, so do Bruno's bots.
    let change = json!({"change": "team", "with": null});
    assert_eq!(teacher.post(&format!("/api/class/people/{}", ids[1]), &change).status, 200);
    assert_eq!(people[1].get(&format!("/api/class/bots/{bot}")).status, 200);
    assert_eq!(people[0].get(&format!("/api/class/bots/{bot}")).status, 404);
}

#[test]
fn a_person_takes_the_bots_that_they_made_from_team_to_team_and_reads_their_logs() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let (ana_id, leo_id) = (number(&me(&mut ana)), number(&me(&mut leo)));
    let source = "return { next_move = function(view) print('mine') return view:moves()[1] end }";
    let bots = [new_bot(&mut ana, "Racer", source), new_bot(&mut leo, "Racer", source)];
    let id = run(&mut ana, bots[0], source, &["draft", "greedy"]);
    record_of(&mut ana, &id);
    let mut put = |person: i64, with: Option<i64>| {
        let change = json!({"change": "team", "with": with});
        let path = format!("/api/class/people/{person}");
        assert_eq!(teacher.post(&path, &change).status, 200);
    };
    let reads = |client: &mut Client| {
        let log = client.get(&format!("/api/matches/{id}/event-log?observer=open")).text();
        let has = bots.map(|bot| client.get(&format!("/api/class/bots/{bot}")).status == 200);
        (log.contains("mine"), has)
    };
    put(ana_id, Some(leo_id));
    assert_eq!([reads(&mut ana), reads(&mut leo)], [(true, [true; 2]); 2]);
    put(ana_id, None);
    assert_eq!(reads(&mut ana), (true, [true, false]));
    assert_eq!(reads(&mut leo), (false, [false, true]));
}

#[test]
fn a_removed_student_is_gone_with_all_that_was_theirs_alone() {
    let site = ClassServer::start();
    let (mut ana, code) = site.joined("Ana");
    let (mut teacher, id) = (site.teacher(), number(&me(&mut ana)));
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let talks =
        "return { next_move = function(view) print('my secret') return view:moves()[1] end }";
    let over = run(&mut ana, bot, talks, &["draft", "random"]);
    record_of(&mut ana, &over);
    let endless = ana.post("/api/matches", &json!({"game": "quoridor", "players": ["me", "free"]}));
    let endless = endless.json()["id"].as_str().expect("an id").to_string();
    let remove = json!({"change": "remove", "people": [id]});
    assert_eq!(teacher.post("/api/class/people", &remove).status, 204);
    assert_eq!(me(&mut ana), Value::Null);
    for id in [over, endless] {
        assert_eq!(teacher.get(&format!("/api/matches/{id}/event-log")).status, 404);
    }
    assert_eq!(teacher.get("/api/matches").json(), json!([]));
    let db = site.folder.path().join("class/matches.db");
    let db = rusqlite::Connection::open(db).expect("a file");
    let left = "SELECT (SELECT count(*) FROM match) + (SELECT count(*) FROM bundle)";
    assert_eq!(db.query_row(left, [], |row| row.get(0)), Ok(0), "nor are sources of theirs left");
    drop(db);
    for name in ["matches.db", "matches.db-wal"] {
        let bytes = std::fs::read(site.folder.path().join("class").join(name)).unwrap_or_default();
        assert!(!bytes.windows(9).any(|text| text == b"my secret"), "{name} is overwritten");
    }
    assert_eq!(site.stranger().post("/api/class/return", &json!({"code": code})).status, 401);
    assert_eq!(teacher.get(&format!("/api/class/bots/{bot}")).status, 404);
    let mut again = site.person("Ana");
    assert_ne!(number(&me(&mut again)), id, "a number is never given twice");
}

#[test]
fn the_seat_of_a_removed_student_is_free_again() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let id = ana.post("/api/matches", &json!({"game": "quoridor", "players": ["me", "free"]}));
    let seat = format!("/api/matches/{}/seat", id.json()["id"].as_str().expect("an id"));
    let sit = json!({"seat": 1, "take": true});
    assert_eq!(leo.post(&seat, &sit).status, 204);
    let remove = json!({"change": "remove", "people": [number(&me(&mut leo))]});
    assert_eq!(site.teacher().post("/api/class/people", &remove).status, 204);
    assert_eq!(site.person("Bea").post(&seat, &sit).status, 204);
}

#[test]
fn a_class_list_gives_everybody_a_code_to_hand_out() {
    let site = ClassServer::start();
    let mut teacher = site.teacher();
    site.person("Bruno");
    let list = b"name,group\nAna Garc\xc3\xada,1\nBruno,1\nCarla,2\nana garcia,2\n";
    let answer = teacher.ask("POST", "/api/class/roster", &[("content-type", "text/csv")], list);
    let answer = answer.json();
    assert_eq!(answer["left_out"], json!(["Bruno", "ana garcia"]), "the page says so");
    let codes = answer["codes"].as_array().expect("codes");
    let names: Vec<_> = codes.iter().map(|code| code["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["Ana García", "Carla"], "who is there stays");
    let mut carla = site.stranger();
    assert_eq!(carla.post("/api/class/return", &json!({"code": codes[1]["code"]})).status, 204);
    assert_eq!(me(&mut carla)["person"]["name"], "Carla");
}

#[test]
fn lists_of_two_platforms_give_one_person_for_each_student() {
    let site = ClassServer::start();
    let mut teacher = site.teacher();
    site.person("Nuria Vidal");
    let mut add = |list: &str| {
        let kind = [("content-type", "text/csv")];
        teacher.ask("POST", "/api/class/roster", &kind, list.as_bytes()).json()
    };
    let moodle = "First name,Last name,Email address\n\
                  Iker,Sola Prat,iker@example.org\n\
                  Nuria,Vidal,nuria@example.org\n";
    assert_eq!(add(moodle)["left_out"], json!(["Nuria Vidal"]));
    let canvas = "Student,ID,SIS Login ID,Section\n\
                  \"Sola Prat, Iker\",11,isola,A\n\
                  \"VIDAL, Núria\",12,nvidal,A\n\
                  \"Bru, Èlia\",13,ebru,A\n";
    let answer = add(canvas);
    assert_eq!(answer["left_out"], json!(["Sola Prat, Iker", "VIDAL, Núria"]));
    assert_eq!(answer["codes"].as_array().map(Vec::len), Some(1), "{answer}");
    let again = "First name,Last name\nÈlia,Bru\n";
    assert_eq!(add(again)["left_out"], json!(["Èlia Bru"]));
}

#[test]
fn many_people_are_removed_at_once_or_none() {
    let site = ClassServer::start();
    let (mut teacher, mut ana) = (site.teacher(), site.person("Ana"));
    let list = "name\nBruno\nCarla\nDani\n".as_bytes();
    let kind = [("content-type", "text/csv")];
    assert_eq!(teacher.ask("POST", "/api/class/roster", &kind, list).status, 200);
    let new = json!({"game": "quoridor", "players": ["me", "free"]});
    let id = ana.post("/api/matches", &new).json()["id"].as_str().expect("an id").to_string();
    let (ana, others): (Vec<Value>, Vec<Value>) = {
        let people = teacher.get("/api/class/people").json();
        let students = people.as_array().expect("a list").clone().into_iter();
        students.filter(|one| one["role"] == "student").partition(|one| one["name"] == "Ana")
    };
    let joined = |one: &Value| one["joined"].as_i64().expect("a time");
    assert!(
        others.iter().all(|other| joined(other) >= joined(&ana[0])),
        "the page selects by time"
    );
    let ids: Vec<i64> =
        others.iter().chain(&ana).map(|one| one["id"].as_i64().expect("an id")).collect();
    let mut remove = |people: &[i64]| {
        teacher.post("/api/class/people", &json!({"change": "remove", "people": people})).status
    };
    assert_eq!(remove(&[&ids[..], &[4711]].concat()), 404, "one of them is not there");
    assert_eq!(teacher_sees(&site), ["Teacher", "Ana", "Bruno", "Carla", "Dani"]);
    assert_eq!(remove(&ids), 204);
    assert_eq!(teacher_sees(&site), ["Teacher"]);
    assert_eq!(site.teacher().get(&format!("/api/matches/{id}/event-log")).status, 404);
}

fn teacher_sees(site: &ClassServer) -> Vec<String> {
    let people = site.teacher().get("/api/class/people").json();
    let name = |one: &Value| one["name"].as_str().expect("a name").to_string();
    people.as_array().expect("a list").iter().map(name).collect()
}

#[test]
fn a_person_is_renamed_unless_the_name_is_taken() {
    let site = ClassServer::start();
    let (mut ana, mut teacher) = (site.person("Ana"), site.teacher());
    site.person("Bruno");
    let path = format!("/api/class/people/{}", number(&me(&mut ana)));
    let mut rename =
        |name: &str| teacher.post(&path, &json!({"change": "rename", "name": name})).status;
    assert_eq!(rename("bruno"), 409);
    assert_eq!(rename("ANA"), 200, "the same name, written otherwise");
    assert_eq!(rename("Ana María"), 200);
    assert_eq!(me(&mut ana)["person"]["name"], "Ana María");
}
