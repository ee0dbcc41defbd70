//! The sentence that a beginner reads for each of the usual mistakes.
//!
//! The expected text combines the rows of the fault card: `where: what: why`.

use crate::cli::folder::{FIRST, Folder, bot};

/// Returns the fault of `source` in seat 0 as its author reads it.
#[track_caller]
fn fault_of(source: impl AsRef<[u8]>) -> String {
    let source = source.as_ref();
    let folder = Folder::new().with("me.lua", source).with("first.lua", FIRST);
    let run = folder.juez("play quoridor me.lua first.lua --seed 1").warns("").exits(2);
    let (_, card) = run.stdout.split_once("fault: me (seat 0) at ply ").expect("a card");
    let row = |label: &str| {
        let rows = card.lines().filter_map(|line| line.trim_start().strip_prefix(label));
        rows.map(str::trim_start).next()
    };
    let (what, why) = (row("what ").expect("what"), row("why ").expect("why"));
    let what = what.strip_suffix(" (Lua)").expect("the language");
    let Some(location) = row("where ") else { return format!("{what}: {why}") };
    if let Some((_, line)) = location.split_once(':') {
        let number: usize = line.parse().expect("a line number");
        let text = String::from_utf8_lossy(source);
        let text = text.lines().nth(number - 1).expect("a line").trim_end();
        assert!(card.contains(&format!("{number:>5} | {text}\n      | ")), "no line in:\n{card}");
    }
    format!("{location}: {what}: {why}")
}

/// Returns the sentence of a script error at line 3, the first line of the body.
#[track_caller]
fn script_error(body: &str, why: &str) {
    assert_eq!(fault_of(bot(body)), format!("me.lua:3: script error in next_move: {why}"));
}

/// Returns the sentence of an answer that is not a move.
#[track_caller]
fn no_move(body: &str, why: &str) {
    assert_eq!(fault_of(bot(body)), format!("me.lua: unreadable move in next_move: {why}"));
}

const NIL: &str = "(nil means nothing: is a name misspelt, a list empty, or index 0 used? \
                   Lua lists start at 1)";

#[test]
fn a_dot_for_a_colon() {
    script_error(
        "  return view.moves()[1]",
        "view.moves(...) needs a colon: write view:moves(...)",
    );
    script_error(
        "  return view.path(view.seat)[1]",
        "view.path(...) needs a colon: write view:path(...)",
    );
    script_error(
        "  view:world().play('e2')",
        "world.play(...) needs a colon: write world:play(...)",
    );
}

#[test]
fn a_method_without_its_call() {
    script_error(
        "  return view.path[1]",
        "attempt to index function with number \
         (a method takes a colon and brackets: view:moves()[1])",
    );
}

#[test]
fn a_field_called_like_a_method() {
    script_error(
        "  return view:path(view:seat())",
        "attempt to call a number value (view.seat, view.ply and the like are not functions: leave \
         the brackets out)",
    );
}

#[test]
fn index_0_in_lua() {
    no_move(
        "  return view:moves()[0]",
        "next_move returned nil; expected text: a square a1 to i9, or a wall such as e3h \
         (is a `return` missing? Lua lists start at 1: view:moves()[1] is the first move)",
    );
    script_error(
        "  return view:moves()[0]:lower()",
        &format!("attempt to index nil with 'lower': view:moves()[0] is nil {NIL}"),
    );
}

#[test]
fn a_misspelt_method() {
    script_error(
        "  return view:mvoes()[1]",
        "view has no member \"mvoes\"; did you mean view:moves()?",
    );
    script_error(
        "  return view:pawnMoves(0)[1]",
        "view has no member \"pawnMoves\"; did you mean view:pawn_moves()?",
    );
    script_error("  print(view.seet)", "view has no member \"seet\"; did you mean view.seat?");
    script_error(
        "  return view:world():mvoes()[1]",
        "world has no member \"mvoes\"; did you mean world:moves()?",
    );
}

#[test]
fn a_method_that_is_called_so_elsewhere() {
    for (call, ours) in [
        ("legalmoves()", "moves()"),
        ("getLegalMoves()", "moves()"),
        ("shortest_path(0)", "path()"),
        ("neighbours('e2')", "neighbors()"),
        ("board()", "squares()"),
        ("simulate('e2')", "world()"),
    ] {
        let name = call.split_once('(').expect("a call").0;
        script_error(
            &format!("  return view:{call}"),
            &format!("view has no member {name:?}; did you mean view:{ours}?"),
        );
    }
    script_error(
        "  return view:world():rollout()",
        "world has no member \"rollout\"; did you mean world:playout()?",
    );
}

