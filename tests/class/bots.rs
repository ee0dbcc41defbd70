//! Drafts, versions, running, asking, checking.

use serde_json::{Value, json};

use super::site::{ClassServer, FIRST, Unzipped, keep, me, new_bot, run, save, session};
use crate::server::client::{Client, record_of};

#[test]
fn a_new_bot_is_the_template_and_plays_at_once() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let new = json!({"game": "quoridor", "language": "rhai", "name": "Racer"});
    let id = ana.post("/api/class/bots", &new).json()["id"].as_i64().expect("a number");
    let page = ana.get(&format!("/api/class/bots/{id}")).json();
    let draft = json!({"revision": 1, "files": page["draft"]["files"]});
    let new = json!({"game": "quoridor", "players": ["draft", "random"], "pace_ms": 0});
    let started =
        ana.post(&format!("/api/class/bots/{id}/run"), &json!({"draft": draft, "match": new}));
    let started = started.json();
    assert_eq!((&started["version"], &started["revision"]), (&json!(1), &json!(1)));
    let record = record_of(&mut ana, started["id"].as_str().expect("an id")).json();
    assert_eq!(record["players"][0]["name"], "Racer");
    assert_eq!(record["end"]["ranks"], json!([1, 2]), "a first bot beats chance");
}

#[test]
fn a_draft_of_another_game_is_kept_and_plays_no_match() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let path = format!("/api/class/bots/{bot}");
    let draft = json!({"revision": 1, "files": {"main.lua": "-- next"}});
    let new = json!({"game": "durak", "players": ["draft", "random"], "pace_ms": 0});
    let refused = ana.post(&format!("{path}/run"), &json!({"draft": draft, "match": new}));
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("another game"), "{}", refused.text());
    assert_eq!(ana.get(&path).json()["draft"]["files"]["main.lua"], "-- next");
}

#[test]
fn of_two_people_in_one_draft_the_second_is_warned_and_nothing_is_overwritten() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let ids = [&mut ana, &mut leo].map(|person| me(person)["person"]["id"].clone());
    let change = json!({"change": "team", "with": ids[0]});
    let path = format!("/api/class/people/{}", ids[1]);
    assert_eq!(site.teacher().post(&path, &change).status, 200);
    let bot = new_bot(&mut ana, "Ours", FIRST);
    assert_eq!(save(&mut ana, bot, 1, "-- Ana").json()["revision"], 2);
    let refused = save(&mut leo, bot, 1, "-- Leo");
    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["draft"]["by"], "Ana");
    assert_eq!(refused.json()["draft"]["files"]["main.lua"], "-- Ana");
    assert_eq!(save(&mut leo, bot, 2, "-- both").json()["revision"], 3);
    let page = ana.get(&format!("/api/class/bots/{bot}")).json();
    assert_eq!((&page["draft"]["by"], &page["draft"]["revision"]), (&json!("Leo"), &json!(3)));
    assert_eq!(save(&mut ana, bot, 1, "-- both").json()["revision"], 3, "the same text is saved");
}

#[test]
fn versions_stay_as_they_were_and_equal_ones_are_one() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", "-- one");
    let path = format!("/api/class/bots/{bot}");
    assert_eq!(keep(&mut ana, bot), 1);
    assert_eq!(keep(&mut ana, bot), 1);
    save(&mut ana, bot, 1, "-- two");
    assert_eq!(keep(&mut ana, bot), 2);
    let first = ana.get(&format!("{path}/versions/1")).json();
    assert_eq!(first["main.lua"], "-- one");
    let page = ana.get(&path).json();
    let numbers: Vec<_> = page["versions"]
        .as_array()
        .expect("versions")
        .iter()
        .map(|v| v["number"].clone())
        .collect();
    assert_eq!(numbers, [2, 1]);
    assert_eq!(ana.get(&format!("{path}/versions/3")).status, 404);
}

#[test]
fn what_is_wrong_with_a_source_is_said_with_its_line() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let mut check = |source: &str| -> Value {
        let files = json!({ "main.lua": source });
        let asked = json!({"game": "quoridor", "language": "lua", "files": files});
        ana.post("/api/class/check", &asked).json()
    };
    assert_eq!(check(FIRST), json!([]));
    let found = check(
        "local bot = {}\nfunction bot.next_move(view)\n  return view:mooves()[1]\nend\nreturn bot",
    );
    assert_eq!((&found[0]["line"], &found[0]["error"]), (&json!(3), &json!(false)), "{found}");
    let found = check("return {");
    assert_eq!((&found[0]["line"], &found[0]["error"]), (&json!(1), &json!(true)), "{found}");
    let found = check("local x = nil\nx.y = 1");
    assert_eq!((&found[0]["line"], &found[0]["error"]), (&json!(2), &json!(true)), "{found}");
}

