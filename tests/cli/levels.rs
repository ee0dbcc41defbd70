//! `levels`, which measures a bot, and `adaptive`, which follows a person.

use juez::core::Allowed;
use juez::registry::{games, level_of};
use serde_json::{Value, json};

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
    for (game, level) in [("quoridor", 3.0), ("durak", 2.0), ("dominoes", 2.0), ("scopone", 2.0)] {
        let line = format!("levels {game} master:level={level} --seed 2 -n 80 -j 2 --json");
        let found = Folder::new().juez(&line).exits(0).json().remove(0);
        let found_level = found["level"].as_f64().expect("a level");
        assert!((found_level - level).abs() <= 1.0, "{game}: {found}");
    }
}

#[test]
fn the_bot_plays_in_every_seat_of_its_side_against_one_level_in_all_others() {
    for (line, seated) in [
        ("durak greedy -n 4", "greedy at Durak\n"),
        ("durak greedy -n 6 -o seats=3", "greedy at Durak, alone against 2 (seats=3)\n"),
        ("dominoes pair -n 2", "pair at Dominoes in pairs, in all seats of its side\n"),
        ("scopone greedy -n 2", "greedy at Scopone, in all seats of its side (kind=team9)\n"),
        ("quoridor greedy -n 2", "greedy at Quoridor\n"),
    ] {
        let run = Folder::new().juez(&format!("levels {line} --seed 1")).shows(seated).exits(0);
        let matches = line.split("-n ").nth(1).and_then(|rest| rest.split(' ').next());
        let all = format!("), {} matches\n", matches.expect("a number"));
        assert!(run.stdout.contains(&all), "{}", run.stdout);
    }
    let line = "levels scopone greedy -n 2 -o kind=team10 -o target=0 --seed 1 --json";
    let found = Folder::new().juez(line).exits(0).json().remove(0);
    assert_eq!((&found["matches"], &found["options"]["kind"]), (&2.into(), &"team10".into()));
}

#[test]
fn every_level_of_a_master_has_a_strength() {
    let mut masters = 0;
    for game in games() {
        let bots = game.bots();
        let Some(master) = bots.iter().find(|bot| bot.name == "master") else { continue };
        let level = master.options.iter().find(|option| option.name == "level");
        let Some(Allowed::Range(1, last)) = level.map(|option| option.allowed) else {
            panic!("levels from 1: {level:?}");
        };
        let scale = game.scale().expect("levels");
        assert_eq!(scale.count() as i64, last, "{}", game.info().id);
        masters += 1;
    }
    assert!(masters >= 4, "{masters}");
}

#[test]
fn what_has_no_level_is_refused() {
    let folder = Folder::new().with("first.lua", FIRST);
    folder
        .juez("levels quoridor first.lua -o seats=4")
        .warns_of("the levels of Quoridor need the house rule seats=2")
        .exits(2);
    folder
        .juez("play scopone human adaptive")
        .warns_of("the levels of Scopone need the house rule kind=team9")
        .exits(2);
    folder
        .juez("levels durak greedy -n 3 -o seats=4")
        .warns_of("every deal is played 4 times, with the bot in each seat or side")
        .exits(2);
    folder
        .juez("play durak human greedy adaptive")
        .warns_of("adaptive plays in every seat but yours")
        .exits(2);
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
fn levels_fill_the_table_around_a_person_whose_partner_is_one_higher() {
    for (line, players) in [
        ("dominoes human adaptive", ["human", "3", "4", "3"].as_slice()),
        ("dominoes adaptive human", &["3", "human", "3", "4"]),
        ("durak human adaptive", &["human", "3"]),
        ("durak human adaptive -o seats=4", &["human", "3", "3", "3"]),
        ("durak human adaptive adaptive", &["human", "3", "3"]),
        ("scopone human adaptive -o kind=team9", &["human", "3", "4", "3"]),
    ] {
        let line = format!("play {line} --levels me.json --record all.jsonl --seed 1");
        let folder = Folder::new();
        folder.juez_reading(&line, "resign\nyes\n").exits(0);
        let record: Value = serde_json::from_str(&folder.read("all.jsonl")).expect("JSON");
        let seated = record["players"].as_array().expect("players").iter().map(|player| {
            let source = player["source"].as_str().and_then(level_of);
            source.map_or("human".to_string(), |level| level.to_string())
        });
        assert_eq!(seated.collect::<Vec<_>>(), players, "{line}");
        let me: Value = serde_json::from_str(&folder.read("me.json")).expect("JSON");
        let game = line.split(' ').nth(1).expect("a game");
        let mut kept = json!({"level": 3, "score": 0.0});
        if players.contains(&"4") {
            kept["has_partner"] = true.into();
        }
        assert_eq!(me[game], json!([kept]), "{line}");
    }
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
