//! Durak in words: notation, reasons, options, queries, views as data and the drawn table.

use crate::common::moves::{joined, play, seat, why};
use crate::durak::table::{begun, deal, late, start};
use juez_core::{Answer, Arg, Args, Game, Notation, QueryError, Seat, State, Tone};
use juez_games::durak::{Durak, Move, Options, Position};
use serde_json::{Value, json};

#[test]
fn moves_are_the_cards_done_and_take() {
    let all = Move::all();
    assert_eq!(all.len(), 54);
    assert_eq!(all[0].to_string(), "2C");
    assert_eq!(joined(&all[51..]), "TS done take");
}

#[test]
fn unreadable_moves_come_with_a_hint() {
    let hint = |text: &str| text.parse::<Move>().expect_err(text).hint.unwrap_or_default();
    assert_eq!(hint("7s"), "cards are written in capitals: 7S");
    assert_eq!(hint("tH"), "cards are written in capitals: TH");
    assert_eq!(hint("10H"), "the ten is written T: TH");
    assert_eq!(hint("10h"), "the ten is written T: TH");
    assert_eq!(hint("S7"), "the rank comes first: 7S");
    assert_eq!(hint("Take"), "take is written in small letters");
    assert_eq!(hint("DONE"), "done is written in small letters");
    assert_eq!(hint(" done\n"), "without the blanks around it: done");
    assert_eq!(hint("pass"), "to throw in no more cards, play done");
    for none in ["", " ", "7", "1S", "seven", "7SS", "é7"] {
        assert_eq!(hint(none), "", "{none:?}");
    }
    let error = "S7".parse::<Move>().expect_err("turned").to_string();
    let expected = Move::EXPECTED;
    assert_eq!(
        error,
        format!(r#"cannot read "S7": expected {expected} (the rank comes first: 7S)"#)
    );
}

#[test]
fn a_refused_move_names_the_broken_rule() {
    let mut position = begun();
    assert_eq!(why(&position, "done"), "the attacker must begin the bout with a card");
    assert_eq!(why(&position, "take"), "only the defender may take, which is seat 1");
    assert_eq!(why(&position, "TC"), "seat 0 does not hold TC");
    assert_eq!(why(&position, "5C"), "5C is not in a deck of 36 cards");
    play(&mut position, "8C");
    assert_eq!(why(&position, "done"), "the defender must beat 8C or take");
    assert_eq!(why(&position, "8D"), "8D does not beat 8C");
    assert_eq!(why(&position, "6S"), "seat 1 does not hold 6S");
    play(&mut position, "TC");
    assert_eq!(why(&position, "9C"), "no card of the rank of 9C is on the table");
    assert_eq!(why(&position, "take"), "only the defender may take, which is seat 1");
    play(&mut position, "done");
    assert_eq!(why(&position, "take"), "only the defender may take, which is seat 0");
}

#[test]
fn nothing_is_legal_before_a_deal_and_after_the_end() {
    let position = start(Options::default());
    assert_eq!(why(&position, "7S"), "the next game is not dealt yet");
    let mut position = late(Options::default(), "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    for text in ["7S", "done", "take"] {
        assert_eq!(why(&position, text), "the match is over");
    }
    assert!(position.legal_moves().is_empty());
}

#[test]
fn the_default_options_are_those_of_the_table() {
    assert_eq!(
        serde_json::to_string(&Options { seats: 3, ..Options::default() }).expect("JSON"),
        r#"{"seats":3,"deck":36,"first5":false,"games":1,"next_first":"lowest_trump","max_bouts":1000,"last_card":"draw"}"#
    );
}

/// Returns the answer of a query for the seat to move, equal on its view and on the world.
fn ask(position: &Position, name: &str, args: &[Arg<'_>]) -> Result<Value, QueryError> {
    let query = Durak::QUERIES.iter().find(|query| query.row.name == name).expect(name);
    let answer = (query.on_world)(position, Args(args));
    let me = position.public().to_move();
    assert_eq!(answer, (query.on_view)(&position.view(me), Args(args)), "{name}");
    answer.map(Answer::into_value)
}

#[test]
fn scripts_may_ask_all_of_this() {
    let mut position = begun();
    play(&mut position, "9C take 9D done 7C TC 7H");
    let ok = |name: &str, args: &[Arg<'_>]| ask(&position, name, args).expect(name);
    let of = |name: &str, index: u8| ok(name, &[Arg::Seat(seat(index))]);
    assert_eq!(ok("hand", &[]), json!(["6D", "7D", "7S", "8D", "9C", "9D", "9H"]));
    assert_eq!(
        ok("table", &[]),
        json!([{"attack":"7C","defence":"TC"},{"attack":"7H","defence":null}])
    );
    assert_eq!(ok("phase", &[]), json!("defend"));
    assert_eq!(ok("taking", &[]), json!(false));
    assert_eq!(ok("to_beat", &[]), json!("7H"));
    assert_eq!((ok("attacker", &[]), ok("defender", &[])), (json!(0), json!(1)));
    assert_eq!((ok("limit", &[]), ok("room", &[])), (json!(6), json!(4)));
    assert_eq!((ok("trump", &[]), ok("trump_card", &[])), (json!("S"), json!("AS")));
    assert_eq!((ok("talon", &[]), ok("bouts", &[])), (json!(22), json!(1)));
    assert_eq!((of("count", 0), of("count", 1)), (json!(4), json!(7)));
    assert_eq!((of("known", 0), of("known", 1)), (json!(["6S"]), json!(["9C", "9D"])));
    assert_eq!(of("played", 0), json!(["7C", "7H", "9C", "9D"]));
    assert_eq!(ok("discard", &[]), json!([]));
    assert_eq!(ok("unseen", &[]).as_array().map(Vec::len), Some(36 - 7 - 3 - 2));
    assert_eq!(ok("lowest_trump", &[]), json!("6S"));
    assert_eq!((of("out", 0), of("place", 0)), (json!(false), Value::Null));
    let two = |a, b| ok("beats", &[Arg::Text(a), Arg::Text(b)]);
    assert_eq!(
        (two("7S", "AC"), two("8D", "8C"), two("9C", "8C")),
        (json!(true), json!(false), json!(true))
    );
    let card = |name, text| ok(name, &[Arg::Text(text)]);
    assert_eq!(
        (card("value", "TH"), card("value", "AH"), card("value", "6H")),
        (json!(10), json!(14), json!(6))
    );
    assert_eq!(
        (card("suit", "TH"), card("is_trump", "TH"), card("is_trump", "6S")),
        (json!("H"), json!(false), json!(true))
    );
    let error = ask(&position, "value", &[Arg::Text("H9")]).expect_err("no card").to_string();
    assert!(error.starts_with(r#"cannot read "H9": expected a card such as TS"#), "{error}");
}

#[test]
fn queries_know_who_is_out() {
    let mut position =
        late(Options { seats: 3, ..Options::default() }, "6S", &["7C", "8C TD", "QH KH"], 0);
    play(&mut position, "7C 8C done done");
    let of = |name: &str| ask(&position, name, &[Arg::Seat(seat(0))]).expect(name);
    assert_eq!((of("out"), of("place"), of("count")), (json!(true), json!(1), json!(0)));
    let phase = ask(&position, "phase", &[]).expect("phase");
    assert_eq!(
        (phase, ask(&position, "to_beat", &[]).expect("none")),
        (json!("attack"), Value::Null)
    );
}

#[test]
fn a_question_about_the_trump_before_the_deal_says_so() {
    let position = start(Options::default());
    let error = ask(&position, "trump", &[]).expect_err("no trump").to_string();
    assert_eq!(error, "no cards are dealt yet");
}

#[test]
fn a_view_is_readable_as_data() {
    let mut position = begun();
    play(&mut position, "8C TC");
    let data = serde_json::to_value(position.view(Some(seat(0)))).expect("JSON");
    assert_eq!(data["seat"], json!(0));
    assert_eq!(data["hand"], json!(["6C", "6S", "7C", "9C", "9D"]));
    assert_eq!(data["table"], json!([{"attack":"8C","defence":"TC"}]));
    assert_eq!(data["phase"], json!("throw"));
    assert_eq!(data["count"], json!([5, 5]));
    assert_eq!(data["known"], json!([["6S"], []]));
    assert_eq!((&data["talon"], &data["trump_card"]), (&json!(24), &json!("AS")));
    assert_eq!(data["options"]["deck"], json!(36));
    let public = serde_json::to_value(position.view(None)).expect("JSON");
    assert_eq!((&public["seat"], &public["hand"]), (&Value::Null, &json!([])));
}

fn drawn(position: &Position, observer: Option<Seat>) -> String {
    let drawing = Durak::draw(&position.view(observer));
    let text = drawing.to_string();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    text
}

#[test]
fn the_table_is_drawn_with_the_own_hand_and_what_is_known_of_others() {
    let mut position = begun();
    play(&mut position, "9C take 9D done 7C TC 7H");
    let mine = drawn(&position, Some(seat(1)));
    println!("{mine}");
    assert!(mine.contains("trump AS (spades)    talon 22    discarded 0"));
    assert!(mine.contains("bout 2: seat 1 must beat 7H or take"));
    assert!(mine.contains("attack   7C 7H  .  .  .  ."));
    assert!(mine.contains("defence  TC --"));
    assert!(mine.contains("7 cards   9C 6D 7D 8D 9D 9H 7S"), "trumps come last");
    assert!(mine.contains("4 cards   6S ·· ·· ··"));
    let public = drawn(&position, None);
    assert!(public.contains("7 cards   9C 9D ·· ·· ·· ·· ··"));
    let drawing = Durak::draw(&position.view(None));
    let seats = drawing.lines.iter().flatten().filter(|span| matches!(span.tone, Tone::Seat(_)));
    assert_eq!(seats.count(), 2);
    assert!(drawing.lines.iter().flatten().any(|span| span.tone == Tone::Strong));
}

#[test]
fn long_hands_and_six_seats_fit_on_a_screen() {
    let options = Options { seats: 6, deck: 52, games: 99, ..Options::default() };
    let long =
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2H 3H 4H";
    let hands = [long, "AC AH", "2S", "", "5H 6H", "7H"];
    for index in 0..6 {
        let text = drawn(&late(options, "6S", &hands, 0), Some(seat(index)));
        println!("{text}");
        assert!(text.lines().count() <= 24 && text.contains("out      place 1"));
    }
    let mut position = late(Options::default(), "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    assert!(drawn(&position, None).contains("a draw"));
    let text = drawn(&start(options), None);
    assert!(text.contains("before the first deal"));
    let mut position = start(options);
    let hands = [
        "2C 3C 4C 5C 6C 7C",
        "2D 3D 4D 5D 6D 7D",
        "2H 3H 4H 5H 6H 7H",
        "8C 9C TC JC QC KC",
        "8D 9D TD JD QD KD",
        "8H 9H TH JH QH KH",
    ];
    position.deal(&deal(options, &hands, "", "AS")).expect("a good deal");
    assert!(drawn(&position, Some(Seat::new(5))).contains("game 1 of 99, bout 1: seat 0 attacks"));
}
