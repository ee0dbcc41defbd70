//! Tute Cabrero in words: notation, reasons, options, the drawn table, queries.

use crate::common::moves::{play, seat, why};
use crate::tute::table::{dealt, halves};
use juez_core::{Arg, Args, Game, Next, State};
use juez_games::tute::{Match, Move, Options, Tute};
use serde_json::{Value, json};

#[test]
fn the_explanation_names_the_rule_and_the_cards() {
    let mut state = halves();
    assert_eq!(why(&state, "E1"), "seat 1 does not hold E1");
    assert_eq!(why(&state, "40:O"), "no seat may sing before the first trick is won");
    play(&mut state, "C7 E1 E2");
    assert_eq!(why(&state, "O1"), "seat 0 must follow copas with C1, C10, C11, C12 or C3");
    assert_eq!(why(&state, "C7"), "C7 has already been played");
    assert_eq!(why(&state, "40:O"), "seat 0 does not lead this trick: only the leader may sing");
    play(&mut state, "C10");
    assert_eq!(why(&state, "20:O"), "oros is trump: its song is 40:O");
    assert_eq!(why(&state, "40:C"), "copas is not trump: its song is 20:C");
    assert_eq!(
        why(&state, "tute:R"),
        "tute:R needs B12, C12, E12 and O12: seat 0 does not hold B12 and E12"
    );
    play(&mut state, "O1");
    assert_eq!(why(&state, "C2"), "seat 1 must follow oros with O2, O4, O5, O6 or O7");
}

