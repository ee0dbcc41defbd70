//! Reports of tournaments that were played for real.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use juez::core::Record;
use juez::grading::report::{Tables, json};
use juez::tournament::{Format, Results};

use crate::tournament::runs::{Part, Runs, entrants, plan, short_quoridor, usual};

/// A bot that walks until it answers with something that is not a move.
const FAULTY: &str = "local bot = {}\nfunction bot.next_move(view)\n  if view.ply > 4 then return \
                      'z9' end\n  return view:moves()[1]\nend\nreturn bot\n";

fn juez(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_juez"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env_remove("RUST_BACKTRACE");
    command.output().expect("juez runs")
}

fn stdout(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).trim_end().to_string()
}

fn tables_of(results: &Results) -> String {
    let mut out = Vec::new();
    json(&Tables::of(results).without_times(), &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("text")
}

/// Plays four bots, one of which is benched.
fn class(runs: &Runs) -> Vec<Part> {
    let faulty = format!("faulty={}", runs.bot("faulty.lua", FAULTY));
    let mut parts =
        entrants("quoridor", &["random", "greedy", "bots/quoridor/runner.lua", &faulty]);
    // Each run is in another folder.
    parts[3].0.path = "faulty.lua".to_string();
    parts
}

#[test]
fn every_format_has_a_report() {
    let five = ["random", "a=random", "b=random", "c=random", "d=random"];
    for (id, format, players) in [
        ("quoridor", Format::Gauntlet { challengers: 1 }, &five[..4]),
        ("quoridor", Format::Swiss, &five[..]),
        ("quoridor", Format::Knockout { third_place: true }, &five[..]),
        ("tute", Format::RoundRobin, &five[..4]),
    ] {
        let runs = Runs::new();
        let options = if id == "quoridor" { short_quoridor() } else { usual() };
        let mut plan = plan(id, format, options);
        plan.rounds = if format == Format::Swiss { 2 } else { 1 };
        runs.play(&plan, &entrants(id, players), 2);
        let results = runs.results();
        let tables = Tables::of(&results);
        let rated = tables.standings.iter().filter(|row| row.elo.is_some()).count();
        assert_eq!(rated, players.len(), "{id} {format:?}");
        assert!(tables.model.is_some() && !tables.history.at.is_empty(), "{id} {format:?}");
        if matches!(format, Format::Knockout { .. }) {
            let places: Vec<_> = tables.standings.iter().map(|row| row.place).collect();
            assert_eq!(places[..4], [1, 2, 3, 4].map(Some), "played for to the third place");
        }
        let text = stdout(&juez(runs.path(".").as_path(), &["report", "runs.db"]));
        assert!(text.contains("Standings") && text.contains("Cross-table"), "{text}");
    }
}

#[test]
fn the_command_prints_and_exports() {
    let runs = Runs::new();
    let mut plan = plan("quoridor", Format::RoundRobin, short_quoridor());
    plan.bench_after = 2;
    runs.play(&plan, &class(&runs), 2);
    let folder = runs.path(".");
    let results = runs.results();
    let played = results.matches.iter().filter(|result| result.played().is_some()).count();
    let text = stdout(&juez(&folder, &["report", "runs.db", "--no-times"]));
    assert!(text.contains("faulty: benched after match"), "{text}");
    assert!(text.contains("unreadable move"), "{text}");
    assert!(!text.contains("time/match"), "{text}");
    assert_eq!(
        stdout(&juez(&folder, &["report", "runs.db", "--no-times", "--json"])),
        tables_of(&results)
    );
    let only = stdout(&juez(&folder, &["report", "runs.db", "--only", "seats,faults"]));
    assert!(only.contains("By seat") && !only.contains("Standings"), "{only}");

    stdout(&juez(&folder, &["report", "runs.db", "--html", "out", "--csv", "tables"]));
    let index = fs::read_to_string(runs.path("out/index.html")).expect("a page");
    assert!(index.contains("juez debug out/records/"), "the card says how to ask again");
    assert_eq!(fs::read_dir(runs.path("out/records")).expect("a folder").count(), played);
    assert!(runs.path("tables/standings.csv").is_file());

    for name in ["all.jsonl", "all.jsonl.gz"] {
        stdout(&juez(&folder, &["report", "runs.db", "--records", name]));
        let verified = stdout(&juez(&folder, &["verify", name]));
        assert_eq!(verified.lines().count(), played, "{name}");
    }
    let first = fs::read_to_string(runs.path("out/records/000000.jsonl")).expect("a record");
    let all = fs::read_to_string(runs.path("all.jsonl")).expect("records");
    assert_eq!(all.lines().next(), first.lines().next());
    assert!(Record::from_line(first.trim_end()).is_ok());

    // The commands of a card work unchanged.
    let card = index.split("juez debug ").nth(1).and_then(|rest| rest.lines().next());
    let arguments: Vec<&str> = card.expect("a card").split(' ').collect();
    let again = juez(&folder, &[&["debug"], &arguments[..]].concat());
    let said = String::from_utf8_lossy(&again.stdout);
    assert_eq!(again.status.code(), Some(1), "the bot offends again: {said}");
    assert!(said.contains("unreadable move"), "{said}");
}

#[test]
fn a_student_can_ask_the_own_bot_again_with_what_feedback_gives() {
    let runs = Runs::new();
    let mut plan = plan("quoridor", Format::RoundRobin, short_quoridor());
    plan.bench_after = 2;
    let mut parts = class(&runs);
    parts[3].0.student = Some("Fay O'Dor".to_string());
    runs.play(&plan, &parts, 2);
    let folder = runs.path(".");
    let output = juez(&folder, &["report", "runs.db", "--feedback", "hand-out"]);
    assert_eq!(stdout(&output), "", "nothing but files");
    let stderr = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(stderr.contains("wrote 1 page, listed in"), "{stderr}");
    let page = fs::read_to_string(runs.path("hand-out/student-Fay-O-Dor.html")).expect("a page");
    let command = page.split("juez debug ").nth(1).and_then(|rest| rest.split("</code>").next());
    let command = command.expect("a fault card").replace("<span class=\"argument\">", "");
    let command = command.replace("</span>", "");
    // The student has only this: the hand-out and the bot.
    let copy = tempfile::tempdir().expect("a folder");
    for file in ["hand-out/student-Fay-O-Dor.jsonl.gz", "faulty.lua"] {
        let name = Path::new(file).file_name().expect("a name");
        fs::copy(runs.path(file), copy.path().join(name)).expect("copied");
    }
    let arguments: Vec<&str> = command.split(' ').collect();
    let again = juez(copy.path(), &[&["debug"], &arguments[..]].concat());
    let said = String::from_utf8_lossy(&again.stdout);
    assert_eq!(again.status.code(), Some(1), "the bot offends again: {said}");
    assert!(said.contains("unreadable move"), "{said}");
    let records = "student-Fay-O-Dor.jsonl.gz";
    let shown = stdout(&juez(copy.path(), &["replay", records, "--record-number", "1"]));
    assert!(!shown.is_empty());
    assert!(!stdout(&juez(copy.path(), &["verify", records])).is_empty());
}

#[test]
fn what_is_no_tournament_or_in_the_way_is_refused() {
    let runs = Runs::new();
    let mut plan = plan("quoridor", Format::RoundRobin, short_quoridor());
    plan.rounds = 1;
    runs.play(&plan, &entrants("quoridor", &["random", "greedy"]), 1);
    fs::write(runs.path("notes.txt"), "mine").expect("written");
    fs::create_dir(runs.path("thesis")).expect("made");
    fs::write(runs.path("thesis/thesis.tex"), "mine").expect("written");
    let folder = runs.path(".");
    for (arguments, part) in [
        (&["missing.db"][..], "missing.db"),
        (&["notes.txt"], "notes.txt"),
        (&["runs.db", "--revision", "2"], "runs.db has no revision 2: the last is 1"),
        (&["runs.db", "--revision", "0"], "0 is not in 1.."),
        (&["runs.db", "--html", "thesis"], "thesis holds other files and no report"),
        (&["runs.db", "--csv", "notes.txt"], "notes.txt is a file: name a folder"),
        (&["runs.db", "--records", "notes.txt"], "notes.txt does not hold records"),
        (&["runs.db", "--records", "runs.db"], "runs.db does not hold records"),
        (&["runs.db", "--records", "nowhere/all.jsonl"], "cannot write nowhere/all.jsonl"),
        (&["runs.db", "--only", "standing"], "did you mean standings?"),
    ] {
        let said = refused(&juez(&folder, &[&["report"], arguments].concat()));
        assert!(said.contains(part), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
    assert_eq!(fs::read_to_string(runs.path("notes.txt")).expect("text"), "mine");
    assert_eq!(fs::read_dir(runs.path("thesis")).expect("a folder").count(), 1);
    assert!(stdout(&juez(&folder, &["report", "runs.db"])).contains("complete"), "still whole");
}
