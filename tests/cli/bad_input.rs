//! Input that is refused: one clear error, exit code 2, nothing on stdout.

use crate::cli::folder::{FIRST, Folder, RUNNER, bot, run};

fn folder() -> Folder {
    Folder::new().with("runner.lua", RUNNER).with("first.lua", FIRST)
}

/// Checks the error about a Lua file that cannot be played.
#[track_caller]
fn refused(source: impl AsRef<[u8]>, error: &str) {
    folder().with("me.lua", source).juez("play quoridor me.lua first.lua").refuses(error);
}

#[test]
fn an_unknown_game_is_compared_with_the_known_ones() {
    let error = "no game called \"quorridor\"; did you mean quoridor?";
    for line in ["play quorridor a b", "bots quorridor", "rules quorridor", "perft quorridor 1"] {
        run(line).refuses(error);
    }
    run("bench quorridor").refuses(error);
    run("rules mus")
        .refuses("no game called \"mus\"; juez knows quoridor, tute, dominoes, durak, scopone");
}

#[test]
fn a_missing_file_is_named() {
    folder()
        .juez("play quoridor nothere.lua first.lua")
        .refuses("cannot read bot nothere.lua: No such file or directory (os error 2)");
    folder()
        .juez("play quoridor bots/nothere first.lua")
        .refuses("cannot read bot bots/nothere: No such file or directory (os error 2)");
    for line in
        ["legal nothere.jsonl", "verify nothere.jsonl", "perft quoridor 1 --from nothere.jsonl"]
    {
        run(line).refuses("cannot read nothere.jsonl: No such file or directory (os error 2)");
    }
    folder()
        .juez("play quoridor random random --from nothere.jsonl")
        .refuses("cannot read nothere.jsonl: No such file or directory (os error 2)");
}

#[test]
fn a_mistyped_path_is_told_what_was_meant() {
    let missing = "No such file or directory (os error 2)";
    let folder = Folder::new().with("bots/runner.lua", RUNNER).with("matches.jsonl", "");
    for line in ["play quoridor bots/runer.lua random", "check bots/runer.lua quoridor"] {
        folder.juez(line).refuses(&format!(
            "cannot read bot bots/runer.lua: {missing}; did you mean bots/runner.lua?"
        ));
    }
    folder.juez("play quoridor bot/runer.lua random").refuses(&format!(
        "cannot read bot bot/runer.lua: {missing}; did you mean bots/runner.lua?"
    ));
    folder
        .juez("verify match.jsonl")
        .refuses(&format!("cannot read match.jsonl: {missing}; did you mean matches.jsonl?"));
}

#[test]
fn a_folder_without_a_main_file_names_the_bots_in_it() {
    let two =
        Folder::new().with("ana/b.lua", FIRST).with("ana/a.rhai", FIRST).with("ana/n.txt", "");
    let mains = "expected main.lua or main.rhai in it";
    two.juez("play quoridor ana random").refuses(&format!(
        "folder ana holds no bot: {mains}; did you mean one of ana/a.rhai, ana/b.lua?"
    ));
    Folder::new()
        .with("ana/n.txt", "")
        .juez("play quoridor ana random")
        .refuses(&format!("folder ana holds no bot: {mains}"));
}

#[test]
fn a_folder_is_no_file_of_records() {
    run("legal .").refuses(". is a folder, not a file of records");
}

#[test]
fn a_file_in_no_language_is_no_bot() {
    let run = Folder::new().with("ana.txt", FIRST).juez("play quoridor ana.txt random");
    let message = "error: ana.txt is not a bot: expected a file ending in .lua";
    assert!(run.stderr.starts_with(message), "{}", run.stderr);
    run.prints("").exits(2);
}

#[test]
fn an_unknown_bot_is_compared_with_the_known_ones() {
    run("play quoridor minmax random").refuses(
        "no player called \"minmax\": not a file, and quoridor has no such built-in bot; \
         did you mean minimax?",
    );
    run("play quoridor stockfish random").refuses(
        "no player called \"stockfish\": not a file, and quoridor has no such built-in bot; \
         it has random, minimax, greedy, master",
    );
}

#[test]
fn options_of_a_bot_are_checked() {
    run("play quoridor minimax:depht=3 random").refuses(
        "minimax has no option \"depht\"; did you mean depth?; its options are depth, eval",
    );
    run("play quoridor minimax:depth=9 random")
        .refuses("minimax option depth cannot be 9; allowed: 1 to 4");
    run("play quoridor minimax:3 random")
        .refuses("cannot read \"3\": expected name=value, as in minimax:depth=3");
    run("play quoridor random:depth=3 random")
        .refuses("random has no option \"depth\"; it has none");
}

