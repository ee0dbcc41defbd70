//! `juez play`.

use serde_json::{Value, json};

use crate::cli::folder::{FIRST, Folder, RUNNER, Run, WALK, bot, bot_that_finishes};

fn folder() -> Folder {
    Folder::new().with("runner.lua", RUNNER).with("first.lua", FIRST)
}

fn names(record: &Value) -> Vec<&str> {
    let players = record["players"].as_array().expect("players");
    players.iter().map(|player| player["name"].as_str().expect("a name")).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("text")).collect()
}

#[test]
fn a_match_is_shown_with_its_moves_its_result_and_why_it_ended() {
    folder()
        .juez("play quoridor runner.lua first.lua --seed 1")
        .shows("  1. e2 a1h")
        .shows("result  runner wins after ")
        .shows("\nwhy     finished by the rules\n")
        .shows("\nseat  player  rank  points\n   0  runner     1       1\n   1  first      2       0\n")
        .hides("seed")
        .warns("")
        .exits(0);
}

#[test]
fn a_seed_of_its_own_is_told_and_plays_the_same_match_again() {
    let folder = folder();
    let line = "play quoridor random random";
    let first = folder.juez(line).exits(0);
    let (shown, seed) = first.stdout.split_once("\nseed ").expect("a seed");
    let again = folder.juez(&format!("{line} --seed {seed}"));
    again.prints(shown).exits(0);
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = folder();
    let line = "play quoridor first.lua minimax -n 3 --json --seed";
    let first = folder.juez(&format!("{line} 7")).exits(0);
    folder.juez(&format!("{line} 7")).prints(&first.stdout);
    let other = folder.juez(&format!("{line} 8")).exits(0);
    assert_ne!(first.stdout, other.stdout);
}

#[test]
fn json_prints_records_that_verify_and_nothing_else() {
    let folder = folder();
    let run =
        folder.juez("play quoridor runner.lua random --seed 7 -n 3 --json").warns("").exits(0);
    let records = run.json();
    assert_eq!(records.len(), 3);
    for record in &records {
        assert_eq!(record["format"], "juez/1");
        assert_eq!(record["end"]["reason"], "finished");
    }
    let checked = folder.juez_reading("verify - --json", &run.stdout).warns("").exits(0);
    for (n, (found, record)) in checked.json().iter().zip(&records).enumerate() {
        assert_eq!(*found, json!({"record": n, "ok": true, "end": record["end"]}));
    }
}

#[test]
fn games_play_each_seed_once_with_the_seats_swapped() {
    let run =
        folder().juez("play quoridor runner.lua first.lua --games 4 --seed 7 --json").exits(0);
    let records = run.json();
    let seats: Vec<_> = records.iter().map(names).collect();
    let (there, back) = (vec!["runner", "first"], vec!["first", "runner"]);
    assert_eq!(seats, [there.clone(), back.clone(), there, back]);
    let seeds: Vec<&Value> = records.iter().map(|record| &record["seed"]).collect();
    assert_eq!(seeds[0], "0000000000000000000000000000000000000000000000000000000000000007");
    assert_eq!(seeds[0], seeds[1]);
    assert_eq!(seeds[2], seeds[3]);
    assert_ne!(seeds[1], seeds[2]);
}

#[test]
fn games_print_a_table_of_the_score() {
    folder()
        .juez("play quoridor random runner.lua --games 4 --seed 7")
        .prints(
            "\
player  matches    won  drawn   lost   score  points  faults
runner        4      4      0      0  100.0%       4       0
random        4      0      0      4    0.0%       0       0
",
        )
        .warns("")
        .exits(0);
}

#[test]
fn four_players_take_four_seats() {
    let run = folder()
        .juez("play quoridor runner.lua random random first.lua -o seats=4 --seed 1 --json")
        .exits(0);
    let record = &run.json()[0];
    assert_eq!(record["options"]["seats"], 4);
    assert_eq!(record["options"]["walls"], 5);
    assert_eq!(names(record), ["runner", "random", "random (2)", "first"]);
    assert_eq!(record["end"]["ranks"], json!([1, 2, 2, 2]));
}

