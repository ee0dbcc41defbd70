//! Curves that bots draw: in records, in text, asked again, in another process.

use serde_json::{Value, json};

use crate::cli::folder::{FIRST, Folder, WALK, bot};

/// A bot whose curve is the number of its decision, and some more curves.
const PLOTS: &str = "  view:plot('ply', view.ply) view:plot('lead', 1) view:plot('lead', -1 / 3)\n";

/// Plays a match of a bot that draws curves against one that does not, into `r.jsonl`.
fn played(body: &str, more: &str) -> (Folder, Value) {
    let folder = Folder::new().with("me.lua", bot(&format!("{body}{WALK}")));
    let folder = folder.with("first.lua", FIRST);
    folder.juez(&format!("play quoridor me.lua first.lua --seed 1 --record r.jsonl{more}"));
    let record = serde_json::from_str(&folder.read("r.jsonl")).expect("a record");
    (folder, record)
}

#[test]
fn a_record_holds_the_last_value_of_each_curve_beside_the_marks() {
    let (folder, record) = played(PLOTS, "");
    assert_eq!(record["plies"][2]["plots"], json!([["ply", 2.0], ["lead", -0.333333333]]));
    assert_eq!(record["plies"][1]["plots"], Value::Null, "another bot's ply");
    assert!(folder.read("r.jsonl").contains(r#""marks":[],"plots":[["ply",0.0]"#));
    folder.juez("verify r.jsonl --rerun .").exits(0);
}

#[test]
fn a_bot_that_draws_no_curve_leaves_no_trace_of_curves() {
    let (folder, _) = played("", "");
    assert!(!folder.read("r.jsonl").contains("plots"));
}

#[test]
fn curves_are_the_same_in_another_process_and_in_rhai() {
    let body = "  view:plot('a', 1 / 3) view:plot('b', view.ply * 1e20) view:plot('c', 0 / 0)\n";
    let (folder, record) = played(body, "");
    let (apart, _) = played(body, " --isolation process");
    assert_eq!(folder.read("r.jsonl"), apart.read("r.jsonl"));
    let script = "fn next_move(view) {
        view.plot(\"a\", 1.0 / 3.0); view.plot(\"b\", view.ply * 1e20); view.plot(\"c\", 0.0 / 0.0);
        let to = view.path(view.seat)[0];
        if view.is_legal(to) { to } else { view.pawn_moves(view.seat)[0] }
    }";
    let rhai = folder.with("me.rhai", script);
    rhai.juez("play quoridor me.rhai first.lua --seed 1 --record rhai.jsonl").exits(0);
    let other: Value = serde_json::from_str(&rhai.read("rhai.jsonl")).expect("a record");
    for ply in [0, 2, 4] {
        let (lua, rhai) = (&record["plies"][ply], &other["plies"][ply]);
        assert_eq!(lua["plots"].as_array().map(Vec::len), Some(2), "{lua}");
        assert_eq!((&lua["plots"], &lua["log"]), (&rhai["plots"], &rhai["log"]));
    }
}

#[test]
fn a_bot_has_eight_names_a_match_and_is_told_so() {
    let (folder, record) = played("  view:plot('at ' .. view.ply, 1)\n", "");
    let plots = |ply: usize| &record["plies"][ply]["plots"];
    assert_eq!(plots(14), &json!([["at 14", 1.0]]), "the eighth");
    assert_eq!(plots(16), &Value::Null, "the ninth");
    let refusal = "plot \"at 16\" is not drawn: a bot has at most 8 names a match";
    assert_eq!(record["plies"][16]["log"], json!([refusal]));
    folder.juez("verify r.jsonl").exits(0);
    // A record with one more name is refused.
    let more = folder.read("r.jsonl").replace(
        &format!("\"log\":[{}],\"marks\":[]", json!(refusal)),
        r#""log":[],"marks":[],"plots":[["at 16",1.0]]"#,
    );
    let folder = folder.with("more.jsonl", more);
    folder.juez("verify more.jsonl").shows("ply 16: plot \"at 16\" is not drawn").exits(1);
}

#[test]
fn what_is_no_number_is_a_fault_and_what_is_not_finite_is_a_line_of_the_log() {
    let (_, record) = played("  view:plot('x', 'y')\n", "");
    let why = &record["end"]["faults"][0]["fault"]["why"];
    let sentence = "view:plot(name, value): value must be a number, got the text \"y\"";
    assert!(why.as_str().is_some_and(|why| why.contains(sentence)), "{why}");
    let (_, record) = played("  view:plot('x', math.huge)\n", "");
    assert_eq!(record["end"]["reason"], "finished");
    let refusal = "plot \"x\": inf is not drawn, a value must be finite";
    assert_eq!(record["plies"][0]["log"], json!([refusal]));
}

#[test]
fn values_stand_below_the_table_wherever_marks_do() {
    let (folder, _) = played(PLOTS, "");
    let line = "play quoridor me.lua first.lua --seed 1";
    let values = "plots  ply 2  lead -0.333333333\n";
    folder.juez(&format!("{line} --show")).shows(values).exits(0);
    folder.juez("replay r.jsonl").shows(values).exits(0);
    folder.juez("replay r.jsonl --ply 2").shows(values).exits(0);
    folder.juez("debug r.jsonl --ply 2").shows(values).exits(0);
    let asked = folder.juez("debug r.jsonl --ply 2 --json").exits(0).json();
    assert_eq!(asked[0]["plots"], json!([["ply", 2.0], ["lead", -0.333333333]]));
    let asked = folder.juez("debug r.jsonl --ply 2 --json --isolation process").exits(0).json();
    assert_eq!(asked[0]["plots"], json!([["ply", 2.0], ["lead", -0.333333333]]));
    let watched = format!("watch {} --live --pace 0 --json", &line["play ".len()..]);
    let mut watching = crate::cli::watching::Watching::start(&folder, &watched["watch ".len()..]);
    let said = watching.wait_for("\"ply\":2,");
    let said = said.last().expect("the line");
    assert!(said.contains(r#""plots":[["ply",2.0],["lead",-0.333333333]]"#), "{said}");
}

#[test]
fn a_hidden_hand_hides_its_curves() {
    let me = bot("  view:plot('trumps', 1)\n  return view:moves()[1]");
    let folder = Folder::new().with("me.lua", me);
    folder.juez("play durak me.lua random --seed 3 --record d.jsonl").exits(0);
    folder.juez("replay d.jsonl").shows("plots  trumps 1\n").exits(0);
    folder.juez("replay d.jsonl --seat 0").shows("plots  trumps 1\n").exits(0);
    folder.juez("replay d.jsonl --seat 1").hides("trumps 1").exits(0);
    folder.juez("replay d.jsonl --public").hides("trumps 1").exits(0);
}

#[test]
fn built_in_bots_that_evaluate_plot_it() {
    let folder = Folder::new();
    for (line, name) in [
        ("quoridor greedy random", "lead"),
        ("quoridor minimax:depth=1 random", "value"),
        ("durak evaluator random", "hand"),
        ("scopone greedy random random random", "value"),
    ] {
        let record = &folder.juez(&format!("play {line} --seed 3 --json")).exits(0).json()[0];
        let plies = record["plies"].as_array().expect("plies");
        let plots: Vec<_> = plies.iter().filter_map(|ply| ply["plots"].as_array()).collect();
        assert!(plots.len() > 3, "{line}");
        assert!(plots.iter().all(|plots| plots.len() == 1 && plots[0][0] == *name), "{line}");
        let values: Vec<_> = plots.iter().map(|plots| plots[0][1].as_f64()).collect();
        assert!(values.iter().any(|value| *value != values[0]), "{line}: {values:?}");
    }
}

#[test]
fn a_lesson_switches_plots_off_like_any_method() {
    let (_, record) = played(PLOTS, " --without plot");
    let why = record["end"]["faults"][0]["fault"]["why"].as_str().expect("a fault");
    assert!(why.contains("view:plot() is switched off in this lesson"), "{why}");
}
