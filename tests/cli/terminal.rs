//! Texts of bots, records and file names on a real terminal: none of them can steer it.

#![allow(unsafe_code)] // a terminal is opened by a C call

use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Read;
use std::os::fd::{FromRawFd, OwnedFd};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Sets the title, clears the screen in two ways, turns the direction of writing, overwrites the
/// line and begins one.
const LUA: &str = r"\27]0;PWNED\7\27[2J\194\1552J\226\128\174\226\129\166\rFORGED\nFORGED";
/// The same in Rhai, and in JSON.
const RHAI: &str = r"\u001b]0;PWNED\u0007\u001b[2J\u009b2J\u202e\u2066\rFORGED\nFORGED";
/// The same in a source, on one line.
const RAW: &str = "\u{1b}]0;PWNED\u{7}\u{1b}[2J\u{9b}2J\u{202e}\u{2066}";
/// Characters that no output may contain.
const STEERS: &[&str] =
    &["\u{1b}]", "\u{1b}[2J", "\u{9b}", "\u{7}", "\rFORGED", "\u{202e}", "\u{2066}", "\nFORGED"];

/// Returns bots that bring the text into one message each.
fn bots() -> Vec<(String, String)> {
    let lua = [
        ("error", "return {next_move=function(v) error('@') end}"),
        ("bare", "return {next_move=function(v) error('@', 0) end}"),
        ("place", "return {next_move=function(v) error('@.lua:3: x', 0) end}"),
        ("load", "error('@')"),
        (
            "thrown",
            "return {next_move=function(v) \
             error(setmetatable({}, {__tostring=function() return '@' end})) end}",
        ),
        ("text", "return {next_move=function(v) return '@' end}"),
        ("module", "return {next_move=function(v) return require('@') end}"),
        ("key", "return {next_move=function(v) local t = {} return t['@'].x end}"),
        ("member", "return {next_move=function(v) return v['@'](v) end}"),
        ("argument", "return {next_move=function(v) return v:is_legal('@', '@') end}"),
        ("syntax", "local x = '#' y z"),
        (
            "writes",
            "print('@') return {next_move=function(v) print('@') v:mark('@', '@', '@') \
             v:plot('@', 1) return v:moves()[1] end, ['next_moves@']=function() end}",
        ),
    ];
    let rhai = [
        ("error", "fn next_move(v) { throw `@` }"),
        ("thrown", "fn next_move(v) { throw #{a: `@`} }"),
        ("text", "fn next_move(v) { `@` }"),
        ("module", "fn next_move(v) { import `@` as m; m::x() }"),
        ("key", "fn next_move(v) { let t = #{}; t[`@`].x.y }"),
        ("argument", "fn next_move(v) { v.is_legal(`@`, `@`) }"),
        ("syntax", "fn next_move(v) { let x = `#` y z }"),
        (
            "writes",
            "print(`@`); fn next_move(v) { print(`@`); v.mark(`@`, `@`, `@`); v.plot(`@`, 1.0); \
             v.moves()[0] }",
        ),
    ];
    let lua = lua.map(|(name, text)| (format!("{name}_l.lua"), text.replace('@', LUA)));
    let rhai = rhai
        .map(|(name, text)| (format!("{name}_r.rhai"), text.replace('`', "\"").replace('@', RHAI)));
    let all = lua.into_iter().chain(rhai);
    all.map(|(name, text)| (name, text.replace('#', RAW) + "\n")).collect()
}

/// Opens the two ends of a pseudo-terminal: the user's and the program's.
fn terminal() -> (File, OwnedFd) {
    let (mut person, mut program) = (0, 0);
    let (name, form, size) = (std::ptr::null_mut(), std::ptr::null(), std::ptr::null());
    // SAFETY: the calls take and write the numbers of two files that no other code owns.
    unsafe {
        assert_eq!(libc::openpty(&mut person, &mut program, name, form, size), 0, "a terminal");
        for end in [person, program] {
            // Programs that other tests start must not hold it open.
            libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC);
        }
        (File::from_raw_fd(person), OwnedFd::from_raw_fd(program))
    }
}