#[test]
fn the_number_of_players_makes_the_table() {
    let run = folder().juez("play quoridor random random random random --seed 1 --json").exits(0);
    assert_eq!(run.json()[0]["options"]["seats"], 4);
}

#[test]
fn players_may_be_named() {
    let run =
        folder().juez("play quoridor ana=runner.lua bob=minimax:depth=1 --seed 1 --json").exits(0);
    let record = &run.json()[0];
    assert_eq!(names(record), ["ana", "bob"]);
    assert_eq!(record["players"][1]["source"], "minimax:depth=1");
}

#[test]
fn house_rules_are_part_of_the_record() {
    let line = "play quoridor first.lua first.lua --seed 1 -o walls=0 -o max_plies=8 --json";
    let run = folder().juez(line).exits(0);
    let record = &run.json()[0];
    assert_eq!(record["options"]["walls"], 0);
    assert_eq!(record["end"]["reason"], "max_plies");
    assert_eq!(record["end"]["ranks"], json!([1, 1]));
    folder()
        .juez("play quoridor first.lua first.lua --seed 1 -o walls=0 -o max_plies=8")
        .shows("result  a draw after 8 plies\nwhy     max_plies: the limit of plies is reached");
}

#[test]
fn show_prints_every_move_with_what_the_bot_said() {
    let says = "  print('at', view.ply, {1, x = 2})\n  view:mark('e5', 'here')\n  \
                    view:note('a note')\n";
    let says = bot(&format!("{says}{WALK}"));
    let folder = folder().with("says.lua", says);
    let shown = folder.juez("play quoridor says.lua first.lua --seed 1 --show").warns("").exits(0);
    let record = folder.juez("play quoridor says.lua first.lua --seed 1 --json").exits(0);
    let record = &record.json()[0];
    for (ply, mv) in texts(&record["moves"]).iter().enumerate() {
        let name = names(record)[ply % 2];
        assert!(shown.stdout.contains(&format!("ply {ply}  {name} {mv}\n")), "{}", shown.stdout);
    }
    shown
        .shows("ply 0: seat 0 to move")
        .shows(" 5 │                her                │\n")
        .shows("i\nmarks  e5 \"here\"\nnote   a note\n\nply 0  says e2\n        at 0 {1, x = 2}\n")
        .shows("result  says wins after ");
}

#[test]
fn show_tells_which_moves_nobody_was_asked_for() {
    let position = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8"]}"#;
    folder()
        .with("position.jsonl", position)
        .juez("play quoridor runner.lua first.lua --seed 1 --from position.jsonl --show")
        .shows("ply 0  runner e2 (given)\n")
        .shows("ply 1  first e8 (given)\n")
        .shows("ply 2  runner e3\n")
        .exits(0);
}

#[test]
fn a_method_that_a_lesson_switches_off_says_so() {
    let folder = folder();
    let line = "play quoridor runner.lua random --seed 1 --without path,distance";
    folder
        .juez(line)
        .shows("  why    view:path() is switched off in this lesson\n  where  runner.lua:")
        .exits(2);
    let run = folder.juez(&format!("{line} --json")).exits(2);
    assert_eq!(run.json()[0]["without"], json!(["path", "distance"]));
}

#[test]
fn a_fault_forfeits_the_match_and_the_record_is_still_written() {
    let folder = folder().with("bad.lua", bot("  return 'z9'"));
    folder
        .juez("play quoridor runner.lua bad.lua --seed 1 --record out.jsonl")
        .shows("result  runner wins after 1 ply\n")
        .shows("why     forfeit by bad (seat 1) at ply 1: unreadable move\n")
        .shows("fault: bad (seat 1) at ply 1\n")
        .warns("")
        .exits(2);
    folder
        .juez("verify out.jsonl")
        .prints("record 0: ok, quoridor in 1 ply: forfeit, ranks [1, 2], points [1, 0]\n")
        .exits(0);
}

