//! Who reads what: every row of the table in docs/teacher.md, read as each of its readers.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::ladder::{bot_of, has_played, ladder_when};
use super::privacy::lost_to_level;
use super::site::{ClassServer, FIRST, me, new_bot, run, save};
use super::tournaments::{self, planned};
use crate::server::client::{Client, record_of};

/// The columns of the table.
const READERS: [&str; 5] = ["student", "team", "others", "you", "screen"];

/// Prints words for its authors before each move.
const TALKER: &str =
    "return { next_move = function(view) print('my secret plan') return view:moves()[1] end }";

/// Things of Ana in a class, by their numbers.
struct Things {
    closed: i64,
    open: i64,
    solved: i64,
    id: String,
    seat: String,
    question: i64,
    tournament: i64,
}

/// The first words of a row of the table, and whether a reader gets its data.
type Probe = (&'static str, fn(&Things, &mut Client) -> bool);

const PROBES: [Probe; 19] = [
    ("sources, drafts", |things, by| reads_source(things.closed, by)),
    ("the same of a bot that you open", |things, by| reads_source(things.open, by)),
    ("matches against the version", |things, by| {
        let players = [format!("bot/{}", things.closed), "random".to_string()];
        let new = json!({"game": "quoridor", "players": players, "pace_ms": 0});
        by.post("/api/matches", &new).status == 201
    }),
    ("passed tests of exercises", |things, by| {
        let ticks = by.get("/api/class/ticks");
        ticks.status == 200 && ticks.json()[things.solved.to_string()][0] == true
    }),
    ("positions put to all", |things, by| {
        let found = by.get("/api/class/questions");
        found.status == 200 && found.json()[0]["id"] == things.question
    }),
    ("answers to them", |_, by| {
        let found = by.get("/api/class/questions");
        found.status == 200 && found.json()[0]["answers"][0]["name"] == "Ana"
    }),
    ("costs of a person's decisions", |_, by| by.get("/api/class/reviews").status == 200),
    ("logs, marks", |things, by| {
        by.get(&format!("/api/matches/{}/record", things.id)).text().contains("my secret plan")
    }),
    ("level of a person", |_, by| {
        let own = by.get("/api/levels/quoridor");
        let people = by.get("/api/class/people");
        let of_ana = || {
            let people = people.json();
            let found = people.as_array()?.iter().find(|one| one["name"] == "Ana")?;
            found["levels"][0]["matches"].as_u64()
        };
        (own.status == 200 && own.json()["matches"] == 1)
            || (people.status == 200 && of_ana() == Some(1))
    }),
    ("moves, results, review", |things, by| {
        let path = format!("/api/matches/{}", things.id);
        let record = by.get(&format!("{path}/record"));
        let review = by.get(&format!("{path}/review"));
        record.text().contains("\"moves\"")
            && record.text().contains("Talker")
            && review.status == 200
    }),
    ("ladder: names", |things, by| {
        let board = by.get("/api/class/ladder/quoridor");
        let page = by.get(&format!("/api/class/ladder/bots/{}", things.closed));
        if board.status != 200 || page.status != 200 {
            return false;
        }
        let played = page.json()["matches"][0]["id"].clone();
        let log = by.get(&format!("/api/matches/{}/event-log", played.as_str().expect("an id")));
        board.text().contains("Talker") && board.text().contains("Ana") && log.status == 200
    }),
    ("faults of a version on the ladder", |things, by| {
        let page = by.get(&format!("/api/class/ladder/bots/{}", things.closed));
        page.status == 200 && {
            let page = page.json();
            let own = page["versions"][0]["faults"].is_u64();
            // Two matches prove no strength.
            assert!(own || page["above"].is_null());
            own && !page["pick"].is_null()
        }
    }),
    ("seed of a day of the ladder", |_, by| {
        let board = by.get("/api/class/ladder/quoridor");
        board.status == 200 && board.json()["before"]["seed"].is_string()
    }),
    ("tournaments: names, plan", |things, by| {
        let list = by.get("/api/class/tournaments");
        let board = by.get(&format!("/api/class/tournaments/{}", things.tournament));
        list.status == 200 && list.text().contains("Final") && board.text().contains("Ana, Eva")
    }),
    ("grades and the file of a tournament", |things, by| {
        let path = format!("/api/class/tournaments/{}", things.tournament);
        let read = ["grades", "file"].map(|of| by.get(&format!("{path}/{of}")).status == 200);
        assert_eq!(read[0], read[1], "both or none");
        read[0]
    }),
    ("seed of a tournament", |things, by| {
        let board = by.get(&format!("/api/class/tournaments/{}", things.tournament));
        board.status == 200 && board.json()["seed"].is_string()
    }),
    ("list of matches", |things, by| lists(&things.id, by)),
    ("tables with a free seat", |things, by| lists(&things.seat, by)),
    ("list of people, join code", |_, by| {
        let paths = ["people", "waiting", "incidents"];
        let status = |path| by.get(&format!("/api/class/{path}")).status == 200;
        let read = paths.map(status);
        let code = by.get("/api/class").json()["join"].is_object();
        assert!(read.iter().all(|one| *one == code), "all of it or nothing");
        code
    }),
];

/// True if a reader gets the draft and the version of a bot.
fn reads_source(bot: i64, by: &mut Client) -> bool {
    let path = format!("/api/class/bots/{bot}");
    let draft = by.get(&path);
    let version = by.get(&format!("{path}/versions/1"));
    assert_eq!(draft.status, version.status, "draft and version are read by the same people");
    draft.text().contains("next_move") && version.text().contains("next_move")
}

fn lists(id: &str, by: &mut Client) -> bool {
    let list = by.get("/api/matches");
    list.status == 200
        && list.json().as_array().is_some_and(|all| all.iter().any(|one| one["id"] == id))
}

/// The rows of the table in docs/teacher.md: the subject, and whether each reader reads it.
fn rows() -> Vec<(String, [bool; READERS.len()])> {
    let page = std::fs::read_to_string("docs/teacher.md").expect("a page");
    let head = format!("| read by | {} |", READERS.join(" | "));
    let table = page.lines().skip_while(|line| *line != head).skip(2);
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [subject, answers @ ..] = &cells[..] else { panic!("an empty row") };
        let answer = |cell: &&str| match *cell {
            "yes" => true,
            "no" => false,
            other => panic!("yes or no, not {other:?}: {line}"),
        };
        let answers: Vec<bool> = answers.iter().map(answer).collect();
        (subject.to_string(), answers.try_into().expect("a cell for each reader"))
    };
    table.take_while(|line| line.starts_with('|')).map(row).collect()
}

