//! Files that are not a file of a bot, not text or too long: each is refused without waiting for it
//! or printing it.

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::cli::folder::{FIRST, Folder, RUNNER, juez};

const PIPE: &str = "it is not a regular file";
const LINK: &str = "it is a link, and links are not followed";
const CASE: &str =
    "{\"format\":\"juez/1\",\"game\":\"quoridor\",\"moves\":[],\"case\":{\"allowed\":[\"e2\"]}}";
/// The content of a file that does not belong to the bots.
const SECRET: &str = "root:x:0:0:secret";

/// Adds a pipe of this name, into which no program ever writes.
fn with_pipe(folder: Folder, name: &str) -> Folder {
    let folder = folder.with(&format!("{name}.beside"), "");
    mknodat(CWD, folder.path(name), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
    folder
}

/// Adds a link of this name to `to`.
fn with_link(folder: Folder, name: &str, to: &str) -> Folder {
    let folder = folder.with(&format!("{name}.beside"), "");
    symlink(to, folder.path(name)).expect("a link");
    folder
}

#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let mut folder =
        Folder::new().with("first.lua", FIRST).with("runner.lua", RUNNER).with("case.jsonl", CASE);
    for name in ["p.lua", "bot/main.lua", "main.rhai", "p.jsonl", "p.toml", "p.csv", "p.db"] {
        folder = with_pipe(folder, name);
    }
    for line in [
        "play quoridor p.lua random",
        "play quoridor bot random",
        "play quoridor bot/main.lua random",
        "play quoridor . random",
        "play quoridor random random --from p.jsonl",
        "check p.lua quoridor",
        "similar p.lua first.lua",
        "similar first.lua runner.lua --base p.lua",
        "similar first.lua runner.lua --csv p.csv",
        "test first.lua p.jsonl",
        "test p.lua case.jsonl",
        "debug p.jsonl --ply 0",
        "verify p.jsonl",
        "replay p.jsonl",
        "legal p.jsonl",
        "tournament p.toml",
        "tournament quoridor --roster p.csv",
        "tournament quoridor first.lua random --openings p.jsonl",
        "replay case.jsonl --timings p.jsonl",
    ] {
        folder.juez(line).warns_of(PIPE).exits(2);
    }
    for line in
        ["report p.db", "tournament quoridor first.lua random --db p.db", "serve --store p.db"]
    {
        folder.juez(line).warns_of("it is not an ordinary file").exits(2);
    }
    folder.juez("play quoridor p.fifo random").exits(2);
}

#[test]
fn a_device_or_socket_is_no_bot() {
    let folder = with_link(Folder::new(), "zero.lua", "/dev/zero");
    let _socket = UnixListener::bind(folder.path("socket.lua")).expect("a socket");
    folder.juez("play quoridor zero.lua random").warns_of(LINK).exits(2);
    folder.juez("play quoridor socket.lua random").warns_of(PIPE).exits(2);
    folder.juez("verify /dev/zero").warns_of(PIPE).exits(2);
}

#[test]
fn of_what_a_link_leads_to_nothing_is_printed() {
    let mut folder = Folder::new()
        .with("secret", SECRET)
        .with("case.jsonl", CASE)
        .with("first.lua", FIRST)
        .with("runner.lua", RUNNER)
        .with("c.csv", "student,bot\nAna,first.lua\nBo,runner.lua\nEve,bots/pw.lua\n");
    let links = ["bots/pw.lua", "bots/pw.rhai", "bots/own/main.lua", "pw.jsonl", "pw.toml"];
    for name in links.into_iter().chain(["pw.csv"]) {
        let to = folder.path("secret").to_str().expect("a path").to_string();
        folder = with_link(folder, name, &to);
    }
    folder = with_link(folder, "bots/environ.lua", "/proc/self/environ");
    for line in [
        "play quoridor bots/pw.lua random",
        "play quoridor bots/pw.rhai random --isolation process",
        "play quoridor bots/own random",
        "play quoridor bots/own/main.lua random",
        "play quoridor bots/environ.lua random",
        "check bots/pw.lua quoridor",
        "similar bots/pw.lua bots/pw.lua first.lua",
        "test bots/pw.lua case.jsonl",
        "test first.lua pw.jsonl",
        "verify pw.jsonl",
        "tournament pw.toml",
        "tournament quoridor --roster pw.csv",
    ] {
        let run = folder.juez(line).warns_of(LINK).exits(2);
        assert!(![run.stdout, run.stderr].concat().contains("secret:"), "{line}");
    }
    // If there are other bots, they play.
    for line in ["--roster c.csv --db a.db", "first.lua runner.lua bots --db b.db"] {
        let line = format!("tournament quoridor {line} --games 2 --openings none --seed 1");
        let run = folder.juez(&line).warns_of(LINK).exits(0);
        let report = folder.juez(&format!("report {}", line.split(' ').nth_back(5).unwrap()));
        let all = [run.stdout, run.stderr, report.stdout, report.stderr].concat();
        assert!(all.contains(LINK) && !all.contains("x:0:0"), "{all}");
    }
}

