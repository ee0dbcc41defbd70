//! Records and tournaments of another version of the script languages: they are read, and if their
//! results differ, the version is named as the reason.

use juez::core::{Limits, Record};
use juez::registry::{PlayerSpec, game};
use juez::tournament::{Entrant, Store};

use crate::cli::folder::{FIRST, Folder, WALK, bot};

/// Makes a folder with a match of two scripts in `r.jsonl`.
fn played() -> (Folder, Record) {
    let folder = Folder::new().with("walk.lua", bot(WALK)).with("first.lua", FIRST);
    folder.juez("play quoridor walk.lua first.lua --seed 1 --record r.jsonl");
    let record = Record::from_line(folder.read("r.jsonl").trim()).expect("a record");
    (folder, record)
}

/// Replaces the record in the folder.
fn with(folder: Folder, record: &Record) -> Folder {
    folder.with("r.jsonl", record.to_line())
}

#[test]
fn a_record_of_another_version_verifies_and_names_it_where_it_comes_out_otherwise() {
    let (folder, record) = played();
    assert_eq!(record.limits.as_ref().map(|limits| limits.languages), Some(Limits::LANGUAGES));
    for version in [1, Limits::LANGUAGES + 1] {
        let mut other = record.clone();
        other.limits.as_mut().expect("limits").languages = version;
        let folder =
            with(Folder::new().with("walk.lua", bot(WALK)).with("first.lua", FIRST), &other);
        folder.juez("verify r.jsonl").exits(0);
        folder.juez("verify r.jsonl --rerun .").exits(0);
        let fuel = other.plies[0].fuel.as_mut().expect("a script uses fuel");
        *fuel += 1;
        let here = Limits::LANGUAGES;
        with(folder, &other)
            .juez("verify r.jsonl --rerun .")
            .shows(&format!(
                "played by version {version} of the languages; this juez has version {here}"
            ))
            .shows("fuel, log, marks or plots of this ply differ")
            .exits(1);
    }
    let mut same = record;
    *same.plies[0].fuel.as_mut().expect("a script uses fuel") += 1;
    with(folder, &same).juez("verify r.jsonl --rerun .").hides("of the languages").exits(1);
}

#[test]
fn the_documentation_has_a_row_for_each_version() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/records.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, part) = page.split_once("## Versions of the languages\n").expect("the part");
    let part = part.split("\n## ").next().unwrap_or_default();
    let version = |line: &str| line.strip_prefix("| ")?.split(' ').next()?.parse::<u32>().ok();
    let versions: Vec<u32> = part.lines().filter_map(version).collect();
    assert_eq!(versions, (1..=Limits::LANGUAGES).collect::<Vec<_>>());
}

#[test]
fn there_is_no_version_before_the_first() {
    let (folder, mut record) = played();
    record.limits.as_mut().expect("limits").languages = 0;
    with(folder, &record).juez("verify r.jsonl").shows("version 0 of the languages").exits(1);
}

#[test]
fn a_record_that_asks_for_more_than_any_budget_is_not_played_again() {
    let (folder, mut record) = played();
    record.limits.as_mut().expect("limits").memory_mb = 65;
    let folder = with(folder, &record);
    folder.juez("verify r.jsonl").exits(0);
    folder.juez("verify r.jsonl --rerun .").shows("juez grants at most 64").exits(1);
}

#[test]
fn values_of_a_record_are_compared_and_not_their_text() {
    let plots = format!("  view:plot('x', 1e300)\n{WALK}");
    let folder = Folder::new().with("me.lua", bot(&plots)).with("first.lua", FIRST);
    folder.juez("play quoridor me.lua first.lua --seed 1 --record r.jsonl");
    let line = folder.read("r.jsonl");
    assert!(line.contains(r#"["x",1e+300]"#), "{line}");
    let folder = folder.with("r.jsonl", line.replace("1e+300", "1e300"));
    folder.juez("verify r.jsonl --rerun .").exits(0);
}

#[test]
fn an_unfinished_tournament_of_another_version_is_left_as_it_is_and_played_anew() {
    let folder = Folder::new();
    let line = "tournament quoridor a=random b=random --rounds 1 --seed 7 --quiet --db t.db";
    folder.juez(line).exits(0);
    let path = folder.path("t.db");
    let quoridor = game("quoridor").expect("a game");
    let first = Store::read(&path).expect("a store").plan(1).expect("a plan");
    let part = |text: &str| {
        let player = PlayerSpec::read(text, quoridor).expect("a bot").player();
        (Entrant { player, path: text.to_string(), student: None, error: None }, None)
    };
    let mut old = first;
    old.terms.limits.languages = 1;
    let mut store = Store::open(&path).expect("a store");
    assert_eq!(store.begin(&old, &["a=random", "b=random"].map(part)).expect("a revision"), 2);
    drop(store);
    folder
        .juez("tournament --resume t.db --quiet")
        .warns_of("the matches of revision 2 are played by version 1 of the languages")
        .exits(2);
    folder
        .juez(&line.replace("--quiet ", ""))
        .warns_of("the version of the languages (it was 1")
        .exits(0);
    folder.juez("report t.db").exits(0);
}