/// Fills a class with things of Ana, who is in a team with Eva. The ladder rests from yesterday on.
fn things(ana: &mut Client, eva: &mut Client, teacher: &mut Client) -> Things {
    let number = |client: &mut Client| me(client)["person"]["id"].clone();
    let team = json!({"change": "team", "with": number(ana)});
    assert_eq!(teacher.post(&format!("/api/class/people/{}", number(eva)), &team).status, 200);
    let closed = bot_of(ana, "Talker", TALKER);
    let open = bot_of(ana, "Open", FIRST);
    let change = json!({"change": "open", "open": true});
    assert_eq!(teacher.post(&format!("/api/class/bots/{open}"), &change).status, 200);
    let new = json!({"name": "Next door", "game": "quoridor", "language": "lua", "exercise": "01_neighbours"});
    let solved = ana.post("/api/class/bots", &new).json()["id"].as_i64().expect("a number");
    let solution = std::fs::read_to_string("examples/exercises/01_neighbours/solution.lua");
    let files = json!({ "main.lua": solution.expect("a solution") });
    let asked = json!({"bot": solved, "language": "lua", "files": files});
    assert_eq!(ana.post("/api/class/exercises/01_neighbours/test", &asked).status, 200);
    let id = run(ana, closed, TALKER, &["draft", "random"]);
    record_of(ana, &id);
    assert_eq!(ana.post(&format!("/api/matches/{id}/review"), &json!({})).status, 200);
    lost_to_level(ana);
    let new = json!({"game": "quoridor", "players": ["me", "free"]});
    let seat = ana.post("/api/matches", &new).json()["id"].as_str().expect("an id").to_string();
    let put = json!({"match": id, "ply": 0});
    let question = teacher.post("/api/class/questions", &put).json()["id"].as_i64();
    let question = question.expect("a number");
    let answer = json!({ "bot": closed });
    let answered = ana.post(&format!("/api/class/questions/{question}"), &answer).json();
    assert!(answered["answer"].is_object(), "{answered}");
    let tournament = planned(teacher, &json!({"built_in": ["random"]}));
    assert!(ana.get(&format!("/api/class/tournaments/{tournament}")).json()["seed"].is_null());
    assert_eq!(tournaments::change(teacher, tournament, "stop"), 204);
    Things { closed, open, solved, id, seat, question, tournament }
}

#[test]
fn each_row_of_the_table_for_teachers_is_read_by_whom_it_says_and_by_no_other() {
    let site = ClassServer::start();
    let mut clients = [
        site.person("Ana"),
        site.person("Eva"),
        site.person("Leo"),
        site.teacher(),
        site.stranger(),
    ];
    let [ana, eva, _, teacher, _] = &mut clients;
    let things = things(ana, eva, teacher);
    let today = ladder_when(teacher, "quoridor", has_played(things.closed, 2));
    assert_eq!((&today["day"]["seed"], &today["before"]), (&Value::Null, &Value::Null));
    // The next day.
    let folder = site.kill();
    let db = Connection::open(folder.path().join("class/matches.db")).expect("a file");
    db.execute_batch("UPDATE ladder_day SET day = day - 1").expect("it is yesterday's");
    drop(db);
    let site = ClassServer::within(folder, &[]);
    clients.iter_mut().for_each(|client| client.host.clone_from(&site.host));
    ladder_when(&mut clients[3], "quoridor", |ladder| !ladder["before"].is_null());
    let rows = rows();
    assert_eq!(rows.len(), PROBES.len(), "{rows:?}");
    for (subject, expected) in rows {
        let probe = PROBES.iter().find(|(words, _)| subject.starts_with(words));
        let (_, reads) = probe.unwrap_or_else(|| panic!("no probe of {subject:?}"));
        for ((reader, client), expected) in READERS.iter().zip(&mut clients).zip(expected) {
            assert_eq!(reads(&things, client), expected, "{subject}: {reader}");
        }
    }
}

#[test]
fn a_draft_is_read_by_the_teacher_as_it_is_typed() {
    let site = ClassServer::start();
    let (mut ana, mut teacher) = (site.person("Ana"), site.teacher());
    let bot = new_bot(&mut ana, "Racer", FIRST);
    assert_eq!(save(&mut ana, bot, 1, "-- half a").status, 200);
    let page = teacher.get(&format!("/api/class/bots/{bot}")).json();
    assert_eq!(page["draft"]["files"]["main.lua"], "-- half a");
}
