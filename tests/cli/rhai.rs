//! Rhai bots through the whole command: messages for beginners, folders, limits.

use crate::cli::folder::{FIRST, Folder};

/// Returns the rows `why` and `where` of the fault of `source` in seat 0.
#[track_caller]
fn fault_of(source: &str) -> (String, String) {
    let folder = Folder::new().with("me.rhai", source).with("first.lua", FIRST);
    let run = folder.juez("play quoridor me.rhai first.lua --seed 1").warns("").exits(2);
    let (_, card) = run.stdout.split_once("fault: me (seat 0) at ply ").expect("a card");
    let row = |label: &str| {
        let mut rows = card.lines().filter_map(|line| line.trim_start().strip_prefix(label));
        rows.next().unwrap_or_default().trim_start().to_string()
    };
    (row("why "), row("where "))
}

#[test]
fn this_in_a_helper() {
    let (why, location) =
        fault_of("fn help() { this.x }\nfn next_move(view) {\n  this.x = \"e2\";\n  help()\n}");
    assert_eq!(
        why,
        "`this` is bound only in start, next_move and finish: call the helper as this.help() or \
         pass it the values it needs"
    );
    assert_eq!(location, "me.rhai:1");
}

#[test]
fn a_misspelt_method_and_a_wrong_argument() {
    let (why, location) = fault_of("fn next_move(view) {\n  view.mvoes()[0]\n}");
    assert_eq!(why, "view has no member \"mvoes\"; did you mean view.moves()?");
    assert_eq!(location, "me.rhai:2");
    let (why, _) = fault_of("fn next_move(view) {\n  view.pawn(\"e2\")\n}");
    assert_eq!(why, "view.pawn(seat): seat must be a seat number 0 to 1, got the text \"e2\"");
}

#[test]
fn capitals_lists_and_nothing_are_no_moves() {
    let (why, _) = fault_of("fn next_move(view) { \"E2\" }");
    assert!(why.ends_with("(squares are written in small letters: e2)"), "{why}");
    let (why, _) = fault_of("fn next_move(view) { view.moves() }");
    assert!(why.starts_with("next_move returned an array; expected text"), "{why}");
    let (why, _) = fault_of("fn next_move(view) { if false { \"e2\" } }");
    assert!(why.starts_with("next_move returned (); expected text"), "{why}");
}

#[test]
fn an_endless_loop_is_out_of_fuel_at_its_line_in_every_hook() {
    let hooks = ["fn start(info) {\n", "fn next_move(view) {\n"];
    for hook in hooks {
        let rest = if hook.contains("start") { "fn next_move(view) { \"e2\" }" } else { "" };
        let (why, location) = fault_of(&format!("{hook}  while true {{ }}\n}}\n{rest}"));
        assert!(why.starts_with("the fuel of this call is spent"), "{why}");
        assert_eq!(location, "me.rhai:2");
    }
    Folder::new()
        .with("me.rhai", "loop { }\nfn next_move(view) { \"e2\" }")
        .juez("play quoridor me.rhai random --seed 1")
        .warns_of("the fuel of this call is spent")
        .exits(2);
}

#[test]
fn a_folder_bot_imports_its_helpers_and_nothing_else() {
    let main = "import \"util\" as util;\nfn next_move(view) { util::first(view) }";
    let folder = Folder::new()
        .with("bot/main.rhai", main)
        .with("bot/util.rhai", "fn first(view) { view.moves()[0] }")
        .with("secret.rhai", "fn first(view) { \"e2\" }");
    folder.juez("play quoridor bot random --seed 1").shows("result  ").warns("").exits(0);
    let outside = folder.with("out/main.rhai", main.replace("\"util\"", "\"../secret\""));
    outside
        .juez("play quoridor out random --seed 1")
        .warns_of("cannot import \"../secret\"")
        .exits(2);
}

#[test]
fn byte_order_marks_and_carriage_returns_are_read_over() {
    Folder::new()
        .with("me.rhai", "\u{feff}fn next_move(view) {\r\n  view.moves()[0]\r\n}\r\n")
        .juez("play quoridor me.rhai random --seed 1")
        .shows("result  ")
        .warns("")
        .exits(0);
}

#[test]
fn a_syntax_error_shows_its_line_and_a_caret() {
    Folder::new()
        .with("me.rhai", "fn next_move(view) {\n  let x = ;\n}")
        .juez("play quoridor me.rhai random")
        .warns_of("me.rhai:2:11: ")
        .warns_of("\n    2 |   let x = ;\n      |           ^")
        .exits(2);
}