#[test]
fn the_number_of_players_is_checked() {
    run("play quoridor random").refuses("quoridor is for 2 or 4 players, not 1");
    run("play quoridor random random random").refuses("quoridor is for 2 or 4 players, not 3");
    run("play quoridor random random -o seats=4")
        .refuses("quoridor is for 4 players with these house rules, not 2");
    run("play quoridor random random random random -o seats=2")
        .refuses("quoridor is for 2 players with these house rules, not 4");
}

#[test]
fn house_rules_are_checked() {
    run("play quoridor random random -o seats=3")
        .refuses("quoridor option seats cannot be 3; allowed: 2, 4");
    run("play quoridor random random -o walls=many")
        .refuses("quoridor option walls cannot be \"many\"; allowed: 0 to 20");
    run("play quoridor random random -o wall=3").refuses(
        "quoridor has no option \"wall\"; did you mean walls?; \
         its options are seats, walls, third_pawn_side, max_plies, repetition",
    );
    run("play quoridor random random -o walls")
        .refuses("cannot read option \"walls\": expected KEY=VALUE, as in seats=4");
    run("play quoridor random random -o walls=1 -o walls=2").refuses("option walls is given twice");
    run("perft quoridor 1 -o seats=3")
        .refuses("ply 0: quoridor option seats cannot be 3; allowed: 2, 4");
}

#[test]
fn a_method_to_switch_off_must_be_there() {
    run("play quoridor random random --without pth")
        .refuses("no method called \"pth\" to switch off; did you mean path?");
}

/// Checks that a command line is refused with this reason.
#[track_caller]
fn misused(line: &str, error: &str) {
    let run = run(line).prints("").exits(2);
    assert!(run.stderr.contains(error), "expected {error:?} in:\n{}", run.stderr);
}

#[test]
fn words_on_the_command_line_are_checked() {
    misused("play quoridor random random --seed x", "expected a whole number or 64 hex digits");
    misused("play quoridor random random --budget qick", "did you mean quick?");
    misused("play quoridor random random --on-fault shrug", "there are forfeit and substitute");
    misused("play quoridor random random --games 0", "0 is not in 1..=1000000");
    misused("play quoridor random random --json --show", "cannot be used with");
    misused("play quoridor", "<PLAYERS>...");
    misused("doctr quoridor", "a similar subcommand exists: 'doctor'");
    misused("perft quoridor", "<DEPTH>");
    misused("", "Usage: juez <COMMAND>");
}

#[test]
fn a_file_for_records_must_be_writable() {
    run("play quoridor random random --record nothere/out.jsonl")
        .refuses("cannot write nothere/out.jsonl: No such file or directory (os error 2)");
}

#[test]
fn a_position_to_go_on_from_must_be_one() {
    let from = |record: &str, error: &str| {
        let folder = Folder::new().with("from.jsonl", record);
        folder.juez("play quoridor random random --from from.jsonl").refuses(error);
    };
    from("", "from.jsonl holds no record");
    from("\nnonsense\n", "from.jsonl:2: not a record: expected a JSON object");
    from("{\"format\":\"juez/1\",", "from.jsonl:1: not a record: cut off after 19 bytes");
    from(
        "{\"format\":\"juez/1\",\"game\":\"quoridor\",\"moves\":[\"e2\",\"e5\"]}",
        "cannot continue from from.jsonl: ply 1: illegal move e5: e5 is too far from e9: \
         a pawn steps to the next square or jumps over a pawn there",
    );
    from(
        "{\"format\":\"juez/1\",\"game\":\"quoridor\",\"deals\":[{}]}",
        "cannot continue from from.jsonl: ply 0: deals in the record: 1; deals that fell due: 0",
    );
}

#[test]
fn a_syntax_error_shows_its_line_and_a_caret() {
    refused(
        bot("  local path = view:path(view.seat\n  return path[1]"),
        "me.lua cannot play: me.lua:4:3: Expected ')' (to close '(' at line 3), got 'return'\n    \
         4 |   return path[1]\n      |   ^",
    );
}

#[test]
fn a_syntax_error_in_a_folder_says_which_bot_and_which_file() {
    folder()
        .with("bots/ana/main.lua", FIRST)
        .with("bots/ana/util.lua", "local x = = 1\n")
        .juez("play quoridor bots/ana first.lua")
        .refuses(
            "bots/ana cannot play: util.lua:1:9: Expected identifier when parsing expression, \
             got '=' (no file of the bot loads util.lua: fix it, or remove it from the folder)\n    1 | local x = = 1\n      |         ^",
        );
}

