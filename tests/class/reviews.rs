//! Reviews in a class: a draft that is asked again, the costs of people's decisions, and positions
//! that are put to all.

use serde_json::{Value, json};

use super::site::{ClassServer, FIRST, me, new_bot, run, save};
use crate::server::client::{Client, record_of};

/// A bot in Lua that walks the shortest path.
const WALKER: &str = "return { next_move = function(view)
    local steps = view:path(view.seat)
    return steps and view:is_legal(steps[1]) and steps[1] or view:moves()[1]
end }";

/// A bot in Lua that prints before it plays the first legal move.
const TALKER: &str =
    "return { next_move = function(view) print('my secret plan') return view:moves()[1] end }";

/// Runs the draft of a bot against `greedy`, which begins, in a race without walls, and returns the id
/// of the finished match. It is soon reviewed. The seat of the draft wins unless it dawdles.
#[track_caller]
fn race(client: &mut Client, bot: i64, source: &str) -> String {
    let page = client.get(&format!("/api/class/bots/{bot}")).json();
    let draft = json!({"revision": page["draft"]["revision"], "files": {"main.lua": source}});
    let new = json!({"game": "quoridor", "options": {"walls": 0}, "players": ["greedy", "draft"],
        "seed": "7", "pace_ms": 0});
    let path = format!("/api/class/bots/{bot}/run");
    let started = client.post(&path, &json!({"draft": draft, "match": new}));
    let id = started.json()["id"].as_str().expect("an id").to_string();
    record_of(client, &id);
    id
}

/// Begins the review of a match and returns it once it is complete.
#[track_caller]
fn reviewed(client: &mut Client, id: &str) -> Value {
    let path = format!("/api/matches/{id}/review");
    let begun = client.post(&path, &json!({}));
    assert_eq!(begun.status, 200, "{begun:?}");
    loop {
        let review = client.get(&path).json();
        if review["is_complete"] == true {
            return review;
        }
        std::thread::yield_now();
    }
}

/// Returns the decisions of the draft.
fn own_decisions(review: &Value) -> Vec<Value> {
    let all = review["decisions"].as_array().expect("decisions");
    all.iter().filter(|decision| decision["seat"] == 1).cloned().collect()
}

fn ask(client: &mut Client, bot: i64, id: &str, decision: &Value, source: Option<&str>) -> Value {
    let mut asked = json!({"match": id, "seat": 1, "ply": decision["ply"]});
    if let Some(source) = source {
        asked["files"] = json!({ "main.lua": source });
    }
    client.post(&format!("/api/class/bots/{bot}/ask"), &asked).json()
}

#[test]
fn a_mended_draft_is_compared_with_the_move_played_by_the_figures_of_the_review() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = race(&mut ana, bot, FIRST);
    let unreviewed = ask(&mut ana, bot, &id, &json!({"ply": 1}), None);
    assert_eq!((&unreviewed["review"], &unreviewed["answer"]), (&Value::Null, &json!("d9")));
    let review = reviewed(&mut ana, &id);
    let own = own_decisions(&review);
    let costly = own.iter().find(|decision| decision["cost"] == 10_000).expect("a lost race");
    let before = ask(&mut ana, bot, &id, costly, None);
    assert_eq!(before["review"]["verdict"], "same", "{before}");
    assert_eq!((&before["review"]["then"], &before["review"]["now"]), (costly, costly));
    assert_eq!(save(&mut ana, bot, 1, WALKER).status, 200);
    let mended = ask(&mut ana, bot, &id, costly, None)["review"].clone();
    assert_eq!(mended["verdict"], "best", "{mended}");
    assert_eq!((&mended["then"], &mended["now"]["cost"]), (costly, &json!(0)));
    assert_eq!(mended["now"]["before"], costly["before"]);
    let id = race(&mut ana, bot, WALKER);
    let review = reviewed(&mut ana, &id);
    let won = own_decisions(&review).into_iter().filter(|decision| decision["after"] == 10_000);
    let mut verdicts = won.map(|decision| {
        ask(&mut ana, bot, &id, &decision, Some(FIRST))["review"]["verdict"].clone()
    });
    assert!(verdicts.any(|verdict| verdict == "worse"));
    let broken = ask(&mut ana, bot, &id, &json!({"ply": 1}), Some("return { next_move = nil }"));
    assert_eq!((&broken["review"], broken["fault"].is_object()), (&Value::Null, true), "{broken}");
}

