//! `similar`: bots that are alike.

use crate::folder::Folder;

/// Two bots of the repository that were written apart, and what only one of them has.
const RUNNER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/waller.lua"));
const OTHER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/tute/masmenos.lua"));
const RHAI: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/waller.rhai"));
const FIRST: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/templates/quoridor.lua"));

const CAUTION: &str = "\nLikeness is a reason to look, not a proof:";

/// The bot with other names and without remarks.
fn disguised(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    let lines = lines.map(|line| format!("{}\n", line.replace("bot", "mine").replace("best", "x")));
    lines.collect()
}

/// A class that has handed in, of which Ana and Bruno have the same.
fn class() -> Folder {
    Folder::new()
        .with("in/ana/bot.lua", RUNNER)
        .with("in/bruno/2026-11-20T21-30/main.lua", "return require('walls')")
        .with("in/bruno/2026-11-20T21-30/walls.lua", disguised(RUNNER))
        .with("in/bruno/2026-11-19T21-30.lua", FIRST)
        .with("in/carla.lua", OTHER)
        .with("in/dani/bot.rhai", RHAI)
        .with("in/eva/notes.txt", "to do")
}

#[test]
fn bots_that_are_alike_are_shown_with_the_lines_to_look_at() {
    let run = class().juez("similar in").exits(0);
    let run = run.shows("alike  bot  of it  bot    of it\n100 %  ana  100 %  bruno  100 %\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((lines[2], lines[3]), ("", "ana and bruno"));
    let (first, second) = lines[4].trim().split_once("  ").expect("two columns");
    assert!(first.starts_with("in/ana/bot.lua "), "{first}");
    let second = second.trim();
    assert!(second.starts_with("in/bruno/2026-11-20T21-30/walls.lua "), "{second}");
    let run = run.shows(CAUTION).hides("carla").hides("dani");
    run.warns_of("eva is left out: handed in no bot: in/eva/notes.txt is neither a script");
}

#[test]
fn what_came_after_the_deadline_or_does_not_compile_is_not_compared() {
    let folder = class()
        .with("in/bruno/2026-11-28T10-00.lua", "return {")
        .with("in/bruno/2026-12-02T10-00.lua", OTHER);
    let run = folder.juez("similar in --deadline 2026-12-01T23:59Z").exits(0);
    run.shows("100 %  ana  100 %  bruno  100 %\n")
        .warns_of("deadline 2026-12-01 23:59:00 UTC (2026-12-01T23:59:00Z)\n");
    folder.juez("similar in").shows("100 %  bruno  100 %  carla  100 %\n").exits(0);
    folder
        .juez("similar in --deadline soon")
        .warns_of("expected such as 2026-12-01 23:59")
        .exits(2);
}

#[test]
fn who_wrote_apart_is_not_alike() {
    let folder = Folder::new().with("a.lua", RUNNER).with("b.lua", OTHER);
    folder
        .juez("similar a.lua b.lua")
        .prints("of 2 bots no two are alike to 30 % or more\n")
        .warns("")
        .exits(0);
    folder.juez("similar a.lua b.lua --min 0").exits(0);
}

#[test]
fn what_juez_new_wrote_does_not_count() {
    let folder = Folder::new().with("a.lua", FIRST).with("b.lua", FIRST);
    folder
        .juez("similar a.lua b.lua --min 0")
        .prints("of 2 bots no two are alike to 0 % or more\n");
}

#[test]
fn what_was_handed_out_does_not_count() {
    let folder = Folder::new()
        .with("a.lua", RUNNER)
        .with("b.lua", disguised(RUNNER))
        .with("given/help/walls.lua", RUNNER)
        .with("given/readme.txt", "");
    folder.juez("similar a.lua b.lua").shows("100 %  a    100 %  b    100 %\n");
    for base in ["given", "given/help/walls.lua"] {
        let line = format!("similar a.lua b.lua --base {base}");
        folder.juez(&line).prints("of 2 bots no two are alike to 30 % or more\n").exits(0);
    }
}

#[test]
fn programs_get_an_object() {
    let run = class().juez("similar in --json").exits(0);
    let [all] = &run.json()[..] else { panic!("one object") };
    assert_eq!(all["bots"], 4);
    let pair = &all["pairs"][0];
    assert_eq!((&pair["alike"], &pair["language"]), (&1.0.into(), &"lua".into()));
    assert_eq!(pair["first"]["name"], "ana");
    assert_eq!(pair["second"]["path"], "in/bruno/2026-11-20T21-30");
    assert_eq!(pair["passages"][0]["second"]["file"], "walls.lua");
    assert!(pair["passages"][0]["first"]["from"].as_u64() > Some(0));
    assert_eq!(all["pairs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn spreadsheets_get_a_table_in_which_no_name_calculates() {
    let folder = Folder::new()
        .with("in/=HYPERLINK(1)/bot.lua", RUNNER)
        .with("in/José, the 2nd/bot.lua", disguised(RUNNER));
    folder.juez("similar in --csv out.csv").shows("=HYPERLINK(1)").exits(0);
    let table = folder.read("out.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "alike,first,of_first,second,of_second,shared,first_lines,second_lines");
    assert!(lines[1].starts_with("1.000,'=HYPERLINK(1),1.000,\"José, the 2nd\",1.000,"), "{table}");
}

#[test]
fn bots_of_one_name_are_told_apart_and_a_bot_given_twice_is_one() {
    let folder = Folder::new().with("x/bot.lua", RUNNER).with("y/bot.lua", RUNNER);
    folder.juez("similar x/bot.lua y/bot.lua").shows("100 %  x/bot.lua  100 %  y/bot.lua  100 %\n");
    folder.juez("similar x/bot.lua ./x/bot.lua").refuses(
        "nothing to compare: expected two bots or more in one language, found bot in Lua (Luau)",
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = Folder::new()
        .with("a.lua", RUNNER)
        .with("b.rhai", RHAI)
        .with("c.lua", [0x66, 0xff])
        .with("empty/readme.txt", "");
    folder.juez("similar a.lua b.rhai").refuses(
        "nothing to compare: expected two bots or more in one language, found a in Lua (Luau), b in Rhai",
    );
    folder.juez("similar a.lua c.lua").refuses("c.lua is not UTF-8 text (byte 1)");
    folder.juez("similar empty").refuses(
        "no submissions in empty; expected a folder for each student, or files named after them",
    );
    folder
        .juez("similar a.lua nowhere.lua")
        .refuses("cannot read bot nowhere.lua: No such file or directory (os error 2)");
    folder.juez("similar a.lua a.lua --base empty").warns_of("error: ").exits(2);
    folder.juez("similar a.lua b.rhai --min 30").warns_of("expected a number from 0 to 1").exits(2);
}
