//! The interfaces for programs, to the letter: `legal`, `verify --json`, `perft`, exit codes,
//! pipes.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::cli::folder::{Folder, Run, juez, run, started};

/// Returns a record of Quoridor, given the fields after `game`.
fn record(fields: &str) -> String {
    format!("{{\"format\":\"juez/1\",\"game\":\"quoridor\",{fields}}}\n")
}

/// Returns a table without walls, which has short lists of moves.
fn bare(moves: &str) -> String {
    record(&format!(r#""options":{{"walls":0}},"moves":[{moves}]"#))
}

/// Both pawns run for their goals, and the second one wins by a jump.
const WON: &str = r#""e2","e8","e3","e7","e4","e6","e5","e4","e6","e3","e7","e2","e8","e1""#;

#[track_caller]
fn legal(records: impl AsRef<[u8]>) -> Run {
    Folder::new().juez_reading("legal -", records)
}

#[track_caller]
fn legal_all(records: impl AsRef<[u8]>) -> Run {
    Folder::new().juez_reading("legal - --all", records)
}

#[track_caller]
fn verify(records: impl AsRef<[u8]>) -> Run {
    Folder::new().juez_reading("verify - --json", records)
}

#[test]
fn legal_prints_the_position_after_all_moves() {
    let expected = "{\"record\":0,\"ply\":1,\"seat\":1,\"legal\":[\"d9\",\"e8\",\"f9\"]}\n";
    legal(bare(r#""e2""#)).prints(expected).warns("").exits(0);
    Folder::new()
        .with("one.jsonl", bare(r#""e2""#))
        .juez("legal one.jsonl")
        .prints(expected)
        .warns("")
        .exits(0);
}

#[test]
fn legal_with_all_prints_every_ply() {
    legal_all(bare(r#""e2","e8""#))
        .prints(
            "\
{\"record\":0,\"ply\":0,\"seat\":0,\"legal\":[\"d1\",\"e2\",\"f1\"]}
{\"record\":0,\"ply\":1,\"seat\":1,\"legal\":[\"d9\",\"e8\",\"f9\"]}
{\"record\":0,\"ply\":2,\"seat\":0,\"legal\":[\"d2\",\"e1\",\"e3\",\"f2\"]}
",
        )
        .warns("")
        .exits(0);
}

#[test]
fn legal_moves_are_ascending() {
    let run = legal(record(r#""moves":[]"#)).exits(0);
    let legal: Vec<String> =
        serde_json::from_value(run.json()[0]["legal"].clone()).expect("a list of texts");
    assert_eq!(legal.len(), 131);
    assert!(legal.is_sorted());
    assert_eq!(legal[..2], ["a1h", "a1v"]);
}

#[test]
fn nobody_is_to_move_when_the_match_is_over() {
    legal(bare(WON))
        .prints("{\"record\":0,\"ply\":14,\"seat\":null,\"legal\":[]}\n")
        .warns("")
        .exits(0);
}

#[test]
fn an_illegal_move_comes_after_the_plies_that_were_good() {
    let error = "illegal move e5: e5 is too far from e9: \
                 a pawn steps to the next square or jumps over a pawn there";
    let run = legal_all(bare(r#""e2","e5","e3""#)).warns("").exits(1);
    assert_eq!(
        run.json(),
        [
            json!({"record": 0, "ply": 0, "seat": 0, "legal": ["d1", "e2", "f1"]}),
            json!({"record": 0, "ply": 1, "seat": 1, "legal": ["d9", "e8", "f9"]}),
            json!({"record": 0, "ply": 1, "error": error}),
        ]
    );
    legal(bare(r#""e2","e5","e3""#))
        .prints(&format!("{{\"record\":0,\"ply\":1,\"error\":\"{error}\"}}\n"))
        .exits(1);
    verify(bare(r#""e2","e5","e3""#))
        .prints(&format!("{{\"record\":0,\"ok\":false,\"ply\":1,\"error\":\"{error}\"}}\n"))
        .exits(1);
}

#[test]
fn a_move_after_the_end_is_an_error() {
    let records = bare(&format!(r#"{WON},"e9""#));
    legal(&records)
        .prints(
            "{\"record\":0,\"ply\":14,\
             \"error\":\"move \\\"e9\\\" comes after the end of the match\"}\n",
        )
        .exits(1);
    let all = legal_all(&records).exits(1).json();
    assert_eq!(all.len(), 16, "15 positions and the error");
    assert_eq!(all[14], json!({"record": 0, "ply": 14, "seat": null, "legal": []}));
    assert_eq!(verify(&records).exits(1).json()[0]["ply"], 14);
}

#[test]
fn legal_and_verify_find_the_same_error_at_the_same_ply() {
    let player = r#"{"name":"p","bot":"builtin"}"#;
    let players = |count: usize| format!(r#""players":[{}]"#, vec![player; count].join(","));
    for (fields, ply, error) in [
        (r#""options":{"seats":3}"#.to_string(), 0, "quoridor option seats cannot be 3"),
        (
            r#""options":{"sets":2}"#.to_string(),
            0,
            "quoridor has no option \"sets\"; did you mean seats?",
        ),
        (r#""rules":9"#.to_string(), 0, "version 9 of the rules of quoridor"),
        (players(3), 0, "quoridor option seats cannot be 3"),
        (
            format!(r#""options":{{"seats":4}},{}"#, players(2)),
            0,
            "2 players at a table of 4 seats",
        ),
        (r#""deals":[{}]"#.to_string(), 2, "deals in the record: 1; deals that fell due: 0"),
    ] {
        let record = record(&format!(r#"{fields},"moves":["e2","e8"]"#));
        let found = legal(&record).warns("").exits(1).json();
        let verdict = verify(&record).warns("").exits(1).json();
        assert_eq!((found.len(), verdict.len()), (1, 1), "{record}");
        assert_eq!((&found[0]["ply"], &verdict[0]["ply"]), (&json!(ply), &json!(ply)), "{record}");
        assert_eq!((&found[0]["error"], &verdict[0]["ok"]), (&verdict[0]["error"], &json!(false)));
        let text = found[0]["error"].as_str().expect("text");
        assert!(text.starts_with(error), "{text}");
    }
    let four = format!(r#"{},"moves":["e2","b5"]"#, players(4));
    assert_eq!(legal(record(&four)).exits(0).json()[0]["seat"], 2);
}

#[test]
fn verify_computes_the_end() {
    verify(bare(WON))
        .prints(
            "{\"record\":0,\"ok\":true,\"end\":{\"reason\":\"finished\",\"ranks\":[2,1],\
             \"points\":[0,1],\"faults\":[]}}\n",
        )
        .warns("")
        .exits(0);
}

#[test]
fn the_end_of_an_unfinished_match_is_null() {
    verify(bare(r#""e2""#)).prints("{\"record\":0,\"ok\":true,\"end\":null}\n").exits(0);
}

#[test]
fn if_only_the_end_differs_the_ply_is_the_number_of_moves() {
    let won = |ranks: &str, points: &str| {
        record(&format!(
            r#""moves":[{WON}],"end":{{"reason":"finished","ranks":{ranks},"points":{points},"faults":[]}}"#
        ))
    };
    verify(won("[2,1]", "[0,1]")).exits(0);
    verify(won("[1,2]", "[0,1]"))
        .prints(
            "{\"record\":0,\"ok\":false,\"ply\":14,\
             \"error\":\"the record has ranks [1, 2], the match [2, 1]\"}\n",
        )
        .exits(1);
    assert_eq!(verify(won("[2,1]", "[0,2]")).exits(1).json()[0]["ply"], 14);
    let early = r#""moves":["e2"],"end":{"reason":"finished","ranks":[1,2],"points":[1,0]}"#;
    assert_eq!(verify(record(early)).exits(1).json()[0]["ply"], 1);
}

#[test]
fn a_fault_of_a_seat_that_is_not_there_is_an_error() {
    let fault = r#"{"seat":5,"ply":1,"fault":{"kind":"script","hook":"next_move"}}"#;
    let end = format!(r#"{{"reason":"forfeit","ranks":[1,2],"points":[1,0],"faults":[{fault}]}}"#);
    verify(record(&format!(r#""moves":["e2"],"end":{end}"#)))
        .warns("-:1: a record of a table of 2 seats that names seat 5\n")
        .exits(2);
}

#[test]
fn the_next_record_goes_on() {
    let records = [bare(r#""e5""#), bare(r#""e2""#), record(r#""rules":9"#), bare("")].concat();
    let run = legal(&records).warns("").exits(1);
    let seats: Vec<(u64, Value)> = run
        .json()
        .iter()
        .map(|line| (line["record"].as_u64().expect("a number"), line["seat"].clone()))
        .collect();
    assert_eq!(seats, [(0, json!(null)), (1, json!(1)), (2, json!(null)), (3, json!(0))]);
    let verdicts: Vec<Value> = verify(&records).exits(1).json();
    let good: Vec<&Value> = verdicts.iter().map(|verdict| &verdict["ok"]).collect();
    assert_eq!(good, [false, true, false, true]);
}

#[test]
fn an_unreadable_line_is_told_on_stderr_and_the_next_record_goes_on() {
    let records = format!("{}nonsense\n\n{}", bare(r#""e2""#), bare(r#""e5""#));
    let folder = Folder::new().with("some.jsonl", records);
    let run = folder.juez("legal some.jsonl").warns_of("some.jsonl:2: not a record: ").exits(2);
    let numbers: Vec<Value> = run.json().iter().map(|line| line["record"].clone()).collect();
    assert_eq!(numbers, [json!(0), json!(2)]);
    let run =
        folder.juez("verify some.jsonl --json").warns_of("some.jsonl:2: not a record: ").exits(2);
    assert_eq!(run.json().len(), 2);
}

#[test]
fn a_last_line_that_is_cut_off_is_unreadable() {
    let whole = bare(r#""e2""#);
    let cut = &whole[..whole.len() - 6];
    let folder = Folder::new().with("cut.jsonl", format!("{whole}{cut}"));
    let message = format!("cut.jsonl:2: not a record: cut off after {} bytes\n", cut.len());
    folder.juez("legal cut.jsonl").shows("{\"record\":0,\"ply\":1,").warns(&message).exits(2);
    folder.juez("verify cut.jsonl").shows("record 0: ok").warns(&message).exits(2);
}

#[test]
fn a_last_line_without_its_newline_is_whole() {
    legal(bare("").trim_end()).warns("").exits(0);
}

#[test]
fn lines_that_are_no_records_say_what_is_wrong() {
    for (line, message) in [
        (
            "{\"format\":\"juez/2\",\"moves\":7}",
            "cannot read format \"juez/2\"; this juez reads \"juez/1\"",
        ),
        (
            "{\"format\":\"juez/1\",\"game\":\"quorridor\"}",
            "no game called \"quorridor\"; did you mean quoridor?",
        ),
        ("{\"format\":\"juez/1\"}", "not a record: missing field `game` at byte 19"),
        ("{\"game\":\"quoridor\"}", "not a record: missing field `format` at byte 19"),
        ("[\"juez/1\"]", "not a record: expected a JSON object"),
        ("7", "not a record: expected a JSON object"),
        (
            "{\"format\":\"juez/1\",\"game\":\"quoridor\",\"moves\":[7]}",
            "not a record: invalid type: integer `7`, expected a string at byte 47",
        ),
        (
            "{\"format\":\"juez/1\",\"game\":\"quoridor\",\"moves\":\"e2\"}",
            "not a record: invalid type: string \"e2\", expected a sequence at byte 49",
        ),
        (
            "{\"format\":\"juez/1\",\"game\":\"quoridor\",\"seed\":\"x\"}",
            "not a record: cannot read seed \"x\": expected a whole number or 64 hex digits at byte 48",
        ),
    ] {
        let message = format!("-:1: {message}\n");
        legal(line).prints("").warns(&message).exits(2);
        verify(line).prints("").warns(&message).exits(2);
    }
}

#[test]
fn bytes_that_are_no_text_are_unreadable() {
    legal(b"{\"format\":\"\xff\"}\n").warns("-:1: not UTF-8 text\n").exits(2);
}

#[test]
fn a_deep_nest_of_brackets_is_unreadable() {
    let deep = format!("{{\"format\":{}", "[".repeat(100_000));
    legal(deep).prints("").exits(2);
}

#[test]
fn files_of_records_may_come_from_windows() {
    let records = format!("\u{feff}{}\r\n", bare("").trim_end());
    legal(records).warns("").exits(0);
}

#[test]
fn perft_prints_the_bare_count_last() {
    run("perft quoridor 0").prints("1\n").warns("").exits(0);
    run("perft quoridor 1").prints("131\n").exits(0);
    run("perft quoridor 2").prints("16677\n").exits(0);
    run("perft quoridor 3").prints("2062264\n").warns("").exits(0);
}

#[test]
fn perft_divides_by_the_first_move() {
    run("perft quoridor 3 --divide -o walls=0").prints("d1: 9\ne2: 12\nf1: 9\n30\n").exits(0);
    let run = run("perft quoridor 2 --divide").exits(0);
    let (rows, count): (Vec<&str>, &str) = {
        let mut rows: Vec<&str> = run.stdout.lines().collect();
        let count = rows.pop().expect("a last line");
        (rows, count)
    };
    let parts = rows.iter().map(|row| row.split_once(": ").expect("a row").1);
    let sum: u64 = parts.map(|nodes| nodes.parse::<u64>().expect("a number")).sum();
    assert_eq!((rows.len(), count), (131, &sum.to_string()[..]));
}

#[test]
fn perft_counts_from_the_first_record_of_a_file() {
    let records = [bare(r#""e2""#), record("\"moves\":[]")].concat();
    let folder = Folder::new().with("some.jsonl", records);
    folder.juez("perft quoridor 1 --from some.jsonl").prints("3\n").exits(0);
    folder.juez("perft quoridor 2 --from some.jsonl --divide").prints("d9: 4\ne8: 4\nf9: 4\n12\n");
}

#[test]
fn a_finished_match_has_no_children() {
    let folder = Folder::new().with("won.jsonl", bare(WON));
    folder.juez("perft quoridor 0 --from won.jsonl").prints("1\n").exits(0);
    folder.juez("perft quoridor 1 --from won.jsonl").prints("0\n").exits(0);
    folder.juez("perft quoridor 1 --from won.jsonl --divide").prints("0\n").exits(0);
}

/// Runs `line`, closes its stdout, then gives it `input`, so its output always comes after the
/// close.
fn with_a_reader_that_is_gone(line: &str, input: &str) {
    let folder = Folder::new();
    let mut child = started(juez().args(line.split_whitespace()), &folder.path("."));
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // It may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("juez ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &stderr[..]), (Some(0), ""), "juez {line}");
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    let records = bare(WON).repeat(2_000);
    with_a_reader_that_is_gone("legal - --all", &records);
    with_a_reader_that_is_gone("verify -", &records);
    with_a_reader_that_is_gone("verify - --json", &records);
    for line in [
        "games",
        "bots",
        "rules quoridor",
        "doctor",
        "completions bash",
        "perft quoridor 1 --divide",
        "play quoridor random random --seed 1",
        "play quoridor random random --seed 1 --show",
        "play quoridor random random --seed 1 --json -n 20",
        "play quoridor random random --seed 1 -n 4",
        "bench --runs 1 --only nothing",
    ] {
        with_a_reader_that_is_gone(line, "");
    }
}

#[test]
fn a_reader_that_has_read_enough_is_no_error() {
    let mut child = juez()
        .args(["play", "quoridor", "random", "random", "--seed", "1", "-n", "400", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("juez runs");
    let mut first = String::new();
    let stdout = child.stdout.take().expect("stdout is piped");
    BufReader::new(stdout).read_line(&mut first).expect("a line");
    assert!(first.starts_with("{\"format\":\"juez/1\""), "{first}");
    let output = child.wait_with_output().expect("juez ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_reader_of_errors_that_is_gone_changes_no_exit_code() {
    let mut child = juez()
        .args(["legal", "nothere.jsonl"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("juez runs");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("juez ends").code(), Some(2));
}
