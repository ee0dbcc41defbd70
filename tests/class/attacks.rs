//! Refused requests, and the teacher's view of them.

use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::net::TcpStream;

use super::site::{ClassServer, FIRST, me, new_bot, run, save, session};
use crate::server::client::{Client, head, record_of};

/// Returns each refused request that the teacher sees, with its count.
fn incidents(teacher: &mut Client) -> Vec<(Value, String)> {
    let list = teacher.get("/api/class/incidents").json();
    let each = |one: &Value| {
        let times = one["times"].as_u64().expect("a number") as usize;
        let what = one["what"].as_str().expect("text").to_string();
        vec![(one["person"].clone(), what); times]
    };
    list.as_array().expect("a list").iter().flat_map(each).collect()
}

#[test]
fn without_a_session_nothing_below_the_api_answers() {
    let site = ClassServer::start();
    let mut stranger = site.stranger();
    for path in [
        "/api/class/bots",
        "/api/class/bots/1",
        "/api/class/people",
        "/api/class/incidents",
        "/api/class/download",
        "/api/class/download/all",
        "/api/games",
        "/api/levels/quoridor",
        "/api/matches",
        "/api/stream",
        "/api/matches/abc/event-log",
        "/api/matches/abc/record",
    ] {
        let answer = stranger.get(path);
        assert_eq!((answer.status, answer.error().as_str()), (401, "log in first"), "{path}");
    }
    let new = json!({"game": "quoridor", "players": ["random", "random"]});
    assert_eq!(stranger.post("/api/matches", &new).status, 401);
    assert_eq!(stranger.get("/api/class").json()["me"], Value::Null);
    assert_eq!(stranger.get("/class").status, 200, "the page itself has no secrets");
}

#[test]
fn another_students_things_are_as_if_they_were_not_there_and_the_teacher_sees_the_attempt() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let path = format!("/api/class/bots/{bot}");
    assert_eq!(leo.get(&path).status, 404);
    assert_eq!(leo.get(&format!("{path}/versions/1")).status, 404);
    assert_eq!(save(&mut leo, bot, 1, "-- mine").status, 404);
    for change in [
        json!({"change": "delete"}),
        json!({"change": "rename", "name": "Mine"}),
        json!({"change": "keep"}),
    ] {
        assert_eq!(leo.post(&path, &change).status, 404);
    }
    let seen = incidents(&mut teacher);
    let by_leo = seen.iter().filter(|(person, what)| person == "Leo" && what.contains(&path));
    assert!(by_leo.count() >= 6, "{seen:?}");
}

#[test]
fn a_student_has_no_right_of_a_teacher() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let id = me(&mut ana)["person"]["id"].clone();
    for (path, body) in [
        (format!("/api/class/people/{id}"), json!({"change": "code"})),
        ("/api/class/people".into(), json!({"change": "remove", "people": [id]})),
        ("/api/class/people".into(), json!({"change": "freeze", "people": [id], "frozen": true})),
        ("/api/class/waiting".into(), json!({"waiting": [], "accept": true})),
        (format!("/api/class/people/{id}"), json!({"change": "team", "with": null})),
        ("/api/class/settings".into(), json!({"open": false})),
        ("/api/class/roster".into(), json!({})),
    ] {
        assert_eq!(leo.post(&path, &body).status, 403, "{path}");
    }
    assert_eq!(leo.get("/api/class/people").status, 403);
    assert_eq!(leo.get("/api/class/waiting").status, 403);
    assert_eq!(leo.get("/api/class/incidents").status, 403);
    assert_eq!(leo.get("/api/class").json()["join"], Value::Null);
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = run(&mut ana, bot, FIRST, &["draft", "me"]);
    for what in ["stop", "clear"] {
        assert_eq!(leo.post(&format!("/api/matches/{id}/{what}"), &json!({})).status, 403);
    }
    let mut teacher = site.teacher();
    assert_eq!(teacher.post(&format!("/api/matches/{id}/stop"), &json!({})).status, 204);
}

#[test]
fn forged_and_ended_cookies_are_nobodys() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let (name, secret) = session(&ana);
    let real = format!("{name}={secret}");
    let mut forged = site.stranger();
    let last = if real.ends_with('0') { '1' } else { '0' };
    for cookie in [
        format!("{}{last}", &real[..real.len() - 1]),
        format!("{name}=1"),
        format!("{name}={}", "0".repeat(64)),
        format!("{name}={}", "' OR 1=1 --"),
        format!("session={secret}"),
    ] {
        forged.cookie = Some(cookie);
        assert_eq!(forged.get("/api/class/bots").status, 401, "{:?}", forged.cookie);
    }
    assert_eq!(ana.post("/api/class/leave", &json!({})).status, 204);
    let mut replayed = site.stranger();
    replayed.cookie = Some(real);
    assert_eq!(replayed.get("/api/class/bots").status, 401);
    assert_eq!(site.stranger().get("/api/class/bots").status, 401, "that is no attack");
    let seen = site.teacher().get("/api/class/incidents").json();
    assert_eq!(seen.as_array().map(Vec::len), Some(1), "{seen}");
    assert_eq!((&seen[0]["person"], &seen[0]["times"]), (&Value::Null, &json!(5)), "{seen}");
}

