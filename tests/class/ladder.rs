//! The ladder: versions play on their own, nothing is lost by a kill, and others see only names, results,
//! numbers of versions and moves.

use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;

use super::site::{ClassServer, FIRST, keep, new_bot, save};
use crate::server::client::Client;

/// Plays the last legal move.
const LAST: &str =
    "return { next_move = function(view) local moves = view:moves() return moves[#moves] end }";
/// Writes for its authors, and walks.
const TALKER: &str = "return { next_move = function(view)
    print('my secret plan')
    local path = view:path(view.seat)
    if view:is_legal(path[1]) then return path[1] end
    return view:moves()[1]
end }";
/// Fails in words for its authors.
const BROKEN: &str = "return { next_move = function(view) error('secret fault') end }";

/// Makes a bot with one version.
pub fn bot_of(client: &mut Client, name: &str, source: &str) -> i64 {
    let bot = new_bot(client, name, source);
    keep(client, bot);
    bot
}

/// Returns the first ladder of a game for which a condition holds.
#[track_caller]
pub fn ladder_when(client: &mut Client, game: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/api/stream?match=ladder-{game}");
    let found = client.stream(&path, None).map(|event| event.data["ladder"].clone()).find(holds);
    found.expect("the stream has no end")
}

fn rows(ladder: &Value) -> &[Value] {
    ladder["rows"].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn row(ladder: &Value, bot: i64) -> Option<&Value> {
    rows(ladder).iter().find(|row| row["bot"] == bot)
}

/// True once a bot has played this many matches.
pub fn has_played(bot: i64, matches: u64) -> impl Fn(&Value) -> bool {
    move |ladder| {
        row(ladder, bot).and_then(|row| row["matches"].as_u64()).is_some_and(|n| n >= matches)
    }
}

fn page(client: &mut Client, bot: i64) -> Value {
    client.get(&format!("/api/class/ladder/bots/{bot}")).json()
}

fn pick(client: &mut Client, bot: i64, pick: &Value) -> u16 {
    let change = json!({"change": "ladder", "pick": pick});
    client.post(&format!("/api/class/bots/{bot}"), &change).status
}

#[test]
fn a_version_plays_once_it_is_kept_and_everybody_sees_its_rank() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    assert_eq!(ana.get("/api/class/ladder").json(), json!([]));
    let racer = bot_of(&mut ana, "Racer", TALKER);
    let slow = bot_of(&mut leo, "Slow", FIRST);
    // A few matches can be against much stronger or weaker bots, so the order may come later.
    let ranked = |ladder: &Value| {
        let rank = |bot: i64| rows(ladder).iter().position(|row| row["bot"] == bot);
        let both = has_played(racer, 4)(ladder) && has_played(slow, 4)(ladder);
        both && rank(racer) < rank(slow)
    };
    let ladder = ladder_when(&mut leo, "quoridor", ranked);
    let elo: Vec<f64> = rows(&ladder).iter().filter_map(|row| row["elo"].as_f64()).collect();
    assert!(elo.len() > 2 && elo.is_sorted_by(|a, b| a >= b), "{ladder}");
    assert_eq!(row(&ladder, racer).map(|row| &row["name"]), Some(&json!("Racer")));
    assert_eq!(row(&ladder, racer).map(|row| &row["authors"]), Some(&json!("Ana")));
    assert!(rows(&ladder).iter().any(|row| row["bot"].is_null()), "built-in bots are milestones");
    // The next version plays at once, and the one before it no more.
    save(&mut ana, racer, 1, LAST);
    keep(&mut ana, racer);
    let second = |ladder: &Value| {
        row(ladder, racer).is_some_and(|row| row["version"] == 2 && row["matches"] != 0)
    };
    ladder_when(&mut leo, "quoridor", second);
    let seen = page(&mut leo, racer);
    let versions: Vec<&Value> =
        seen["versions"].as_array().expect("a list").iter().map(|one| &one["version"]).collect();
    assert_eq!(versions, [&json!(2), &json!(1)], "{seen}");
    let newest = &seen["matches"][0];
    let log = leo.get(&format!("/api/matches/{}/event-log", newest["id"].as_str().expect("an id")));
    assert_eq!(log.status, 200, "every match can be watched");
    assert!(log.text().contains("Racer 2 (Ana)"), "{}", log.text());
}

