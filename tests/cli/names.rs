//! Names that bots get, or that are hidden from them.

use crate::cli::folder::{Folder, Run};

/// A bot that reports all names it can learn, wherever it can.
const NOSY: &str = "local names = ''
return {
  start = function(info) names = table.concat(info.players, '|'); print('start', names, info.seat) end,
  next_move = function(view) print('move', names); return view:moves()[1] end,
  finish = function(result) print('finish', names) end,
}
";
const NOSY_RHAI: &str = "
fn start(info) { this.names = info.players; print(`start ${info.players}`) }
fn next_move(view) { print(`move ${this.names}`); view.moves()[0] }
fn finish(result) { print(`finish ${this.names}`) }
";

fn folder() -> Folder {
    Folder::new().with("anaxi.lua", NOSY).with("bolzano.rhai", NOSY_RHAI)
}

const LINE: &str = "tournament durak anaxi.lua bolzano.rhai greedy -o max_bouts=5 --quiet";

/// Returns the records of a tournament.
fn records(folder: &Folder, db: &str) -> String {
    folder.juez(&format!("report {db} --records {db}.jsonl")).exits(0);
    folder.read(&format!("{db}.jsonl"))
}

/// Returns all output of bots, as JSON.
fn written(records: &str) -> String {
    let mut all = String::new();
    for line in records.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record");
        all += &format!("{}{}{}", record["plies"], record["logs"], record["end"]);
    }
    all
}

const SEED: &str = "--seed 5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";

#[test]
fn hidden_names_reach_no_bot_and_the_record_says_so() {
    let folder = folder();
    for isolation in ["thread", "process"] {
        let line =
            format!("{LINE} --hide-names {SEED} --isolation {isolation} --db {isolation}.db");
        folder.juez(&line).exits(0);
    }
    let records = records(&folder, "thread.db");
    assert_eq!(records, self::records(&folder, "process.db"), "in workers too");
    assert!(records.lines().all(|line| line.contains("\"hide_names\":true")), "{records}");
    assert!(records.contains("\"name\":\"anaxi\""), "the record knows who played");
    let written = written(&records);
    assert!(!["anaxi", "bolzano", "greedy"].iter().any(|name| written.contains(name)), "{written}");
    for events in ["start seat 0|seat 1 0", "move seat 0|seat 1", "finish seat 0|seat 1"] {
        assert!(written.contains(events), "{events}: {written}");
    }
    assert!(written.contains("move [\\\"seat 0\\\", \\\"seat 1\\\"]"), "{written}");
}

#[test]
fn a_rerun_hides_what_was_hidden() {
    let folder = folder();
    folder.juez(&format!("{LINE} --hide-names {SEED} --isolation thread")).exits(0);
    let records = records(&folder, "durak.db");
    for isolation in ["thread", "process"] {
        folder.juez(&format!("verify durak.db.jsonl --rerun . --isolation {isolation}")).exits(0);
    }
    let folder = folder.with("forged.jsonl", records.replace("\"hide_names\":true,", ""));
    let forged = folder.juez("verify forged.jsonl --rerun .").exits(1);
    assert_eq!(
        forged.stdout.matches("wrong").count(),
        records.lines().count(),
        "{}",
        forged.stdout
    );
}

#[test]
fn a_bot_that_is_asked_again_hears_what_it_heard() {
    let folder = folder();
    folder.juez(&format!("{LINE} --hide-names {SEED} --isolation thread")).exits(0);
    let records = records(&folder, "durak.db");
    let plies = records.lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record");
        record["plies"].as_array().expect("plies").clone()
    });
    let asked = |ply: &serde_json::Value| ply["log"].to_string().contains("move seat 0|seat 1");
    let found = plies
        .enumerate()
        .find_map(|(number, plies)| plies.iter().position(asked).map(|ply| (number, ply)));
    let (number, ply) = found.expect("the Lua bot was asked");
    for isolation in ["thread", "process"] {
        let line = format!(
            "debug durak.db.jsonl --record-number {number} --ply {ply} --isolation {isolation}"
        );
        let Run { stdout, .. } = folder.juez(&line).exits(0);
        assert!(stdout.contains("seat 0|seat 1"), "{stdout}");
        assert!(!stdout.contains("anaxi|bolzano"), "{stdout}");
    }
}

#[test]
fn names_are_hidden_in_a_class_and_shown_elsewhere_unless_it_is_said() {
    let folder =
        folder().with("class.csv", "student,bot\nAna Gil,anaxi.lua\nBo,bolzano.rhai\n").with(
            "class.toml",
            "game = 'durak'\nroster = 'class.csv'\nhide-names = false\nisolation = 'thread'\n\
             quiet = true\n[options]\nmax_bouts = 5\n",
        );
    let played = |line: &str, db: &str| {
        folder.juez(&format!("{line} --db {db} {SEED}")).exits(0);
        records(&folder, db)
    };
    let shown = played(LINE, "plain.db");
    assert!(!shown.contains("hide_names") && written(&shown).contains("anaxi|bolzano"), "{shown}");
    let class = "tournament durak --roster class.csv -o max_bouts=5 --isolation thread --quiet";
    let hidden = played(class, "class.db");
    assert!(
        hidden.contains("\"hide_names\":true") && !written(&hidden).contains("Gil"),
        "{hidden}"
    );
    folder.juez("report class.db").shows("names hidden from bots").exits(0);
    for (line, db) in [
        (&format!("{class} --hide-names=false")[..], "line.db"),
        ("tournament class.toml", "file.db"),
    ] {
        let shown = played(line, db);
        assert!(!shown.contains("hide_names") && written(&shown).contains("Ana Gil|Bo"), "{shown}");
    }
}
