//! Prints of a bot: before a fault, outside of its moves, and too many.

use crate::cli::folder::{FIRST, Folder, WALK, bot};

/// A bot that prints in every call, and fails in its second move.
const TALKER: &str = "local bot = { n = 0 }
print('loading')
function bot.start(info) print('starting as', info.seat) end
function bot.next_move(view)
  bot.n += 1
  for i = 1, 7 do print('thought', i) end
  if bot.n == 2 then error('lost') end
  local to = view:path(view.seat)[1]
  return view:is_legal(to) and to or view:pawn_moves(view.seat)[1]
end
function bot.finish(result) print('over: ' .. result.reason) end
return bot
";

const RHAI_TALKER: &str = "print(\"loading\");
fn start(info) { this.n = 0; print(`starting as ${info.seat}`); }
fn next_move(view) {
  this.n += 1;
  for i in 1..8 { print(`thought ${i}`); }
  if this.n == 2 { throw \"lost\"; }
  let to = view.path(view.seat)[0];
  if view.is_legal(to) { to } else { view.pawn_moves(view.seat)[0] }
}
fn finish(result) { print(`over: ${result.reason}`); }
";

const TALKERS: [(&str, &str); 2] = [("me.lua", TALKER), ("me.rhai", RHAI_TALKER)];

/// The row of a fault card with the last printed lines.
const LOG: &str = "  log    ... 2 lines before
         thought 3
         thought 4
         thought 5
         thought 6
         thought 7
";

#[test]
fn a_fault_card_ends_with_what_was_printed_before_the_fault() {
    for (file, source) in TALKERS {
        let folder = Folder::new().with(file, source).with("first.lua", FIRST);
        for line in ["", " --on-fault substitute", " --isolation process --show"] {
            folder.juez(&format!("play quoridor {file} first.lua --seed 1{line}")).shows(LOG);
        }
        folder.juez(&format!("check {file} quoridor")).exits(1).shows(LOG);
        folder.juez(&format!("watch quoridor {file} random -n 2 --seed 1 --once")).shows(LOG);
    }
}

#[test]
fn programs_are_given_all_that_was_printed_before_a_fault() {
    let folder = Folder::new().with("me.lua", TALKER).with("first.lua", FIRST);
    let seven: Vec<String> = (1..8).map(|n| format!("thought {n}")).collect();
    let checked = folder.juez("check me.lua quoridor --json").exits(1).json();
    assert_eq!(checked[0]["faults"][0]["log"], serde_json::json!(seven));
    let events = folder.juez("watch quoridor me.lua random -n 2 --seed 1 --once --json").json();
    let fault = events.iter().find(|event| event["event"] == "fault").expect("a fault is an event");
    assert_eq!(fault["log"], serde_json::json!(seven));
}

#[test]
fn what_the_top_level_start_and_finish_print_is_shown_where_it_happens() {
    for (file, source) in TALKERS {
        let folder = Folder::new().with(file, source).with("first.lua", FIRST);
        for isolation in ["thread", "process"] {
            let line = format!(
                "play quoridor {file} first.lua --seed 1 --show --on-fault substitute \
                 --isolation {isolation}"
            );
            let shown = folder.juez(&line).stdout;
            let begins = "me (seat 0) in load\n        loading\n\nme (seat 0) in start\n        \
                          starting as 0\n\n";
            let begins = begins.replace(" (seat 0)", "");
            assert!(shown.starts_with(&begins), "{isolation}\n{shown}");
            let (_, end) = shown.rsplit_once("me in finish\n").expect("finish is shown");
            assert!(end.starts_with("        over: finished\n"), "{end}");
        }
    }
}

#[test]
fn a_replay_shows_what_was_printed_outside_of_the_moves() {
    let folder = Folder::new().with("me.lua", TALKER).with("first.lua", FIRST);
    folder.juez("play quoridor me.lua first.lua --seed 1 --record r.jsonl").exits(2);
    let replay = folder.juez("replay r.jsonl");
    replay
        .shows("me in start\n        starting as 0\n")
        .shows("me in next_move\n        thought 1\n");
}

#[test]
fn watch_and_check_tell_what_is_printed_outside_of_the_moves() {
    let calm = TALKER.replace("error('lost')", "print('go on')");
    let folder = Folder::new().with("me.lua", calm);
    let said = "seat 0 in load\n@  loading\n@seat 0 in start\n@  starting as 0\n@seat 0 in finish\n\
                @  over: finished\n";
    let checked = folder.juez("check me.lua quoridor");
    checked.shows(&format!("  wrote    {}", said.replace('@', &" ".repeat(11))));
    let watched = folder.juez("watch quoridor me.lua random -n 4 --seed 1 --once");
    let watched = watched.shows(&said.replace('@', &" ".repeat(10)));
    assert_eq!(watched.stdout.matches("in start").count(), 1, "{}", watched.stdout);
    let events = folder.juez("watch quoridor me.lua random -n 4 --seed 1 --once --json").json();
    let log = events.iter().find(|event| event["event"] == "log").expect("the log is an event");
    assert_eq!(log["logs"][1]["log"][0], "starting as 0");
}

#[test]
fn what_is_printed_before_the_top_level_fails_is_told_with_the_error() {
    let folder = Folder::new()
        .with("me.lua", "print('one')\nprint('two')\nlocal x = nil + 1\nreturn {}")
        .with(
            "me.rhai",
            "print(\"one\"); print(\"two\"); const X = 1 / 0; fn next_move(view) { \"e2\" }",
        );
    for file in ["me.lua", "me.rhai"] {
        let play = folder.juez(&format!("play quoridor {file} random")).exits(2);
        play.warns_of("printed before:\n  one\n  two\n");
        folder.juez(&format!("check {file} quoridor")).shows("printed before:\n  one\n  two\n");
    }
}

#[test]
fn nothing_printed_moves_the_cursor() {
    let body = format!(
        "function bot.next_move(view)\nprint('red\\rMtest \\27[2J', 'a\\r\\nb')\n{WALK}\nend"
    );
    let source = format!("local bot = {{}}\n{body}\nreturn bot\n");
    let folder = Folder::new().with("me.lua", source);
    let shown = folder.juez("play quoridor me.lua random --seed 1 --show").stdout;
    assert!(shown.contains("red\u{fffd}Mtest \u{fffd}[2J a\n        b\n"), "{shown}");
    assert!(!shown.contains(['\r', '\u{1b}']));
}

#[test]
fn a_bot_that_says_too_much_is_cut_short() {
    let much = "  for i = 1, 2000 do print(string.rep('x', 100)) end\n  \
                for i = 1, 1000 do view:note('n') end";
    let folder =
        Folder::new().with("me.lua", bot(&format!("{much}\n{WALK}"))).with("first.lua", FIRST);
    let run = folder.juez("play quoridor me.lua first.lua --seed 1 --json").warns("").exits(0);
    let ply = &run.json()[0]["plies"][0];
    let log: usize =
        ply["log"].as_array().expect("a log").iter().map(|l| l.to_string().len()).sum();
    assert!(log < 10_000, "{log}");
    assert_eq!(ply["marks"].as_array().map(Vec::len), Some(200));
}