#[test]
fn a_link_to_a_bot_beside_it_is_refused_too() {
    let folder = with_link(Folder::new().with("v2.lua", FIRST), "now.lua", "v2.lua");
    folder.juez("play quoridor now.lua random").refuses(
        "cannot read bot now.lua: it is a link, and links are not followed; copy the linked file",
    );
    let folder = with_link(folder.with("own/main.lua", FIRST), "other", "own");
    folder.juez("play quoridor other random").warns_of(LINK).exits(2);
    folder.juez("play quoridor own random --games 1").exits(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_is_no_text_is_left_out_and_the_others_play() {
    let folder = Folder::new().with("bots/ana.lua", FIRST).with("bots/bo.lua", RUNNER);
    for name in [&b"jos\xe9.lua"[..], b"jos\xe8.lua"] {
        fs::write(folder.path("bots").join(OsStr::from_bytes(name)), FIRST).expect("written");
    }
    let why = "its name is not UTF-8 text; rename it";
    let line = "tournament quoridor bots --games 2 --openings none --seed 1 --db c.db";
    folder.juez(line).warns_of("jos\u{fffd}").warns_of(why).exits(0);
    folder.juez("report c.db").shows("ana").shows("bo").exits(0);
    // A helper that no `require` can name is not part of a bot.
    let folder = folder.with("own/main.lua", FIRST);
    fs::write(folder.path("own").join(OsStr::from_bytes(b"h\xe9.lua")), "(").expect("written");
    folder.juez("play quoridor own random --games 1").exits(0);
}

#[cfg(target_os = "linux")]
#[test]
fn an_argument_that_is_no_text_is_an_error() {
    let folder = Folder::new().with("first.lua", FIRST);
    let odd = OsStr::from_bytes(b"jos\xe9.lua");
    fs::write(folder.path("x").with_file_name(odd), FIRST).expect("written");
    let runs: [&[&OsStr]; 4] = [
        &[OsStr::new("play"), OsStr::new("quoridor"), odd, OsStr::new("random")],
        &[odd],
        &[OsStr::new("verify"), odd],
        &[OsStr::new("tournament"), OsStr::new("quoridor"), odd, OsStr::new("random")],
    ];
    for arguments in runs {
        let run = juez().args(arguments).current_dir(folder.path("")).output().expect("juez runs");
        let errors = String::from_utf8(run.stderr).expect("juez writes UTF-8");
        assert_eq!(run.status.code(), Some(2), "{arguments:?} {errors}");
        assert!(errors.starts_with("error: ") && !errors.contains("panicked"), "{errors}");
    }
    // A path that is never printed can have any bytes.
    let run = juez()
        .args([OsStr::new("similar"), odd, OsStr::new("first.lua")])
        .current_dir(folder.path(""))
        .output()
        .expect("juez runs");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn a_name_with_a_line_break_breaks_no_table() {
    let folder = Folder::new().with("new\nline.lua", FIRST).with("runner.lua", RUNNER);
    for line in ["play quoridor --games 2 --seed 1", "compare quoridor --games 4 --seed 1"] {
        let run = folder.juez_with(line, &["new\nline.lua", "runner.lua"]);
        assert!(run.stdout.contains("new\u{fffd}line"), "{}", run.stdout);
        assert!(![run.stdout, run.stderr].concat().contains("new\n"), "{line}");
    }
    let run = folder.juez_with("play quoridor --games 2 --seed 1", &["a\nb=runner.lua", "random"]);
    assert!(run.stdout.contains("a\u{fffd}b"), "{}", run.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_file_that_unpacks_to_a_huge_line_takes_little_memory() {
    let folder = Folder::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let zeros = vec![0; 1 << 20];
    for _ in 0..1024 {
        packed.write_all(&zeros).expect("packed");
    }
    let folder = folder.with("bomb.jsonl.gz", packed.finish().expect("packed"));
    for line in ["verify", "legal", "replay", "perft quoridor 1 --from"] {
        // 1 GiB of address space, half of which is the stack of a thread.
        let script = format!("ulimit -v 1048576; exec \"$0\" {line} bomb.jsonl.gz");
        let juez = env!("CARGO_BIN_EXE_juez");
        let run = std::process::Command::new("sh")
            .args(["-c", &script, juez])
            .current_dir(folder.path(""))
            .output()
            .expect("sh runs");
        let errors = String::from_utf8(run.stderr).expect("juez writes UTF-8");
        assert!(errors.contains("a line of more than 64 MiB is not a record"), "{line}: {errors}");
        assert_eq!(run.status.code(), Some(2), "{line}: {errors}");
    }
}

#[test]
fn a_record_with_more_deals_than_any_match_is_refused_before_they_take_memory() {
    let deals = "{\"\":0},".repeat(200_000);
    let line =
        format!("{{\"format\":\"juez/1\",\"game\":\"durak\",\"deals\":[{deals}0],\"moves\":[]}}");
    Folder::new()
        .with("r.jsonl", line)
        .juez("verify r.jsonl")
        .warns_of("a record with 400002 values in its options and deals")
        .exits(2);
}