/// Returns all output of a command to a terminal.
fn shown(folder: &Path, arguments: &[&str]) -> String {
    let (mut person, program) = terminal();
    let end = || Stdio::from(program.try_clone().expect("a descriptor"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_juez"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("TERM", "xterm")
        .env("COLUMNS", "100")
        .env_remove("NO_COLOR");
    command.stdin(end()).stdout(end()).stderr(end());
    let mut child = command.spawn().expect("juez runs");
    drop((command, program));
    let mut bytes = Vec::new();
    // Reading from a terminal whose programs have ended is an error.
    let _ = person.read_to_end(&mut bytes);
    child.wait().expect("it ends");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Runs a command and checks that its output does not steer the terminal.
#[track_caller]
fn steers_nothing(folder: &Path, arguments: &[&str]) -> String {
    let text = shown(folder, arguments);
    let found: Vec<_> = STEERS.iter().filter(|part| text.contains(**part)).collect();
    assert!(found.is_empty(), "{arguments:?} wrote {found:?}: {text:?}");
    text
}

fn folder_of_bots() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bots")).expect("a folder");
    for (name, text) in bots() {
        fs::write(folder.path().join("bots").join(name), text).expect("a file");
    }
    folder
}

#[test]
fn no_text_of_a_bot_steers_the_terminal_of_the_person_who_plays_it() {
    let folder = folder_of_bots();
    for (name, _) in bots() {
        let (bot, record) = (format!("bots/{name}"), format!("{name}.jsonl"));
        let (folder, bot, record) = (folder.path(), bot.as_str(), record.as_str());
        let play = ["play", "quoridor", bot, "greedy", "--seed", "1", "-n", "1"];
        let mut texts = steers_nothing(folder, &play);
        let sandboxed = [&play[..], &["--isolation", "process", "--record", record]].concat();
        steers_nothing(folder, &sandboxed);
        texts += &steers_nothing(folder, &["check", bot, "quoridor", "-n", "1"]);
        assert!(texts.contains("PWNED"), "{name}: the text is not shown");
        if folder.join(record).exists() {
            steers_nothing(folder, &["debug", record, "--bots", "bots", "--ply", "0"]);
        }
    }
}

#[test]
fn no_text_of_a_bot_steers_the_terminal_of_commands_that_take_many() {
    let folder = folder_of_bots();
    let folder = folder.path();
    let case = json!({"format": "juez/1", "game": "quoridor", "case": {"name": "first", "allowed": ["e2"]}});
    fs::write(folder.join("cases.jsonl"), format!("{case}\n")).expect("a file");
    for bot in ["bots/error_l.lua", "bots/error_r.rhai", "bots/writes_l.lua"] {
        steers_nothing(folder, &["compare", "quoridor", bot, "greedy", "-n", "2", "--seed", "1"]);
        steers_nothing(
            folder,
            &["watch", "quoridor", bot, "greedy", "--once", "-n", "2", "--seed", "1"],
        );
        steers_nothing(folder, &["test", bot, "cases.jsonl", "--verbose"]);
    }
    let files: Vec<String> = bots().iter().map(|(name, _)| format!("bots/{name}")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let options = ["-n", "2", "--format", "gauntlet", "--challengers", "1", "--seed", "1"];
    let tournament = [&["tournament", "quoridor"][..], &files[..], &["greedy"], &options].concat();
    let text = steers_nothing(folder, &tournament);
    assert!(text.contains("PWNED"), "{text:?}");
    steers_nothing(folder, &["report", "quoridor.db", "--records", "all.jsonl"]);
    steers_nothing(folder, &["verify", "all.jsonl"]);
    steers_nothing(folder, &["verify", "all.jsonl", "--rerun", "bots", "--isolation", "process"]);
    steers_nothing(folder, &["records", "--features", "out.jsonl", "all.jsonl"]);
    steers_nothing(folder, &["similar", "bots"]);
    steers_nothing(folder, &[&["similar"][..], &files[..]].concat());
}

#[test]
fn no_text_of_a_record_steers_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text: Value = serde_json::from_str(&format!("\"{RHAI}\"")).expect("JSON");
    let play = [
        "play",
        "quoridor",
        "greedy",
        "random",
        "--seed",
        "1",
        "-n",
        "1",
        "--record",
        "good.jsonl",
    ];
    shown(folder, &play);
    let good = fs::read_to_string(folder.join("good.jsonl")).expect("a record");
    let fault = json!({"seat": 0, "ply": 0, "fault": {"kind": "script", "hook": "start",
        "text": text, "why": text, "file": text, "line": 1}});
    let log = json!([{"seat": 0, "hook": "start", "log": [text]}]);
    type Change = fn(&mut Value, &Value, &Value, &Value);
    let changes: [Change; 11] = [
        |record, text, _, _| record["players"][0]["name"] = text.clone(),
        |record, text, _, _| record["players"][0]["source"] = text.clone(),
        |record, text, _, _| record["plies"][0]["by"] = text.clone(),
        |record, text, _, _| record["moves"][0] = text.clone(),
        |record, text, _, _| record["game"] = text.clone(),
        |record, text, _, _| record["format"] = text.clone(),
        |record, text, _, _| record["options"][text.as_str().unwrap_or_default()] = text.clone(),
        |record, text, _, _| record["without"] = json!([text]),
        |record, text, _, _| record["deals"] = json!([text]),
        |record, _, fault, _| record["end"]["faults"] = json!([fault]),
        |record, text, _, log| {
            record["logs"] = log.clone();
            record["plies"][0]["log"] = json!([text]);
            record["plies"][0]["marks"] = json!([{"place": text, "label": text, "colour": text}]);
            record["plies"][0]["plots"] = json!([[text, 1.0]]);
        },
    ];
    let mut texts = String::new();
    for (n, change) in changes.into_iter().enumerate() {
        let mut record: Value = serde_json::from_str(&good).expect("JSON");
        change(&mut record, &text, &fault, &log);
        fs::write(folder.join("bad.jsonl"), format!("{record}\n")).expect("a file");
        for command in [
            &["verify", "bad.jsonl"][..],
            &["verify", "bad.jsonl", "--json"],
            &["verify", "bad.jsonl", "--rerun", "."],
            &["records", "--features", "out.jsonl", "bad.jsonl"],
            &["debug", "bad.jsonl", "--ply", "0"],
            &["legal", "bad.jsonl"],
        ] {
            let text = steers_nothing(folder, command);
            assert!(!text.contains("panicked"), "{n}: {text}");
            texts += &text;
        }
    }
    assert!(texts.contains("PWNED"), "the texts are not shown");
}

#[test]
fn no_name_of_a_file_steers_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let name = RAW.replace('/', "");
    let bot = "return {next_move=function(v) error('x') end}\n";
    fs::create_dir(folder.join("in")).expect("a folder");
    for path in [format!("{name}.lua"), format!("in/{name}.lua"), "in/b.lua".to_string()] {
        fs::write(folder.join(path), bot).expect("a file");
    }
    let (bot, missing) = (format!("{name}.lua"), format!("{name}x.lua"));
    let (bot, missing) = (bot.as_str(), missing.as_str());
    let mut texts = String::new();
    for command in [
        &["play", "quoridor", bot, "greedy", "-n", "1"][..],
        &["play", "quoridor", missing, "greedy"],
        &["play", "quoridor", &name, "greedy"],
        &["play", "quoridor", "in", "greedy"],
        &["check", bot, "quoridor", "-n", "1"],
        &["check", missing, "quoridor"],
        &["check", bot],
        &["tournament", "quoridor", bot, "greedy", "-n", "2"],
        &["tournament", "quoridor", "--submissions", "in", "-n", "2"],
        &["similar", bot, "in/b.lua", "in"],
        &["verify", missing],
        &["test", bot, missing],
        &["report", missing],
    ] {
        texts += &steers_nothing(folder, command);
    }
    assert!(texts.contains("PWNED"), "the names are not shown");
}
