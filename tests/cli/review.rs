//! `review`, which finds the decisions that lost a match.

use serde_json::Value;
use std::fs;

use crate::cli::folder::{Folder, Run};

/// A match of Quoridor in which seat 1 builds walls against itself.
const LOST: &str =
    "play quoridor master:level=4 minimax:eval=faithful --seed 1 --record lost.jsonl";

fn with_a_match() -> Folder {
    let folder = Folder::new();
    folder.juez(LOST).exits(0);
    folder
}

fn review(folder: &Folder, more: &str) -> Run {
    folder.juez(&format!("review lost.jsonl --nodes 4000 {more}"))
}

/// Returns the decisions of the first record.
fn decisions(folder: &Folder, more: &str) -> Vec<Value> {
    let found = review(folder, &format!("--json {more}")).exits(0).json().remove(0);
    found["decisions"].as_array().expect("decisions").clone()
}

#[test]
fn a_review_lists_the_decisions_that_cost_most() {
    let folder = with_a_match();
    review(&folder, "")
        .shows("record 0  by master:level=10,nodes=4000,weights=")
        .shows("player                 decisions  mean cost  inaccuracies  mistakes  blunders\n")
        .shows(" before, ")
        .shows(" after; best ")
        .shows("own path ")
        .exits(0);
}

#[test]
fn a_decision_costs_the_difference_of_its_values() {
    let folder = with_a_match();
    let decisions = decisions(&folder, "");
    assert!(decisions.len() > 10, "{decisions:?}");
    for decision in decisions {
        let [before, after, cost] =
            ["before", "after", "cost"].map(|name| decision[name].as_i64().unwrap());
        assert_eq!(cost, before - after, "{decision}");
        assert!((0..=10_000).contains(&before) && cost >= 0, "{decision}");
        assert!(decision["played"] != decision["best"] || cost == 0, "{decision}");
        let reasons = decision["reasons"].as_array().expect("reasons");
        assert_eq!(reasons.is_empty(), cost < 500, "{decision}");
    }
}

#[test]
fn a_race_without_walls_is_reviewed_exactly() {
    let folder = Folder::new();
    // After its jump at ply 7 seat 1 is a step ahead, until it steps aside at ply 9.
    let moves = "e2 e8 e3 e7 e4 e6 e5 e4 e6 d4 e7 d3 e8 d2 e9";
    let record = serde_json::json!({
        "format": "juez/1", "game": "quoridor", "options": {"walls": 0},
        "moves": moves.split(' ').collect::<Vec<_>>(),
        "players": [{"name": "a", "bot": "human"}, {"name": "b", "bot": "human"}],
        "end": {"reason": "finished", "ranks": [1, 2], "points": [1, 0]},
    });
    fs::write(folder.path("lost.jsonl"), format!("{record}\n")).unwrap();
    let decisions = decisions(&folder, "");
    let value = |decision: &Value, name| decision[name].as_i64().expect("a value");
    for pair in decisions.windows(2) {
        let (after, before) = (value(&pair[0], "after"), value(&pair[1], "before"));
        assert!([0, 10_000].contains(&before), "{pair:?}");
        assert_eq!(after, 10_000 - before, "{pair:?}");
    }
    let late = decisions.iter().filter(|one| value(one, "cost") > 0 && value(one, "ply") > 7);
    let late: Vec<_> = late.map(|one| (value(one, "ply"), value(one, "cost"))).collect();
    assert_eq!(late, [(9, 10_000)]);
}

/// Plays a hand of Scopone in which seats 0 and 2 are dealt all denari and sevens, and reviews it.
fn with_a_lucky_deal() -> Value {
    let folder = Folder::new();
    let hands = [
        "D1 D3 D5 D7 D9 C7 B7 S1 C6 B6",
        "C2 C4 C8 S2 S4 S8 B2 B4 B8 B10",
        "D2 D4 D6 D8 D10 S7 C1 B1 S6 C10",
        "C3 C5 C9 S3 S5 S9 S10 B3 B5 B9",
    ];
    let hands = hands.map(|hand| hand.split(' ').collect::<Vec<_>>());
    let position = serde_json::json!({
        "format": "juez/1", "game": "scopone", "options": {"kind": "team10", "target": 0},
        "deals": [{"hands": hands, "table": []}],
    });
    fs::write(folder.path("deal.jsonl"), format!("{position}\n")).unwrap();
    let line = "play scopone greedy greedy --from deal.jsonl --seed 1 --record lost.jsonl";
    folder.juez(line).exits(0);
    folder.juez("review lost.jsonl --nodes 500 --json").exits(0).json().remove(0)
}

