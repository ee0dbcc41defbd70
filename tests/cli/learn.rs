//! `learn`: weights from lost matches, which play, are named in records and are found again.

use std::fs;

use crate::cli::folder::{Folder, RUNNER};

/// A folder with matches that the weakest levels have lost.
fn with_losses() -> Folder {
    let folder = Folder::new().with("runner.lua", RUNNER);
    let line = "compare quoridor runner.lua master:level=1 -n 12 --seed 1 --record lost.jsonl";
    folder.juez(line).exits(0);
    folder
}

/// Teaches one small generation; returns its hash and its file.
fn taught(folder: &Folder, more: &str) -> (String, String) {
    let line = "learn quoridor lost.jsonl --to new.weights -n 1 --positions 1200 --trial 4";
    let run = folder.juez(&format!("{line} --seed 1 {more}"));
    let first = run.stdout.lines().next().expect("a line").to_string();
    let (hash, rest) = first
        .strip_prefix("generation 1, ")
        .and_then(|rest| rest.split_once(": "))
        .expect("a generation");
    let is_better = rest.starts_with("better");
    run.exits(if is_better { 0 } else { 1 });
    let file = if is_better { "new.weights" } else { "new.weights.failed" };
    (hash.to_string(), file.to_string())
}

#[test]
fn a_generation_depends_on_its_seed_whatever_the_number_of_threads() {
    let folder = with_losses();
    let (one, _) = taught(&folder, "-j 1");
    let (three, file) = taught(&folder, "-j 3");
    assert_eq!(one, three);
    assert_ne!(taught(&folder, "--weights none").0, one);
    assert!(folder.path(&file).exists());
}

#[test]
fn records_name_weights_by_their_hash_and_verify_finds_them() {
    let folder = with_losses();
    let (hash, file) = taught(&folder, "--weights none");
    fs::create_dir(folder.path("kept")).expect("a folder");
    fs::rename(folder.path(&file), folder.path("kept/mine.weights")).expect("a file");
    let line = "play quoridor master:nodes=100,weights=kept/mine.weights runner.lua --seed 1";
    folder
        .juez(&format!("{line} --record match.jsonl"))
        .shows("master:nodes=100,weights=kept/mine.weights")
        .exits(0);
    let record = folder.read("match.jsonl");
    assert!(record.contains(&format!("master:level=10,nodes=100,weights={hash}\"")), "{record}");
    folder.juez("verify match.jsonl").shows("record 0: ok").exits(0);
    folder.juez("verify match.jsonl --rerun .").shows("and the bots play it again").exits(0);
    fs::remove_dir_all(folder.path("kept")).expect("removed");
    folder
        .juez("verify match.jsonl --rerun .")
        .shows(&format!("record 0: not played again: the weights {hash} are not here"))
        .exits(1);
}

#[test]
fn a_bot_without_weights_is_called_none() {
    let folder = Folder::new().with("runner.lua", RUNNER);
    let line =
        "play quoridor master:weights=none,nodes=50 runner.lua --seed 2 --record match.jsonl";
    folder.juez(line).exits(0);
    folder.juez("verify match.jsonl --rerun .").shows("and the bots play it again").exits(0);
}

#[test]
fn files_that_are_no_weights_are_refused() {
    let folder = with_losses()
        .with("short.weights", "abc")
        .with("empty.weights", "")
        .with("large.weights", "\u{7f}".repeat(66_880));
    for (file, why) in [
        ("short.weights", "short.weights holds no weights of this bot: "),
        ("empty.weights", "empty.weights holds no weights of this bot: the file is empty"),
        ("large.weights", "large.weights holds no weights of this bot: "),
        ("missing.weights", "cannot read missing.weights"),
    ] {
        folder.juez(&format!("play quoridor master:weights={file} random")).warns_of(why).exits(2);
        let line = format!("learn quoridor lost.jsonl --to new.weights --weights {file}");
        folder.juez(&line).warns_of(why).exits(2);
    }
    folder
        .juez("play quoridor greedy:weights=none random")
        .warns_of("greedy has no option")
        .exits(2);
}

