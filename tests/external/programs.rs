use juez::core::{FaultKind, PlayedBy, Record};

use super::{play, puppet, record};
use crate::cli::folder::{FIRST, Folder};

#[test]
fn a_program_plays_every_game() {
    let tables = [
        ("quoridor", 2),
        ("quoridor", 4),
        ("tute", 3),
        ("dominoes", 4),
        ("durak", 2),
        ("scopone", 4),
    ];
    let puppet = puppet("");
    for (game, seats) in tables {
        let folder = Folder::new();
        let mut players = vec!["random"; seats - 1];
        players.insert(1, &puppet);
        let line = format!("play {game} --seed 5 --record match.jsonl");
        folder.juez_with(&line, &players).exits(0).shows("puppet");
        folder.juez("verify match.jsonl").exits(0).shows("ok");
    }
}

#[test]
fn a_program_plays_what_a_script_plays_that_chooses_alike() {
    let folder = Folder::new().with("first.lua", FIRST);
    let by_program = record(&folder, &[&puppet(""), "random"], &[]);
    let by_script = record(&folder, &["puppet=first.lua", "random"], &[]);
    assert_eq!(by_program.moves, by_script.moves);
    assert_eq!(by_program.end, by_script.end);
}

#[test]
fn the_record_says_that_time_decided_and_holds_no_time() {
    let folder = Folder::new();
    let run = play(&folder, &[&puppet(""), "random"], &["--movetime", "20s"]).exits(0);
    let [record] = &run.json()[..] else { panic!("one record") };
    assert_eq!(record["time"], "20s");
    assert_eq!(record["players"][0]["bot"], "external");
    assert_eq!(record["players"][0]["source"], puppet("").as_str());
    let again = super::record(&folder, &[&puppet(""), "random"], &["--movetime", "20s"]);
    let first = Record::from_line(run.stdout.trim()).expect("a record");
    // The log may come later.
    let without_logs = |record: Record| Record { plies: Vec::new(), logs: Vec::new(), ..record };
    assert_eq!(without_logs(again), without_logs(first), "the time that was taken is not in it");
    let without = play(&folder, &["greedy", "random"], &[]).exits(0);
    assert!(without.json()[0].get("time").is_none());
}

#[test]
fn what_a_program_writes_on_standard_error_is_its_log() {
    let record = record(&Folder::new(), &[&puppet(""), "random"], &[]);
    assert_eq!(record.players[0].bot, PlayedBy::External);
    let lines: Vec<&String> =
        record.plies.iter().flat_map(|ply| ply.log.iter().flatten()).collect();
    // The last line may come after the answer, and is then kept with the next.
    assert!(lines.len() > 5, "{lines:?}");
    assert_eq!(lines[..3], ["move 1", "move 2", "move 3"]);
}

#[test]
fn the_mark_that_some_systems_write_first_is_no_part_of_an_answer() {
    let record = record(&Folder::new(), &[&puppet("mark"), "random"], &["-o", "max_plies=4"]);
    assert_eq!(record.faults(), []);
}

#[test]
fn a_program_that_is_debugged_plays_without_a_clock() {
    let options = ["--movetime", "none", "-o", "max_plies=8"];
    let record = record(&Folder::new(), &[&puppet("slow"), "random"], &options);
    assert_eq!(record.faults(), []);
    assert_eq!(record.time.map(|time| time.to_string()).as_deref(), Some("none"));
    let shown = r#"
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    answer = {}
    if request["call"] == "move":
        print(sorted(key for key in request if key.endswith("_ms")), request.get("left_ms"), file=sys.stderr)
        answer["move"] = request["moves"][0]
    print(json.dumps(answer), flush=True)
"#;
    let folder = Folder::new().with("shown.py", shown);
    let record = super::record(&folder, &["exec:python3 shown.py", "random"], &options);
    let logs: Vec<&String> = record.plies.iter().flat_map(|ply| ply.log.iter().flatten()).collect();
    assert_eq!(logs[0], "['left_ms'] None", "no other clock");
}