#[test]
fn a_kill_at_any_moment_loses_and_repeats_no_match() {
    let mut site = ClassServer::start();
    let mut teacher = site.teacher();
    // All bots are there before the first match, so that the ladder can be repeated.
    let plays = |teacher: &mut Client, ladder: bool| {
        let settings = json!({ "ladder": ladder });
        assert_eq!(teacher.post("/api/class/settings", &settings).status, 204);
    };
    plays(&mut teacher, false);
    for (name, source) in [("Ana", FIRST), ("Leo", LAST), ("Eva", TALKER)] {
        bot_of(&mut site.person(name), "Racer", source);
    }
    plays(&mut teacher, true);
    for kill in 1..=6 {
        let wanted = kill * 7;
        let more = |ladder: &Value| ladder["matches"].as_u64().is_some_and(|n| n >= wanted);
        ladder_when(&mut teacher, "quoridor", more);
        site = ClassServer::within(site.kill(), &[]);
        teacher.host.clone_from(&site.host);
    }
    let before = ladder_when(&mut teacher, "quoridor", |ladder| ladder["matches"] != 0);
    let folder = site.kill();
    let db = Connection::open(folder.path().join("class/matches.db")).expect("a file");
    let one = |sql: &str| -> i64 { db.query_row(sql, [], |row| row.get(0)).expect(sql) };
    let stored = one("SELECT count(*) FROM rated");
    assert!(stored >= 42 && before["matches"].as_i64() <= Some(stored));
    let distinct = "SELECT count(*) FROM (SELECT DISTINCT game, day, nth, players FROM rated)";
    assert_eq!(one(distinct), stored, "no match is rated twice");
    assert_eq!(one("SELECT count(*) FROM rated_record JOIN rated ON match = number"), stored);
    let tables = "SELECT count(*) FROM rated_by";
    assert_eq!(one(tables), 2 * stored, "a result is whole");
    drop(db);
    // A ladder without a kill plays the same matches in the same order.
    let whole = results_in(folder.path());
    let mut again = ClassServer::start();
    copy_class(folder.path(), again.folder.path());
    again = ClassServer::within(again.kill(), &[]);
    let mut teacher_again = again.stranger();
    teacher_again.cookie.clone_from(&teacher.cookie);
    let wanted = whole.len() as u64;
    let more = |ladder: &Value| ladder["matches"].as_u64().is_some_and(|n| n >= wanted);
    ladder_when(&mut teacher_again, "quoridor", more);
    let repeated = results_in(again.kill().path());
    assert_eq!(repeated[..whole.len()], whole[..]);
}

/// Returns the results of a ladder in order, as text.
fn results_in(folder: &Path) -> Vec<String> {
    let db = Connection::open(folder.join("class/matches.db")).expect("a file");
    let sql = "SELECT json_array(day, nth, players, ranks, at_fault, plies, fingerprint) FROM rated
               ORDER BY number";
    let mut statement = db.prepare(sql).expect("a table");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<rusqlite::Result<_>>().expect("texts")
}

/// Puts a class into the folder of another, with the seed and the players of its ladder and without
/// matches.
fn copy_class(from: &Path, to: &Path) {
    for name in ["class.db", "matches.db"] {
        for ending in ["", "-wal", "-shm"] {
            let file = format!("class/{name}{ending}");
            let _ = std::fs::remove_file(to.join(&file));
            let _ = std::fs::copy(from.join(&file), to.join(&file));
        }
    }
    let db = Connection::open(to.join("class/matches.db")).expect("a file");
    db.execute_batch("DELETE FROM rated_by; DELETE FROM rated_record; DELETE FROM rated")
        .expect("no matches");
}

#[test]
fn names_results_and_moves_are_for_all_and_everything_else_for_team_and_teacher() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let talker = bot_of(&mut ana, "Talker", TALKER);
    let broken = bot_of(&mut ana, "Broken", BROKEN);
    let rival = bot_of(&mut leo, "Rival", LAST);
    let all = |ladder: &Value| {
        has_played(talker, 4)(ladder)
            && has_played(rival, 4)(ladder)
            && row(ladder, broken).is_some_and(|row| row["is_benched"] == true)
    };
    ladder_when(&mut teacher, "quoridor", all);
    for (reader, is_own) in [(&mut ana, true), (&mut teacher, true), (&mut leo, false)] {
        let ladder = reader.get("/api/class/ladder/quoridor").text();
        assert!(ladder.contains("Talker") && ladder.contains("Ana"), "{ladder}");
        assert!(!ladder.contains("secret") && !ladder.contains("fuel"), "{ladder}");
        let seen = page(reader, broken);
        assert_eq!(seen["versions"][0]["faults"].is_number(), is_own, "{seen}");
        assert_eq!(seen["pick"].is_null(), !is_own);
        let text = seen.to_string();
        assert!(!text.contains("secret") && !text.contains("next_move"), "{text}");
        let source = reader.get(&format!("/api/class/bots/{talker}"));
        assert_eq!(source.status, if is_own { 200 } else { 404 });
        for (bot, secret) in [(talker, "my secret plan"), (broken, "secret fault")] {
            let seen = page(reader, bot);
            let id = seen["matches"][0]["id"].as_str().expect("an id").to_string();
            let log = reader.get(&format!("/api/matches/{id}/event-log?observer=open")).text();
            let record = reader.get(&format!("/api/matches/{id}/record")).text();
            assert_eq!(log.contains(secret), is_own, "{log}");
            assert_eq!(record.contains(secret), is_own, "{record}");
            assert!(record.contains("\"moves\""), "moves are for all");
        }
    }
    let mut stranger = site.stranger();
    for path in ["ladder", "ladder/quoridor", &format!("ladder/bots/{talker}")] {
        assert_eq!(stranger.get(&format!("/api/class/{path}")).status, 401, "{path}");
    }
    assert_eq!(stranger.get("/api/stream?match=ladder-quoridor").status, 401);
}

