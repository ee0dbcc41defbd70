//! Matches that repeat each other are one observation, and the output says so.

use serde_json::Value;

use crate::cli::folder::{Folder, RUNNER, WALK, bot};

const BOOK: &str = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8","e3","e7"]}
{"format":"juez/1","game":"quoridor","moves":["d1","e8","e3h","e7"]}
{"format":"juez/1","game":"quoridor","moves":["e2","d9","d2","e9"]}
{"format":"juez/1","game":"quoridor","moves":["a3h","e8","e2","e7"]}
"#;

fn folder() -> Folder {
    let folder = Folder::new().with("ana.lua", RUNNER).with("bo.lua", bot(WALK));
    folder.with("book.jsonl", BOOK)
}

/// Returns the standings of ana against greedy in this many matches from a book of four, without
/// the counts of matches.
fn standings(games: u32) -> Vec<Value> {
    let (folder, db) = (folder(), format!("g{games}.db"));
    let line =
        "tournament quoridor ana.lua greedy --openings book.jsonl --seed 1 --isolation thread";
    folder.juez(&format!("{line} --games {games} --db {db} --quiet")).exits(0);
    let events = folder.juez(&format!("report {db} --json --no-times")).exits(0).stdout;
    let events: Value = serde_json::from_str(&events).expect("JSON");
    events["standings"].as_array().expect("rows").clone()
}

#[test]
fn eight_matches_played_ten_times_are_no_more_sure_than_eight() {
    let (few, many) = (standings(8), standings(80));
    for (few, many) in few.iter().zip(&many) {
        assert_eq!((&few["blocks"], &few["distinct_blocks"]), (&4.into(), &4.into()));
        assert_eq!((&many["blocks"], &many["distinct_blocks"]), (&40.into(), &4.into()));
        for figure in ["name", "place", "score", "elo", "nelo", "los", "close", "pairs"] {
            assert_eq!(few[figure], many[figure], "{figure}");
        }
    }
}

#[test]
fn a_plan_that_plays_its_openings_again_says_so_before_it_starts() {
    let plan = |options: &str| {
        folder().juez(&format!(
            "tournament quoridor ana.lua greedy --seed 1 --isolation thread --dry-run {options}"
        ))
    };
    plan("--openings book.jsonl --games 80")
        .shows("the 40 blocks of a pairing have 4 different openings")
        .shows("--openings random:2 makes ")
        .exits(0);
    plan("--openings none --games 80").shows("the 40 blocks of a pairing begin alike").exits(0);
    plan("--openings random:1 --games 800").shows("different openings by random:1").exits(0);
    plan("--openings book.jsonl --games 8").hides("different openings").exits(0);
    plan("--games 80").hides("different openings").exits(0);
}

#[test]
fn play_says_how_many_of_its_matches_differ() {
    let folder = folder();
    folder
        .juez("play quoridor ana.lua bo.lua --games 8 --seed 1")
        .shows("only 2 of 8 matches differ, move for move")
        .exits(0);
    folder.juez("play quoridor ana.lua random --games 8 --seed 1").hides(" differ,").exits(0);
    folder.juez("play durak greedy evaluator --games 8").hides(" differ,").exits(0);
}
