//! `levels`, which measures a bot, and `adaptive`, which follows a person.

use serde_json::Value;

use crate::cli::folder::{FIRST, Folder, RUNNER};

/// Keeps the matches of a person who gives `matches` matches up at once.
fn given_up(folder: &Folder, matches: u32) -> crate::cli::folder::Run {
    let line = format!("play quoridor human adaptive --levels me.json -n {matches} --seed 1");
    folder.juez_reading(&line, "resign\nyes\n".repeat(matches as usize))
}

#[test]
fn a_bot_has_a_level_with_its_interval() {
    let folder = Folder::new().with("runner.lua", RUNNER);
    let line = "levels quoridor runner.lua --seed 1 -j 2";
    folder
        .juez(line)
        .shows("runner at Quoridor\n\nlevel ")
        .shows(" (95 %: ")
        .shows("\n\n  against level  ")
        .hides("seed")
        .exits(0);
    let found = folder.juez(&format!("{line} --json")).exits(0).json().remove(0);
    let level = found["level"].as_f64().expect("a level");
    let bounds: Vec<f64> =
        found["interval"].as_array().expect("bounds").iter().filter_map(Value::as_f64).collect();
    assert!(bounds[0] <= level && level <= bounds[1] && bounds[1] - bounds[0] <= 1.5, "{found}");
    assert!(level < 2.0, "a bot that only runs: {found}");
}

#[test]
fn the_seed_alone_decides_whatever_the_number_of_threads() {
    let found = [1, 3].map(|threads| {
        let line = format!("levels quoridor greedy --seed 3 -j {threads} --json");
        Folder::new().juez(&line).exits(0).json().remove(0)
    });
    assert_eq!(found[0], found[1]);
}

#[test]
fn a_bot_that_is_a_level_is_found_there() {
    let run = Folder::new().juez("levels quoridor master:level=3 --seed 1 -j 2 --json").exits(0);
    let found = run.json().remove(0);
    let level = found["level"].as_f64().expect("a level");
    assert!((2.0..=4.0).contains(&level), "{found}");
}

#[test]
fn what_has_no_level_is_refused() {
    let folder = Folder::new().with("first.lua", FIRST);
    folder.juez("levels durak first.lua").warns_of("durak has no bot with levels").exits(2);
    folder
        .juez("play quoridor first.lua adaptive")
        .warns_of("adaptive follows one person: ")
        .exits(2);
    folder
        .juez("play quoridor human adaptive --web")
        .warns_of("with --web choose a level")
        .exits(2);
}

#[test]
fn an_opponent_follows_a_person_and_the_record_names_its_level() {
    let folder = Folder::new();
    let run = given_up(&folder, 3).exits(0);
    for text in ["your level is kept in me.json\n", "you: level ", "next opponent: level 2 of 10"] {
        assert!(run.stderr.contains(text), "{text}: {}", run.stderr);
    }
    let levels = || -> Vec<u64> {
        let kept: Value = serde_json::from_str(&folder.read("me.json")).expect("JSON");
        let matches = kept["quoridor"].as_array().expect("matches");
        matches.iter().filter_map(|one| one["level"].as_u64()).collect()
    };
    let before = levels();
    assert_eq!((before.len(), before[0], before[1]), (3, 3, 2), "{before:?}");
    assert!(before.is_sorted_by(|a, b| a >= b), "the level falls with losses: {before:?}");
    folder
        .juez_reading(
            "play quoridor human adaptive --levels me.json --record all.jsonl",
            "resign\nyes\n",
        )
        .exits(0);
    let bot = format!("\"master:level={}\"", levels()[3]);
    assert!(folder.read("all.jsonl").contains(&bot), "{bot}");
}

#[test]
fn a_person_who_leaves_keeps_the_level() {
    let folder = Folder::new();
    given_up(&folder, 1).exits(0);
    let kept = folder.read("me.json");
    folder.juez_reading("play quoridor human adaptive --levels me.json", "e2\n").exits(130);
    assert_eq!(folder.read("me.json"), kept);
}

#[test]
fn a_file_that_is_no_file_of_levels_is_kept() {
    for text in ["{\"quoridor\": 3}", "{\"quoridor\": [{\"level\": 3, \"score\": 7}]}", ""] {
        let folder = Folder::new().with("me.json", text);
        given_up(&folder, 1).warns_of("me.json is no file of levels").exits(2);
        assert_eq!(folder.read("me.json"), text);
    }
}