#[test]
fn a_draft_is_asked_at_any_ply_of_a_match_of_its_game() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = run(&mut ana, bot, FIRST, &["draft", "random"]);
    let record = record_of(&mut ana, &id).json();
    let mut ask = |source: &str, ply: u32| {
        let asked = json!({"match": id, "seat": 0, "ply": ply, "files": {"main.lua": source}});
        ana.post(&format!("/api/class/bots/{bot}/ask"), &asked)
    };
    let same = ask(FIRST, 2);
    assert_eq!(same.json()["answer"], record["moves"][2], "{same:?}");
    let last = "return { next_move = function(view) local m = view:moves() print('here') return m[#m] end }";
    let other = ask(last, 2).json();
    assert_eq!((&other["log"], &other["fault"]), (&json!(["here"]), &Value::Null), "{other}");
    let wrong = ask("return { next_move = function(view)\n  return view.x.y\nend }", 2).json();
    assert_eq!(wrong["fault"]["line"], 2, "{wrong}");
    assert_eq!(ask(FIRST, 3).status, 400, "another seat moves there");
}

#[test]
fn everything_can_be_downloaded() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "a/../b", "-- one");
    keep(&mut ana, bot);
    save(&mut ana, bot, 1, "-- two");
    let new = json!({"game": "quoridor", "players": ["random", "random"], "pace_ms": 0});
    let id = ana.post("/api/matches", &new).json()["id"].as_str().expect("an id").to_string();
    let record = record_of(&mut ana, &id).text();
    let mut zip = Unzipped::new(ana.get("/api/class/download").body);
    assert_eq!(zip.text(&format!("a_.._b {bot}/draft/main.lua")), "-- two");
    assert_eq!(zip.text(&format!("a_.._b {bot}/version 1/main.lua")), "-- one");
    assert_eq!(zip.text("matches.jsonl"), record);
}

#[test]
fn the_teacher_downloads_the_bots_of_all_teams_with_their_versions() {
    let site = ClassServer::start();
    let (mut eva, mut teacher) = (site.person("Eva"), site.teacher());
    let bot = new_bot(&mut eva, "a/b", "-- one");
    keep(&mut eva, bot);
    new_bot(&mut eva, "never kept", "-- draft");
    assert_eq!(eva.get("/api/class/download/all").status, 403);
    let mut zip = Unzipped::new(teacher.get("/api/class/download/all").body);
    let list: Value = serde_json::from_str(&zip.text("bots.json")).expect("a list");
    assert_eq!(list.as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!((&list[0]["team"], &list[0]["name"]), (&json!(["Eva"]), &json!("a/b")));
    let folder = list[0]["versions"][0]["folder"].as_str().expect("a folder");
    assert_eq!(folder, format!("Eva/a_b {bot}/version 1"));
    assert_eq!(zip.text(&format!("{folder}/main.lua")), "-- one");
}

#[test]
fn a_bot_belongs_to_an_exercise_that_there_is() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let new = |exercise: &str| json!({"name": exercise, "game": "quoridor", "language": "lua", "exercise": exercise});
    assert_eq!(ana.post("/api/class/bots", &new("01_neighbours")).status, 200);
    assert_eq!(ana.post("/api/class/bots", &new("99_unknown")).status, 404);
    let bots = ana.get("/api/class/bots").json();
    assert_eq!(bots.as_array().map(Vec::len), Some(1));
}

