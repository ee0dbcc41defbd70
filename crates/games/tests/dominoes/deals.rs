//! Deals: the refused ones, and their serialized form.

use crate::common::moves::play;
use crate::dominoes::table::{CLOSING_TOO, HANDS, HEAVY, deal, deal_to, start, table};
use juez_core::State;
use juez_games::dominoes::{Deal, Position};

#[track_caller]
fn refused(position: &Position, deal: Deal) -> String {
    let mut copy = *position;
    let error = copy.deal(&deal).expect_err("impossible").to_string();
    assert_eq!(copy, *position, "a refused deal changes nothing");
    error.trim_start_matches("impossible deal: ").to_string()
}

#[test]
fn an_impossible_deal_is_refused_with_the_reason() {
    let before = start("{}");
    let with = |first: &str| deal(&[first, HANDS[1], HANDS[2], HANDS[3]]);
    assert_eq!(refused(&before, deal(&HANDS[..3])), "3 hands for 4 seats");
    assert_eq!(refused(&before, deal(&[HANDS[0]; 5])), "5 hands for 4 seats");
    assert_eq!(refused(&before, with("00 10 20 30 40 50")), "seat 0 is dealt 6 tiles instead of 7");
    assert_eq!(
        refused(&before, with("00 10 20 30 40 50 60 21")),
        "seat 0 is dealt 8 tiles instead of 7"
    );
    assert_eq!(
        refused(&before, with("00 10 20 30 40 50 21")),
        "21 is dealt twice: to seat 0 and to seat 1"
    );
    let json = |text: &str| serde_json::from_str::<Deal>(text).expect_err(text).to_string();
    assert!(json(r#"{"hands":[["66","66"],[],[],[]]}"#).contains("66 appears twice"));
    assert!(json(r#"{"hands":[["36"],[],[],[]]}"#).contains("write 63, not 36"));
    assert!(json(r#"{"hands":[["77"],[],[],[]]}"#).contains("a tile 00 to 66"));
    assert!(json(r#"{"hands":[[],[],[],[]],"trump":"66"}"#).contains("unknown field"));
    let table = table("{}", &HANDS);
    assert_eq!(refused(&table, deal(&HANDS)), "the hand in progress is not over");
}

#[test]
fn a_deal_names_an_opener_exactly_when_chance_decides_it() {
    assert_eq!(
        refused(&start("{}"), deal_to(&HANDS, 2)),
        "only with opener=random does a deal name an opener"
    );
    let random = start(r#"{"opener":"random"}"#);
    assert_eq!(
        refused(&random, deal_to(&HANDS, 2)),
        "the first deal names no opener: the holder of 66 opens"
    );
    let mut second = table(r#"{"opener":"random"}"#, &HEAVY);
    play(&mut second, CLOSING_TOO);
    assert_eq!(
        refused(&second, deal(&HANDS)),
        "with opener=random it must name the opener: seat 1 or 3"
    );
    for other in [0, 2, 4, 5] {
        assert_eq!(
            refused(&second, deal_to(&HANDS, other)),
            format!("seat {other} cannot open: the opening pair is seats 1 and 3")
        );
    }
    for rule in ["ask", "winner"] {
        let mut second = table(&format!(r#"{{"opener":"{rule}"}}"#), &HEAVY);
        play(&mut second, CLOSING_TOO);
        assert_eq!(
            refused(&second, deal_to(&HANDS, 1)),
            "only with opener=random does a deal name an opener"
        );
    }
}

#[test]
fn a_deal_is_written_with_ascending_hands() {
    let text = serde_json::to_string(&deal_to(&HANDS, 3)).expect("text");
    assert_eq!(
        text,
        r#"{"hands":[["00","10","20","30","40","50","60"],["11","21","22","31","41","51","61"],["32","33","42","43","52","62","66"],["44","53","54","55","63","64","65"]],"opener":3}"#
    );
    assert!(!serde_json::to_string(&deal(&HANDS)).expect("text").contains("opener"));
}