#[test]
fn nothing_but_weights_is_overwritten() {
    let folder = with_losses();
    folder
        .juez("learn quoridor lost.jsonl --to runner.lua")
        .warns_of("runner.lua does not hold weights of this game: name another file")
        .exits(2);
    assert_eq!(folder.read("runner.lua"), RUNNER);
    let folder = folder.with("new.weights.failed", "mine");
    folder
        .juez("learn quoridor lost.jsonl --to new.weights")
        .warns_of("new.weights.failed does not hold weights")
        .exits(2);
    folder
        .juez("learn quoridor lost.jsonl --to missing/new.weights")
        .warns_of("cannot write missing/new.weights: there is no such folder")
        .exits(2);
}

#[test]
fn without_a_lost_match_there_is_nothing_to_learn() {
    let folder = with_losses();
    folder.juez("compare quoridor random master:level=3 -n 2 --seed 1 --record won.jsonl").exits(0);
    folder
        .juez("learn quoridor won.jsonl --to new.weights")
        .warns_of("2 matches of master; it lost 0")
        .warns_of("there is nothing to learn")
        .exits(2);
    folder.juez("learn quoridor missing.jsonl --to new.weights").warns_of("missing.jsonl").exits(2);
}

/// A folder with matches of Durak that a forgetful master has lost.
fn with_losses_at_durak() -> Folder {
    let folder = Folder::new();
    let line = "compare durak evaluator master:level=1,nodes=1 -n 40 --seed 1 --record lost.jsonl";
    folder.juez(line).exits(0);
    folder
}

/// Teaches one generation for Durak; returns the text of its weights and their hash.
fn taught_at_durak(folder: &Folder, more: &str) -> (String, String) {
    let line = "learn durak lost.jsonl --to new.weights -n 1 --trial 2 --seed 1";
    let run = folder.juez(&format!("{line} {more}"));
    let first = run.stdout.lines().next().expect("a line").to_string();
    let hash = first.strip_prefix("generation 1, ").and_then(|rest| rest.split(':').next());
    let hash = hash.expect("a generation").to_string();
    run.exits(if first.contains(": better") { 0 } else { 1 });
    let file = if first.contains(": better") { "new.weights" } else { "new.weights.failed" };
    (folder.read(file), hash)
}

#[test]
fn a_master_of_cards_learns_how_its_opponents_choose() {
    let folder = with_losses_at_durak();
    let (one, hash) = taught_at_durak(&folder, "-j 1");
    assert_eq!(taught_at_durak(&folder, "-j 3"), (one.clone(), hash.clone()));
    assert!(one.starts_with("juez weights 1 durak\ntrump "), "{one}");
    let folder = folder.with("kept/mine.weights", &one);
    folder
        .juez("play durak master:weights=kept/mine.weights greedy --seed 1 --record match.jsonl")
        .exits(0);
    let record = folder.read("match.jsonl");
    let source = format!("master:level=5,nodes=300000,weights={hash}\"");
    assert!(record.contains(&source), "{record}");
    folder.juez("verify match.jsonl --rerun .").shows("and the bots play it again").exits(0);
}

#[test]
fn weights_of_another_game_are_refused_with_the_reason() {
    let folder = with_losses_at_durak();
    let (text, _) = taught_at_durak(&folder, "");
    let folder = folder
        .with("durak.weights", &text)
        .with("dear.weights", text.replacen("trump ", "trump 9", 1));
    for (player, why) in [
        ("dominoes master:weights=durak.weights", "a list for durak, not dominoes"),
        ("quoridor master:weights=durak.weights", "not the numbers of its network"),
        ("durak master:weights=dear.weights", "not 0 to 24"),
    ] {
        folder.juez(&format!("play {player} random --seed 1")).warns_of(why).exits(2);
    }
}