#[test]
fn only_its_team_and_the_teacher_pick_the_version_and_what_the_teacher_takes_off_stays_off() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let racer = bot_of(&mut ana, "Racer", FIRST);
    ladder_when(&mut ana, "quoridor", has_played(racer, 1));
    assert_eq!(pick(&mut leo, racer, &json!("absent")), 404);
    assert_eq!(pick(&mut ana, racer, &json!("taken_off")), 403);
    assert_eq!(pick(&mut ana, racer, &json!({"version": 7})), 404);
    assert_eq!(pick(&mut ana, racer, &json!("absent")), 200);
    ladder_when(&mut ana, "quoridor", |ladder| row(ladder, racer).is_none());
    assert_eq!(pick(&mut teacher, racer, &json!("taken_off")), 200);
    assert_eq!(pick(&mut ana, racer, &json!("newest")), 403);
    assert_eq!(pick(&mut teacher, racer, &json!("newest")), 200);
    ladder_when(&mut ana, "quoridor", |ladder| row(ladder, racer).is_some());
    // The switch of the whole ladder is the teacher's.
    let off = json!({"ladder": false});
    assert_eq!(ana.post("/api/class/settings", &off).status, 403);
    assert_eq!(teacher.post("/api/class/settings", &off).status, 204);
    ladder_when(&mut ana, "quoridor", |ladder| ladder["doing"]["kind"] == "off");
    // The other versions may have played enough.
    let later = bot_of(&mut leo, "Later", FIRST);
    assert_eq!(teacher.post("/api/class/settings", &json!({"ladder": true})).status, 204);
    ladder_when(&mut ana, "quoridor", has_played(later, 1));
}

#[test]
fn a_removed_person_leaves_results_without_names_and_without_words() {
    let site = ClassServer::start();
    let (mut ana, mut leo, mut teacher) = (site.person("Ana"), site.person("Leo"), site.teacher());
    let talker = bot_of(&mut ana, "Talker", TALKER);
    let rival = bot_of(&mut leo, "Rival", LAST);
    let both = |ladder: &Value| has_played(talker, 12)(ladder) && has_played(rival, 12)(ladder);
    ladder_when(&mut teacher, "quoridor", both);
    let seen = page(&mut leo, talker);
    let past = seen["matches"].as_array().expect("a list").iter();
    let id = past.clone().find(|past| past["others"][0]["bot"] == rival).expect("they have met");
    let id = id["id"].as_str().expect("an id").to_string();
    let met = |client: &mut Client| {
        let meetings = page(client, rival)["meetings"].clone();
        let names = meetings.as_array().expect("a list").iter().map(|one| one["name"].clone());
        names.collect::<Vec<_>>()
    };
    assert!(met(&mut leo).contains(&json!("Talker (Ana)")));
    assert_eq!(leo.post(&format!("/api/matches/{id}/review"), &json!({})).status, 200);
    let people = teacher.get("/api/class/people").json();
    let people = people.as_array().expect("a list").iter();
    let person = people.clone().find(|one| one["name"] == "Ana").expect("Ana")["id"].clone();
    let remove = json!({"change": "remove", "people": [person]});
    assert_eq!(teacher.post("/api/class/people", &remove).status, 204);
    let ladder = ladder_when(&mut leo, "quoridor", |ladder| row(ladder, talker).is_none());
    assert!(!ladder.to_string().contains("Talker"), "{ladder}");
    let names = met(&mut leo);
    assert!(
        names.contains(&json!("removed")) && !names.contains(&json!("Talker (Ana)")),
        "{names:?}"
    );
    assert_eq!(leo.get(&format!("/api/class/ladder/bots/{talker}")).status, 404);
    for reader in [&mut leo, &mut teacher] {
        let log = reader.get(&format!("/api/matches/{id}/event-log?observer=open")).text();
        assert!(log.contains("removed") && !log.contains("Talker") && !log.contains("secret"));
    }
    let folder = site.kill();
    for name in ["class.db", "matches.db"] {
        let path = folder.path().join("class").join(name);
        let db = Connection::open(&path).expect("a file");
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("a file");
        drop(db);
        let bytes = std::fs::read(&path).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("Talker") && !text.contains("secret plan"), "{name}");
    }
}

