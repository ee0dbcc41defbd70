use serde_json::json;
use std::process::Stdio;

use super::record;
use crate::cli::folder::{FIRST, Folder, RUNNER, juez};

/// Returns the command of juez as an engine.
fn engine(protocol: &str, arguments: &str) -> String {
    format!("{protocol}:{} engine quoridor {arguments}", env!("CARGO_BIN_EXE_juez"))
}

fn transcript(protocol: &str, name: &str) -> String {
    let folder = format!("{}/tests/external", env!("CARGO_MANIFEST_DIR"));
    format!("{protocol}:python3 {folder}/transcript.py {folder}/{name}")
}

/// Returns an engine's answers to these lines.
fn answers(arguments: &str, lines: &str) -> String {
    let folder = Folder::new().with("first.lua", FIRST);
    folder.juez_reading(&format!("engine {arguments}"), lines).exits(0).stdout.clone()
}

#[test]
fn an_engine_plays_as_its_bot_does_at_the_table() {
    let folder = Folder::new().with("runner.lua", RUNNER);
    for bot in ["greedy", "runner.lua"] {
        let at_table = record(&folder, &[&format!("a={bot}"), "random"], &[]);
        for (protocol, qtp) in [("engine", ""), ("qtp", " --qtp")] {
            let engine = format!("a={}", engine(protocol, &format!("{bot}{qtp}")));
            let played = record(&folder, &[&engine, "random"], &["--movetime", "30s"]);
            assert_eq!(played.moves, at_table.moves, "{engine}");
            assert_eq!(played.faults(), [], "{engine}");
        }
    }
}

#[test]
fn a_search_ends_with_its_time_and_otherwise_after_its_positions() {
    let positions = |go: &str| -> u64 {
        let shown = Folder::new()
            .juez_reading("engine quoridor master:nodes=2000", format!("position start\n{go}\n"))
            .exits(0)
            .stdout
            .clone();
        let line = shown.lines().find(|line| line.contains(" plies ahead")).expect(&shown);
        let before = line.trim_end_matches(" positions").rsplit(' ').next().expect("a number");
        before.parse().expect(line)
    };
    assert!(positions("go") <= 2000);
    assert!(positions("go movetime 500") > 2000);
    assert!(positions("go clock 15000 0") > 2000);
}

#[test]
fn an_engine_goes_on_after_moves_that_it_did_not_choose() {
    // Neither side has made the opening moves, and seats are swapped.
    let folder = Folder::new();
    for (protocol, qtp) in [("engine", ""), ("qtp", " --qtp")] {
        let engine = engine(protocol, &format!("greedy{qtp}"));
        let line = "compare quoridor -n 12 -j 2 --seed 1 --openings random:5 --json";
        let run = folder.juez_with(line, &[&engine, "greedy"]).exits(0);
        // A bot that meets itself wins one match of each pair.
        let [json] = &run.json()[..] else { panic!("one object") };
        assert_eq!(json["pairs"], json!([0, 0, 6, 0, 0]), "{json}");
    }
}

#[test]
fn an_sprt_of_two_engines_decides() {
    let (strong, weak) = (engine("qtp", "greedy --qtp"), engine("engine", "random"));
    let line = "compare quoridor -j 2 --seed 1 --sprt 0 100";
    Folder::new().juez_with(line, &[&strong, &weak]).exits(0).shows("H1");
}

#[test]
fn the_line_protocol_is_spoken_as_a_transcript_has_it() {
    let engine = transcript("engine", "line_engine.txt");
    let options = ["-o", "max_plies=3", "--movetime", "5s"];
    let folder =
        Folder::new().with("step.lua", "return { next_move = function() return 'e8' end }");
    let record = record(&folder, &[&engine, "step.lua"], &options);
    assert_eq!(record.moves, ["e2", "e8", "e3h"]);
    assert_eq!(record.plies[0].log.as_deref(), Some(&["depth 1 score 0".to_string()][..]));
}

#[test]
fn an_engine_of_uci_is_greeted_and_asked_by_uci() {
    let folder =
        Folder::new().with("step.lua", "return { next_move = function() return 'e8' end }");
    let options = ["-o", "max_plies=3", "-o", "walls=9", "--movetime", "5s"];
    let played = record(&folder, &[&transcript("engine", "uci.txt"), "step.lua"], &options);
    assert_eq!((&played.moves[..], played.faults()), (&texts(&["e2", "e8", "e3h"])[..], &[][..]));
    let engine = transcript("engine", "uci_clock.txt");
    let options = ["-o", "max_plies=1", "--clock", "60s+0.5s"];
    assert_eq!(record(&folder, &[&engine, "step.lua"], &options).moves, ["e2"]);
    let fewer = ["-o", "walls=3", "--clock", "60s+0.5s"];
    let refused = record(&folder, &[&engine, "step.lua"], &fewer);
    let [fault] = refused.faults() else { panic!("one fault: {:?}", refused.end) };
    assert!(fault.fault.why.ends_with("the engine has no option walls, and this match has 3"));
}

