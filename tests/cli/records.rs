//! Records written, verified, played again and continued.

use flate2::bufread::MultiGzDecoder;
use serde_json::json;
use std::fs;
use std::io::Read;

use crate::cli::folder::{FIRST, Folder, RUNNER};

const POSITION: &str = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8","d4h"]}"#;

fn folder() -> Folder {
    Folder::new().with("bots/runner.lua", RUNNER).with("bots/first.lua", FIRST)
}

#[test]
fn record_appends_to_what_is_there() {
    let folder = folder();
    let line = "play quoridor bots/runner.lua random --record out.jsonl";
    folder.juez(&format!("{line} --seed 1")).exits(0);
    let first = folder.read("out.jsonl");
    folder.juez(&format!("{line} --seed 2 -n 2")).exits(0);
    assert!(folder.read("out.jsonl").starts_with(&first));
    let run = folder.juez("verify out.jsonl").warns("").exits(0);
    let verdicts: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(verdicts.len(), 3);
    for (n, verdict) in verdicts.iter().enumerate() {
        assert!(verdict.starts_with(&format!("record {n}: ok, quoridor in ")), "{verdict}");
    }
}

#[test]
fn record_holds_the_bytes_that_json_prints() {
    let folder = folder();
    let line = "play quoridor bots/runner.lua random --seed 1 -n 2 --json --record out.jsonl";
    let run = folder.juez(line).exits(0);
    assert_eq!(folder.read("out.jsonl"), run.stdout);
}

#[test]
fn compressed_records_append_and_verify() {
    let folder = folder();
    let line = "play quoridor bots/runner.lua random --seed 1 --json --record out.jsonl.gz";
    let first = folder.juez(line).exits(0);
    folder.juez(line).exits(0);
    let bytes = fs::read(folder.path("out.jsonl.gz")).expect("the file");
    let text = {
        let mut text = String::new();
        MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("gzip");
        text
    };
    assert_eq!(text, first.stdout.repeat(2));
    let verified = folder.juez("verify out.jsonl.gz").warns("").exits(0);
    assert_eq!(verified.stdout.lines().count(), 2);
    folder.juez_reading("verify -", &bytes).prints(&verified.stdout).exits(0);
}

#[test]
fn a_compressed_file_that_is_cut_off_is_an_error_after_what_is_whole() {
    let folder = folder();
    let line = "play quoridor bots/runner.lua random --seed 1 --record out.jsonl.gz";
    folder.juez(line).exits(0);
    let whole = fs::read(folder.path("out.jsonl.gz")).expect("the file");
    let cut = [&whole[..], &whole[..whole.len() / 2]].concat();
    folder
        .with("cut.gz", cut)
        .juez("verify cut.gz")
        .shows("record 0: ok, ")
        .warns("error: cannot read cut.gz:2: incomplete deflate stream\n")
        .exits(2);
}

#[test]
fn a_file_of_juez_0_1_says_how_to_unpack_it() {
    let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0x01, 0x00, 0x00];
    let folder = folder().with("old.jsonl.zst", zstd);
    let says = "error: old.jsonl.zst is compressed with zstd, as juez 0.1 did; \
                `zstd -d old.jsonl.zst` unpacks it\n";
    for line in ["verify", "replay", "debug --ply 0", "legal"] {
        folder.juez(&format!("{line} old.jsonl.zst")).warns(says).exits(2);
    }
    let line = "play quoridor random random --seed 1 --record new.jsonl.zst";
    let says = "error: records are compressed as gzip: write new.jsonl.gz\n";
    folder.juez(line).warns(says).exits(2);
    assert!(!folder.path("new.jsonl.zst").exists());
}

#[test]
fn verify_tells_people_what_a_record_comes_to() {
    folder()
        .with("position.jsonl", POSITION)
        .juez("verify position.jsonl")
        .prints("record 0: ok, quoridor in 3 plies: not over\n")
        .warns("")
        .exits(0);
}

#[test]
fn verify_can_play_the_bots_again() {
    let folder = folder();
    let line = "--seed 3 --record out.jsonl";
    folder.juez(&format!("play quoridor bots/runner.lua minimax:depth=1 -n 2 {line}")).exits(0);
    folder.juez(&format!("play quoridor bots/first.lua random {line}")).exits(0);
    let run = folder.juez("verify out.jsonl --rerun bots").warns("").exits(0);
    assert_eq!(run.stdout.matches(", and the bots play it again\n").count(), 3);
}

