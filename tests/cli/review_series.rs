//! `review GAME BOT OPPONENT`, which finds what costs a bot points again and again.

use serde_json::Value;

use crate::cli::folder::{FIRST, Folder, WALK, bot};

/// A bot that builds a wall on its own path at every third turn, in line 5.
fn waller() -> String {
    bot(&format!(
        "  if view.ply % 6 < 2 and view:walls_left(view.seat) > 0 then\n    \
         for _, wall in ipairs(view:wall_moves(view.seat)) do\n      \
         if view:world():play(wall):distance(view.seat) > view:distance(view.seat) then return wall end\n    \
         end\n  end\n{WALK}"
    ))
}

const SERIES: &str = "review quoridor waller.lua greedy --games 8 --seed 1 --nodes 2000";
const OWN_PATH: &str = "a wall on your own path";

fn with_waller() -> Folder {
    Folder::new().with("waller.lua", waller()).with("walker.lua", bot(WALK))
}

fn findings(folder: &Folder, line: &str) -> Value {
    folder.juez(&format!("{line} --json")).exits(0).json().remove(0)
}

#[test]
fn a_bot_that_walls_its_own_path_hears_of_it_with_the_line() {
    let folder = with_waller();
    folder
        .juez(SERIES)
        .shows("waller against greedy at quoridor\n")
        .shows(&format!("\n{OWN_PATH}: the first mistake in "))
        .shows("view:world():play(move):distance(view.seat) is then longer than")
        .shows("waller.lua:5 in next_move")
        .shows("\nthe decisions that cost most\n")
        .shows("--seed 1 --nodes 2000 --cases worst.jsonl\n")
        .exits(0);
}

#[test]
fn the_counts_of_a_pattern_fit_each_other() {
    let found = findings(&with_waller(), SERIES);
    let count = |value: &Value, name: &str| value[name].as_u64().expect("a count");
    let pattern = &found["patterns"][0];
    assert_eq!(pattern["name"], OWN_PATH, "{found}");
    let (lost, reviewed) = (count(&found, "lost"), count(&found, "reviewed"));
    assert!(count(&found, "matches") == 8 && lost >= reviewed && reviewed > 2, "{found}");
    let (matches, decisions) = (count(pattern, "matches"), count(pattern, "decisions"));
    assert!(count(pattern, "first") <= matches && matches <= decisions, "{pattern}");
    assert!(matches <= reviewed, "{pattern}");
    let (cost, all) = (count(pattern, "cost") as f64, count(&found, "cost") as f64);
    let share = pattern["share"].as_f64().expect("a share");
    // Small costs are no mistakes.
    assert!(share > 0.3 && share >= cost / all && share <= 1.0, "{pattern}");
    let example = &pattern["example"];
    assert_eq!((&example["pattern"], &example["line"]["line"]), (&pattern["name"], &5.into()));
    assert_eq!(example["line"]["file"], "waller.lua");
}

#[test]
fn a_bot_that_loses_nothing_has_no_pattern() {
    let folder = Folder::new().with("first.lua", FIRST);
    let line = "review quoridor master:level=2 first.lua --games 4 --seed 1 --cases none.jsonl";
    let found = findings(&folder, line);
    assert_eq!((&found["lost"], &found["patterns"]), (&0.into(), &Value::Array(Vec::new())));
    assert!(!folder.path("none.jsonl").exists(), "there is no case");
}

#[test]
fn the_worst_decisions_become_cases_that_the_bot_fails_and_the_reviewer_passes() {
    let folder = with_waller();
    let line = format!("{SERIES} --cases worst.jsonl");
    folder.juez(&line).shows("\njuez test waller.lua worst.jsonl\n").exits(0);
    let cases = folder.read("worst.jsonl");
    let number = cases.lines().count();
    assert!(number >= 3, "{cases}");
    folder.juez("test waller.lua worst.jsonl").shows(&format!("0 of {number} passed")).exits(1);
    folder.juez("test master:nodes=2000 worst.jsonl").exits(0);
    folder.juez(&line).exits(0);
    assert_eq!(folder.read("worst.jsonl"), cases, "no position comes twice");
}

#[test]
fn findings_are_the_same_whatever_the_number_of_threads_and_where_scripts_run() {
    let folder = with_waller();
    let of = |more: &str| findings(&folder, &format!("{SERIES} {more}"));
    let found = of("-j 1");
    assert_eq!(found, of("-j 3"));
    assert_eq!(found, of("--isolation process"));
}

#[test]
fn without_time_nothing_is_reviewed_and_what_was_played_is_kept() {
    let folder = with_waller();
    folder
        .juez(&format!("{SERIES} --time 0s --record played.jsonl"))
        .shows("\ninterrupted\n")
        .exits(130);
    assert_eq!(folder.read("played.jsonl").lines().count(), 2);
}

#[test]
fn cards_and_tables_of_three_are_reviewed_by_the_seats_of_the_bot() {
    let folder = Folder::new();
    for line in ["durak random greedy --games 4", "tute random medio --games 3"] {
        let found = findings(&folder, &format!("review {line} --seed 1 --nodes 300"));
        assert!(found["lost"].as_u64() > Some(0), "{found}");
        let worst = found["worst"].as_array().expect("decisions");
        assert!(!worst.is_empty(), "{found}");
        for mistake in worst {
            assert!(mistake["hindsight"].is_null() && mistake["line"].is_null(), "{mistake}");
        }
    }
}

#[test]
fn a_series_needs_an_opponent_a_reviewer_and_no_file() {
    let folder = with_waller();
    folder.juez("review quoridor waller.lua").refuses(
        "a series of quoridor needs a bot and an opponent: juez review quoridor BOT OPPONENT",
    );
    folder
        .juez("review quoridor waller.lua greedy greedy greedy")
        .refuses("no bot of quoridor reviews such matches");
}

#[test]
fn files_refuse_each_option_of_a_series() {
    let folder = Folder::new();
    for option in [
        "--games 4",
        "--seed 1",
        "--record all.jsonl",
        "--cases worst.jsonl",
        "--option walls=5",
        "--budget long",
        "--on-fault substitute",
        "--strikes 2",
        "--without path",
        "--movetime 1s",
        "--clock 60s+1s",
        "--margin 10ms",
        "--isolation process",
        "--require-sandbox",
    ] {
        let name = option.split(' ').next().expect("a name");
        folder
            .juez(&format!("review lost.jsonl {option}"))
            .refuses(&format!("{name} is for a series: juez review GAME BOT OPPONENT"));
    }
}