#[test]
fn another_site_can_send_nothing_and_the_teacher_sees_it() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let kind = ("content-type", "application/json");
    let body = json!({"game": "quoridor", "language": "lua", "name": "Evil"}).to_string();
    for more in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")] {
        let answer = ana.ask("POST", "/api/class/bots", &[kind, more], body.as_bytes());
        assert_eq!(answer.status, 403, "{more:?}");
    }
    let named = ana.ask("GET", "/api/class/bots", &[("host", "evil.example")], b"");
    assert_eq!(named.status, 403);
    // A form on another site sends text.
    let form = [("content-type", "text/plain")];
    assert_eq!(ana.ask("POST", "/api/class/bots", &form, body.as_bytes()).status, 415);
    assert_eq!(ana.get("/api/class/bots").json(), json!([]));
    let seen = incidents(&mut site.teacher());
    let other = seen.iter().filter(|(_, what)| what.contains("requests from other sites"));
    assert_eq!(other.count(), 2, "{seen:?}");
}

#[test]
fn names_of_files_are_no_paths_and_long_bodies_are_cut_off() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let path = format!("/api/class/bots/{bot}/draft");
    let kind = [("content-type", "application/json")];
    let names = ["../main.lua", "/etc/passwd.lua", "a/b.lua", "..\\x.lua", "main.rhai", "CON.lua"];
    let names = [&names[..], &["nul.lua"]].concat();
    for (name, status) in names.into_iter().zip([403, 403, 403, 403, 400, 400, 400]) {
        let draft = json!({"revision": 1, "files": {"main.lua": "", name: ""}}).to_string();
        assert_eq!(ana.ask("PUT", &path, &kind, draft.as_bytes()).status, status, "{name}");
    }
    let seen = incidents(&mut site.teacher());
    assert_eq!(seen.iter().filter(|(person, _)| person == "Ana").count(), 4, "{seen:?}");
    for files in [json!({}), json!({"helper.lua": ""}), json!({"main.lua": "", "B.lua": ""})] {
        let check = json!({"game": "quoridor", "language": "lua", "files": files});
        assert_eq!(ana.post("/api/class/check", &check).status, 400, "{check}");
    }
    let long = json!({"revision": 1, "files": {"main.lua": "x".repeat(1_100_000)}}).to_string();
    assert_eq!(ana.ask("PUT", &path, &kind, long.as_bytes()).status, 429);
    let longer =
        format!("{{\"revision\":1,\"files\":{{\"main.lua\":\"{}\"}}}}", "x".repeat(4_000_000));
    assert_eq!(ana.ask("PUT", &path, &kind, longer.as_bytes()).status, 413);
    let page = ana.get(&format!("/api/class/bots/{bot}")).json();
    assert_eq!(page["draft"]["revision"], 1, "nothing of it is stored");
}

#[test]
fn a_body_that_does_not_come_is_refused_with_its_sender_and_hurts_no_other() {
    let site = ClassServer::start();
    let (eve, mut ana) = (site.person("Eve"), site.person("Ana"));
    let cookie = eve.cookie.expect("a cookie");
    let slow = || {
        let mut slow = TcpStream::connect(&site.host).expect("the server listens");
        let head = format!(
            "POST /api/class/bots HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: 100\r\n\r\n{{",
            site.host
        );
        slow.write_all(head.as_bytes()).expect("the server reads");
        slow
    };
    let slow: Vec<TcpStream> = (0..50).map(|_| slow()).collect();
    new_bot(&mut ana, "Racer", FIRST);
    // One person has at most six requests at once.
    assert_eq!(head(&mut BufReader::new(&slow[0])).status, 408);
    let seen = incidents(&mut site.teacher());
    let of_eve =
        |(person, what): &(Value, String)| person == "Eve" && what.contains("/api/class/bots");
    assert!(seen.iter().any(of_eve), "{seen:?}");
}

