//! A person who plays: lines typed through a pipe, and once a real terminal.

use crate::cli::folder::{Folder, bot, run};

/// Plays a match of a person, who types `lines`, against a bot that walks.
fn typed(lines: &str) -> crate::cli::folder::Run {
    Folder::new().juez_reading("play quoridor ana=human greedy --seed 1", lines)
}

#[test]
fn a_person_plays_a_match_and_resigns() {
    typed("e2\n#2\nresign\nno\nresign\nyes\n")
        .warns("")
        .shows("ana (seat 0), ply 0: 131 legal moves\n  #1 d1  #2 e2  #3 f1\n")
        .shows("and 128 more: moves lists them, ? helps")
        .shows("  greedy (seat 1) e8\n")
        .shows("  the match continues\n")
        .shows("greedy wins after 4 plies\n")
        .shows("why     forfeit by ana (seat 0) at ply 4: resigned\n")
        .hides("fault: ")
        .exits(0);
}

#[test]
fn an_illegal_move_is_explained_and_asked_again() {
    typed("c9\nwhy e4\nresign\nyes\n")
        .shows("  no: c9 is too far from e1: a pawn steps to the next square or jumps")
        .shows("  no: e4 is too far from e1: ")
        .shows("ply 0: resigned");
    typed("why i9h\nresign\nyes\n").shows("  no: cannot read \"i9h\": expected a square");
    typed("why e2\nresign\nyes\n").shows("  e2 is legal\n");
}

#[test]
fn a_half_typed_move_waits_for_the_rest_or_is_taken_back() {
    typed("e3\nh\nresign\nyes\n").shows("  e3h e3v\n  type the rest, or undo\n").shows("  1. e3h ");
    typed("e3\nundo\nundo\nd1\nresign\nyes\n")
        .shows("  e3 is taken back\n")
        .shows("  nothing is typed yet; moves already made cannot be undone\n")
        .shows("  1. d1 ");
}

#[test]
fn help_moves_and_the_table_come_when_asked_for() {
    let run = typed("?\nmoves\ntable\nresign\nyes\n")
        .shows("  undo      takes back the moves typed so far\n")
        .shows("  a1h a1v a2h a2v");
    assert_eq!(run.stdout.matches("ply 0: seat 0 to move").count(), 3, "{}", run.stdout);
}

#[test]
fn input_that_ends_leaves_the_table() {
    typed("e2\n").shows("  nothing more to read\n").shows("at ply 2: resigned\n").exits(130);
    Folder::new()
        .juez_reading("play quoridor human greedy --seed 1 -n 5", "")
        .shows("greedy        1      1")
        .exits(130);
}

#[test]
fn a_person_sees_no_hand_but_the_own() {
    let folder = Folder::new();
    let lines = "resign\nyes\n";
    let run = folder.juez_reading("play durak human random --seed 3 --record r.jsonl", lines);
    let (during, _) = run.stdout.split_once("result").expect("a result");
    let (before_the_end, _) = during.split_once("resign? ").unwrap_or((during, ""));
    let record: serde_json::Value = serde_json::from_str(&folder.read("r.jsonl")).expect("JSON");
    let hand = |seat: usize| {
        let cards = record["deals"][0]["hands"][seat].as_array().expect("a hand").clone();
        cards.into_iter().map(|card| card.as_str().expect("text").to_string())
    };
    let first_table = before_the_end.split("  no: ").next().expect("a table");
    let (asked, _) = first_table.split_once("legal moves\n").expect("it is asked");
    assert!(hand(0).all(|card| asked.contains(&card)), "the own hand:\n{asked}");
    // One was played first, the other announced as the lowest trump.
    let known = |card: &String| card == "JS" || card == "TS";
    assert_eq!(hand(1).filter(|card| !known(card)).count(), 4);
    assert!(
        hand(1).filter(|card| !known(card)).all(|card| !asked.contains(&card)),
        "the other's hand is on the screen:\n{asked}"
    );
}

#[test]
fn who_has_both_hands_of_a_pair_is_told_how_to_play_one() {
    let warning = "human has the hands of all partners, seats 0 and 2; to play one of them: \
                juez play dominoes human pair pair pair";
    run("play dominoes human pair --seed 1").warns(&format!("note: {warning}\n"));
    run("play dominoes human pair --web --bind 127.0.0.1:0").refuses(warning);
    run("play dominoes pair ana=human --seed 1")
        .warns_of("juez play dominoes pair ana=human pair pair");
    for line in ["dominoes human pair pair pair", "dominoes human human", "durak human greedy"] {
        run(&format!("play {line} --seed 1")).warns("");
    }
    run("play quoridor human random --seed 1").warns("");
}

#[test]
fn two_people_at_one_screen_change_places_before_a_hand_is_shown() {
    let folder = Folder::new();
    let lines = "\nresign\nyes\n";
    folder
        .juez_reading("play durak ana=human bea=human --seed 3", lines)
        .shows("It is the turn of ")
        .shows("Everyone else, please look away.");
    // Games without hidden hands do not need it.
    folder
        .juez_reading("play quoridor ana=human bea=human --seed 3", "e2\ne8\nresign\nyes\n")
        .hides("Everyone else, please look away.")
        .shows("bea wins");
}

#[test]
fn the_match_of_a_person_is_proven_by_playing_the_same_again() {
    let folder = Folder::new().with("me.lua", bot("  return view:pawn_moves(view.seat)[1]"));
    let lines = "e2\ne3\ne4h\nresign\nyes\n";
    folder.juez_reading("play quoridor human me.lua --seed 1 --record r.jsonl", lines);
    folder.juez("verify r.jsonl --rerun .").warns("").exits(0);
    let record = folder.read("r.jsonl");
    assert!(record.contains("\"name\":\"human\",\"bot\":\"human\"}"), "{record}");
    assert!(record.contains("\"by\":\"human\""), "{record}");
    let changed = record.replacen("\"fuel\":", "\"fuel\":9", 1);
    let changed = folder.with("other.jsonl", changed);
    changed.juez("verify other.jsonl --rerun .").exits(1);
}

#[test]
fn a_person_is_refused_where_none_can_sit() {
    run("play quoridor human random --json").refuses(
        "a person cannot play with --json: the table is drawn where the records would be; \
         keep them with --record FILE",
    );
    run("play durak human random --show")
        .refuses("--show shows every hand; a person sees the table at each turn without it");
}

#[test]
fn a_person_plays_bots_in_match_processes_all_the_same() {
    let folder = Folder::new().with("me.lua", bot("  return view:moves()[1]"));
    for (line, typed) in [
        ("play quoridor human me.lua --seed 1", "e2\ne9\ne3\nresign\nyes\n".to_string()),
        ("play durak me.lua ana=human greedy --seed 3", "1\n".repeat(400)),
        ("play quoridor ana=human bea=human --seed 1", "e2\ne8\nresign\nyes\n".to_string()),
    ] {
        let here = folder.juez_reading(&format!("{line} --record here.jsonl"), &typed);
        let there = format!("{line} --record there.jsonl --isolation process");
        let there = folder.juez_reading(&there, &typed).warns("");
        assert_eq!(there.stdout, here.stdout, "{line}");
    }
    assert_eq!(folder.read("there.jsonl"), folder.read("here.jsonl"));
    folder.juez("verify here.jsonl --rerun . --isolation process").warns("").exits(0);
}
