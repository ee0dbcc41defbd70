//! Bots of several files, named by their folder or main file, with helpers next to it and in
//! subfolders.

use std::fs;

use crate::cli::folder::{Folder, Run};

/// Makes a Lua bot with files in two subfolders. `sub/b` requires `sub/a` and a file of the bot's
/// folder, which has an `a` too.
fn lua() -> Folder {
    Folder::new()
        .with("lib/main.lua", "local b = require('./sub/b')\nreturn { next_move = b.choose }")
        .with("lib/sub/b.lua", "local a, deep = require('./a'), require('./sub/deep/c.lua')\nlocal u = require('./util')\nreturn { choose = function(view) return deep(u(a(view))) end }")
        .with("lib/sub/a.lua", "return function(view) return view:moves() end")
        .with("lib/a.lua", "error('the wrong a')")
        .with("lib/sub/deep/c.lua", "return function(list) return list[1] end")
        .with("lib/util.lua", "return function(x) return x end")
        .with("lib/old/broken.lua", "no file asks for this (")
}

fn rhai() -> Folder {
    Folder::new()
        .with("lib/main.rhai", "import \"./sub/b\" as b;\nfn next_move(view) { b::choose(view) }")
        .with("lib/sub/b.rhai", "import \"a\" as a;\nimport \"sub/deep/c\" as c;\nimport \"util\" as u;\nfn choose(view) { c::first(u::same(a::all(view))) }")
        .with("lib/sub/a.rhai", "fn all(view) { view.moves() }")
        .with("lib/a.rhai", "throw \"the wrong a\";")
        .with("lib/sub/deep/c.rhai", "fn first(list) { list[0] }")
        .with("lib/util.rhai", "fn same(x) { x }")
        .with("lib/old/broken.rhai", "no file asks for this (")
}

fn record(folder: &Folder, name: &str) -> serde_json::Value {
    serde_json::from_str(&folder.read(name)).expect("a record")
}

#[track_caller]
fn plays(run: Run) -> Run {
    run.exits(0).shows("finished by the rules")
}

#[test]
fn a_main_file_stands_for_its_folder() {
    for (language, folder) in [("lua", lua()), ("rhai", rhai())] {
        let play = |bot: &str, record: &str| {
            let line = format!("play quoridor {bot} random --seed 1 --record {record}");
            plays(folder.juez(&line)).shows("lib");
        };
        play("lib", "folder.jsonl");
        play(&format!("lib/main.{language}"), "main.jsonl");
        assert_eq!(record(&folder, "folder.jsonl"), record(&folder, "main.jsonl"), "{language}");
        folder.juez(&format!("check lib/main.{language} quoridor -n 2")).exits(0);
    }
}

#[test]
fn a_match_of_a_bot_in_several_folders_is_played_again_from_its_files() {
    for (language, folder) in [("lua", lua()), ("rhai", rhai())] {
        let line = format!("play quoridor lib/main.{language} random --seed 1 --record r.jsonl");
        plays(folder.juez(&line));
        folder.juez("verify r.jsonl --rerun .").exits(0);
        // Each file of the bot counts, and no other file does.
        let source = |folder: &Folder| record(folder, "r.jsonl")["players"][0]["source"].clone();
        let before = source(&folder);
        for (file, is_of_bot) in [("old/broken", false), ("sub/deep/c", true)] {
            let path = folder.path(&format!("lib/{file}.{language}"));
            fs::write(&path, fs::read_to_string(&path).expect("a file") + "\n").expect("a file");
            fs::remove_file(folder.path("r.jsonl")).expect("a record");
            plays(folder.juez(&line));
            assert_eq!(source(&folder) != before, is_of_bot, "{file}.{language}");
        }
    }
}

#[test]
fn a_bot_in_several_folders_plays_in_a_worker() {
    for folder in [lua(), rhai()] {
        plays(folder.juez("play quoridor lib random --seed 1 --isolation process"));
    }
}

#[test]
fn a_single_file_that_asks_for_a_neighbour_is_told_of_folders() {
    let folder = Folder::new()
        .with("one.lua", "local u = require('./util')\nreturn {}")
        .with("two.lua", "local u = require('util')\nreturn {}")
        .with("util.lua", "return {}")
        .with("one.rhai", "import \"util\" as util;\nfn next_move(view) { util::f(view) }")
        .with("util.rhai", "fn f(view) { view.moves()[0] }");
    let check_of = |bot: &str, language: &str| {
        let file = bot.to_string();
        folder.juez(&format!("play quoridor {bot} random")).exits(2).warns_of(&format!(
            "this bot is one file, {file}; a bot of several files is a folder with \
             main.{language}: give the folder"
        ))
    };
    check_of("one.lua", "lua");
    check_of("two.lua", "lua").warns_of("write \"./name\" for name.lua next to this file");
    check_of("one.rhai", "rhai");
}

#[test]
fn nothing_outside_of_the_folder_can_be_had() {
    let folder = Folder::new()
        .with("secret.lua", "return 1")
        .with("lib/main.lua", "require('../secret')\nreturn {}")
        .with("libr/main.rhai", "import \"../secret\" as s;\nfn next_move(view) { s::f() }")
        .with("secret.rhai", "fn f() { 1 }");
    for bot in ["lib", "libr"] {
        let run = folder.juez(&format!("play quoridor {bot} random")).exits(2);
        run.warns_of("../secret\"").warns_of("nothing outside the bot's folder");
    }
}

#[cfg(unix)]
#[test]
fn a_link_below_the_folder_leads_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new()
        .with("other/a.lua", "return 1")
        .with("lib/main.lua", "require('./sub/a')\nreturn {}")
        .with("lib2/main.lua", "require('./sub/a')\nreturn {}")
        .with("lib2/sub/b.lua", "");
    symlink(folder.path("other"), folder.path("lib/sub")).expect("a link");
    symlink(folder.path("other/a.lua"), folder.path("lib2/sub/a.lua")).expect("a link");
    for bot in ["lib", "lib2"] {
        let run = folder.juez(&format!("play quoridor {bot} random")).exits(2);
        run.warns_of("require(\"./sub/a\"): no such file in the bot's folder");
    }
}

#[test]
fn helpers_in_folders_count_towards_the_limits_of_a_bot() {
    let long = format!("-- {}\nreturn 1", "x".repeat(600 * 1024));
    let folder = Folder::new()
        .with("lib/main.lua", "require('./sub/a')\nrequire('./sub/b')\nreturn {}")
        .with("lib/sub/a.lua", &long)
        .with("lib/sub/b.lua", &long);
    let run = folder.juez("play quoridor lib random").exits(2);
    run.warns_of("lib is too large: a bot may have 1024 KiB of source in 64 files");
}

#[test]
fn the_case_of_an_extension_is_no_matter() {
    let source = "return { next_move = function(view) return view:moves()[1] end }";
    let folder = Folder::new().with("UPPER.LUA", source);
    plays(folder.juez("play quoridor UPPER.LUA random --seed 1")).shows("UPPER");
}