#[test]
fn json_tells_faults_beside_the_records() {
    let folder = folder().with("bad.lua", bot("  return 7"));
    let run = folder.juez("play quoridor bad.lua random --seed 1 --json").exits(2);
    assert_eq!(run.json()[0]["end"]["faults"][0]["fault"]["kind"], "unreadable");
    assert!(run.stderr.starts_with("fault: bad (seat 0) at ply 0\n"), "{}", run.stderr);
}

#[test]
fn a_bot_that_fails_in_every_match_is_told_once() {
    let folder = folder().with("bad.lua", bot("  return 7"));
    let run = folder.juez("play quoridor bad.lua random --seed 1 -n 10").exits(2);
    assert_eq!(run.stderr.matches("fault:").count(), 1, "{}", run.stderr);
    run.shows("\nbad          10      0      0     10    0.0%       0      10\n");
}

#[test]
fn show_tells_a_fault_where_it_happened_and_its_card_after_the_match() {
    let folder = folder().with("bad.lua", bot("  return 7"));
    let run = folder.juez("play quoridor runner.lua bad.lua --seed 1 --show").warns("").exits(2);
    assert_eq!(run.stdout.matches("fault:").count(), 1, "{}", run.stdout);
    let (before, after) =
        run.stdout.split_once("ply 1  bad unreadable move in next_move: ").expect("a fault");
    assert!(before.contains("ply 0  runner e2"), "{}", run.stdout);
    let (_, card) = after.split_once("result  runner wins").expect("a result");
    assert!(card.contains("fault: bad (seat 1) at ply 1\n"), "{}", run.stdout);
}

fn by(run: &Run) -> Vec<String> {
    let records = run.json();
    let plies = records[0]["plies"].as_array().expect("plies");
    plies.iter().map(|ply| ply["by"].as_str().expect("text").to_string()).collect()
}

#[test]
fn substitute_plays_on_for_a_bot_that_errs() {
    let once = bot(&format!("  if view.ply == 0 then return 'z9' end\n{WALK}"));
    let folder = folder().with("once.lua", once);
    let line = "play quoridor once.lua first.lua --seed 1 --on-fault substitute --json";
    let run = folder.juez(line).exits(0);
    assert_eq!(by(&run)[..3], ["substitute", "bot", "bot"]);
    assert_eq!(run.json()[0]["end"]["faults"].as_array().map(Vec::len), Some(1));
    folder.juez_reading("verify -", &run.stdout).exits(0);
}

#[test]
fn substitute_forfeits_at_the_last_strike() {
    let folder = folder().with("bad.lua", bot("  return 'z9'"));
    let line = "play quoridor bad.lua first.lua --seed 1 --on-fault substitute --strikes 2 --json";
    let run = folder.juez(line).exits(2);
    assert_eq!(by(&run), ["substitute", "bot"]);
    let end = &run.json()[0]["end"];
    assert_eq!((&end["reason"], &end["ranks"]), (&json!("forfeit"), &json!([2, 1])));
    folder.juez_reading("verify -", &run.stdout).exits(0);
}

#[test]
fn the_offence_is_why_a_match_ended_and_not_a_later_fault() {
    folder()
        .with("late.lua", bot_that_finishes("  error('late')"))
        .with("bad.lua", bot("  return 'z9'"))
        .juez("play quoridor late.lua bad.lua --seed 1")
        .shows("why     forfeit by bad (seat 1) at ply 1: unreadable move\n")
        .exits(2);
}

#[test]
fn a_budget_is_part_of_the_record() {
    let run = folder().juez("play quoridor random random --seed 1 --budget quick --json").exits(0);
    assert_eq!(run.json()[0]["limits"]["move_ms"], 20);
}