#[test]
fn a_bot_that_fails_or_does_not_load_is_benched_and_the_others_play_on() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let broken = bot_of(&mut ana, "Broken", BROKEN);
    let unloaded = bot_of(&mut ana, "Unloaded", "return {");
    let racer = bot_of(&mut leo, "Racer", FIRST);
    let benched = |ladder: &Value| {
        let is_benched = |bot| row(ladder, bot).is_some_and(|row| row["is_benched"] == true);
        is_benched(broken) && is_benched(unloaded)
    };
    let ladder = ladder_when(&mut leo, "quoridor", benched);
    let matches = |bot| row(&ladder, bot).and_then(|row| row["matches"].as_u64());
    assert!(matches(broken) <= Some(4) && matches(unloaded) <= Some(4), "{ladder}");
    ladder_when(&mut leo, "quoridor", has_played(racer, 6));
    // The next version is not benched.
    save(&mut ana, broken, 1, FIRST);
    keep(&mut ana, broken);
    let plays = |ladder: &Value| {
        row(ladder, broken).is_some_and(|row| row["version"] == 2 && row["matches"] != 0)
    };
    ladder_when(&mut leo, "quoridor", plays);
}

#[test]
fn bots_see_no_names_on_the_ladder() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    // It fails if it reads its own name or that of its accomplice.
    let spy = "local bot = {}
function bot.start(info)
    for _, name in ipairs(info.players) do
        if tostring(name):find('Spy') or tostring(name):find('/') then error('seen') end
    end
end
function bot.next_move(view) return view:moves()[1] end
return bot";
    let spies = [bot_of(&mut ana, "Spy one", spy), bot_of(&mut ana, "Spy two", spy)];
    let played = |ladder: &Value| spies.iter().all(|bot| has_played(*bot, 6)(ladder));
    ladder_when(&mut ana, "quoridor", played);
    let seen = page(&mut ana, spies[0]);
    assert_eq!(seen["versions"][0]["faults"], 0, "{seen}");
    let id = seen["matches"][0]["id"].as_str().expect("an id").to_string();
    let record = ana.get(&format!("/api/matches/{id}/record")).json();
    assert_eq!(record["hide_names"], true);
}

#[test]
fn a_flood_of_versions_leaves_the_ladder_to_the_others() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    let racer = bot_of(&mut leo, "Racer", TALKER);
    let flood = new_bot(&mut ana, "Flood", FIRST);
    for n in 1..=100 {
        let saved = save(&mut ana, flood, n, &format!("{FIRST} -- {n}"));
        assert_eq!(saved.status, 200, "{saved:?}");
        keep(&mut ana, flood);
    }
    ladder_when(&mut leo, "quoridor", has_played(racer, 10));
    let newest = |ladder: &Value| {
        row(ladder, flood).is_some_and(|row| row["version"] == 100 && row["matches"] != 0)
    };
    ladder_when(&mut leo, "quoridor", newest);
}

#[test]
fn a_game_with_deals_has_one_seed_a_day_which_is_not_shown_before_the_next() {
    let site = ClassServer::start();
    let mut ana = site.person("Ana");
    let source = json!({"main.lua": FIRST});
    let new = json!({"game": "durak", "language": "lua", "name": "Cards", "files": source});
    let bot = ana.post("/api/class/bots", &new).json()["id"].as_i64().expect("a number");
    keep(&mut ana, bot);
    let ladder = ladder_when(&mut ana, "durak", has_played(bot, 4));
    assert!(ladder["day"]["seed"].is_null() && ladder["left_out"].is_null(), "{ladder}");
    let hash = ladder["day"]["hash"].as_str().expect("a hash").to_string();
    let folder = site.kill();
    let db = Connection::open(folder.path().join("class/matches.db")).expect("a file");
    db.execute_batch("UPDATE ladder_day SET day = day - 1").expect("it is yesterday's");
    drop(db);
    let site = ClassServer::within(folder, &[]);
    ana.host.clone_from(&site.host);
    let next = ladder_when(&mut ana, "durak", |ladder| !ladder["before"].is_null());
    assert_ne!(next["day"]["hash"], hash.as_str());
    let seed = next["before"]["seed"].as_str().expect("a seed");
    assert_eq!(blake3::hash(seed.as_bytes()).to_string(), hash);
}
