//! `juez watch --live`: matches in which saved bots take over.

use serde_json::Value;

use crate::cli::folder::{Folder, WALK, bot};
use crate::cli::watching::{Watching, linted, save};

/// Returns a bot that prints its version at each move.
fn says(what: &str) -> String {
    bot(&format!("  print('I am {what}')\n  return view:moves()[1]"))
}

const LIVE: &str = "quoridor me.lua random --live --pace 0.05 --seed 1 -o max_plies=400";

#[test]
fn in_a_live_match_a_new_version_takes_over_at_its_next_turn() {
    let folder = Folder::new().with("me.lua", says("one"));
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("me version 1");
    watching.wait_for("I am one");
    save(&folder, "me.lua", says("two").replace("return bot", "function bot.start(info)\n  print('started as ' .. info.seat .. ' of ' .. info.game)\nend\nreturn bot"));
    let said = watching.wait_for("me version 2 plays from here (ply ");
    assert!(said.iter().any(|line| line.contains("me version 2, from its next turn on")));
    assert!(!said.iter().any(|line| line.contains("I am two")), "{said:?}");
    watching.wait_for("started as 0 of quoridor");
    let said = watching.wait_for("I am two");
    assert!(!said.iter().any(|line| line.contains("I am one")), "{said:?}");
    save(&folder, "me.lua", "return {\n");
    watching.wait_for("me cannot play: me.lua:2:");
    watching.wait_for("version 2 plays on");
    watching.wait_for("I am two");
    assert_eq!(watching.interrupt().0, Some(130));
}

#[test]
fn a_live_match_draws_the_table_after_each_move_with_what_the_mover_drew() {
    let draws = bot(&format!("  view:mark('c3', '!')\n{WALK}"));
    let folder = Folder::new().with("me.lua", draws);
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("ply 0: seat 0 to move");
    watching.wait_for("ply 0  me e2");
    let table = watching.wait_for("a   b   c   d   e");
    assert!(table.iter().any(|line| line.contains("ply 1: seat 1 to move")), "{table:?}");
    assert!(table.iter().any(|line| line.contains("3 │         ! ")), "{table:?}");
    assert!(table.iter().any(|line| line.contains(" 2 │                (0)")), "{table:?}");
    watching.interrupt();
}

#[test]
fn in_a_live_match_a_version_that_does_not_start_leaves_the_seat_to_the_last() {
    let folder = Folder::new().with("me.lua", says("one"));
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("I am one");
    let fails = "function bot.start(info)\n  error('no start')\nend\nreturn bot";
    save(&folder, "me.lua", says("two").replace("return bot", fails));
    watching.wait_for("me cannot play: me.lua:7: no start");
    watching.wait_for("version 1 plays on");
    watching.wait_for("I am one");
}

#[test]
fn a_live_match_goes_on_after_a_fault() {
    let folder = Folder::new().with("me.lua", bot("  error('not yet')"));
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("fault: me (seat 0) at ply 0");
    watching.wait_for("3 |   error('not yet')");
    watching.wait_for("(played by the referee)");
    // The card is shown once, after that a line.
    watching.wait_for("fault: me at ply 2: me.lua:3: script error in next_move");
    save(&folder, "me.lua", says("mended"));
    watching.wait_for("I am mended");
}

#[test]
fn after_a_live_match_the_next_save_begins_another() {
    let folder = Folder::new().with("me.lua", says("one"));
    let line = "quoridor me.lua random --live --pace 0 --seed 1 -o max_plies=6";
    let mut watching = Watching::start(&folder, line);
    watching.wait_for("max_plies: the limit of plies is reached");
    watching.wait_for("save a bot to play again");
    save(&folder, "me.lua", says("two"));
    watching.wait_for("I am two");
    watching.wait_for("save a bot to play again");
    let mut programs = Watching::start(&folder, &format!("{line} --json"));
    let said = programs.wait_for("\"end\"");
    let end: Value = serde_json::from_str(said.last().expect("a line")).expect("JSON");
    assert!(end["players"][0].get("source").is_none(), "a live bot has no one source: {end}");
    assert_eq!(end["players"][1]["source"], "random");
}

#[test]
fn in_a_live_match_the_lint_tells_of_each_version() {
    let folder = Folder::new().with("me.lua", linted());
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("me version 1");
    watching.wait_for("me.lua:3:39: view has no member \"pth\"");
    assert_eq!(watching.interrupt().0, Some(130));
}
