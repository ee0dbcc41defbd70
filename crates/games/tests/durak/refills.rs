//! Between bouts: the refill, and the next attacker.

use crate::common::moves::{play, seat};
use crate::durak::table::{
    FOUR, HANDS, Late, TWO, begun, cards, dealt, four, hand, late, outcome, to_move,
};
use juez_core::State;
use juez_games::durak::Phase;

// The refill.

#[test]
fn hands_are_filled_up_to_six_attacker_first_and_defender_last() {
    let mut position = dealt(TWO, &HANDS, "6H 7H 8H 8S", "AS");
    play(&mut position, "7C TC done");
    assert_eq!(hand(&position, 0), "6C 6H 6S 8C 9C 9D");
    assert_eq!(hand(&position, 1), "6D 7D 7H 7S 8D 9H");
    assert_eq!(position.reveal().face_down[..2], ["8H", "8S"]);
}

#[test]
fn the_others_draw_between_them_in_throwing_order_whether_they_threw_or_not() {
    let hands = ["6C 7C 9C QC KC", "8C 8D 9D TD JC JD", "6D 7D QD KD AD", "6H 7H JH"];
    let late =
        Late { options: FOUR, trump: "6S", talon: "AH 6S", hands: &hands, attacker: 0, bouts: 3 };
    let mut position = late.position();
    // Seat 0 lacks two cards after its attack and gets both, seats 2 and 3 nothing.
    play(&mut position, "7C 8C done done done");
    assert_eq!(hand(&position, 0), "6C 6S 9C AH KC QC");
    let more = Late {
        hands: &["6C 7C 9C QC KC AC JS", "8C 8D 9D TD JC", "6D 7D QD KD AD", "6H 7H JH"],
        ..late
    };
    let mut position = more.position();
    play(&mut position, "7C 8C done done done");
    assert_eq!(hand(&position, 0), "6C 9C AC JS KC QC");
    assert_eq!(hand(&position, 2), "6D 7D AD AH KD QD", "seat 2 comes before seats 3 and 1");
    assert_eq!(hand(&position, 3), "6H 6S 7H JH");
    assert_eq!(position.public().known[seat(3)], cards("6H 6S 7H JH"), "the trump card was seen");
    assert!(!position.public().known[seat(2)].meets(cards("AH")), "but no other card");
}

#[test]
fn who_took_holds_more_than_six_and_draws_nothing() {
    let mut position = dealt(TWO, &HANDS, "TH JH", "AS");
    play(&mut position, "9C take 9D done");
    assert_eq!(position.hand(seat(1)).len(), 8);
    assert_eq!(position.hand(seat(0)).len(), 6);
    assert_eq!(position.public().talon, 22);
}

#[test]
fn the_trump_card_is_drawn_last() {
    let hands = ["6C 7C 9C QC KC", "8C 8D 9D TD JC"];
    let late =
        Late { options: TWO, trump: "6S", talon: "6S", hands: &hands, attacker: 0, bouts: 3 };
    let mut position = late.position();
    play(&mut position, "7C 8C done");
    assert_eq!((hand(&position, 0).as_str(), position.public().talon), ("6C 6S 9C KC QC", 0));
}

#[test]
fn a_seat_with_an_empty_hand_is_out_only_if_the_refill_gives_it_nothing() {
    let saved = Late {
        options: TWO,
        trump: "6S",
        talon: "6S",
        hands: &["7C", "8C 9C"],
        attacker: 0,
        bouts: 3,
    };
    let mut position = saved.position();
    play(&mut position, "7C 8C done");
    assert!(position.public().plays(seat(0)));
    assert_eq!(hand(&position, 0), "6S");
    let mut position = Late { talon: "", ..saved }.position();
    play(&mut position, "7C 8C done");
    assert_eq!(outcome(&position), (vec![1, 2], vec![1, 0]));
}

// The next attacker.

#[test]
fn a_defender_who_held_out_attacks_next() {
    let mut position = begun();
    play(&mut position, "7C TC done");
    assert_eq!((to_move(&position), position.public().phase), (1, Phase::Attack));
    assert_eq!(position.public().defender, seat(0));
}

#[test]
fn with_two_the_same_seat_attacks_again_after_a_take() {
    let mut position = begun();
    play(&mut position, "7C take done");
    assert_eq!((to_move(&position), position.public().phase), (0, Phase::Attack));
}

#[test]
fn after_a_take_the_seat_after_the_defender_attacks() {
    let mut position = four();
    play(&mut position, "9C take done done done");
    assert_eq!((to_move(&position), position.public().defender), (2, seat(3)));
}

#[test]
fn if_the_defender_is_out_the_seat_after_him_attacks() {
    let mut position = late(FOUR, "6S", &["7C 9C", "8C", "QH KH", "JH JD"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(position.public().place(seat(1)), Some(1));
    assert_eq!((to_move(&position), position.public().defender), (2, seat(3)));
}

#[test]
fn a_seat_that_is_out_neither_attacks_nor_defends() {
    let mut position = late(FOUR, "6S", &["7C 9C", "8C TD", "", "JH JD"], 0);
    play(&mut position, "9C take done done");
    assert_eq!((to_move(&position), position.public().defender), (3, seat(0)));
}