#[test]
fn all_who_may_read_a_match_read_its_review_and_only_team_and_teacher_ask_the_draft() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut bea) = (site.person("Ana"), site.person("Leo"), site.person("Bea"));
    let mut teacher = site.teacher();
    let ids = [&mut ana, &mut leo].map(|person| me(person)["person"]["id"].clone());
    let team = json!({"change": "team", "with": ids[0]});
    assert_eq!(teacher.post(&format!("/api/class/people/{}", ids[1]), &team).status, 200);
    let bot = new_bot(&mut ana, "Talker", TALKER);
    let id = race(&mut ana, bot, TALKER);
    let review = reviewed(&mut ana, &id);
    let path = format!("/api/matches/{id}/review");
    for reader in [&mut ana, &mut leo, &mut bea, &mut teacher] {
        let answer = reader.get(&path);
        assert!(answer.json() == review && !answer.text().contains("secret"), "{answer:?}");
    }
    assert_eq!(site.stranger().get(&path).status, 401);
    let decision = &own_decisions(&review)[0];
    for author in [&mut ana, &mut leo, &mut teacher] {
        let answer = ask(author, bot, &id, decision, None);
        assert_eq!(answer["log"], json!(["my secret plan"]), "{answer}");
        assert_eq!(own_bot(author, &id), json!(bot));
    }
    let asked = json!({"match": id, "seat": 1, "ply": decision["ply"]});
    let refused = bea.post(&format!("/api/class/bots/{bot}/ask"), &asked);
    assert_eq!((refused.status, own_bot(&mut bea, &id)), (404, Value::Null), "{refused:?}");
    let reviews = "/api/class/reviews";
    for student in [&mut ana, &mut leo, &mut bea] {
        assert_eq!(student.get(reviews).status, 403);
        assert_eq!(student.post(reviews, &json!({})).status, 403);
    }
    assert_eq!(teacher.get(reviews).status, 200);
}

/// Returns the number of the bot in the seat of the draft whose draft the visitor can ask.
fn own_bot(client: &mut Client, id: &str) -> Value {
    let mut events = client.stream(&format!("/api/stream?match={id}"), None);
    let table = events.find_map(|event| event.data.get("table").cloned()).expect("a table");
    table["seats"][1]["own_bot"].clone()
}

/// Returns the reviews of the class once none is being made.
#[track_caller]
fn class_reviews(teacher: &mut Client) -> Value {
    loop {
        let reviews = teacher.get("/api/class/reviews").json();
        if reviews["waiting"] == 0 {
            return reviews;
        }
        std::thread::yield_now();
    }
}

#[test]
fn the_teacher_sees_the_costs_of_each_person_and_the_positions_that_several_get_wrong() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut bea) = (site.person("Ana"), site.person("Leo"), site.person("Bea"));
    let mut teacher = site.teacher();
    let mut ids = Vec::new();
    for (client, source) in [(&mut ana, FIRST), (&mut leo, FIRST), (&mut bea, WALKER)] {
        let bot = new_bot(client, "Racer", source);
        ids.push(race(client, bot, source));
    }
    let none = class_reviews(&mut teacher);
    assert_eq!((&none["people"], &none["positions"]), (&json!([]), &json!([])), "none is made");
    assert_eq!(teacher.post("/api/class/reviews", &json!({})).json(), 3);
    let reviews = class_reviews(&mut teacher);
    let people = reviews["people"].as_array().expect("people");
    let names: Vec<_> = people.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Ana", "Bea", "Leo"]);
    for (one, id) in people.iter().zip([&ids[0], &ids[2], &ids[1]]) {
        let review = teacher.get(&format!("/api/matches/{id}/review")).json();
        let [cost] = &one["matches"].as_array().expect("matches")[..] else {
            panic!("one match: {one}")
        };
        assert_eq!((&cost["id"], &cost["cost"]), (&json!(id), &review["sums"][1]["cost"]));
        assert_eq!(cost["decisions"], review["sums"][1]["decisions"]);
    }
    let position = &reviews["positions"][0];
    assert_eq!(position["erred"], 2, "{position}");
    assert_eq!(position["log"]["head"]["observer"], "1");
    // All three race from the same position, and two dawdle.
    assert_eq!((&position["ply"], &position["met"]), (&json!(1), &json!(3)), "{position}");
    assert_eq!((&position["mean_cost"], &position["best"]), (&json!(6666), &json!("e8")));
    assert_eq!(reviews["positions"].as_array().map(Vec::len), Some(1), "the race is lost by then");
    assert_eq!(teacher.post("/api/class/reviews", &json!({})).json(), 0, "all are reviewed");
}