#[test]
fn a_move_in_another_notation_is_told_its_own() {
    no_move(
        "  return 'e1-e2'",
        "cannot read \"e1-e2\": expected a square a1 to i9, or a wall such as e3h; \
         legal and like it: e2",
    );
    no_move(
        "  return 'e3 h'",
        "cannot read \"e3 h\": expected a square a1 to i9, or a wall such as e3h; \
         legal and like it: e3h",
    );
}

#[test]
fn a_method_that_nothing_is_like() {
    let fault_of = fault_of(bot("  return view:winner()"));
    assert!(
        fault_of.starts_with(
            "me.lua:3: script error in next_move: view has no member \"winner\"; it has moves, is_legal,"
        ),
        "{fault_of}"
    );
}

#[test]
fn a_misspelt_name() {
    script_error(
        "  return veiw:moves()[1]",
        "attempt to index nil with 'moves': there is no variable veiw; did you mean view?",
    );
    script_error("  return pick(view)", "attempt to call a nil value: there is no function pick");
}

#[test]
fn a_hook_written_with_a_colon() {
    assert_eq!(
        fault_of(
            "local bot = {}\nfunction bot:next_move(view)\n  return view:moves()[1]\nend\nreturn bot\n"
        ),
        "me.lua:3: script error in next_move: attempt to index nil with 'moves': view is nil (the \
         value before it is nil: is its name misspelt? A hook is written with a dot: function \
         bot.next_move(view))"
    );
}

#[test]
fn a_wrong_argument() {
    script_error(
        "  return view:path('zero')[1]",
        "view:path(seat): seat must be a seat number 0 to 1, got the text \"zero\"",
    );
    script_error(
        "  return view:path(2)[1]",
        "view:path(seat): seat must be a seat number 0 to 1, got the number 2",
    );
    script_error(
        "  return view:path(0.5)[1]",
        "view:path(seat): seat must be a seat number 0 to 1, got the number 0.5",
    );
    script_error("  return view:path()[1]", "view:path(seat) takes 1 argument, got 0");
    script_error("  return view:path(0, 1)[1]", "view:path(seat) takes 1 argument, got 2");
    script_error(
        "  return view:is_legal(view:moves())",
        "view:is_legal(move): move must be a move as text, got a table",
    );
    script_error(
        "  return view:neighbors('E2')[1]",
        "\"E2\" is not a square: squares are a1 to i9",
    );
    script_error(
        "  return view:step('e1', 'up')",
        "view:step(square, direction): direction must be north, east, south or west, got the text \"up\"",
    );
}

#[test]
fn a_square_in_capitals() {
    no_move(
        "  return 'E2'",
        "cannot read \"E2\": expected a square a1 to i9, or a wall such as e3h \
         (squares are written in small letters: e2)",
    );
}

#[test]
fn a_table_for_a_move() {
    no_move(
        "  return view:moves()",
        "next_move returned a table; expected text: a square a1 to i9, or a wall such as e3h \
         (of a list of moves, return one)",
    );
}

#[test]
fn no_return() {
    no_move(
        "  view:moves()",
        "next_move returned nil; expected text: a square a1 to i9, or a wall such as e3h \
         (is a `return` missing? Lua lists start at 1: view:moves()[1] is the first move)",
    );
}

#[test]
fn a_number_or_a_truth_for_a_move() {
    no_move(
        "  return 7",
        "next_move returned the number 7; expected text: a square a1 to i9, or a wall such as e3h",
    );
    no_move(
        "  return view:is_legal('e2')",
        "next_move returned true; expected text: a square a1 to i9, or a wall such as e3h",
    );
}

#[test]
fn a_place_off_the_board() {
    no_move(
        "  return 'z9'",
        "cannot read \"z9\": expected a square a1 to i9, or a wall such as e3h \
         (squares are a1 to i9)",
    );
    no_move(
        "  return 'i9h'",
        "cannot read \"i9h\": expected a square a1 to i9, or a wall such as e3h \
         (walls are a1h to h8v)",
    );
}