#[test]
fn a_program_that_greets_in_neither_way_is_shown_what_it_wrote() {
    let silent = "for line in __import__('sys').stdin: print('hello', flush=True)";
    let folder = Folder::new().with("hello.py", silent);
    let run = folder.juez_with("play quoridor", &["engine:python3 hello.py", "random"]).exits(2);
    run.warns_of("hello cannot play: no answer in 10000 ms: it wrote hello, and an engine greets with ok (juez) or uciok (UCI)");
}

#[test]
fn the_quoridor_text_protocol_is_spoken_as_transcripts_have_it() {
    let wall = "return { next_move = function() return 'e8h' end }";
    let step = "return { next_move = function() return 'e8' end }";
    let folder = Folder::new().with("step.lua", step).with("wall.lua", wall);
    let transcripts = [
        ("qtp.txt", "step.lua", ["e2", "e8", "e3h"]),
        ("qtp_loose.txt", "step.lua", ["e2", "e8", "e3h"]),
        ("qtp_token.txt", "wall.lua", ["e3h", "e8h", "e2"]),
        ("qtp_play.txt", "wall.lua", ["e2", "e8h", "e3"]),
    ];
    for (name, other, moves) in transcripts {
        let engine = transcript("qtp", name);
        let played = record(&folder, &[&engine, other], &["-o", "max_plies=3"]);
        assert_eq!(played.moves, moves, "{name}: {:?}", played.faults());
    }
}

#[test]
fn a_dialect_that_is_named_is_not_looked_for() {
    let wall = "return { next_move = function() return 'e8h' end }";
    let folder = Folder::new().with("deaf.py", DEAF).with("wall.lua", wall);
    for (dialect, first) in [
        ("standard", "playwall white E2 horizontal"),
        ("token", "playwall white e1h"),
        ("play", "play white e1h"),
    ] {
        let engine = format!("qtp:dialect={dialect} python3 deaf.py");
        let played = record(&folder, &[&engine, "wall.lua"], &[]);
        let [fault] = played.faults() else { panic!("one fault: {:?}", played.end) };
        let why = format!("the program says: {first}: no");
        assert_eq!((fault.ply, &fault.fault.why), (2, &why), "{dialect}");
    }
    folder.juez_with("play quoridor", &["qtp:dialect=gtp python3 deaf.py", "random"]).refuses(
        r#""qtp:dialect=gtp python3 deaf.py": no dialect gtp; expected standard, token or play"#,
    );
}

/// An engine that makes a first move and then accepts none.
const DEAF: &str = r#"
import sys
for line in sys.stdin:
    word = line.split()[0]
    is_move = word in ("playmove", "playwall", "play")
    print("? no\n" if is_move else "= E8\n" if word == "genmove" else "=\n", flush=True)
"#;

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

#[test]
fn juez_answers_the_line_protocol_word_by_word() {
    let said = answers(
        "quoridor first.lua",
        "juez\nnewgame {\"walls\":0}\nposition start moves e2 e8\ngo fuel 1000000\n\
         position start moves e2 e8 d2\ngo\nposition start moves e2 e8 d2 e5\nstop\n\
         newgame {\"walls\":99}\nnewgame walls\nposition here\nposition start moves e2 e8 d2\ngo nodes 5\ngo west\nmove e2\nquit\n",
    );
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        &format!("id name juez {version} first")[..],
        "id game quoridor",
        "ok",
        "ok",
        "info",
        "bestmove d2",
        "info",
        "bestmove d8",
        "error illegal move e5: e5 is too far from e8: a pawn steps to the next square or jumps over a pawn there",
        "error quoridor option walls cannot be 99; allowed: 0 to 20",
        "error options are a JSON object: expected value at line 1 column 1",
        "error position is followed by start or record",
        "info",
        "bestmove d8",
        "error go is followed by movetime MS, clock LEFT_MS MORE_MS, nodes N or fuel N",
        "error unknown command move; expected juez, newgame, position, go, stop or quit",
    ];
    // Time and fuel differ.
    let lines = said.lines().map(|line| if line.starts_with("info time") { "info" } else { line });
    assert_eq!(lines.collect::<Vec<_>>(), expected);
}