#[test]
fn the_explanation_names_what_must_be_beaten() {
    let hands = "0: O2 B5; 1: B4 B7 B1 C1 C3 C4 C5 C6 C7 C2; 2:; 3:";
    let mut state = dealt(r#""seats":4"#, 10, hands);
    play(&mut state, "B5");
    assert_eq!(why(&state, "B4"), "seat 1 must beat B5 with B1 or B7");
    let mut state = dealt(
        r#""seats":4"#,
        10,
        "0: O2 B5 B4 B2 B6 B7 B10 B11 B12 B3; 1: O6 O1 C1 C2 C3 C4 C5 C6 C7 C10;
         2: O10 O4 E1 E2 E3 E4 E5 E6 E7 E10; 3: B1 O7 O3 O12 O11 O5 C12 C11 E12 E11",
    );
    play(&mut state, "B5");
    assert_eq!(why(&state, "C1"), "seat 1 has no bastos and must trump with O1 or O6");
    play(&mut state, "O6");
    assert_eq!(why(&state, "O4"), "seat 2 has no bastos and must beat O6 with O10");
    play(&mut state, "O10 B1");
}

#[test]
fn the_default_options_are_those_of_the_table() {
    assert_eq!(
        serde_json::to_value(Options::default()).unwrap(),
        json!({"seats": 3, "limit": 4, "trump": "cycle", "six": "dealer_out", "swap": "every",
            "capote_canto": "wins", "tie": "all", "illegal": "fallo"})
    );
}

#[test]
fn only_the_exact_notation_is_read() {
    for mv in Move::all() {
        assert_eq!(crate::tute::table::mv(&mv.to_string()), mv);
    }
    for text in [
        "", "o1", "O8", "O01", "1O", "40O", "40:o", "40: O", "tute", "tute:O", "Fallo", "O1 ",
        "30:O",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
    let hint = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert!(hint("o12").contains("(suits are written in capital letters: O12)"), "{}", hint("o12"));
    assert!(hint(" O1").contains("(without the blanks around it: O1)"));
    assert!(hint("12O").contains("(the suit comes first: O12)"));
    assert!(hint("O9").contains("(ranks are 1 to 7 and 10 to 12)"));
    assert!(hint("20").contains("(with the suit, such as 20:O)"));
    assert!(hint("40:o").contains("(suits are written in capital letters: 40:O)"));
    assert!(hint("TUTE:r").contains("(songs are written like tute:R)"));
    assert!(hint("tute").contains("tute:R of the four kings or tute:C of the four horses"));
    assert!(hint("20:X").contains("(20: and a suit letter, B, C, E or O)"));
}

#[test]
fn the_public_drawing_shows_no_hand_and_a_seat_sees_its_own() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C1 40:O O1");
    let public = Tute::draw(&state.view(None)).to_string();
    assert!(public.contains("trump oros") && public.contains("40:O"), "{public}");
    assert!(public.contains("(1) C7  (2) E1  (3) E2  (0)[C1]"), "{public}");
    assert!(!public.contains("B12"));
    let own = Tute::draw(&state.view(Some(seat(2)))).to_string();
    assert!(own.contains("bastos   B1  B3  B12 B11 B10"), "{own}");
    assert!(own.lines().all(|line| line.chars().count() <= 80));
}

/// Returns the answer of a query over the view of a seat and, if that seat is to move, over the
/// world too.
fn ask(state: &Match, me: u8, name: &str, args: &[Arg<'_>]) -> Value {
    let query = Tute::QUERIES.iter().find(|query| query.row.name == name).expect("a query");
    assert_eq!(query.row.params.len(), args.len(), "{name}");
    let seen = (query.on_view)(&state.view(Some(seat(me))), Args(args)).unwrap();
    if state.next() == Next::Move(seat(me)) {
        assert_eq!((query.on_world)(state, Args(args)).unwrap(), seen, "{name}");
    }
    seen.into_value()
}

#[test]
fn queries_tell_what_a_seat_knows() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C1 40:O O12");
    let of = |name: &str, s: u8| ask(&state, 1, name, &[Arg::Seat(seat(s))]);
    let all = |name: &str| ask(&state, 1, name, &[]);
    let card = |name: &str, card: &str| ask(&state, 1, name, &[Arg::Text(card)]);
    let beats = |a: &str, b: &str| ask(&state, 1, "beats", &[Arg::Text(a), Arg::Text(b)]);
    assert_eq!(all("hand"), json!(["C2", "C4", "C5", "C6", "O2", "O4", "O5", "O6", "O7"]));
    assert_eq!((all("trick"), all("leader"), all("winner")), (json!(["O12"]), json!(0), json!(0)));
    assert_eq!((all("trump"), all("mano"), all("dealer")), (json!("O"), json!(1), json!(0)));
    assert_eq!(
        (of("in_hand", 3), of("count", 0), of("count", 3)),
        (json!(true), json!(8), json!(9))
    );
    assert_eq!(
        (of("porotos", 0), of("tricks", 0), of("hand_points", 0)),
        (json!(0), json!(1), json!(62))
    );
    assert_eq!((of("played", 0), of("songs", 0)), (json!(["C1", "O12"]), json!(["40:O"])));
    assert_eq!((of("taken", 0), of("taken", 1)), (json!(["C1", "C7", "E1", "E2"]), json!([])));
    assert_eq!((of("known", 0), of("known", 1)), (json!(["O11"]), json!(["O2"])));
    assert_eq!((of("voids", 2), of("voids", 1)), (json!(["C", "O"]), json!(["B", "E"])));
    assert_eq!(of("may_hold", 1), all("hand"), "one's own hand is known");
    let may: Vec<String> = serde_json::from_value(of("may_hold", 2)).unwrap();
    assert!(may.iter().all(|card| "EB".contains(&card[..1])), "{may:?}");
    assert_eq!(all("unseen").as_array().unwrap().len(), 40 - 5 - 9);
    assert_eq!((card("card_points", "B3"), card("strength", "B3")), (json!(10), json!(9)));
    assert_eq!((beats("O2", "B1"), beats("B1", "O2")), (json!(true), json!(false)));
    assert_eq!((beats("B3", "B12"), beats("B3", "E2")), (json!(true), json!(false)));
    assert_eq!(
        (all("shown"), all("exchanger"), all("undealt")),
        (json!(null), json!(null), json!(null))
    );
    assert_eq!(of("lost", 0), json!(false));
    state.play_unchecked(Move::Fallo);
    assert_eq!(ask(&state, 0, "lost", &[Arg::Seat(seat(1))]), json!(true));
    assert_eq!(ask(&state, 0, "unseen", &[]), json!([]));
}

#[test]
fn queries_tell_of_the_exchange_to_whom_it_is_known() {
    let state = dealt("", 13, "0: O2 C4; 1: O7; 2:; undealt: B1");
    assert_eq!(ask(&state, 1, "exchanger", &[]), json!(0));
    assert_eq!(ask(&state, 0, "undealt", &[]), json!("B1"));
    assert_eq!(ask(&state, 2, "undealt", &[]), json!(null));
    let shown =
        dealt(r#""seats":4,"trump":"last_card""#, 10, "0: E5 C4; 1: O2 E1; 2:; 3:; trump: E5");
    assert_eq!(ask(&shown, 3, "shown", &[]), json!("E5"));
    let query = Tute::QUERIES.iter().find(|query| query.row.name == "strength").unwrap();
    let error = (query.on_world)(&state, Args(&[Arg::Text("X9")])).unwrap_err();
    assert!(error.to_string().contains("cannot read"), "{error}");
}
