//! The games with deals through the whole command: chosen and impossible hands, private signals,
//! the fallo, partners.

use serde_json::{Value, json};

use crate::cli::folder::{Folder, bot, run};

/// Returns a record of a game, given the fields after `game`.
fn record(game: &str, fields: &str) -> String {
    format!("{{\"format\":\"juez/1\",\"game\":\"{game}\",{fields}}}\n")
}

/// Scopone with ten cards each: every hand has one value about twice.
const TEAM10: &str = r#"{"hands":[
    ["B1","B2","B3","B4","B5","B6","B7","B8","B9","B10"],
    ["C1","C2","C3","C4","C5","C6","C7","C8","C9","C10"],
    ["D1","D2","D3","D4","D5","D6","D7","D8","D9","D10"],
    ["S1","S2","S3","S4","S5","S6","S7","S8","S9","S10"]],"table":[]}"#;

fn team10(moves: &str) -> String {
    let deal = TEAM10.replace('\n', "");
    record(
        "scopone",
        &format!(r#""options":{{"kind":"team10"}},"deals":[{deal}],"moves":[{moves}]"#),
    )
}

/// Dominoes: seat 0 has all sixes, seat 3 all low tiles.
const TILES: &str = r#"{"hands":[
    ["66","65","64","63","62","61","60"],
    ["55","54","53","52","51","50","44"],
    ["43","42","41","40","33","32","31"],
    ["30","22","21","20","11","10","00"]]}"#;

fn dominoes(options: &str, moves: &str) -> String {
    let deal = TILES.replace('\n', "");
    record("dominoes", &format!(r#""options":{{{options}}},"deals":[{deal}],"moves":[{moves}]"#))
}

/// Tute with three: seat 0 holds O7 and leads.
const TUTE: &str = r#"{"hands":{
    "0":["O7","O1","O3","O12","O11","O10","O6","O5","O4","B1","B2","B3","B4"],
    "1":["O2","C1","C2","C3","C4","C5","C6","C7","C10","C11","C12","B5","B6"],
    "2":["E1","E2","E3","E4","E5","E6","E7","E10","E11","E12","B7","B10","B11"]},
    "undealt":"B12"}"#;

