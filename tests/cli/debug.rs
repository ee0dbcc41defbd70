//! `debug`, which asks a bot again, and the text of fault cards about records and card games.

use crate::cli::fault_cards::timeless;
use crate::cli::folder::{FIRST, Folder, RUNNER, WALK, bot};

/// Makes a folder with the record `r.jsonl` of a match of `me.lua` and `first.lua`.
fn played(me: &str) -> Folder {
    let folder = Folder::new().with("me.lua", me).with("first.lua", FIRST);
    folder.juez("play quoridor me.lua first.lua --seed 1 --record r.jsonl");
    folder
}

/// Returns a bot that walks, and prints how often it was asked.
fn counting() -> String {
    bot(&format!("  bot.calls = (bot.calls or 0) + 1\n  print(\"call\", bot.calls)\n{WALK}"))
}

#[test]
fn a_file_that_does_not_load_is_told_of_another_version() {
    let folder = played(&counting()).with("broken.lua", "local bot\nreturn bot.x\n");
    let run = folder.juez("debug r.jsonl --ply 4 --bot broken.lua").warns("").exits(1);
    assert_eq!(
        timeless(&run.stdout),
        "broken (seat 0) in load at ply 0 of 17

fault: broken (seat 0) at ply 0
  what   script error in load (Lua)
  why    attempt to index nil with 'x': bot is nil (nil means nothing: is a name misspelt, a list empty, or index 0 used? Lua lists start at 1)
  where  broken.lua:2

    2 | return bot.x
      | ^

  spent  T ms
"
    );
}

#[test]
fn the_card_of_a_card_game_shows_the_hand_and_no_other() {
    let source = bot("  if view.ply > 9 then return 'D1' end\n  return view:moves()[1]");
    let run = Folder::new()
        .with("me.lua", source)
        .juez("play durak me.lua random --seed 3 --record r.jsonl")
        .warns("");
    let (_, card) = run.stdout.split_once("fault: ").expect("a card");
    assert_eq!(
        timeless(card),
        "me (seat 0) at ply 12
  what   unreadable move in next_move (Lua)
  why    cannot read \"D1\": expected a card such as 7S or TH, `take` or `done`
  where  me.lua
  view   hand 8D 8H 9D JC JH TH · dealt 1 · phase defend · points 0 0 ·
         trump_card AS · talon 19 · count 6 6 · known - / AC TS · played 6C 6H
         AH KS / 6C AC AH JS · discard 6H AH JS KS · announced TS · only_drawn
         6S 7S 8S 9S · drawn 4 1 · bouts 3 · attacker 1 · defender 0 · limit 6 ·
         table 6C · place 0 0
  moves  JC take
  spent  fuel 3 of 2 400 000 (<1 %), T ms
  again  juez debug r.jsonl --ply 12 --seat 0
"
    );
}

#[test]
fn a_view_that_is_too_long_is_cut_and_80_columns_hold_it() {
    let source = bot("  if view.ply > 9 then return 'x' end\n  return view:moves()[1]");
    let run = Folder::new().with("me.lua", source).juez("play tute me.lua random random --seed 3");
    let (_, card) = run.stdout.split_once("\n  view   hand ").expect("a view");
    let (view, _) = card.split_once("\n  moves  ").expect("moves");
    assert_eq!(view.lines().count(), 6, "{view}");
    assert!(view.ends_with(" …") && view.lines().all(|line| line.chars().count() <= 80), "{view}");
}

#[test]
fn without_a_record_the_card_says_how_to_get_one() {
    let folder = Folder::new().with("me.lua", bot("  return 7")).with("first.lua", FIRST);
    folder.juez("play quoridor first.lua me.lua --seed 1 -n 3").warns_of(
        "
  again  juez play quoridor first.lua me.lua --seed 1 -n 3 --record match.jsonl
         juez debug match.jsonl --ply 1 --seat 1
",
    );
    folder.juez("play quoridor first.lua me.lua --seed 1 -n 3 --record match.jsonl");
    folder.juez("debug match.jsonl --ply 1 --seat 1").shows("fault: me (seat 1)").exits(1);
    let run = folder.juez("play quoridor first.lua me.lua");
    let seed = run.stdout.split_once("\nseed ").expect("the seed").1.lines().next().expect("it");
    let again = format!("play quoridor first.lua me.lua --seed {seed} --record");
    run.shows(&again);
}

#[test]
fn the_command_names_the_record_of_a_file_of_several() {
    let folder = played(RUNNER).with("bad.lua", bot("  return 7"));
    folder
        .juez("play quoridor bad.lua first.lua --seed 1 --record r.jsonl")
        .shows("  again  juez debug r.jsonl --ply 0 --seat 0 --record-number 1\n");
    folder.juez("debug r.jsonl --ply 0 --seat 0 --record-number 1").shows("fault: bad").exits(1);
}