#[test]
fn a_position_put_to_all_is_answered_by_drafts_and_by_people() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let mut teacher = site.teacher();
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = race(&mut ana, bot, FIRST);
    let review = reviewed(&mut ana, &id);
    let own = own_decisions(&review);
    let costly = own.iter().find(|decision| decision["cost"] == 10_000).expect("a lost race");
    let path = "/api/class/questions";
    let put = json!({"match": id, "ply": costly["ply"]});
    assert_eq!(ana.post(path, &put).status, 403);
    let question = teacher.post(path, &put).json()["id"].as_i64().expect("a number");
    let nothing = json!({"match": id, "ply": 1_000});
    assert_eq!(teacher.post(path, &nothing).status, 400);
    let page = |client: &mut Client| client.get(path).json()[0].clone();
    let seen = page(&mut leo);
    assert_eq!((&seen["best"], &seen["answers"]), (&Value::Null, &json!([])), "{seen}");
    assert_eq!((&seen["id"], &seen["log"]["head"]["observer"]), (&json!(question), &json!("1")));
    assert!(!seen.to_string().contains("Racer"), "no player is named: {seen}");
    assert!(seen["legal"].as_array().is_some_and(|legal| legal.contains(&costly["played"])));
    let path = format!("{path}/{question}");
    let wrong = ana.post(&path, &json!({"bot": bot})).json();
    assert_eq!(wrong["answer"]["move"], costly["played"], "{wrong}");
    assert_eq!(
        (&wrong["answer"]["found"], &wrong["answer"]["cost"]),
        (&json!(false), &json!(10_000))
    );
    assert_eq!(page(&mut ana)["best"], Value::Null);
    save(&mut ana, bot, 1, WALKER);
    let right = ana.post(&path, &json!({"bot": bot})).json()["answer"].clone();
    assert_eq!((&right["found"], &right["bot"]), (&json!(true), &json!("Racer")), "{right}");
    assert_eq!(page(&mut ana)["best"], costly["best"]);
    let chosen = leo.post(&path, &json!({"move": costly["best"]})).json();
    assert_eq!(
        (&chosen["answer"]["found"], &chosen["answer"]["bot"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(leo.post(&path, &json!({"move": "e5h"})).status, 400, "there are no walls");
    assert_eq!(leo.post(&path, &json!({"bot": bot})).status, 404, "it belongs to another team");
    let answers = |client: &mut Client| page(client)["answers"].clone();
    let listed = answers(&mut teacher);
    let brief = |one: &Value| (one["name"].clone(), one["found"].clone(), one["tries"].clone());
    let listed: Vec<_> = listed.as_array().expect("answers").iter().map(brief).collect();
    assert_eq!(
        listed,
        [(json!("Ana"), json!(true), json!(2)), (json!("Leo"), json!(true), json!(1))]
    );
    assert_eq!(answers(&mut leo).as_array().map(Vec::len), Some(1), "the own one");
    let delete = |client: &mut Client| {
        client.ask("DELETE", &path, &[("content-type", "application/json")], b"{}").status
    };
    assert_eq!((delete(&mut ana), delete(&mut teacher)), (403, 204));
    assert_eq!(leo.get("/api/class/questions").json(), json!([]));
    assert_eq!(leo.post(&path, &json!({"move": costly["best"]})).status, 404);
}

#[test]
fn a_draft_that_fails_at_a_position_put_to_all_gives_no_answer() {
    let site = ClassServer::start();
    let (mut ana, mut teacher) = (site.person("Ana"), site.teacher());
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = run(&mut ana, bot, FIRST, &["draft", "random"]);
    record_of(&mut ana, &id);
    let put = json!({"match": id, "ply": 0});
    let question = teacher.post("/api/class/questions", &put).json()["id"].clone();
    save(&mut ana, bot, 1, "return { next_move = function(view)\n  return nil .. 1\nend }");
    let path = format!("/api/class/questions/{question}");
    let failed = ana.post(&path, &json!({"bot": bot})).json();
    assert_eq!(
        (&failed["answer"], &failed["fault"]["line"]),
        (&Value::Null, &json!(2)),
        "{failed}"
    );
    assert_eq!(teacher.get("/api/class/questions").json()[0]["answers"], json!([]));
}
