//! `replay` without a terminal, and `play --timings`.

use serde_json::Value;

use crate::cli::folder::{FIRST, Folder, RUNNER, WALK, bot};

/// Makes a folder with the record `r.jsonl` of a match of a bot that draws. Returns the output of
/// `--show` too.
fn played() -> (Folder, String) {
    let says = format!(
        "  print('at', view.ply)\n  view:mark('e5', 'x', 'red')\n  \
         view:mark(view:pawn(view.seat), 'me')\n  view:note('a note')\n{WALK}"
    );
    let folder = Folder::new().with("says.lua", bot(&says)).with("first.lua", FIRST);
    let line = "play quoridor says.lua first.lua --seed 1 --show --record r.jsonl";
    let shown = folder.juez(line).warns("").exits(0).stdout;
    (folder, shown)
}

#[test]
fn as_text_a_replay_is_what_show_printed_of_the_match() {
    let (folder, shown) = played();
    folder.juez("replay r.jsonl").prints(&shown).warns("").exits(0);
    let line = "play durak random random --seed 3 --show --record d.jsonl";
    let shown = folder.juez(line).exits(0).stdout;
    folder.juez("replay d.jsonl").prints(&shown).warns("").exits(0);
    folder.juez_reading("replay -", folder.read("d.jsonl")).prints(&shown).exits(0);
    folder.juez("play tute random random random --seed 3 --record t.jsonl.gz").exits(0);
    folder.juez("replay t.jsonl.gz").shows("before the first hand").shows("result  ").exits(0);
}

#[test]
fn a_ply_is_shown_with_what_was_drawn_and_said_before_its_move() {
    let (folder, _) = played();
    folder.juez("replay r.jsonl --ply 2").warns("").exits(0).prints(
        "   ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
 9 │                (1)                │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 8 │                                   │   ply 2: seat 0 to move
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤   \n 7 │                                   │   ▸(0) to row 9   10 walls  7 away
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤    (1) to row 1   9 walls   8 away
 6 │                                   │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 5 │                 x                 │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 4 │                                   │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 3 │                                   │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 2 │                (0)*               │
   ├━━━━━━━┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 1 │                                   │
   └───┴───┴───┴───┴───┴───┴───┴───┴───┘
     a   b   c   d   e   f   g   h   i
marks  e2 \"me\"
note   a note

ply 2  says e3
        at 2
",
    );
    folder
        .juez("replay r.jsonl --ply 99")
        .refuses("no ply 99: the record has 17 moves, so choose ply 0 to 17");
}

#[test]
fn what_is_hidden_is_printed_of_finished_matches_only() {
    let folder = Folder::new();
    folder.juez("play durak random random --seed 3 --record d.jsonl").exits(0);
    folder.juez("replay d.jsonl --ply 4").shows("seat 0 holds").shows("seat 1 holds").exits(0);
    folder.juez("replay d.jsonl --ply 4 --public").hides("holds").exits(0);
    let mut record: Value = serde_json::from_str(&folder.read("d.jsonl")).expect("a record");
    record.as_object_mut().expect("an object").remove("end");
    let folder = folder.with("open.jsonl", record.to_string());
    folder.juez("replay open.jsonl").hides("holds").hides("result").exits(0);
    folder.juez("replay open.jsonl --open").refuses(
        "this match is not over, so its hands stay hidden: --seat S shows the view of a seat",
    );
    let seen = folder.juez("replay open.jsonl --ply 4 --seat 1").exits(0).stdout;
    let debugged = folder.juez("debug d.jsonl --ply 4 --seat 1 --bot random");
    let table = seen.split("\n\nply").next().expect("a table");
    assert!(debugged.stdout.contains(table.trim_end()) || debugged.stdout.is_empty(), "{seen}");
    folder
        .juez("replay open.jsonl --ply 4 --seat 5")
        .refuses("ply 4: no seat 5: this match has seats 0 to 1");
}

#[test]
fn a_record_that_goes_wrong_is_printed_as_far_as_it_is_good() {
    let record = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8","e3h","e3v"]}"#;
    Folder::new()
        .with("r.jsonl", record)
        .juez("replay r.jsonl")
        .shows("ply 2  seat 0 e3h\n")
        .warns("error: ply 3: illegal move e3v: e3v crosses e3h\n")
        .exits(2);
}