#[test]
fn ticks_of_an_exercise_stay_and_the_teacher_sees_them() {
    let site = ClassServer::start();
    let (mut ana, mut bea) = (site.person("Ana"), site.person("Bea"));
    let new = json!({"name": "Next door", "game": "quoridor", "language": "lua", "exercise": "01_neighbours"});
    let bot = ana.post("/api/class/bots", &new).json()["id"].as_i64().expect("a number");
    assert_eq!(ana.get("/api/class/ticks").json(), json!({}));
    let solution = std::fs::read_to_string("examples/exercises/01_neighbours/solution.lua");
    let solution = solution.expect("a solution");
    let asked =
        |source: &str| json!({"bot": bot, "language": "lua", "files": {"main.lua": source}});
    let path = "/api/class/exercises/01_neighbours/test";
    let nothing =
        "return { neighbours = function() end, next_move = function(v) return v:moves()[1] end }";
    let failed = ana.post(path, &asked(nothing)).json();
    let card = (&failed[1]["asked"], &failed[1]["got"], &failed[1]["unordered"]);
    assert_eq!(
        card,
        (&json!("neighbours(view, \"a1\")"), &json!("null"), &json!(true)),
        "{failed}"
    );
    assert_eq!(failed[1]["wanted"], json!(["[\"a2\", \"b1\"]"]));
    assert!(
        ana.get("/api/class/ticks").json()[bot.to_string()]
            .as_array()
            .is_some_and(|all| all.iter().all(|tick| tick == false))
    );
    assert_eq!(ana.post(path, &asked(&solution)).status, 200);
    // Solved cases stay solved.
    assert_eq!(ana.post(path, &asked(nothing)).status, 200);
    for person in [&mut ana, &mut site.teacher()] {
        let ticks = person.get("/api/class/ticks").json()[bot.to_string()].clone();
        assert!(
            ticks
                .as_array()
                .is_some_and(|all| all.len() == 6 && all.iter().all(|tick| tick == true)),
            "{ticks}"
        );
    }
    assert_eq!(bea.get("/api/class/ticks").json(), json!({}));
    assert_eq!(bea.post(path, &asked(&solution)).status, 404, "it is not hers");
    let other = ana.post("/api/class/exercises/02_shortest_path/test", &asked(&solution));
    assert_eq!(other.status, 400, "{other:?}");
}

#[test]
fn exercises_speak_the_language_of_the_page() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let mut first =
        |lang: &str| ana.get(&format!("/api/class/exercises?lang={lang}")).json()[0].clone();
    let (english, spanish, unknown) = (first("en"), first("es"), first("xx"));
    assert_eq!(
        (&english["title"], &spanish["title"]),
        (&json!("1. Neighbours"), &json!("1. Vecinas"))
    );
    assert_eq!(unknown, english);
    let wrong = ana.get("/api/class/exercises?language=es");
    assert!(wrong.status == 400 && wrong.error().contains("language"), "{wrong:?}");
    assert!(
        spanish["start"]["lua"].as_str().is_some_and(|text| text.contains("-- Tu tarea:")),
        "{spanish}"
    );
    assert_eq!(spanish["words"]["a corner"], "una esquina");
    assert_eq!(english["hints"].as_array().map(Vec::len), Some(4));
    assert!(english["text"].as_str().is_some_and(|text| !text.contains("juez test")));
}

#[test]
fn the_teacher_alone_is_offered_to_open_a_bot() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let path = format!("/api/class/bots/{bot}");
    let (own, teachers) = (ana.get(&path).json(), site.teacher().get(&path).json());
    assert_eq!((&own["own"], &own["may_open"]), (&json!(true), &json!(false)));
    assert_eq!((&teachers["own"], &teachers["may_open"]), (&json!(true), &json!(true)));
}

#[test]
fn a_token_lets_programs_of_a_person_in() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let token = ana.post("/api/class/tokens", &json!({})).json();
    let bearer = format!("Bearer {}", token.as_str().expect("a token"));
    let mut program = site.stranger();
    let path = format!("/api/class/bots/{bot}/draft");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let draft = json!({"revision": 1, "files": {"main.lua": "-- sent"}}).to_string();
    assert_eq!(program.ask("PUT", &path, &headers, draft.as_bytes()).status, 200);
    // A token is not accepted as a cookie, nor a cookie as a token.
    let (name, secret) = session(&ana);
    program.cookie = Some(format!("{name}={}", token.as_str().expect("a token")));
    assert_eq!(program.get("/api/class/bots").status, 401);
    let mut other = site.stranger();
    let bearer = format!("Bearer {secret}");
    assert_eq!(other.ask("GET", "/api/class/bots", &[("authorization", &bearer)], b"").status, 401);
    assert_eq!(
        ana.ask("DELETE", "/api/class/tokens", &[("content-type", "application/json")], b"{}")
            .status,
        204
    );
    let mut program = site.stranger();
    assert_eq!(program.ask("GET", "/api/class/bots", &headers, b"").status, 401);
}