fn tute(options: &str, moves: &str) -> String {
    let deal = TUTE.replace('\n', "");
    record("tute", &format!(r#""options":{{{options}}},"deals":[{deal}],"moves":[{moves}]"#))
}

#[test]
fn a_hand_made_deal_is_played() {
    let folder = Folder::new().with("from.jsonl", team10(""));
    let line = "play scopone random random --from from.jsonl --seed 1 --json";
    let records = folder.juez(line).warns("").exits(0).json();
    let deal: Value = serde_json::from_str(TEAM10).unwrap();
    // Hands are written ascending, whatever their order in the input.
    let cards = |deal: &Value, seat: usize| {
        let hand = deal["hands"][seat].as_array().unwrap();
        let mut hand: Vec<String> = hand.iter().map(|card| card.as_str().unwrap().into()).collect();
        hand.sort();
        hand
    };
    for seat in 0..4 {
        assert_eq!(cards(&records[0]["deals"][0], seat), cards(&deal, seat));
    }
}

#[test]
fn deals_for_later_hands_are_used_when_they_fall_due() {
    let twice = team10("").replace("\"moves\"", "\"ignored\":0,\"moves\"");
    let deal = TEAM10.replace('\n', "");
    let twice = twice.replace(&format!("[{deal}]"), &format!("[{deal},{deal}]"));
    let folder = Folder::new().with("from.jsonl", &twice);
    let records =
        folder.juez("play scopone random random --from from.jsonl --seed 1 --json").exits(0).json();
    let deals = records[0]["deals"].as_array().unwrap();
    assert!(deals.len() >= 2, "a match to 21 has several hands");
    assert_eq!(deals[0], deals[1]);
    // A position contains no deal before it is due.
    folder
        .juez("legal from.jsonl")
        .shows("\"error\":\"deals in the record: 2; deals that fell due: 1\"")
        .exits(1);
}

#[test]
fn impossible_deals_are_refused_with_the_reason() {
    let refused = |game: &str, record: String, error: &str| {
        let folder = Folder::new().with("from.jsonl", record);
        let players = if game == "tute" { "random random random" } else { "random random" };
        let run = folder.juez(&format!("play {game} {players} --from from.jsonl")).exits(2);
        assert!(run.stderr.contains(error), "expected {error:?} in:\n{}", run.stderr);
    };
    refused(
        "scopone",
        team10("").replace("\"S10\"", "\"B10\""),
        "impossible deal: B10 is dealt twice",
    );
    refused("scopone", team10("").replace(",\"S10\"", ""), "seat 3 is dealt 9 cards instead of 10");
    refused("scopone", team10("").replace("\"S10\"", "\"S11\""), "cannot read \"S11\"");
    refused("dominoes", dominoes("", "").replace("\"60\"", "\"66\""), "66 appears twice");
    refused("dominoes", dominoes("", "").replace("\"60\"", "\"44\""), "44 is dealt twice");
    refused("dominoes", dominoes("", "").replace("\"60\"", "\"06\""), "cannot read \"06\"");
    refused("tute", tute("", "").replace("\"C1\"", "\"B12\""), "B12 is dealt twice");
    refused(
        "tute",
        tute("", "").replace(",\"B4\"]", "]"),
        "seat 0 is dealt 12 cards instead of 13",
    );
    refused("tute", tute("", "").replace("\"undealt\":\"B12\"", "\"undealt\":null"), "undealt");
    let durak =
        |deal: &str| record("durak", &format!(r#""options":{{}},"deals":[{deal}],"moves":[]"#));
    let two = r#"{"hands":[["6C","7C"],["8C","9C"]],"talon":[]}"#;
    refused("durak", durak(two), "seat 0 is dealt 2 cards instead of 6");
    refused("durak", durak("{}"), "impossible deal");
    refused("durak", durak("7"), "impossible deal");
}

#[test]
fn a_table_with_three_kings_is_dealt_again() {
    let deal = r#"{"hands":[
        ["B1","B2","B3","B4","B5","B6","B7","B8","B9"],
        ["C1","C2","C3","C4","C5","C6","C7","C8","C9"],
        ["D1","D2","D3","D4","D5","D6","D7","D8","D9"],
        ["S1","S2","S3","S4","S5","S6","S7","S8","S10"]],"table":["B10","C10","D10","S9"]}"#;
    let record = record("scopone", &format!(r#""deals":[{}],"moves":[]"#, deal.replace('\n', "")));
    let run = Folder::new().juez_reading("legal -", record).exits(1);
    assert!(run.stdout.contains("3 kings are on the table"), "{}", run.stdout);
}

#[test]
fn legal_says_when_it_needs_a_deal() {
    let needs = "{\"record\":0,\"ply\":0,\"seat\":null,\"legal\":[],\"needs\":\"deal\"}\n";
    for game in ["tute", "dominoes", "durak", "scopone"] {
        let record = record(game, r#""moves":[]"#);
        Folder::new().juez_reading("legal -", record).prints(needs).exits(0);
    }
}

#[test]
fn the_first_hand_opens_with_the_double_six() {
    let line = "{\"record\":0,\"ply\":0,\"seat\":0,\"legal\":[\"66\"]}\n";
    Folder::new().juez_reading("legal -", dominoes("", "")).prints(line).exits(0);
    Folder::new()
        .juez_reading("legal -", dominoes("", r#""65""#))
        .shows("6-6 must open the first game")
        .exits(1);
    // Seats 1, 2 and 3 have no tile with a six.
    let passes = r#""66","pass","pass","pass""#;
    let run = Folder::new().juez_reading("legal -", dominoes("", passes)).exits(0);
    assert_eq!(
        run.json()[0]["legal"],
        json!(["60@6", "61@6", "62@6", "63@6", "64@6", "65@6"]),
        "both ends show 6: one move a tile"
    );
}

#[test]
fn only_the_partner_reads_a_signal() {
    let spy = bot("  local seen = {}\n  for _, move in ipairs(view:history()) do\n    \
         if move:sub(1, 3) == 'sig' then seen[#seen + 1] = move end\n  end\n  \
         print(table.concat(seen, ' '))\n  return view:moves()[1]");
    let folder = Folder::new().with("spy.lua", spy);
    let line = "play dominoes spy.lua spy.lua -o signal=seed -o target=1 --seed 3 --json";
    let record = &folder.juez(line).exits(0).json()[0];
    let moves = record["moves"].as_array().unwrap();
    assert!(moves[..4].iter().all(|mv| mv.as_str().unwrap().starts_with("sig:")));
    let logs = record["plies"].as_array().unwrap();
    // Seat 3 signals last: it has seen its partner's signal, and its own is still to come.
    assert_eq!(logs[3]["log"][0], json!(format!("sig {} sig", moves[1].as_str().unwrap())));
}

#[test]
fn a_held_card_that_breaks_an_obligation_is_a_fallo() {
    // Seat 1 must follow with O2's substitute gone: it has no oros and no trump, so any card is
    // legal; seat 0 leads B1 instead, and seat 1 must follow with bastos.
    let offender = bot("  for _, card in ipairs(view:hand()) do\n    \
         if not view:is_legal(card) then return card end\n  end\n  return view:moves()[1]");
    let folder = Folder::new()
        .with("offender.lua", &offender)
        .with("fallo.jsonl", tute("\"limit\":1", r#""B1""#))
        .with("reject.jsonl", tute("\"limit\":1,\"illegal\":\"reject\"", r#""B1""#));
    let line = "play tute random offender.lua random --seed 1 --json --from";
    let run = folder.juez(&format!("{line} fallo.jsonl")).exits(0);
    let record = &run.json()[0];
    assert_eq!(record["moves"], json!(["B1", "fallo"]));
    assert_eq!(record["plies"][1]["by"], "bot");
    let log = record["plies"][1]["log"][0].as_str().unwrap();
    assert!(log.contains("must") && log.ends_with("the rules make it fallo"), "{log}");
    assert_eq!(record["end"]["points"], json!([0, 1, 0]));
    assert_eq!(record["end"]["reason"], "finished");
    let verified = folder.juez_reading("verify - --json", &run.stdout).exits(0).json();
    assert_eq!(verified[0]["ok"], true);
    let rerun = folder.juez_reading("verify - --rerun .", &run.stdout);
    rerun.exits(0);

    let record = &folder.juez(&format!("{line} reject.jsonl")).exits(0).json()[0];
    assert_eq!(record["end"]["faults"][0]["fault"]["kind"], "illegal_move");
}

#[test]
fn a_fallo_is_refused_where_nothing_can_have_earned_it() {
    let refused = |options: &str, moves: &str| {
        let run = Folder::new().juez_reading("legal -", tute(options, moves)).exits(1);
        assert!(run.stdout.contains("\"error\":\"illegal move fallo: "), "{}", run.stdout);
    };
    // The seat that leads can play any of its cards.
    refused("", r#""fallo""#);
    refused("\"illegal\":\"reject\"", r#""B1","fallo""#);
    let good = Folder::new().juez_reading("legal -", tute("", r#""B1","fallo""#)).exits(0);
    assert_eq!(good.json()[0]["needs"], "deal", "the hand is over");
}

#[test]
fn a_player_a_pair_sits_in_both_its_seats() {
    let run = run("play dominoes ana=random eva=random -o target=1 --seed 2").exits(0);
    for (seat, name) in ["ana", "eva", "ana", "eva"].iter().enumerate() {
        let row = format!("\n{seat:>4}  {name} ");
        assert!(run.stdout.contains(&row), "{row:?} in:\n{}", run.stdout);
    }
    assert!(run.stdout.contains("hand 1  "), "{}", run.stdout);
}

#[test]
fn a_pair_counts_once_in_a_series() {
    let line = "play dominoes ana=random eva=random -o target=1 --seed 2 --games 10";
    let run = run(line).exits(0);
    let row = run.stdout.lines().find(|line| line.starts_with("ana")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1], "10", "{row}");
    let number = |i: usize| cells[i].parse::<u32>().unwrap();
    assert_eq!(number(2) + number(3) + number(4), 10, "{row}");
    let score: f64 = cells[5].trim_end_matches('%').parse().unwrap();
    assert!((score - 10.0 * f64::from(number(2))).abs() < 1e-9, "a win is all of it: {row}");
}

#[test]
fn hands_are_shown_to_people_who_watch() {
    let run = run("play durak random random --seed 1 --show").exits(0);
    assert!(run.stdout.contains("seat 0 holds  "), "{}", run.stdout);
    assert!(run.stdout.contains("face down  "), "the talon");
}

#[test]
fn perft_counts_from_a_deal() {
    let folder = Folder::new()
        .with("scopone.jsonl", team10(""))
        .with("dominoes.jsonl", dominoes("", ""))
        .with("tute.jsonl", tute("", ""));
    // Ten cards each on an empty table: equal cards must capture, and so must sums.
    folder.juez("perft scopone 1 --from scopone.jsonl").prints("10\n").exits(0);
    folder.juez("perft dominoes 5 --from dominoes.jsonl").prints("6\n").exits(0);
    folder.juez("perft tute 1 --from tute.jsonl").prints("13\n").exits(0);
    for game in ["tute", "dominoes", "durak", "scopone"] {
        let once = run(&format!("perft {game} 3 --seed 5")).exits(0).stdout;
        assert_eq!(run(&format!("perft {game} 3 --seed 5")).exits(0).stdout, once);
    }
}

#[test]
fn every_game_plays_verifies_and_plays_again() {
    for (game, players) in [
        ("tute", "random random random random random random"),
        ("dominoes", "random random"),
        ("durak", "random random random"),
        ("scopone", "random random random random"),
    ] {
        let folder = Folder::new();
        let records =
            folder.juez(&format!("play {game} {players} --seed 4 --json")).exits(0).stdout;
        folder.juez_reading("verify -", &records).exits(0);
        folder.juez_reading("verify - --rerun .", &records).exits(0);
    }
}

#[test]
fn a_player_who_sits_in_both_seats_of_a_pair_wins_once() {
    run("play scopone ana=greedy eva=random -o kind=team10 --seed 3")
        .shows("result  ana wins after ")
        .exits(0);
    run("play scopone ana=greedy bo=random cy=greedy di=random -o kind=team10 --seed 3")
        .shows("result  ana and cy win after ")
        .exits(0);
}

#[test]
fn the_number_of_players_is_checked_with_the_house_rules() {
    run("play tute random random").refuses("tute is for 3 to 6 players, not 2");
    run("play dominoes random")
        .refuses("dominoes is for 4 players, or 2 who play for a side each, not 1");
    run("play scopone random random").refuses("scopone is for 4 players, not 2");
    run("play scopone random random random -o kind=team9")
        .refuses("scopone is for 4 players, or 2 who play for a side each, not 3");
    // An impossible house rule is refused before the players are counted.
    run("play scopone random random -o kind=team9 -o target=7")
        .refuses("scopone option target cannot be 7; allowed: 21, 16, 11, 0");
    run("play scopone random random random random -o target=21")
        .refuses("target cannot be used with kind=solo9: it is always a single hand");
}
