//! `check`, which judges a bot before it plays for anything.

use serde_json::Value;

use crate::cli::folder::{Folder, RUNNER, WALK, bot, bot_that_finishes};

/// Returns the text without the row of times.
fn timeless(text: &str) -> String {
    let rows = text.lines().filter(|line| !line.starts_with("  time "));
    rows.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_good_bot_is_ready_to_play() {
    let folder = Folder::new().with("runner.lua", RUNNER);
    let run = folder.juez("check runner.lua quoridor").warns("").exits(0);
    let (head, rest) = run.stdout.split_once("  sandbox  ").expect("a row of the sandbox");
    assert_eq!(
        timeless(head),
        "runner (Lua) plays quoridor

  hooks    next_move; no start, no finish (optional)
  played   4 matches against random: 4 won, 0 lost
           1 match against itself
           1 match against random at a table of 4: 1 won, 0 lost
  fuel     median 29 a move, worst 47 of 2 400 000 (<1 %)
           worst by seat 1 at ply 7 in the match against itself, of 58 moves
  output   no log; no marks
  again    the same seed gives the same record
"
    );
    assert!(rest.starts_with("bots in processes give the same record\n"), "{rest}");
    assert!(rest.ends_with("\n\nready to play\n"), "{rest}");
    run.shows("\n  time     median ").shows("; loading and start ");
}

#[test]
fn both_languages_and_a_folder_are_checked() {
    let rhai = "fn next_move(view) { view.moves()[0] }";
    let folder = Folder::new().with("me.rhai", rhai).with("dir/main.rhai", rhai);
    folder.juez("check me.rhai scopone").shows("me (Rhai) plays scopone\n").exits(0);
    folder.juez("check dir durak").shows("dir (Rhai) plays durak\n").exits(0);
}

#[test]
fn every_seat_is_played_whatever_the_game() {
    let folder = Folder::new().with(
        "me.lua",
        "return { next_move = function(v) print(v.seat) return v:moves()[1] end }\n",
    );
    for (game, matches, at_table) in
        [("quoridor", 4, 2), ("durak", 4, 2), ("tute", 6, 3), ("scopone", 4, 4), ("dominoes", 4, 4)]
    {
        let run = folder.juez(&format!("check me.lua {game} --json")).exits(0);
        let result = &run.json()[0];
        let first = &result["series"][0];
        assert_eq!(first["matches"], matches, "{game}");
        assert_eq!(first["seats"], at_table, "{game}");
        assert_eq!(result["series"][1]["against"], "itself", "{game}");
    }
}

#[test]
fn each_fault_has_one_card_that_can_be_asked_again() {
    let source = bot("  if view.ply > 6 then return 'e9' end\n  \
         if view.ply > 3 then return view.nothing end\n  return view:moves()[1]");
    let folder = Folder::new().with("me.lua", source);
    let run = folder.juez("check me.lua quoridor").warns("").exits(1);
    assert_eq!(run.stdout.matches("fault: me (seat ").count(), 2, "{}", run.stdout);
    let run = run
        .shows("  what   script error in next_move (Lua)\n")
        .shows("  what   illegal move in next_move (Lua)\n")
        .shows("    4 |   if view.ply > 3 then return view.nothing end\n")
        .shows("           8 moves made by the referee in its place\n")
        .shows("  (and 9 more like it)\n");
    assert!(run.stdout.ends_with("\n2 faults\n"), "{}", run.stdout);
    let (_, again) = run.stdout.split_once("  again  juez ").expect("a command");
    let mut lines = again.lines();
    let play = lines.next().expect("a command that plays it");
    assert_eq!(
        play,
        "play quoridor me.lua random --seed 1 --on-fault substitute --record match.jsonl"
    );
    let debug = lines.next().and_then(|line| line.trim().strip_prefix("juez ")).expect("another");
    folder.juez(play);
    folder.juez(debug).shows("  what   script error in next_move (Lua)\n").exits(1);
}

#[test]
fn a_fault_for_programs_has_its_line_its_position_and_its_commands() {
    let source = bot(
        "  print('at', view.ply)\n  if view.ply > 3 then error('oh') end\n  return view:moves()[1]",
    );
    let folder = Folder::new().with("me.lua", source);
    let found = folder.juez("check me.lua quoridor --json").exits(1).json().remove(0);
    assert_eq!(found["ready"], false);
    let fault = &found["faults"][0];
    assert_eq!(fault["fault"]["kind"], "script");
    assert_eq!(fault["fault"]["hook"], "next_move");
    assert_eq!((&fault["fault"]["file"], &fault["fault"]["line"]), (&"me.lua".into(), &4.into()));
    assert!(fault["fault"]["why"].as_str().is_some_and(|why| why.contains("oh")), "{fault}");
    let excerpt = fault["excerpt"].as_str().expect("a line");
    assert!(excerpt.starts_with("    4 |   if view.ply > 3 then error('oh') end\n"), "{excerpt}");
    assert_eq!(fault["log"], serde_json::json!(["at 4"]));
    let legal = folder.juez_reading("legal -", fault["position"].to_string()).exits(0).json();
    assert_eq!((&legal[0]["ply"], &legal[0]["seat"]), (&fault["ply"], &fault["seat"]));
    for (command, code) in fault["again"].as_array().expect("commands").iter().zip([2, 1]) {
        let command = command.as_str().and_then(|text| text.strip_prefix("juez "));
        folder.juez(command.expect("a command of juez")).exits(code);
    }
    let moves = &found["moves"];
    assert_eq!(moves["worst_percent"], 0);
    assert!(moves["fuel"]["worst"].as_u64() <= moves["allowed"].as_u64());
    let ready =
        Folder::new().with("runner.lua", RUNNER).juez("check runner.lua quoridor -n 1 --json");
    assert_eq!(ready.exits(0).json()[0]["ready"], true);
}

#[test]
fn a_warning_for_programs_has_a_sentence() {
    let folder = Folder::new().with("me.lua", bot("  while true do end"));
    let found = folder.juez("check me.lua quoridor --budget quick -n 1 --json").exits(1).json();
    assert_eq!(
        found[0]["warnings"][0],
        serde_json::json!({
            "kind": "only_substitutes",
            "message": "not one move was its own: the referee made them all",
        })
    );
}

#[test]
fn a_fault_of_a_later_match_names_it() {
    let source = bot(&format!("  if view.seat == 1 and view.ply == 5 then return 7 end\n{WALK}"));
    let folder = Folder::new().with("me.lua", source);
    let run = folder.juez("check me.lua quoridor").exits(1);
    let (_, again) = run.stdout.split_once("  again  juez ").expect("a command");
    let play = again.lines().next().expect("a command");
    assert!(play.contains(" -n 2 --on-fault substitute"), "{play}");
    folder.juez(play);
    folder
        .juez("debug match.jsonl --ply 5 --seat 1 --record-number 1")
        .shows("  what   unreadable move in next_move (Lua)\n")
        .exits(1);
}

#[test]
fn a_fault_in_finish_is_a_fault() {
    let folder = Folder::new().with("me.lua", bot_that_finishes("  error('oh')"));
    folder
        .juez("check me.lua quoridor")
        .shows("  what   script error in finish (Lua)\n")
        .shows("\n1 fault\n")
        .exits(1);
}

#[test]
fn a_loop_without_end_is_found_and_its_line_named() {
    let folder = Folder::new().with("me.lua", bot("  while true do end"));
    folder
        .juez("check me.lua quoridor --budget quick -n 1")
        .shows("  what   out of fuel in next_move (Lua)\n")
        .shows("  most   ")
        .shows("  warning  not one move was its own: the referee made them all\n")
        .exits(1);
}

#[test]
fn a_misspelt_hook_is_told() {
    for (name, hook) in
        [("on_start", "start"), ("Start", "start"), ("finsih", "finish"), ("init", "start")]
    {
        let hooks = format!("function bot.{name}(x) end\nreturn bot\n");
        let source = bot(WALK).replace("return bot\n", &hooks);
        Folder::new()
            .with("me.lua", source)
            .juez("check me.lua quoridor -n 1")
            .shows(&format!("  warning  juez does not call {name}: did you mean {hook}?\n"))
            .shows("\nready to play, with a warning\n")
            .exits(0);
    }
    let rhai = "fn next_move(view) { view.pawn_moves(view.seat)[0] }\nfn nextmove(view) { }\n";
    Folder::new()
        .with("me.rhai", rhai)
        .juez("check me.rhai quoridor -n 1")
        .hides("juez does not call");
}

/// A body that plays well and has three mistakes on paths that matches do not take.
const LINTED: &str = "  local best = view:moves()[1]
  if view.ply > 9999 then
    best = view:pth(view.seat)[1]
    bset = best
    return pick(view)
  end
  return best";

#[test]
fn the_lint_tells_above_the_matches_and_fails_nothing() {
    let folder = Folder::new().with("me.lua", bot(LINTED));
    let run = folder.juez("check me.lua quoridor -n 1").warns("").exits(0);
    let (head, rest) = run.stdout.split_once("  played ").expect("a row of matches");
    for part in [
        "  warning  me.lua:5:17: view has no member \"pth\"; did you mean view:path()?\n",
        "  warning  me.lua:6:5: bset is set here and never read; did you mean best?\n",
        "  warning  me.lua:7:12: there is no function pick",
    ] {
        assert!(head.contains(part), "{head}");
    }
    assert!(rest.contains("ready to play, with "), "{rest}");
    let json = folder.juez("check me.lua quoridor -n 1 --json").exits(0).json();
    let lint = json[0]["lint"].as_array().expect("a list");
    assert_eq!(lint.len(), 3);
    assert_eq!(
        lint[1],
        serde_json::json!({
            "file": "me.lua", "line": 6, "column": 5, "rule": "accidental_global",
            "message": "bset is set here and never read; did you mean best?",
        })
    );
}

#[test]
fn a_bot_that_does_not_load_fails_with_its_line() {
    let folder = Folder::new()
        .with("broken.lua", "local bot = {\n")
        .with("nextmove.lua", "local bot = {}\nfunction bot.nextmove(view) end\nreturn bot\n")
        .with("throws.rhai", "throw \"oh\";\nfn next_move(view) { }\n");
    folder
        .juez("check broken.lua quoridor")
        .warns("")
        .shows("broken.lua does not load\n\nbroken.lua:")
        .shows(" | local bot = {\n")
        .exits(1);
    folder.juez("check nextmove.lua quoridor").shows("is bot.nextmove meant to be it?\n").exits(1);
    folder.juez("check throws.rhai quoridor").shows("throws.rhai:1: oh\n").exits(1);
    let run = folder.juez("check broken.lua quoridor --json").exits(1);
    let found = run.json().remove(0);
    assert_eq!((&found["bot"], &found["ready"]), (&"broken.lua".into(), &false.into()));
    assert_eq!((&found["file"], &found["line"]), (&"broken.lua".into(), &2.into()));
    for name in ["error", "why", "excerpt"] {
        assert!(found[name].is_string(), "{name}: {found}");
    }
    let found = folder.juez("check throws.rhai quoridor --json").exits(1).json().remove(0);
    assert_eq!((&found["line"], &found["why"]), (&1.into(), &"oh".into()));
}

#[test]
fn the_game_is_told_by_the_file_or_its_folder() {
    let folder = Folder::new()
        .with("a.lua", format!("-- a walker\n-- juez: quoridor\n{}", bot(WALK)))
        .with("b.rhai", "// juez: durak\nfn next_move(view) { view.moves()[0] }\n")
        .with("quoridor/mine/c.lua", bot(WALK))
        .with("dir/main.lua", format!("-- juez: quoridor\n{}", bot(WALK)))
        .with("silent.lua", bot(WALK))
        .with("wrong.lua", format!("\n-- juez: quorridor\n{}", bot(WALK)));
    for (line, game) in [
        ("check a.lua", "quoridor"),
        ("check b.rhai", "durak"),
        ("check quoridor/mine/c.lua", "quoridor"),
        ("check dir", "quoridor"),
    ] {
        folder.juez(line).shows(&format!(" plays {game}\n")).exits(0);
    }
    folder.juez("check silent.lua").refuses(
        "silent.lua does not name its game: name it in the command, or write \"-- juez: quoridor\" \
         in the first line (games: quoridor, tute, dominoes, durak, scopone)",
    );
    folder
        .juez("check wrong.lua")
        .refuses("wrong.lua:2: no game called \"quorridor\"; did you mean quoridor?");
    folder.juez("check wrong.lua quoridor").exits(0);
}

#[test]
fn wrong_input_is_refused() {
    let folder = Folder::new().with("me.lua", bot(WALK));
    folder
        .juez("check quoridor me.lua")
        .refuses("the bot comes before the game: juez check me.lua quoridor");
    folder
        .juez("check quoridor")
        .refuses("quoridor is a game: name the bot to check, as in juez check mine.lua quoridor");
    folder
        .juez("check minimax quoridor")
        .refuses("minimax is a built-in bot of quoridor: only scripts are checked");
    folder.juez("check nothing.lua quoridor").warns_of("cannot read bot nothing.lua").exits(2);
    folder.juez("check me.lua chess").warns_of("no game called \"chess\"").exits(2);
    folder.juez("check me.lua quoridor -o seats=3").warns_of("seats").exits(2);
    folder.juez("check me.lua quoridor --without pth").warns_of("did you mean path?").exits(2);
    folder.juez("check me.lua quoridor --seed x").warns_of("--seed").exits(2);
}

#[test]
fn seats_that_are_asked_for_are_the_only_ones() {
    let folder = Folder::new().with("me.lua", bot(WALK));
    let run = folder.juez("check me.lua quoridor -o seats=4 --json").exits(0);
    let seats = |series: &Value| series["seats"].as_u64().expect("a number");
    let all: Vec<u64> =
        run.json()[0]["series"].as_array().expect("series").iter().map(seats).collect();
    assert_eq!(all, [4, 4]);
}

#[test]
fn methods_that_are_switched_off_are_off() {
    let folder = Folder::new().with("me.lua", bot(WALK));
    folder
        .juez("check me.lua quoridor --without path")
        .shows("view:path() is switched off")
        .shows(" --without path ")
        .exits(1);
}

#[test]
fn a_full_log_and_a_budget_that_is_nearly_spent_are_told() {
    let flood = bot(&format!("  for i = 1, 20 do print(string.rep('x', 500)) end\n{WALK}"));
    let near = bot(&format!("  for _ = 1, 424000 do end\n{WALK}"));
    let folder = Folder::new().with("flood.lua", flood).with("near.lua", near);
    folder
        .juez("check flood.lua quoridor -n 1")
        .shows("worst 8 192 of 8 192; no marks\n")
        .shows(" moves was full and was cut: print less\n")
        .exits(0);
    folder
        .juez("check near.lua quoridor -n 1 --budget quick")
        .shows("of 480 000 (88 %)\n")
        .shows(" used more than 80 % of the fuel")
        .exits(0);
}

#[test]
fn a_bot_that_takes_its_time_is_spared_tables_of_other_sizes() {
    let slow = bot(&format!("  if view.ply < 8 then for _ = 1, 2280000 do end end\n{WALK}"));
    let folder = Folder::new().with("me.lua", slow);
    folder
        .juez("check me.lua quoridor")
        .shows("           not at tables of 4, because the bot is slow: try -o seats=4\n")
        .exits(0);
}

#[test]
fn a_bot_that_loops_over_keys_at_addresses_plays_the_same_match_again() {
    let source = bot("  local keys = {}\n  for i = 1, 40 do keys[{}] = i end\n  \
         for _, i in pairs(keys) do return view:moves()[i] or view:moves()[1] end");
    let folder = Folder::new().with("me.lua", source);
    let run = folder.juez("check me.lua quoridor -n 1");
    run.shows("again    the same seed gives the same record").exits(0);
}

#[test]
fn a_profile_tells_functions_and_lines() {
    let source = "local bot = {}\nlocal function costly(view)\n  local n = 0\n  \
                  for i = 1, 500 do n = n + i end\n  return n\nend\n\
                  function bot.next_move(view)\n  costly(view)\n  return view:moves()[1]\nend\n\
                  return bot\n";
    let folder = Folder::new().with("me.lua", source);
    let run = folder.juez("check me.lua quoridor -n 1 --profile").exits(0);
    let (_, profile) = run.stdout.split_once("  fuel by function\n").expect("a profile");
    let (functions, lines) = profile.split_once("\n\n  fuel by line\n").expect("lines");
    assert!(functions.lines().next().is_some_and(|line| line.contains("  costly")), "{profile}");
    assert!(lines.lines().any(|line| line.ends_with("me.lua:4")), "{profile}");
    let run = folder.juez("check me.lua quoridor -n 1 --profile --json").exits(0);
    let rows = run.json()[0]["profile"].as_array().expect("rows").clone();
    assert_eq!(rows[0]["function"], "costly");
    // Counting does not change the counts.
    let plain = folder.juez("check me.lua quoridor -n 1 --json").exits(0);
    assert_eq!(plain.json()[0]["moves"]["fuel"]["worst"], run.json()[0]["moves"]["fuel"]["worst"]);
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let folder = Folder::new().with("me.lua", bot(WALK));
    let once = timeless(&folder.juez("check me.lua quoridor --seed 9").stdout);
    let twice = timeless(&folder.juez("check me.lua quoridor --seed 9").stdout);
    assert_eq!(once, twice);
}