#[test]
fn a_deal_with_all_denari_and_sevens_is_lucky() {
    let found = with_a_lucky_deal();
    let hand = &found["hands"][0];
    let of = |name: &str| -> Vec<i64> {
        hand[name].as_array().expect("values").iter().filter_map(Value::as_i64).collect()
    };
    let (luck, error) = (of("luck"), of("error"));
    assert!(luck[0] > 3000 && luck[0] > 3 * error[0], "{hand}");
    assert_eq!((luck[0], luck[1]), (luck[2], luck[3]), "partners share it");
    assert!((luck[0] + luck[1]).abs() <= 2, "what one pair gains the other loses: {hand}");
    assert_eq!(of("before"), [5000; 4]);
    assert_eq!(of("after"), [10_000, 0, 10_000, 0]);
}

#[test]
fn hidden_hands_are_judged_by_what_a_seat_saw_and_in_hindsight() {
    let folder = Folder::new();
    folder.juez("play durak greedy evaluator --seed 1 --record lost.jsonl").exits(0);
    let found = review(&folder, "--json").exits(0).json().remove(0);
    let decisions = found["decisions"].as_array().expect("decisions");
    let value = |decision: &Value, name: &str| decision[name].as_i64().expect("a value");
    assert!(decisions.len() > 10, "{found}");
    for decision in decisions {
        let (cost, error) = (value(decision, "cost"), value(decision, "error"));
        let fall = value(decision, "before") - value(decision, "after");
        assert_eq!(cost, if fall < 2 * error { 0 } else { fall }, "{decision}");
        let hindsight = &decision["hindsight"];
        assert!(value(hindsight, "cost") <= value(hindsight, "before"), "{decision}");
    }
}

#[test]
fn no_match_is_reviewed_twice_and_others_are_added() {
    let folder = with_a_match();
    let first = review(&folder, "").exits(0).stdout;
    let kept = fs::read_to_string(folder.path("lost.jsonl.review")).unwrap();
    assert_eq!(kept.lines().count(), 1);
    assert_eq!(review(&folder, "").exits(0).stdout, first);
    assert_eq!(fs::read_to_string(folder.path("lost.jsonl.review")).unwrap(), kept);
    folder.juez("review lost.jsonl --nodes 3000").shows("nodes=3000").exits(0);
    let more = fs::read_to_string(folder.path("lost.jsonl.review")).unwrap();
    assert!(more.starts_with(&kept) && more.lines().count() == 2, "{more}");
}

#[test]
fn a_review_is_the_same_whatever_the_number_of_threads() {
    let found = [1, 3].map(|threads| decisions(&with_a_match(), &format!("-j {threads}")));
    assert_eq!(found[0], found[1]);
}

#[test]
fn a_record_that_cannot_be_reviewed_does_not_stop_the_others() {
    let folder = with_a_match();
    let whole = fs::read_to_string(folder.path("lost.jsonl")).unwrap();
    let position = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8"]}"#;
    let illegal = whole.replacen("\"e2\"", "\"e5\"", 1);
    let cut = &whole[..whole.len() / 2];
    let other_rules = whole.replacen("\"rules\":1", "\"rules\":7", 1);
    assert!(illegal != whole && other_rules != whole);
    let lines = format!("{position}\n{illegal}{cut}\n{other_rules}{whole}");
    fs::write(folder.path("lost.jsonl"), lines).unwrap();
    review(&folder, "")
        .warns_of("record 0: ply 2: the match has no end yet")
        .warns_of("record 1: ply ")
        .warns_of("lost.jsonl:3: not a record: cut off")
        .warns_of("record 3: ply 0: ")
        .shows("record 4  by master")
        .exits(1);
}

#[test]
fn rules_without_a_reviewer_and_files_without_records_are_refused() {
    let folder = Folder::new();
    folder.juez("play quoridor random random random random --seed 1 --record four.jsonl").exits(0);
    folder.juez("review four.jsonl").warns_of("no bot of quoridor reviews such matches").exits(1);
    fs::write(folder.path("empty.jsonl"), "").unwrap();
    folder.juez("review empty.jsonl").warns_of("empty.jsonl holds no record").exits(2);
    folder.juez("review none.jsonl").warns_of("cannot read none.jsonl").exits(2);
}

#[test]
fn without_time_no_review_is_kept() {
    let folder = with_a_match();
    review(&folder, "--time 0s").exits(130);
    assert!(!folder.path("lost.jsonl.review").exists());
}
