//! `juez compare`: figures, tests that reach a decision, and refused input.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::cli::folder::{FIRST, Folder, RUNNER, bot, juez, run};

fn folder() -> Folder {
    Folder::new().with("runner.lua", RUNNER).with("first.lua", FIRST)
}

/// Returns the output of a comparison with --json.
fn json(line: &str, code: i32) -> Value {
    let run = folder().juez(&format!("compare {line} --json")).exits(code);
    run.json().remove(0)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn a_clearly_better_bot_is_accepted() {
    folder()
        .juez("compare quoridor runner.lua random --sprt 0 100 --seed 1")
        .shows("runner against random at quoridor\n\nmatches   ")
        .shows("\nH1 accepted: runner is more than 0 nElo above random (wrong in 5 % of such tests at most)\n")
        .hides("seed")
        .warns("")
        .exits(0);
}

#[test]
fn a_bot_that_is_the_other_is_rejected() {
    let folder = folder().with("twin.lua", RUNNER);
    folder
        .juez("compare quoridor runner.lua twin.lua --sprt 0 100 --alpha 0.05 --beta 0.1 --seed 1")
        .shows("Elo       +0.0 ± ")
        .shows("LOS       50.0 %\n")
        .shows("\nH0 accepted: runner is less than 100 nElo above twin (wrong in 10 % of such tests at most)\n")
        .exits(1);
}

#[test]
fn a_worse_bot_is_rejected_too() {
    let found = json("quoridor first.lua runner.lua --sprt 0 100 --model logistic --seed 1", 1);
    assert_eq!(found["sprt"]["verdict"], "h0");
    assert_eq!(found["ended"], "decided");
    assert!(number(&found["sprt"]["llr"]) <= number(&found["sprt"]["lower"]));
}

#[test]
fn too_few_matches_leave_it_undecided() {
    folder()
        .juez("compare durak evaluator greedy --sprt 0 5 --max-games 19 --seed 3")
        .shows("matches   20: ")
        .shows("SPRT      H0 0 against H1 5 nElo; LLR ")
        .shows("bounds -2.94 and 2.94\nundecided\n")
        .exits(3);
}

#[test]
fn figures_agree_with_each_other() {
    let found = json("durak evaluator greedy -n 60 --seed 3", 0);
    let count = |name: &str| found[name].as_u64().expect("a count");
    assert_eq!(count("wins") + count("draws") + count("losses"), 60);
    assert_eq!(count("matches"), 60);
    let points = count("wins") as f64 + count("draws") as f64 / 2.0;
    assert_eq!(number(&found["points"]), points);
    let pairs: Vec<f64> = found["pairs"].as_array().expect("counts").iter().map(number).collect();
    assert_eq!(pairs.iter().sum::<f64>(), 30.0);
    assert_eq!((0..5).map(|n| pairs[n] * n as f64 / 2.0).sum::<f64>(), points);
    assert!((number(&found["score"]["value"]) - points / 60.0).abs() < 1e-12);
    for name in ["score", "elo", "nelo"] {
        let of = |part: &str| number(&found[name][part]);
        assert!(of("low") < of("value") && of("value") < of("high"), "{name}: {found}");
    }
    assert_eq!(found["sprt"], Value::Null);
    assert_eq!(found["players"], json!(["evaluator", "greedy"]));
    assert_eq!((&found["ended"], &found["openings"]), (&json!("played"), &json!("none")));
}

#[test]
fn without_a_test_the_interval_of_the_score_judges() {
    let judgement = |line: &str| json(line, 0)["judgement"].clone();
    assert_eq!(judgement("quoridor runner.lua random -n 40 --seed 1"), "stronger");
    assert_eq!(judgement("quoridor random runner.lua -n 40 --seed 1"), "weaker");
    assert_eq!(judgement("durak random random -n 8 --seed 1"), "open");
    let tested = json("quoridor runner.lua random --sprt 0 100 --seed 1", 0);
    assert_eq!(tested["judgement"], Value::Null);
}

#[test]
fn faults_and_losses_can_be_looked_into() {
    let faulty = bot("  print('at', view.ply)\n  if view.ply > 5 then error('oh') end\n  \
         return view:pawn_moves(view.seat)[1]");
    let folder = folder().with("faulty.lua", faulty);
    let line = "compare quoridor faulty.lua runner.lua -n 4 --seed 1 --json --record all.jsonl";
    folder.juez("play quoridor runner.lua random --seed 1 --record all.jsonl");
    let found = folder.juez(line).exits(0).json().remove(0);
    assert_eq!(found["faults"], json!([4, 0]));
    let faults = found["first_faults"].as_array().expect("a list");
    assert_eq!(faults.len(), 1, "each fault once: {faults:?}");
    let fault = &faults[0];
    assert_eq!((&fault["player"], &fault["match"]), (&json!("faulty"), &json!(0)));
    assert_eq!((&fault["fault"]["kind"], &fault["fault"]["line"]), (&json!("script"), &json!(4)));
    assert_eq!(
        fault["position"]["moves"].as_array().map(Vec::len),
        fault["ply"].as_u64().map(|n| n as usize)
    );
    assert!(fault["excerpt"].is_string() && fault["log"][0].is_string(), "{fault}");
    assert_eq!(found["records"], "all.jsonl");
    assert_eq!(folder.read("all.jsonl").lines().count(), 5);
    let again = fault["again"][0].as_str().and_then(|text| text.strip_prefix("juez "));
    folder.juez(again.expect("a command")).shows("  what   script error in next_move").exits(1);
    let loss = found["first_loss"].to_string();
    folder.juez_reading("verify -", loss).shows("forfeit, ranks [2, 1]").exits(0);
}

#[test]
fn a_comparison_without_faults_and_records_says_so() {
    let found = json("quoridor runner.lua random -n 4 --seed 1", 0);
    assert_eq!(found["first_faults"], json!([]));
    assert_eq!((&found["first_loss"], &found["records"]), (&Value::Null, &Value::Null));
}

#[test]
fn the_answer_is_the_same_with_any_concurrency_and_in_workers() {
    let line = "compare durak evaluator greedy --sprt 0 100 --seed 3 --max-games 120";
    let alone = run(&format!("{line} --concurrency 1"));
    for more in ["--concurrency 5", "--isolation process"] {
        assert_eq!(run(&format!("{line} {more}")).stdout, alone.stdout, "{more}");
    }
}

#[test]
fn a_game_without_chance_begins_elsewhere_in_each_pair() {
    let found = json("quoridor runner.lua first.lua -n 20 --seed 1", 0);
    assert_eq!((&found["openings"], &found["distinct_pairs"]), (&json!("random:2"), &json!(10)));
    let found = json("quoridor runner.lua first.lua -n 20 --seed 1 --openings random:5", 0);
    assert_eq!((&found["openings"], &found["distinct_pairs"]), (&json!("random:5"), &json!(10)));
}

#[test]
fn pairs_that_repeat_each_other_count_once() {
    let line = "compare quoridor runner.lua first.lua --openings none --seed 1";
    let one = |score: &str| format!("\nscore     {score} of 2, ");
    folder()
        .juez(&format!("{line} --games 12"))
        .shows("\npairs     6, 1 distinct, pentanomial ")
        .shows(&one("2"))
        .shows("1 of 6 pair differs: it counts, and repetitions do not")
        .shows("--openings random:2")
        .exits(0);
    let few = "quoridor runner.lua first.lua --openings random:1 --seed 1";
    let (short, long) = (json(&format!("{few} -n 400"), 0), json(&format!("{few} -n 800"), 0));
    let distinct = number(&long["distinct_pairs"]);
    assert!((100.0..132.0).contains(&distinct), "random:1 has 131 openings: {distinct}");
    let pairs = long["pairs"].as_array().expect("five counts").iter().map(number).sum::<f64>();
    assert_eq!((number(&long["matches"]), pairs), (800.0, distinct));
    assert!(number(&short["distinct_pairs"]) <= distinct);
}

#[test]
fn a_test_ends_undecided_when_no_pair_is_new() {
    folder()
        .juez("compare quoridor runner.lua first.lua --openings none --seed 1 --sprt 0 200")
        .shows(" pair differs: it counts, and repetitions do not")
        .hides("accepted")
        .shows("\nundecided\n")
        .exits(3);
    let found = json("quoridor runner.lua first.lua --openings none --sprt 0 200", 3);
    assert_eq!((&found["ended"], &found["distinct_pairs"]), (&json!("repeated"), &json!(1)));
}

#[test]
fn who_wins_everything_has_an_open_end() {
    let found = json("quoridor runner.lua first.lua -n 20 --seed 1", 0);
    assert_eq!((&found["wins"], &found["elo"]["value"]), (&json!(20), &Value::Null));
    assert!(number(&found["elo"]["low"]) > 100.0);
    folder()
        .juez("compare quoridor runner.lua first.lua -n 20 --seed 1")
        .shows("\nElo       above +")
        .shows("\nLOS       above 99.9 %\n")
        .exits(0);
}

#[test]
fn two_bots_fill_the_pairs_of_a_team_game() {
    let found = json("scopone card random -o kind=team9 -n 8 --seed 1", 0);
    assert_eq!((&found["matches"], &found["distinct_pairs"]), (&json!(8), &json!(4)));
}

#[test]
fn a_seed_of_its_own_is_told_and_gives_the_same_figures() {
    let line = "compare durak greedy random -n 6";
    let first = run(line).exits(0);
    let (shown, seed) = first.stdout.split_once("\nseed ").expect("a seed");
    let (seed, _) = seed.split_once("\nBLAKE3 ").expect("its hash");
    run(&format!("{line} --seed {seed}")).prints(shown).exits(0);
}

#[test]
fn faults_are_told_once_and_counted() {
    let folder = folder().with("broken.lua", bot("  error('no idea')"));
    folder
        .juez("compare quoridor broken.lua runner.lua -n 8 --seed 1")
        .warns("fault of broken: broken.lua:3: script error in next_move: no idea\n")
        .shows("faults    broken 8, runner 0\n")
        .exits(0);
}

#[test]
fn progress_is_told_where_there_is_no_terminal() {
    let run = run("compare durak random greedy -n 220 --seed 1 --concurrency 2").exits(0);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("100 matches: score ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("200 matches: score ")), "{lines:?}");
}

#[test]
fn ctrl_c_shows_what_there_is() {
    let mut child = juez()
        .args(
            "compare durak random greedy --sprt -0.01 0.01 --max-games 10000000 --seed 1"
                .split(' '),
        )
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("juez runs");
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut line = String::new();
    // The note on the short seed comes first.
    for _ in 0..2 {
        line.clear();
        stderr.read_line(&mut line).expect("a line of progress");
    }
    assert!(line.contains(" matches: score ") && line.contains(", LLR "), "{line}");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("text");
    assert!(rest.contains("press Ctrl-C again to stop at once\n"), "{rest}");
    let mut shown = String::new();
    child.stdout.take().expect("stdout is piped").read_to_string(&mut shown).expect("text");
    assert!(
        shown.contains("\nElo       -") && shown.contains("\nundecided\ninterrupted\n"),
        "{shown}"
    );
    assert_eq!(child.wait().expect("a child").code(), Some(130));
}

#[test]
fn tables_of_more_than_two_sides_are_sent_to_the_tournament() {
    let more = |game: &str| {
        format!(
            "compare plays two bots, a side each: choose house rules with two sides (juez rules {game}), \
             or juez tournament for more at a table"
        )
    };
    run("compare tute medio random")
        .refuses(&format!("tute is for 3 to 6 players, not 2: {}", more("tute")));
    run("compare quoridor greedy random -o seats=4")
        .refuses(&format!("quoridor has 4 sides with these house rules: {}", more("quoridor")));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    run("compare durak greedy random --sprt 5 0")
        .refuses("an SPRT needs elo1 greater than elo0, not 5 and 0");
    run("compare durak greedy random --sprt 0 5 --alpha 0.6 --beta 0.6")
        .refuses("alpha and beta are above 0 and together below 1, not 0.6 and 0.6");
    run("compare durak greedy random --sprt 0 NaN")
        .refuses("the bounds of an SPRT are numbers from -1000 to 1000, not NaN");
    run("compare durak greedy random --openings random:2").refuses(
        "durak begins with a deal, which differs in each block: random openings are for games \
         without chance",
    );
    run("compare durak greedy human").refuses("a person cannot play here: `human` is not a bot");
    for (line, part) in [
        ("--sprt 0", "2 values required"),
        ("--model bayes", "no model called \"bayes\"; there are normalized and logistic"),
        ("--alpha 0.1", "--sprt <ELO0> <ELO1>"),
        ("--max-games 50", "--sprt <ELO0> <ELO1>"),
        ("--sprt 0 5 --games 50", "cannot be used with"),
        ("--games 0", "0 is not in 1..="),
        ("--openings random:0", "openings are none, or random:K with K from 1 to 100"),
        ("--openings book.txt", "openings are none, or random:K with K from 1 to 100"),
    ] {
        run(&format!("compare quoridor greedy random {line}")).warns_of(part).prints("").exits(2);
    }
}