#[test]
fn names_that_mislead_are_refused_and_html_stays_text() {
    let site = ClassServer::start();
    site.person("Ana");
    let look_alike = json!({"code": site.join_code, "name": "\u{410}n\u{430}"});
    assert_eq!(site.stranger().post("/api/class/join", &look_alike).status, 409);
    for (name, status) in
        [("a\u{202e}b", 403), ("\u{200b}", 403), ("\u{3164}", 403), ("", 400), ("\u{7}", 403)]
    {
        let join = json!({"code": site.join_code, "name": name});
        assert_eq!(site.stranger().post("/api/class/join", &join).status, status, "{name:?}");
    }
    let name = "<script>alert(1)</script>";
    let mut eve = site.person(name);
    assert_eq!(me(&mut eve)["person"]["name"], name, "as JSON; pages escape it");
    let answer = eve.get("/api/class");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn a_thousand_joins_are_stopped_and_hurt_nobody_who_is_in() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let mut statuses = Vec::new();
    for n in 0..1000 {
        let join = json!({"code": site.join_code, "name": format!("Bot {n}")});
        statuses.push(site.stranger().post("/api/class/join", &join).status);
    }
    let joined = statuses.iter().filter(|status| **status == 200).count();
    assert_eq!(joined, 39, "with Ana a big class; the others wait for the teacher");
    assert!(statuses.contains(&202) && statuses.contains(&429));
    new_bot(&mut ana, "Racer", FIRST);
}

#[test]
fn drafts_that_hang_or_bloat_the_compiler_are_said_to_and_others_go_on() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let nested = format!("return {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    let hostile = [
        "while true do end".to_string(),
        "local t = {} while true do t[#t + 1] = string.rep('x', 1e6) end".to_string(),
        "local function f() return f() + 1 end f()".to_string(),
        format!("local s = '{}'", "x".repeat(900_000)),
        nested,
    ];
    for (n, source) in hostile.into_iter().enumerate() {
        // A person who took much CPU time waits before the next check.
        let mut eve = site.person(&format!("Eve {n}"));
        let files = json!({ "main.lua": source });
        let asked = json!({"game": "quoridor", "language": "lua", "files": files});
        let answer = eve.post("/api/class/check", &asked);
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.json()[0]["error"], true, "{answer:?}");
        let files = json!({ "main.lua": FIRST });
        let asked = json!({"game": "quoridor", "language": "lua", "files": files});
        assert_eq!(ana.post("/api/class/check", &asked).json(), json!([]));
    }
    let seen = incidents(&mut site.teacher());
    let is_eve = |person: &Value| person.as_str().is_some_and(|name| name.starts_with("Eve"));
    let by_eve = seen.iter().filter(|(person, what)| is_eve(person) && what.contains("check"));
    assert!(by_eve.count() >= 2, "the teacher sees those that hang: {seen:?}");
}

#[test]
fn nobody_holds_more_than_a_fair_share_of_tables() {
    let site = ClassServer::start();
    let (mut eve, mut ana) = (site.person("Eve"), site.person("Ana"));
    let new = json!({"game": "quoridor", "players": ["me", "free"], "name": "Eve"});
    let statuses: Vec<u16> = (0..8).map(|_| eve.post("/api/matches", &new).status).collect();
    assert_eq!(statuses, [201, 201, 201, 201, 201, 201, 429, 429]);
    assert_eq!(ana.post("/api/matches", &new).status, 201);
}

#[test]
fn names_that_one_device_makes_up_take_no_place_from_others() {
    let site = ClassServer::start();
    let (mut ana, mut teacher) = (site.person("Ana"), site.teacher());
    let new = json!({"game": "quoridor", "players": ["me", "free"]});
    let begin = |by: &mut Client| by.post("/api/matches", &new).status;
    let mut eves: Vec<_> = (1..=11).map(|n| site.person(&format!("Eve {n}th"))).collect();
    let begun: Vec<u16> =
        (0..6).flat_map(|_| eves.iter_mut().map(begin).collect::<Vec<_>>()).collect();
    assert_eq!(begun.iter().filter(|status| **status == 201).count(), 64, "the lobby is full");
    assert_eq!((begin(&mut teacher), begin(&mut ana)), (201, 201));
    assert_eq!(begin(&mut ana), 201, "as long as others have more");
    assert_eq!(begin(&mut eves[0]), 429);
}

#[test]
fn a_full_lobby_has_a_table_for_the_teacher_and_stops_no_match_for_it() {
    let site = ClassServer::start();
    let new = json!({"game": "quoridor", "players": ["me", "free"]});
    let mut teacher = site.teacher();
    let first = teacher.post("/api/matches", &new).json()["id"].clone();
    for n in 0..32 {
        let mut student = site.person(&format!("Student {n}x"));
        assert_eq!(student.post("/api/matches", &new).status, 201);
        assert_eq!(student.post("/api/matches", &new).status, 201);
    }
    assert_eq!(site.person("Late").post("/api/matches", &new).status, 201, "owners of two share");
    assert_eq!(teacher.post("/api/matches", &new).status, 201);
    let mut running = || -> Vec<Value> {
        let list = teacher.get("/api/matches").json();
        let all = list.as_array().expect("a list").iter();
        all.filter(|one| one["status"] == "running").map(|one| one["id"].clone()).collect()
    };
    // A stopped match stays on the list until its thread has ended.
    let settled = (0..10_000).map(|_| running()).find(|running| running.len() <= 64 + 2);
    let settled = settled.expect("the students have 64 places");
    assert_eq!(settled.len(), 64 + 2, "and the teacher has two more");
    assert!(settled.contains(&first), "no match of the teacher is taken away");
}

