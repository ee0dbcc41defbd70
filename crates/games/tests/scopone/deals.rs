//! The deal: sizes, kings on the table, refusals; and the seat to play.

use crate::common::moves::seat;
use crate::scopone::table::{NINE, deal_of, filled, finish_hand, start};
use juez_core::{Game, Next, Seed, State};
use juez_games::scopone::Scopone;
use serde_json::json;

#[test]
fn nine_cards_each_and_four_on_the_table_or_ten_and_none() {
    for (kind, hand, table) in [("solo9", 9, 4), ("team9", 9, 4), ("team10", 10, 0)] {
        let mut position = start(json!({"kind": kind}));
        assert_eq!(position.next(), Next::Deal);
        let deal = Scopone::shuffle(&position, &mut Seed::from(1).rng());
        position.deal(&deal).unwrap();
        assert_eq!(position.public().table.len(), table);
        for s in 0..4 {
            assert_eq!(
                (position.hand(seat(s)).len(), position.public().held(seat(s))),
                (hand, hand)
            );
        }
    }
}

#[test]
fn a_shuffle_never_leaves_three_kings_on_the_table() {
    for kind in ["solo9", "team9"] {
        let position = start(json!({"kind": kind}));
        let mut two = 0;
        for n in 0..4000 {
            let deal = Scopone::shuffle(&position, &mut Seed::from(n).rng());
            let kings = deal.table.iter().filter(|card| card.value() == 10).count();
            assert!(kings < 3, "{}", deal.table);
            two += u32::from(kings == 2);
        }
        assert!(two > 50, "two kings are nothing special");
    }
}

#[test]
fn a_given_deal_with_three_or_four_kings_on_the_table_is_refused() {
    for kind in ["solo9", "team9"] {
        for (table, kings) in [
            ("B10 C10 D10 S1", "3 kings are on the table (B10 C10 D10)"),
            ("B10 C10 D10 S10", "4 kings are on the table (B10 C10 D10 S10)"),
        ] {
            let error = start(json!({"kind": kind})).deal(&filled([""; 4], table)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("impossible deal: {kings}, so it is dealt again")
            );
        }
        start(json!({"kind": kind})).deal(&filled([""; 4], "B10 C10 D1 S1")).unwrap();
    }
}

fn refused(kind: &str, hands: &[&str], table: &str) -> String {
    let mut position = start(json!({"kind": kind}));
    let before = position;
    let error = match deal_of(hands, table) {
        Ok(deal) => position.deal(&deal).expect_err("an impossible deal").to_string(),
        Err(error) => error,
    };
    assert_eq!(position, before, "a refused deal changes nothing");
    error
}

#[test]
fn an_impossible_deal_is_refused_with_the_reason() {
    let table = "S6 S7 S8 S9";
    let with = |index: usize, hand: &'static str| {
        let mut hands = NINE;
        hands[index] = hand;
        hands
    };
    assert_eq!(refused("team9", &NINE[..3], table), "impossible deal: 3 hands for 4 seats");
    assert_eq!(
        refused("team9", &with(1, "B9 C1"), table),
        "impossible deal: seat 1 is dealt 2 cards instead of 9"
    );
    assert_eq!(
        refused("team9", &with(2, "C8 C9 D1 D10 D2 D3 D4 D5 D6 S6"), table),
        "impossible deal: seat 2 is dealt 10 cards instead of 9"
    );
    assert_eq!(
        refused("solo9", &NINE, "S6 S7 S8"),
        "impossible deal: the table is dealt 3 cards instead of 4"
    );
    assert_eq!(
        refused("team9", &NINE, "S6 S7 S8 S5"),
        "impossible deal: S5 is dealt twice: to seat 3 and to the table"
    );
    assert_eq!(
        refused("team9", &with(1, "B8 C1 C10 C2 C3 C4 C5 C6 C7"), table),
        "impossible deal: B8 is dealt twice: to seat 0 and to seat 1"
    );
    let error = refused("team9", &with(0, "B1 B1 B2 B3 B4 B5 B6 B7 B8"), table);
    assert!(error.contains("B1 appears twice"), "{error}");
    let error = refused("team9", &with(0, "B11 B10 B2 B3 B4 B5 B6 B7 B8"), table);
    assert!(error.contains("B11"), "{error}");
    assert_eq!(
        refused("team10", &NINE, table),
        "impossible deal: seat 0 is dealt 9 cards instead of 10"
    );
    let ten = filled([""; 4], "");
    let mut position = start(json!({"kind": "team10"}));
    position.deal(&ten).unwrap();
    let error = position.deal(&ten).unwrap_err();
    assert_eq!(error.to_string(), "impossible deal: none is due");
    let five: Vec<&str> = NINE.iter().copied().chain([table]).collect();
    assert_eq!(refused("team9", &five, ""), "impossible deal: 5 hands for 4 seats");
    let unknown = json!({"hands": [], "table": [], "talon": []});
    assert!(serde_json::from_value::<juez_games::scopone::Deal>(unknown).is_err());
}

#[test]
fn a_deal_is_written_ascending_and_read_in_any_order() {
    let mut hands = NINE.map(|hand| hand.split(' ').rev().collect::<Vec<_>>().join(" "));
    hands.rotate_left(1);
    let hands: Vec<&str> = hands.iter().map(|hand| &hand[..]).collect();
    let deal = deal_of(&hands, "S9 S8 S7 S6").unwrap();
    start(json!({})).deal(&deal).unwrap();
    let text = serde_json::to_string(&deal).unwrap();
    assert!(text.starts_with(r#"{"hands":[["B9","C1","C10","C2","#), "{text}");
    assert!(text.ends_with(r#""table":["S6","S7","S8","S9"]}"#), "{text}");
}

// --- the seat to play

#[test]
fn lone_players_begin_with_seat_0() {
    let mut position = start(json!({"kind": "solo9"}));
    position.deal(&filled([""; 4], "B1 B2 B3 B4")).unwrap();
    assert_eq!(position.next(), Next::Move(seat(0)));
}

#[test]
fn turns_go_round_the_table() {
    let mut position = start(json!({"kind": "team10", "first": 2}));
    position.deal(&filled([""; 4], "")).unwrap();
    for ply in 0..40 {
        assert_eq!(position.next(), Next::Move(seat((2 + ply) % 4)));
        let first = position.legal_moves()[0];
        position.play(first).unwrap();
    }
    assert!(!matches!(position.next(), Next::Move(_)), "forty cards are a hand");
}

#[test]
fn the_first_player_advances_with_each_hand() {
    for first in 0..4u8 {
        let mut position = start(json!({"kind": "team9", "first": first}));
        for hand in 0..6 {
            let deal = Scopone::shuffle(&position, &mut Seed::from(u64::from(hand)).rng());
            position.deal(&deal).unwrap();
            assert_eq!(position.next(), Next::Move(seat((first + hand) % 4)));
            assert_eq!(position.public().first, seat((first + hand) % 4));
            finish_hand(&mut position);
            if position.next() == Next::Over {
                break;
            }
        }
    }
}