#[test]
fn a_bot_has_the_memory_it_had() {
    let folder = played(&counting());
    for (ply, call) in [(0, 1), (4, 3), (10, 6)] {
        folder
            .juez(&format!("debug r.jsonl --ply {ply}"))
            .shows(&format!("me (seat 0) in next_move at ply {ply} of 17\n"))
            .shows(&format!("  log    call {call}\n"))
            .exits(0);
    }
}

#[test]
fn a_decision_is_shown_with_its_table() {
    let run = played(&counting()).juez("debug r.jsonl --ply 12 --seat 0").warns("").exits(0);
    let (head, rest) = run.stdout.split_once("\n\n").expect("a heading");
    assert_eq!(head, "me (seat 0) in next_move at ply 12 of 17");
    let (table, rows) = rest.split_once("\n\n").expect("a table");
    assert!(table.contains("(0)") && table.contains("ply 12: seat 0 to move"), "{table}");
    assert_eq!(
        timeless(rows),
        "  view   pawns e7 e9 · walls a1h a2h a3h a4h a5h a6h · walls_left 10 4
  moves  a7h a7v a8h a8v b1v b2v b3v b4v b5v b6v b7h b7v b8h b8v c1h c1v c2h c2v
         c3h c3v ... and 94 more
  log    call 7
  answer e8
  spent  fuel 63 of 2 400 000 (<1 %), T ms
"
    );
}

#[test]
fn another_version_is_asked_the_same_question() {
    let folder = played(&counting()).with("new.lua", FIRST).with("bad.lua", bot("  return 'e9'"));
    folder
        .juez("debug r.jsonl --ply 0 --bot new.lua")
        .shows("new (seat 0) in next_move at ply 0 of 17\n")
        .shows("  answer a1h  in the record it is e2\n")
        .exits(0);
    folder
        .juez("debug r.jsonl --ply 0 --bot bad.lua")
        .shows("  record has no fault here, but the move e2\n")
        .shows("fault: bad (seat 0) at ply 0\n  what   illegal move in next_move (Lua)\n")
        .exits(1);
    let folder = played(&bot("  return 'e9'")).with("new.lua", FIRST);
    folder
        .juez("debug r.jsonl --ply 0 --bot new.lua")
        .shows("  record has a fault here: illegal move in next_move: ")
        .exits(0);
    folder.juez("debug r.jsonl --ply 0 --seat 0 --bot minimax").shows("  answer ").exits(0);
}

#[test]
fn a_profile_may_be_asked_for_and_changes_no_answer() {
    let folder = played(RUNNER);
    let plain = folder.juez("debug r.jsonl --ply 2 --json").exits(0);
    let counted = folder.juez("debug r.jsonl --ply 2 --json --profile").exits(0);
    let (plain, counted) = (&plain.json()[0], &counted.json()[0]);
    for field in ["answer", "fuel", "allowed", "view", "legal", "recorded", "hook", "log"] {
        assert_eq!(plain[field], counted[field], "{field}");
    }
    assert_eq!(plain["recorded"]["move"], plain["answer"]);
    assert_eq!(plain["profile"].as_array().map(Vec::len), Some(0));
    let rows = counted["profile"].as_array().expect("rows");
    let sum: u64 = rows.iter().map(|row| row["fuel"].as_u64().expect("fuel")).sum();
    assert!(rows.len() <= 5 && sum <= counted["fuel"].as_u64().expect("fuel"), "{rows:?}");
    assert_eq!(rows[0]["file"], "me.lua");
}

#[test]
fn a_record_tells_the_fuel_of_the_call_that_ended_it() {
    let folder = played(&bot("  return 'e9'"));
    let record: serde_json::Value = serde_json::from_str(&folder.read("r.jsonl")).expect("JSON");
    assert_eq!(
        record["logs"],
        serde_json::json!([
            {"seat": 0, "hook": "next_move", "fuel": 1, "log": []}
        ])
    );
    folder.juez("verify r.jsonl --rerun .").exits(0);
}