#[test]
fn a_missing_end_shows_the_last_line_there_is() {
    refused(
        "local bot = {}\nfunction bot.next_move(view)\n  if true then\n  return 'e2'\nend\n\
         return bot\n\n",
        "me.lua cannot play: me.lua:8: Expected 'end' (to close 'function' at line 2), got <eof>; \
         did you forget to close 'then' at line 3?\n    6 | return bot\n      |           ^",
    );
}

#[test]
fn a_caret_counts_characters_and_not_bytes() {
    refused(
        "local s = 'ñandú' if s != 1 then end\n",
        "me.lua cannot play: me.lua:1:24: Unexpected '!='; did you mean '~='?\n    \
         1 | local s = 'ñandú' if s != 1 then end\n      |                        ^",
    );
}

#[test]
fn a_bot_without_next_move_is_told_what_to_write() {
    refused(
        "local bot = {}\nreturn bot\n",
        "me cannot play: me.lua: the bot has no next_move: \
         write `function bot.next_move(view) ... end`",
    );
    refused(
        "local bot = {}\nfunction bot.nextMove(view) end\nreturn bot\n",
        "me cannot play: me.lua: the bot has no next_move: \
         write `function bot.next_move(view) ... end`; is bot.nextMove meant to be it?",
    );
    refused(
        "return { next_move = 'e2' }",
        "me cannot play: me.lua: bot.next_move must be a function, it is text",
    );
}

#[test]
fn a_file_that_returns_no_table_is_told_what_to_write() {
    let error = "me cannot play: me.lua: \
                 the file must end with `return bot`, the table that holds next_move; it returned nil";
    refused("", error);
    refused("local bot = {}\nfunction bot.next_move(view) return 'e2' end\n", error);
    refused("function next_move(view) return 'e2' end\n", error);
}

#[test]
fn an_error_at_the_top_level_shows_its_line() {
    refused(
        "local bot = {}\nlocal squares = view:squares()\nreturn bot\n",
        "me cannot play: me.lua:2: attempt to index nil with 'squares': there is no variable view: \
         next_move receives it and passes it to helpers as an argument\n    2 | local squares = \
         view:squares()\n      | ^",
    );
}

#[test]
fn a_loop_without_end_at_the_top_level_shows_its_line() {
    folder()
        .with("me.lua", "local n = 0\nwhile true do end\nreturn {}\n")
        .juez("play quoridor me.lua first.lua --budget quick")
        .refuses(
            "me cannot play: me.lua:2: the fuel of this call is spent: is there a loop that never \
             ends?\n    2 | while true do end\n      | ^",
        );
}

#[test]
fn a_bot_may_require_its_own_files_only() {
    let only = "write \"./name\" for name.lua next to this file; nothing else is available";
    let outside = "nothing outside the bot's folder is available";
    let other = format!("write \"./name\" for name.lua next to this file; {outside}");
    let own = "no such file in the bot's folder";
    for (name, why) in [
        ("os", only),
        ("util", only),
        ("../first", &other),
        ("/etc/passwd", &other),
        ("./../first", outside),
        ("./first", own),
        ("./nothere", own),
        ("./", outside),
    ] {
        folder()
            .with("ana/main.lua", format!("local x = require('{name}')\nreturn x\n"))
            .juez("play quoridor ana first.lua")
            .refuses(&format!(
                "ana cannot play: main.lua:1: require(\"{name}\"): {why}\n    \
                 1 | local x = require('{name}')\n      | ^"
            ));
    }
}

#[test]
fn files_that_require_each_other_are_told_so() {
    folder()
        .with("ana/main.lua", "return require('./a')\n")
        .with("ana/a.lua", "return require('./b')\n")
        .with("ana/b.lua", "return require('./a')\n")
        .juez("play quoridor ana first.lua")
        .refuses(
            "ana cannot play: b.lua:1: require(\"./a\"): files require each other in a circle\n    \
             1 | return require('./a')\n      | ^",
        );
}

#[test]
fn a_script_must_be_text_of_a_bearable_size() {
    refused(
        b"return 'caf\xe9'",
        "me.lua:1 is not UTF-8 text: byte 0xe9 looks like a letter of Windows-1252 (\"ANSI\"); save it as UTF-8 in \
         your editor",
    );
    refused(
        "-".repeat(2 << 20),
        "me.lua is too large: a bot may have 1024 KiB of source in 64 files",
    );
}