#[test]
fn an_exercise_has_a_start_and_tests_with_ticks() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let exercises = ana.get("/api/class/exercises").json();
    assert_eq!(exercises.as_array().map(Vec::len), Some(10));
    let first = &exercises[0];
    assert_eq!((&first["id"], &first["game"]), (&json!("01_neighbours"), &json!("quoridor")));
    let mut test = |language: &str, source: &str| {
        let files = json!({ format!("main.{language}"): source });
        let asked = json!({"language": language, "files": files});
        ana.post("/api/class/exercises/01_neighbours/test", &asked).json()
    };
    let start = test("lua", first["start"]["lua"].as_str().expect("a start"));
    let start = start.as_array().expect("ticks");
    assert!(start.len() > 3 && start.iter().any(|tick| tick["passed"] == false), "{start:?}");
    let failed = start.iter().find(|tick| tick["passed"] == false).expect("one");
    assert!(failed["hint"].is_string() && failed["position"].is_string(), "{failed}");
    for language in ["lua", "rhai"] {
        let solution = format!("examples/exercises/01_neighbours/solution.{language}");
        let solution = std::fs::read_to_string(solution).expect("a solution");
        let solved = test(language, &solution);
        assert!(
            solved.as_array().is_some_and(|all| all.iter().all(|tick| tick["passed"] == true)),
            "{solved}"
        );
    }
    let asked = json!({"language": "lua", "files": {"main.lua": FIRST}});
    assert_eq!(ana.post("/api/class/exercises/..%2f..%2fdocs/test", &asked).status, 404);
}

/// Returns the last message of a comparison of forty matches.
#[track_caller]
fn compared(client: &mut Client, path: &str, against: &str, source: &str) -> Value {
    let asked = json!({"against": against, "files": {"main.lua": source}});
    let results = client.stream_of(&format!("{path}/compare"), &asked).map(|event| event.data);
    let results: Vec<Value> = results.collect();
    let progress: Vec<_> = results.iter().filter_map(|it| it["matches"].as_u64()).collect();
    assert!(progress.is_sorted() && progress.last() == Some(&40), "{results:?}");
    results.into_iter().last().expect("a result")
}

const WALKER: &str = "return { next_move = function(view)
    local steps = view:path(view.seat)
    return steps and view:is_legal(steps[1]) and steps[1] or view:moves()[1]
end }";

#[test]
fn a_draft_is_judged_against_its_version() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let path = format!("/api/class/bots/{bot}");
    keep(&mut ana, bot);
    let same = compared(&mut ana, &path, "last", FIRST);
    assert_eq!((&same["change"], &same["score"]), (&json!("same_moves"), &json!(20.0)), "{same}");
    assert_eq!((&same["version"], &same["before"]), (&json!(1), &Value::Null), "{same}");
    let better = compared(&mut ana, &path, "last", WALKER);
    assert_eq!(better["score"].as_f64(), better["matches"].as_f64(), "it wins them all: {better}");
    assert_eq!((&better["change"], &better["lost"]), (&json!("better"), &Value::Null), "{better}");
    let broken = compared(
        &mut ana,
        &path,
        "last",
        "return { next_move = function(view)\n  return nil .. 1\nend }",
    );
    assert_eq!((&broken["fault"]["line"], &broken["faults"]), (&json!(2), &json!(40)), "{broken}");
    // The comparison is with the last version that differs from the draft.
    save(&mut ana, bot, 1, WALKER);
    assert_eq!(keep(&mut ana, bot), 2);
    let ran = compared(&mut ana, &path, "last", WALKER);
    assert_eq!((&ran["version"], &ran["change"]), (&json!(1), &json!("better")), "{ran}");
}

#[test]
fn a_draft_is_judged_against_any_opponent_with_its_last_version_in_its_place() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let path = format!("/api/class/bots/{bot}");
    let alone = compared(&mut ana, &path, "random", WALKER);
    assert_eq!((&alone["change"], &alone["before"]), (&json!("better"), &Value::Null), "{alone}");
    keep(&mut ana, bot);
    let found = compared(&mut ana, &path, "minimax", WALKER);
    let (score, before) = (found["score"].as_f64(), &found["before"]);
    assert_eq!(before["version"], 1, "{found}");
    let gain = score.zip(before["score"].as_f64()).map(|(now, then)| now - then);
    assert_eq!(before["gain"].as_f64(), gain, "{found}");
    assert_eq!(before["change"], "better", "the first bot loses to minimax: {found}");
    let of_version = compared(&mut ana, &path, &format!("bot/{bot}/1"), WALKER);
    assert_eq!((&of_version["change"], &of_version["before"]), (&json!("better"), &Value::Null));
    let asked = |against: &str| json!({"against": against, "files": {"main.lua": FIRST}});
    let mut bea = site.person("Bea");
    let others = new_bot(&mut bea, "Hidden", FIRST);
    keep(&mut bea, others);
    for unknown in ["unknown", "me", "../mine.lua", &format!("bot/{others}/1")] {
        let refused = ana.post(&format!("{path}/compare"), &asked(unknown));
        assert!(matches!(refused.status, 400 | 404), "{unknown}: {refused:?}");
    }
}

