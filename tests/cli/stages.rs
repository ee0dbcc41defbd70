//! Tournaments that are seeded by the standings of earlier ones.

use serde_json::Value;

use crate::cli::folder::{Folder, bot};

/// A bot that plays its first legal move in any game.
const FIRST: &str = "  return view:moves()[1]";

/// Plays a small tournament into a separate database.
fn played(folder: &Folder, game: &str, more: &str, db: &str) {
    let line = format!("tournament {game} {more} --isolation thread --seed 1 --quiet --db {db}");
    folder.juez(&line).exits(0);
}

/// Returns the names of a played tournament, the best first.
fn standings(folder: &Folder, db: &str) -> Vec<String> {
    let report = folder.juez(&format!("report {db} --json")).exits(0);
    let report: Value = serde_json::from_str(&report.stdout).expect("JSON");
    let rows = report["standings"].as_array().expect("standings").iter();
    rows.filter_map(|row| Some(row["name"].as_str()?.to_string())).collect()
}

/// Returns the bots of a tournament in the order of their seeds, without playing it.
fn seeds(folder: &Folder, more: &str) -> Vec<String> {
    let line = format!("tournament quoridor {more} --seed 1 --db next.db --dry-run");
    let shown = folder.juez(&line).exits(0).stdout;
    let names = shown.lines().nth(1).expect("a line with the bots").trim();
    names.split(", ").map(str::to_string).collect()
}

#[test]
fn a_knockout_takes_the_first_of_a_swiss_in_their_order() {
    let folder = Folder::new().with("a.lua", bot(FIRST));
    played(&folder, "quoridor", "a.lua random greedy minimax:depth=1 --format swiss", "swiss.db");
    let order = standings(&folder, "swiss.db");
    assert_eq!(order.len(), 4);
    for first in [2, 4] {
        let more = format!("--format knockout --seeded-by swiss.db --first {first}");
        assert_eq!(seeds(&folder, &more), order[..first]);
    }
    // The sources in the file play, so the script itself can be missing.
    std::fs::remove_file(folder.path("a.lua")).expect("it was there");
    played(&folder, "quoridor", "--format knockout --seeded-by swiss.db", "final.db");
    let mut last = standings(&folder, "final.db");
    last.sort();
    let mut all = order.clone();
    all.sort();
    assert_eq!(last, all);
}

#[test]
fn groups_give_their_seeds_by_turns_and_a_bot_of_no_group_comes_last() {
    let folder = Folder::new().with("new.lua", bot(FIRST));
    played(&folder, "quoridor", "greedy random", "one.db");
    played(&folder, "quoridor", "minimax:depth=1 other=random", "two.db");
    let (one, two) = (standings(&folder, "one.db"), standings(&folder, "two.db"));
    let by_turns = [&one[0], &two[0], &one[1], &two[1]].map(String::clone);
    let groups = "--format knockout --seeded-by one.db --seeded-by two.db";
    assert_eq!(seeds(&folder, groups), by_turns);
    assert_eq!(seeds(&folder, &format!("{groups} --first 3")), by_turns[..3]);
    let named = format!("new.lua other=random greedy {groups}");
    assert_eq!(seeds(&folder, &named), ["greedy", "other", "new"]);
}

#[test]
fn standings_that_seed_nothing_are_refused() {
    let folder = Folder::new();
    played(&folder, "quoridor", "greedy random", "one.db");
    played(&folder, "durak", "greedy random", "cards.db");
    let refused = |more: &str, why: &str| {
        let line = format!("tournament quoridor {more} --format knockout --dry-run");
        folder.juez(&line).exits(2).warns_of(why);
    };
    refused("--seeded-by cards.db", "a tournament of durak, not of quoridor");
    refused("greedy random --first 1", "--first needs --seeded-by");
    refused("a=greedy b=random --seeded-by one.db", "none of the bots has a place there");
    refused("--seeded-by nowhere.db", "nowhere.db");
}