#[test]
fn an_illegal_move_names_the_rule() {
    assert_eq!(
        fault_of(bot("  return 'e5'")),
        "illegal move in next_move: e5 is too far from e1: \
         a pawn steps to the next square or jumps over a pawn there"
    );
}

#[test]
fn a_view_kept_for_later() {
    let source = "local bot, old = {}, nil\nfunction bot.next_move(view)\n  old = old or view\n  \
                  return old:moves()[1]\nend\nreturn bot\n";
    assert_eq!(
        fault_of(source),
        "me.lua:4: script error in next_move: this view belonged to ply 0 and is over: \
         keep what you need from it, not the view itself"
    );
}

#[test]
fn notes_kept_in_the_view() {
    script_error("  view.best = 'e2'", "a view cannot be changed: keep your notes in `bot`");
}

#[test]
fn chance_and_clocks_of_lua() {
    script_error(
        "  return view:moves()[math.random(3)]",
        "math.random is not available, because a match must replay: view:random(n) gives a whole \
         number from 0 to n-1",
    );
    script_error(
        "  return os.time()",
        "attempt to index nil with 'time': there is no variable os: a bot has no os, io or debug, \
         because its match must replay",
    );
}

#[test]
fn plus_for_joining_text() {
    script_error(
        "  return 'e' + 2",
        "attempt to perform arithmetic (add) on string and number \
         (text is joined with two dots: \"e\" .. 2)",
    );
}

#[test]
fn a_list_joined_to_text() {
    script_error(
        "  print('path ' .. view:path(0))",
        "attempt to concatenate string with table (print shows lists: print(\"path\", list))",
    );
}

#[test]
fn an_error_of_ones_own() {
    script_error("  error('I am lost')", "I am lost");
    assert_eq!(
        fault_of(bot("  error({ code = 1 })")),
        "me.lua:3: script error in next_move: error() was given a table: give it text"
    );
    assert_eq!(
        fault_of(bot("  error()")),
        "me.lua:3: script error in next_move: error() was given nothing: give it text"
    );
    assert_eq!(
        fault_of(bot("  error(view)")),
        "me.lua:3: script error in next_move: error() was given a view: give it text"
    );
}

#[test]
fn a_view_within_a_text_is_called_so() {
    for body in
        ["  return string.format('%*', view)", "  return `{view}`", "  return tostring(view)"]
    {
        assert_eq!(
            fault_of(bot(body)),
            "me.lua: unreadable move in next_move: cannot read \"view\": expected a square a1 to i9, \
             or a wall such as e3h"
        );
    }
    script_error(
        "  return string.format('%s', view)",
        "invalid argument #2 to 'format' (string expected, got view) (%s takes texts and numbers: write %*, which \
         takes every value, or tostring(value))",
    );
}

#[test]
fn an_error_in_start() {
    let source = "local bot = {}\nfunction bot.start(info)\n  bot.me = info.seat.number\nend\n\
                  function bot.next_move(view) return view:moves()[1] end\nreturn bot\n";
    assert_eq!(
        fault_of(source),
        "me.lua:3: script error in start: attempt to index number with 'number'"
    );
}

#[test]
fn an_error_in_a_file_of_windows() {
    let source = format!("\u{feff}{}", bot("  return view.moves()[1]")).replace('\n', "\r\n");
    let folder = Folder::new().with("me.lua", source).with("first.lua", FIRST);
    folder
        .juez("play quoridor me.lua first.lua --seed 1")
        .shows("  where  me.lua:3\n\n    3 |   return view.moves()[1]\n      |   ^\n")
        .exits(2);
}

#[test]
fn an_error_in_a_helper_names_the_helper() {
    Folder::new()
        .with("ana/main.lua", "return { next_move = require('./util').pick }\n")
        .with("ana/util.lua", "local util = {}\nfunction util.pick(view)\n  return view.moves()[1]\nend\nreturn util\n")
        .with("first.lua", FIRST)
        .juez("play quoridor ana first.lua --seed 1")
        .shows("  where  util.lua:3\n\n    3 |   return view.moves()[1]\n")
        .exits(2);
}

#[test]
fn records_hold_no_address() {
    let source =
        bot("  print({}, print, view, tostring({}), string.format('%s', {}))\n  error({})");
    let folder = Folder::new().with("me.lua", source).with("first.lua", FIRST);
    let run = folder.juez("play quoridor me.lua first.lua --seed 1 --json").exits(2);
    run.hides("0x");
}