#[test]
fn the_first_lost_match_is_played_again_as_it_was() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", WALKER);
    let path = format!("/api/class/bots/{bot}");
    let lost = compared(&mut ana, &path, "minimax", WALKER)["lost"].clone();
    assert!(lost["number"].as_u64().is_some_and(|number| (1..=40).contains(&number)), "{lost}");
    let mut again = json!({"game": "quoridor", "players": lost["players"], "pace_ms": 0});
    again["seed"] = lost["seed"].clone();
    again["from"] = json!({"record": lost["opening"], "ply": lost["plies"]});
    let draft = json!({"revision": 1, "files": {"main.lua": WALKER}});
    let started = ana.post(&format!("{path}/run"), &json!({"draft": draft, "match": again}));
    let id = started.json()["id"].as_str().map(str::to_string).expect("an id");
    let record = record_of(&mut ana, &id).json();
    let players = lost["players"].as_array().expect("players");
    let seat = players.iter().position(|player| player == "draft").expect("the draft plays");
    assert_eq!(record["end"]["ranks"][seat], 2, "it loses again: {record}");
    let opening: Value =
        serde_json::from_str(lost["opening"].as_str().expect("an opening")).expect("a record");
    let plies = opening["moves"].as_array().expect("moves").len();
    assert_eq!((plies, lost["plies"].as_u64()), (4, Some(4)), "{lost}");
    assert_eq!(
        record["moves"].as_array().map(|moves| &moves[..4]),
        opening["moves"].as_array().map(|moves| &moves[..])
    );
}

/// A bot that thinks for some milliseconds.
const THINKER: &str = "return { next_move = function(view)
    for i = 1, 300000 do local _ = i * i end
    return view:moves()[1]
end }";

#[test]
fn a_fast_comparison_ends_while_a_slow_one_has_hardly_begun() {
    let site = ClassServer::start();
    let (mut ana, mut bea) = (site.person("Ana"), site.person("Bea"));
    let asking = |client: &mut Client, name: &str, source: &str| {
        let bot = new_bot(client, name, source);
        keep(client, bot);
        let asked = json!({"against": "last", "files": {"main.lua": source}});
        (format!("/api/class/bots/{bot}/compare"), asked)
    };
    let (slow_path, slow_asked) = asking(&mut ana, "Thinker", THINKER);
    let (path, asked) = asking(&mut bea, "Racer", FIRST);
    let mut slow_results = ana.stream_of(&slow_path, &slow_asked);
    assert_eq!(slow_results.next().expect("a first match").data["over"], false);
    let results: Vec<Value> = bea.stream_of(&path, &asked).map(|event| event.data).collect();
    assert_eq!(results.last().expect("a result")["over"], true);
    assert_eq!(ana.post(&slow_path, &slow_asked).status, 429, "it is still being played");
}

#[test]
fn a_comparison_ends_when_its_reader_leaves() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Thinker", THINKER);
    let path = format!("/api/class/bots/{bot}");
    keep(&mut ana, bot);
    let (path, asked) =
        (format!("{path}/compare"), json!({"against": "last", "files": {"main.lua": THINKER}}));
    let mut results = ana.stream_of(&path, &asked);
    assert_eq!(results.next().expect("a first match").data["over"], false);
    let refused = ana.post(&path, &asked);
    assert_eq!(refused.status, 429, "one at a time: {refused:?}");
    drop(results);
    // The match in progress ends first, at its next move.
    let of_none = json!({"against": format!("bot/{bot}/9"), "files": {"main.lua": THINKER}});
    while ana.post(&path, &of_none).status == 429 {
        std::thread::yield_now();
    }
    assert_eq!(ana.post(&path, &of_none).status, 404, "no version 9");
}