#[test]
fn a_question_that_nobody_was_asked_says_what_to_ask() {
    let folder = played(&counting());
    for (question, error) in [
        ("--ply 99", "no ply 99: the record has 17 moves, so choose ply 0 to 17"),
        ("--ply 1 --seat 0", "at ply 1 seat 1 is to move, not seat 0; it decides at plies 0 and 2"),
        ("--ply 0 --seat 1", "at ply 0 seat 0 is to move, not seat 1; it decides at ply 1"),
        ("--ply 0 --seat 5", "no seat 5: this match has seats 0 to 1"),
        (
            "--ply 17",
            "at ply 17 no seat is to move: choose an earlier ply, or finish with --hook finish \
             --seat S",
        ),
        (
            "--ply 17 --seat 0",
            "at ply 17 no seat is to move: the match is over; it decides at ply 16",
        ),
        ("--ply 0 --hook start", "choose the seat whose start is called with --seat"),
        ("--ply 0 --record-number 3", "r.jsonl has no record 3: it holds 1 record, counted from 0"),
    ] {
        folder.juez(&format!("debug r.jsonl {question}")).refuses(error);
    }
    let folder = folder.with("me.lua", FIRST);
    let hash = |text: &str| {
        let (_, rest) = text.split_once("\"source\":\"").expect("a hash");
        rest.split_once('"').expect("its end").0.to_string()
    };
    let hash = hash(&folder.read("r.jsonl"));
    folder.juez("debug r.jsonl --ply 0").refuses(&format!(
        "no bot with the source {hash} of me below .: name its folder with --bots DIR, or choose \
         another version with --bot FILE"
    ));
}

#[test]
fn a_forced_move_was_asked_of_nobody() {
    let folder = Folder::new();
    folder.juez("play durak random random --seed 3 --record r.jsonl");
    let record: serde_json::Value = serde_json::from_str(&folder.read("r.jsonl")).expect("JSON");
    let plies = record["plies"].as_array().expect("plies");
    let ply = plies.iter().position(|ply| ply["by"] == "forced").expect("a forced move");
    let only = record["moves"][ply].as_str().expect("a move");
    let run = folder.juez(&format!("debug r.jsonl --ply {ply}")).prints("").exits(2);
    run.warns_of(&format!(
        "error: at ply {ply} the only legal move is {only}, which is played without asking; it decides"
    ));
}

#[test]
fn strikes_are_lived_through_as_they_were() {
    let body = format!(
        "  bot.calls = (bot.calls or 0) + 1\n  if bot.calls == 2 then error(\"once\") end\n  \
         print(bot.calls)\n{WALK}"
    );
    let folder = Folder::new().with("me.lua", bot(&body)).with("first.lua", FIRST);
    folder
        .juez("play quoridor me.lua first.lua --seed 1 --on-fault substitute --record r.jsonl")
        .shows("fault: me (seat 0) at ply 2\n");
    folder.juez("debug r.jsonl --ply 6 --seat 0").shows("  log    4\n").exits(0);
    folder.juez("debug r.jsonl --ply 2").shows("  why    once\n").exits(1);
}

#[test]
fn step_goes_over_the_plies_of_a_match() {
    let folder = played(&counting());
    let run = folder.juez("debug r.jsonl --step --seat 0").warns("").exits(0);
    let heads: Vec<&str> =
        run.stdout.lines().filter(|line| line.contains("in next_move at ply")).collect();
    assert_eq!(heads.len(), 9, "{}", run.stdout);
    assert_eq!(heads[0], "me (seat 0) in next_move at ply 0 of 17");
    assert_eq!(heads[8], "me (seat 0) in next_move at ply 16 of 17");
    // Each time it has been asked at all earlier plies.
    assert!(run.stdout.contains("log    call 9"), "{}", run.stdout);

    let both = folder.juez("debug r.jsonl --step --ply 14").exits(0);
    let seats: Vec<&str> = both
        .stdout
        .lines()
        .filter_map(|line| line.split_once(" in next_move at ").map(|(who, _)| who))
        .collect();
    assert_eq!(seats, ["me (seat 0)", "first (seat 1)", "me (seat 0)"]);
}

#[test]
fn step_ends_at_the_offence_that_ended_the_match() {
    let folder = played(&bot("  if view.ply > 3 then return 'x' end\n  return view:moves()[1]"));
    folder
        .juez("debug r.jsonl --step --ply 2 --seat 0")
        .shows("in next_move at ply 2 of 4")
        .shows("fault: me (seat 0) at ply 4")
        .exits(1);
    let run = folder.juez("debug r.jsonl --step --json");
    assert_eq!(
        run.json().iter().map(|asked| asked["ply"].clone()).collect::<Vec<_>>(),
        [0, 1, 2, 3, 4]
    );
}

#[test]
fn step_tells_of_plies_without_a_choice_in_a_line() {
    let folder = Folder::new();
    folder.juez("play dominoes random random --seed 3 --record r.jsonl");
    folder.juez("debug r.jsonl --step").shows("pass, the only legal move\n").exits(0);
}

#[test]
fn a_ply_is_wanted_unless_one_steps() {
    let folder = played(&counting());
    folder.juez("debug r.jsonl").warns_of("--ply <N>").exits(2);
}

#[test]
fn step_from_nowhere_is_refused() {
    let folder = played(&counting());
    folder
        .juez("debug r.jsonl --step --ply 99")
        .refuses("no ply 99: the record has 17 moves, so begin at ply 0 to 17");
    folder.juez("debug r.jsonl --step --seat 5").refuses("seat 5 is not to move from ply 0 on");
}
