//! `juez watch`: the worst decisions of a version, and whether the next one mends them.

use crate::cli::folder::{Folder, WALK, bot};
use crate::cli::watching::{RESULT, Watching, save};

/// A bot that builds a wall on its own path as long as it can.
fn waller() -> String {
    bot(&format!(
        "  for _, wall in ipairs(view:walls_left(view.seat) > 0 and view:wall_moves(view.seat) or {{}}) do\n    \
         if view:world():play(wall):distance(view.seat) > view:distance(view.seat) then return wall end\n  \
         end\n{WALK}"
    ))
}

const LINE: &str = "quoridor me.lua greedy --seed 1 -n 2";

#[test]
fn after_a_save_the_worst_decisions_of_the_version_before_are_asked_again() {
    let folder = Folder::new().with("me.lua", waller());
    let mut watching = Watching::start(&folder, &format!("{LINE} --reviews 1"));
    watching.wait_for("worst decisions against greedy");
    let worst = watching.wait_for(", me.lua:4 in next_move");
    assert!(worst[0].contains("match 0, ply ") && worst[0].contains(" costs "), "{worst:?}");
    save(&folder, "me.lua", bot(WALK));
    watching.wait_for("better at 1 of 1 worst decision of version 1 against greedy");
    let answer = watching.wait_for("match 0, ply 0: ");
    assert!(answer[0].contains("e2 costs 0.0 %; d1h cost "), "{answer:?}");
    // The worst decisions of the new version are asked after the next save.
    watching.wait_for("worst decisions against greedy");
    save(&folder, "me.lua", format!("{}-- the same moves\n", bot(WALK)));
    let said = watching.wait_for(" of version 2 against greedy");
    assert!(said.last().is_some_and(|line| line.contains("better at 0 of ")), "{said:?}");
    watching.wait_for(", and is played again");
}

#[test]
fn nothing_is_reviewed_where_no_review_is_wanted() {
    let folder = Folder::new().with("me.lua", waller());
    let mut watching = Watching::start(&folder, &format!("{LINE} --reviews 0 --json"));
    watching.wait_for(r#""event":"result""#);
    save(&folder, "me.lua", bot(WALK));
    let said = watching.wait_for(r#""event":"result""#);
    assert!(!said.iter().any(|line| line.contains("worst")), "{said:?}");
}

#[test]
fn with_once_there_is_no_later_version_to_ask() {
    let folder = Folder::new().with("me.lua", waller());
    let run = folder.juez(&format!("watch {LINE} --once")).shows(RESULT).hides("worst");
    run.exits(0);
}
