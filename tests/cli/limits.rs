//! Bots that take too much: a verdict that names the place, and a match that ends.

use crate::cli::folder::{FIRST, Folder, WALK, bot, bot_that_finishes};

const ENDLESS: &str = "the fuel of this call is spent: is there a loop that never ends?";

fn folder(source: &str) -> Folder {
    Folder::new().with("me.lua", source).with("first.lua", FIRST)
}

/// Checks that the bot runs out of fuel in this hook at this line of its file.
#[track_caller]
fn runs_out(source: &str, hook: &str, line: u32, exit: i32) {
    folder(source)
        .juez("play quoridor me.lua first.lua --seed 1 --budget quick")
        .shows(&format!("  what   out of fuel in {hook} (Lua)\n  why    {ENDLESS}\n"))
        .shows(&format!("  where  me.lua:{line}\n\n{line:>5} | "))
        .exits(exit);
}

#[test]
fn a_loop_without_end_while_the_file_loads() {
    folder("local n = 0\nwhile true do end\nreturn {}\n")
        .juez("play quoridor me.lua first.lua --budget quick")
        .refuses(&format!(
            "me cannot play: me.lua:2: {ENDLESS}\n    2 | while true do end\n      | ^"
        ));
}

#[test]
fn a_loop_without_end_in_start() {
    let source = "local bot = {}\nfunction bot.start(info)\n  while true do end\nend\n\
                  function bot.next_move(view) return view:moves()[1] end\nreturn bot\n";
    runs_out(source, "start", 3, 2);
}

#[test]
fn a_loop_without_end_in_next_move() {
    runs_out(&bot("  while true do end"), "next_move", 3, 2);
}

#[test]
fn a_loop_without_end_in_finish() {
    runs_out(&bot_that_finishes("  while true do end"), "finish", 7, 0);
}

#[test]
fn a_loop_that_catches_its_end() {
    let source = bot("  while true do pcall(function() while true do end end) end");
    runs_out(&source, "next_move", 3, 2);
}

#[test]
fn a_loop_without_end_over_native_calls() {
    runs_out(&bot("  while true do view:moves() end"), "next_move", 3, 2);
}

#[test]
fn a_function_that_calls_itself_without_end() {
    folder(&bot("  local function f(n) return 1 + f(n + 1) end\n  return f(1)"))
        .juez("play quoridor me.lua first.lua --seed 1")
        .shows("  why    stack overflow (does a function call itself without end?)\n  where  me.lua:3\n")
        .exits(2);
}

#[test]
fn a_bot_that_takes_all_memory() {
    for body in [
        "  local t = {}\n  for i = 1, 1e9 do t[i] = string.rep('x', 1000) .. i end",
        "  return string.rep('x', 1e9)",
        "  local s = 'x'\n  while true do s = s .. s end",
        "  local t = {}\n  while true do t[#t + 1] = buffer.create(1e6) end",
        "  local t = {}\n  while true do t[#t + 1] = view:world() end",
    ] {
        let run = folder(&bot(body)).juez("play quoridor me.lua first.lua --seed 1").exits(2);
        let out =
            ["out of memory in next_move (Lua)\n  why    too much memory is alive: ", ENDLESS];
        assert!(out.iter().any(|out| run.stdout.contains(out)), "{body}\n{}", run.stdout);
    }
}

#[test]
fn a_bot_that_says_too_much_is_cut_short() {
    let much = "  for i = 1, 2000 do print(string.rep('x', 100)) end\n  \
                for i = 1, 1000 do view:note('n') end";
    let folder = folder(&bot(&format!("{much}\n{WALK}")));
    let run = folder.juez("play quoridor me.lua first.lua --seed 1 --json").warns("").exits(0);
    let ply = &run.json()[0]["plies"][0];
    let log: usize =
        ply["log"].as_array().expect("a log").iter().map(|l| l.to_string().len()).sum();
    assert!(log < 10_000, "{log}");
    assert_eq!(ply["marks"].as_array().map(Vec::len), Some(200));
}