#[test]
fn an_engine_thinks_at_the_position_of_a_record_of_any_game() {
    let folder = Folder::new();
    let tables = [("quoridor", 2), ("tute", 3), ("dominoes", 4), ("durak", 2), ("scopone", 4)];
    for (game, seats) in tables {
        let players = vec!["random"; seats];
        let line = format!("play {game} --seed 5 --json");
        let played = folder.juez_with(&line, &players).exits(0).json();
        let mut record = played[0].clone();
        let moves = record["moves"].as_array().expect("moves")[..3].to_vec();
        let positions = (0..3).map(|count| {
            record["moves"] = moves[..count].into();
            record["deals"] = vec![played[0]["deals"][0].clone()]
                .into_iter()
                .filter(|deal| !deal.is_null())
                .collect();
            for key in ["end", "plies", "logs"] {
                record.as_object_mut().expect("an object").remove(key);
            }
            format!("position record {record}\ngo\n")
        });
        let positions: String = positions.collect();
        let said = answers(&format!("{game} random"), &positions);
        assert_eq!(said.matches("bestmove ").count(), 3, "{game}: {said}");
        assert!(!said.contains("error"), "{game}: {said}");
    }
}

#[test]
fn there_is_no_position_after_one_that_is_refused() {
    let said = answers(
        "quoridor random",
        "position start moves e2 e5\ngo\nposition record {}\ngo\nposition start moves e2 e8 e3 e7 e4 e6 e5\ngo\n",
    );
    let lost = "error no position: the last one was refused";
    assert_eq!(said.lines().filter(|line| *line == lost).count(), 2, "{said}");
    assert!(said.contains("bestmove "), "{said}");
}

#[test]
fn the_start_is_a_start_also_after_a_record() {
    let folder = Folder::new();
    let four = folder.juez("play quoridor random random random random --json").exits(0).stdout;
    let said = answers("quoridor random", &format!("position record {four}position start\ngo\n"));
    assert!(said.starts_with("info time") && said.contains("bestmove "), "{said}");
    let played = folder.juez("play dominoes random random random random --seed 5 --json").exits(0);
    let record = &played.json()[0];
    let said =
        answers("dominoes random", &format!("position record {record}\nposition start\ngo\n"));
    assert_eq!(said, "error a deal comes next: position record gives it\n");
}

#[test]
fn juez_answers_the_quoridor_text_protocol_word_by_word() {
    let said = answers(
        "quoridor first.lua --qtp",
        "name\nboardsize 9\nboardsize 7\nclear_board\nwalls 1\nplaymove black e8\nplaywall white e3 horizontal # a remark\n\
         playwall w e3 v\nshowboard\ngenmove black\nplaymove white d1\ngenmove black\nundo 2\nundo 9\nwinner\n\
         known_command undo\nknown_command resign\nresign\nplaymove white j1\nquit\nname\n",
    );
    let expected = "= juez first\n\n=\n\n? unacceptable size\n\n=\n\n=\n\n=\n\n=\n\n\
                    ? illegal move\n\n\
                    = DIAGRAM\n\n\
                    = A9 horizontal\n\n=\n\n= D8\n\n=\n\n? cannot undo\n\n= false\n\n= true\n\n= false\n\n\
                    ? unknown command\n\n? syntax error\n\n=\n\n";
    let begin = said.find("= \n").expect("a diagram") + 2;
    let end = begin + said[begin..].find("\n\n").expect("its end");
    for line in [
        "8 |   |   |   |   | B |   |   |   |   | 8  white walls: 0\n",
        "3 |   |   |   |   |   |   |   |   |   | 3\n  +---+---+---+---+=======+---+---+---+\n",
    ] {
        assert!(said[begin..end].contains(line), "{said}");
    }
    assert_eq!(format!("{}DIAGRAM{}", &said[..begin], &said[end..]), expected);
}

#[test]
fn a_match_won_is_reported_by_the_quoridor_text_protocol() {
    let steps = "playmove black e8\nplaymove white d1\nplaymove black e7\nplaymove white e1\n\
                 playmove black e6\nplaymove white d1\nplaymove black e5\nplaymove white e1\n\
                 playmove black e4\nplaymove white d1\nplaymove black e3\nplaymove white c1\n\
                 playmove black e2\nplaymove white d1\nplaymove black e1\nwinner\n";
    let said = answers("quoridor random --qtp", steps);
    assert!(said.ends_with("=\n\n= true black\n\n"), "{said}");
}

#[test]
fn an_engine_takes_a_seed_as_referees_of_the_protocol_give_it() {
    let line = "engine quoridor random --qtp";
    let moves = |seed: &[&str]| {
        let mut child = juez()
            .args(line.split(' '))
            .args(seed)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("juez runs");
        let mut input = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut input, b"genmove black\ngenmove white\nquit\n")
            .expect("it reads");
        String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text")
    };
    let seventh = moves(&["-seed", "7"]);
    assert!(seventh.starts_with("= "), "{seventh}");
    assert_eq!(seventh, moves(&["--seed", "7"]));
    assert_ne!(seventh, moves(&["-seed", "8"]));
}

#[test]
fn an_engine_ends_with_its_input() {
    let mut child = juez()
        .args(["engine", "quoridor"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("juez runs");
    assert!(child.wait().expect("it ends").success());
}