#[test]
fn a_folder_bot_is_found_again_by_its_files() {
    let folder = folder()
        .with("bots/ana/main.lua", "return { next_move = require('./util') }\n")
        .with("bots/ana/util.lua", "return function(view) return view:path(view.seat)[1] end\n");
    folder.juez("play quoridor bots/ana random --seed 3 --record out.jsonl").exits(0);
    folder.juez("verify out.jsonl --rerun bots").exits(0);
}

#[test]
fn a_rerun_needs_the_very_source() {
    let folder = folder();
    folder.juez("play quoridor bots/runner.lua random --seed 3 --record out.jsonl").exits(0);
    let folder = folder.with("bots/runner.lua", format!("{RUNNER}-- changed\n"));
    folder.juez("verify out.jsonl").exits(0);
    folder
        .juez("verify out.jsonl --rerun bots")
        .shows("record 0: not played again: no bot with the source ")
        .shows(" of runner\n")
        .exits(1);
}

#[test]
fn a_rerun_finds_a_move_that_the_bot_would_not_make() {
    let folder = folder();
    let line = "play quoridor bots/runner.lua bots/first.lua --seed 3 --json";
    let run = folder.juez(line).exits(0);
    let mut record = run.json()[0].clone();
    // The move is legal too, so only the bot can show the difference.
    record["moves"][1] = json!("h8v");
    folder
        .with("out.jsonl", record.to_string())
        .juez("verify out.jsonl --rerun bots --json")
        .prints(
            "{\"record\":0,\"ok\":false,\"ply\":1,\
             \"error\":\"played again, the move is a1h and not h8v\"}\n",
        )
        .exits(1);
}

#[test]
fn a_match_goes_on_from_a_position_with_its_moves_given() {
    let folder = folder().with("position.jsonl", POSITION);
    let line = "play quoridor bots/runner.lua random --seed 3 --from position.jsonl --json";
    let run = folder.juez(line).warns("").exits(0);
    let record = &run.json()[0];
    let moves = record["moves"].as_array().expect("moves");
    assert_eq!(moves[..3], [json!("e2"), json!("e8"), json!("d4h")]);
    for (ply, how) in record["plies"].as_array().expect("plies").iter().enumerate() {
        let given = ply < 3;
        assert_eq!(how["by"] == "given", given, "ply {ply}: {how}");
    }
    assert_eq!(record["end"]["reason"], "finished");
    folder.juez_reading("verify - --rerun bots", &run.stdout).exits(0);
}

#[test]
fn a_match_goes_on_with_the_house_rules_of_its_position() {
    let position =
        r#"{"format":"juez/1","game":"quoridor","options":{"max_plies":4},"moves":["e2"]}"#;
    let run = folder()
        .with("position.jsonl", position)
        .juez("play quoridor random random --seed 3 --from position.jsonl --json")
        .exits(0);
    assert_eq!(run.json()[0]["end"]["reason"], "max_plies");
}

#[test]
fn a_position_takes_as_many_players_as_it_names() {
    let player = |name| format!(r#"{{"name":"{name}","bot":"builtin"}}"#);
    let players = ["a", "b", "c", "d"].map(player).join(",");
    let position = format!(
        r#"{{"format":"juez/1","game":"quoridor","players":[{players}],"moves":["e2","b5"]}}"#
    );
    let folder = folder().with("position.jsonl", position);
    folder
        .juez("play quoridor random random random random --seed 3 --from position.jsonl")
        .exits(0);
    folder
        .juez("play quoridor random random --seed 3 --from position.jsonl")
        .refuses("quoridor is for 4 players with these house rules, not 2");
}

#[test]
fn a_match_that_is_over_stays_as_it_is() {
    let over =
        r#"{"format":"juez/1","game":"quoridor","options":{"max_plies":2},"moves":["e2","e8"]}"#;
    let run = folder()
        .with("position.jsonl", over)
        .juez("play quoridor random random --seed 3 --from position.jsonl --json")
        .exits(0);
    assert_eq!(run.json()[0]["moves"], json!(["e2", "e8"]));
    assert_eq!(run.json()[0]["end"]["reason"], "max_plies");
}