#[test]
fn what_clocks_decided_is_said_in_the_summary() {
    let folder = Folder::new();
    let late = puppet("late");
    let line = "compare quoridor -n 2 --seed 3 --movetime 100ms --margin 100ms --openings none";
    let run = folder.juez_with(line, &[&late, "random"]).exits(0);
    run.shows("2 of 2 matches were decided by time; give more --movetime, or --margin");
    let json = folder.juez_with(&format!("{line} --json"), &[&late, "random"]).exits(0).json();
    assert_eq!(json[0]["decided_by_time"], 2);
    let line = "play quoridor --games 2 --seed 3 --movetime 100ms";
    let run = folder.juez_with(line, &[&late, "random"]);
    run.shows("2 of 2 matches were decided by time");
    let record = record(&folder, &[&late, "random"], &["--movetime", "1ms", "--margin", "200ms"]);
    assert_eq!(record.time.map(|time| time.to_string()).as_deref(), Some("1ms margin 200ms"));
    let [fault] = record.faults() else { panic!("one fault: {:?}", record.end) };
    assert_eq!(fault.fault.why, "no answer in 201 ms (1 ms and a margin of 200 ms)");
}

#[test]
fn a_clock_runs_down_over_the_moves_of_a_match() {
    let slow = puppet("slow");
    let short = record(&Folder::new(), &[&slow, "random"], &["--clock", "0.5s+0s"]);
    let [fault] = short.faults() else { panic!("one fault: {:?}", short.end) };
    assert_eq!(fault.fault.kind, FaultKind::OutOfTime);
    assert_eq!(fault.fault.why, "the clock of 500ms+0s ran out");
    assert!(fault.ply >= 4, "two moves of 0.2 s fit into 0.5 s, at ply {}", fault.ply);
    let gains =
        record(&Folder::new(), &[&slow, "random"], &["--clock", "5s+5s", "-o", "max_plies=12"]);
    assert_eq!(gains.faults(), []);
}

#[test]
fn programs_sit_down_where_a_person_names_them_and_nowhere_else() {
    let folder = Folder::new().with("bot.lua", FIRST);
    let puppet = puppet("");
    let refused = format!("{puppet}: programs can play only in juez play, compare and tournament");
    folder.juez_with("check", &[&puppet, "quoridor"]).refuses(&refused);
    folder.juez_with("watch quoridor bot.lua", &[&puppet]).warns_of(&refused).exits(2);
    folder.juez_with("compare quoridor -n 2", &[&puppet, "random"]).exits(0);
}

#[test]
fn a_command_that_cannot_be_a_program_is_refused_before_the_match() {
    let folder = Folder::new();
    let refuses = |players: &[&str], error: &str| {
        folder.juez_with("play quoridor", players).refuses(error);
    };
    refuses(
        &["exec:", "random"],
        r#""exec:": a command follows the colon, as in exec:python3 bot.py"#,
    );
    refuses(
        &["exec:'python3 x", "random"],
        r#""exec:'python3 x": the command has a ' that is not closed"#,
    );
    refuses(
        &["exec:no-such-program", "random"],
        "no-such-program cannot play: cannot start no-such-program: No such file or directory (os error 2)",
    );
    refuses(
        &["greedy", "random", "--movetime", "1s"],
        "--movetime, --clock and --margin are for programs (exec:, engine:, qtp:), and none plays; scripts have --budget",
    );
    folder.juez_with("play tute", &["engine:x", "random", "random"]).refuses(
        r#""engine:x": engine players see whole positions, and this game has hidden hands: use exec:"#,
    );
    folder
        .juez_with("play durak", &["qtp:x", "random"])
        .refuses(r#""qtp:x": the protocol of qtp: players is that of Quoridor"#);
}

#[test]
fn a_record_is_played_again_but_for_the_seats_of_programs() {
    let folder = Folder::new().with("first.lua", FIRST);
    let line = "play quoridor --seed 3 --record match.jsonl";
    folder.juez_with(line, &[&puppet(""), "first.lua"]).exits(0);
    folder.juez_with(line, &["first.lua", &puppet("dead")]).exits(2);
    let run = folder.juez("verify match.jsonl --rerun .").exits(0);
    run.shows("and the bots play it again; seat 0 is a program and is not asked")
        .shows("and the bots play it again; seat 1 is a program and is not asked");
    let json = folder.juez("verify match.jsonl --rerun . --json").exits(0).json();
    assert_eq!((&json[0]["skipped"][0], &json[1]["skipped"][0]), (&0.into(), &1.into()));
    folder
        .juez("debug match.jsonl --ply 0 --seat 0")
        .refuses("puppet is a program, which plays only once: choose another bot with --bot FILE");
    // The move that the script chose is compared.
    let other = folder.read("match.jsonl").replacen("a1h", "a3h", 1);
    let changed = Folder::new().with("first.lua", FIRST).with("match.jsonl", other);
    changed.juez("verify match.jsonl --rerun .").exits(1);
}