#[test]
fn wrong_codes_of_one_address_keep_out_neither_the_right_ones_nor_the_teacher() {
    let site = ClassServer::start();
    let (_, code) = site.joined("Ana");
    let wrong = json!({"code": "zzzz-zzzz-zzzz", "name": "Eve"});
    for path in ["join", "return"] {
        let path = format!("/api/class/{path}");
        let statuses: Vec<_> =
            (0..130).map(|_| site.stranger().post(&path, &wrong).status).collect();
        assert!(statuses.contains(&401) && statuses.last() == Some(&429), "{path}");
    }
    let mut ana = site.stranger();
    assert_eq!(ana.post("/api/class/return", &json!({"code": code})).status, 204);
    site.teacher();
}

#[test]
fn one_person_has_so_many_streams_and_others_have_theirs() {
    let site = ClassServer::start();
    let (mut eve, mut ana) = (site.person("Eve"), site.person("Ana"));
    // Each subject counts: here 24.
    let many = format!("/api/streams?of={}", ",".repeat(23));
    let open: Vec<_> = (0..2).map(|_| eve.stream(&many, None)).collect();
    assert_eq!(eve.head_of("/api/stream", &[]).status, 429);
    assert_eq!(ana.head_of("/api/stream", &[]).status, 200);
    drop(open);
}

#[test]
fn a_loop_of_runs_is_stopped_after_twenty_in_a_minute() {
    let site = ClassServer::start();
    let (mut eve, mut ana) = (site.person("Eve"), site.person("Ana"));
    for client in [&mut eve, &mut ana] {
        let bot = new_bot(client, "Racer", FIRST);
        for _ in 0..20 {
            let id = run(client, bot, FIRST, &["draft", "greedy"]);
            record_of(client, &id);
        }
        let new = json!({"game": "quoridor", "players": ["greedy", "greedy"]});
        let draft = json!({"revision": 1, "files": {"main.lua": FIRST}});
        let run = json!({"draft": draft, "match": new});
        assert_eq!(client.post(&format!("/api/class/bots/{bot}/run"), &run).status, 429);
        assert_eq!(client.post("/api/matches", &new).status, 429);
    }
}

#[test]
fn another_students_seat_is_not_to_be_had() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = run(&mut ana, bot, FIRST, &["draft", "me"]);
    let path = format!("/api/matches/{id}");
    let sit = |leo: &mut Client, seat: u8| {
        leo.post(&format!("{path}/seat"), &json!({"seat": seat, "take": true, "name": "Ana"}))
            .status
    };
    assert_eq!((sit(&mut leo, 0), sit(&mut leo, 1)), (403, 409));
    while ana.get(&format!("{path}/event-log")).text().matches("\"type\":\"move\"").count() < 1 {
        std::thread::yield_now();
    }
    let decision = json!({"seat": 1, "ply": 1, "move": "e8"});
    assert_eq!(leo.post(&format!("{path}/move"), &decision).status, 403);
    assert_eq!(ana.post(&format!("{path}/move"), &decision).status, 204);
}

#[test]
fn a_person_who_asks_for_much_at_once_waits_and_others_do_not() {
    let site = ClassServer::start();
    let (eve, mut ana) = (site.person("Eve"), site.person("Ana"));
    let check = |client: &mut Client, source: &str| {
        let asked = json!({"game": "quoridor", "language": "lua", "files": {"main.lua": source}});
        client.post("/api/class/check", &asked).status
    };
    // The status 408 means that they waited for the CPU time of the first.
    let hanging: Vec<_> = (0..12)
        .map(|_| {
            let mut eve = Client { host: eve.host.clone(), cookie: eve.cookie.clone() };
            std::thread::spawn(move || check(&mut eve, "while true do end"))
        })
        .collect();
    assert_eq!(check(&mut ana, FIRST), 200);
    let statuses: Vec<u16> =
        hanging.into_iter().map(|one| one.join().expect("an answer")).collect();
    let is_known = |status: &u16| [200, 408, 429].contains(status);
    assert!(statuses.contains(&200) && statuses.iter().all(is_known), "{statuses:?}");
}