#[test]
fn a_record_that_is_not_there_is_refused() {
    let folder = Folder::new().with("r.jsonl", "{\"format\":\"juez/1\",\"game\":\"quoridor\"}\n");
    folder.juez("replay r.jsonl").shows("ply 0: seat 0 to move").exits(0);
    folder
        .juez("replay r.jsonl --record-number 1")
        .refuses("r.jsonl has no record 1: it holds 1 record, counted from 0");
    folder
        .juez("replay r.jsonl --speed 99")
        .warns_of("a speed is a number from 0.25 to 8")
        .exits(2);
    folder.juez("replay r.jsonl --timings none").warns_of("cannot read none").exits(2);
    let folder = folder.with("t", "{}\n");
    folder.juez("replay r.jsonl --timings t").warns_of("t:1: not a line of timings").exits(2);
}

#[test]
fn timings_tell_what_each_decision_took() {
    let folder = Folder::new().with("runner.lua", RUNNER).with("bad.lua", bot("  return 7"));
    let line = "play quoridor runner.lua bad.lua --seed 1 --record r.jsonl --timings t.jsonl";
    folder.juez(line).exits(2);
    folder.juez("play durak random random --seed 3 --record r.jsonl --timings t.jsonl").exits(0);
    let lines = |name: &str| -> Vec<Value> {
        let read = folder.read(name);
        read.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (records, timings) = (lines("r.jsonl"), lines("t.jsonl"));
    assert_eq!(timings.len(), 2);
    // The call that ended the first match has a time, too.
    assert_eq!(timings[0]["cpu_us"].as_array().map(Vec::len), Some(2));
    assert!(timings[0]["cpu_us"][1].is_u64() && timings[0]["start_us"][0].is_u64());
    assert_eq!((&timings[0]["record"], &timings[1]["record"]), (&0.into(), &1.into()));
    let plies = records[1]["plies"].as_array().expect("plies");
    let took = timings[1]["cpu_us"].as_array().expect("times");
    assert_eq!(took.len(), plies.len());
    for (ply, us) in plies.iter().zip(took) {
        assert_eq!(ply["by"] == "bot", us.is_u64(), "{ply} {us}");
    }
    folder.juez("replay r.jsonl --timings t.jsonl --ply 0").exits(0);
}

#[test]
fn timings_change_no_record_and_are_taken_of_processes_too() {
    let folder = Folder::new().with("runner.lua", RUNNER);
    let line = "play quoridor runner.lua random --seed 1 --json";
    let plain = folder.juez(line).exits(0).stdout;
    folder.juez(&format!("{line} --timings t.jsonl")).prints(&plain).exits(0);
    let there = format!("{line} --timings t.jsonl --isolation process");
    folder.juez(&there).prints(&plain).exits(0);
    let timings = folder.read("t.jsonl");
    let timings: Vec<Value> =
        timings.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for timing in &timings {
        assert!(timing["start_us"][0].as_u64().expect("a time") > 0, "a VM was made: {timing}");
    }
    assert_eq!(timings.len(), 2);
}

#[test]
fn what_a_bot_wrote_of_its_hand_is_for_those_who_may_see_it() {
    let says = bot(
        "  view:mark(view:hand()[1], 'mine')\n  print('mine', view:hand()[1])\n  return view:moves()[1]",
    );
    let folder = Folder::new().with("says.lua", says);
    folder.juez("play durak says.lua random --seed 3 --record d.jsonl").exits(0);
    folder.juez("replay d.jsonl").shows("        mine ").exits(0);
    folder.juez("replay d.jsonl --seat 0").shows("        mine ").exits(0);
    for observer in ["--seat 1", "--public"] {
        folder.juez(&format!("replay d.jsonl {observer}")).hides("mine").exits(0);
    }
    let line = "play dominoes random random -o signal=seed --seed 1 --record s.jsonl";
    folder.juez(line).exits(0);
    folder.juez("replay s.jsonl").shows(" sig:").exits(0);
    let public = folder.juez("replay s.jsonl --public").hides("sig:").shows("sig").exits(0);
    assert!(public.stdout.contains("result  "), "{}", public.stdout);
}
