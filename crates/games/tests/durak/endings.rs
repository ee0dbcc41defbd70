//! Ends of a game: the durak, draws, `last_card` and `max_bouts`.

use crate::common::moves::{play, seat};
use crate::durak::table::{FOUR, THREE, TWO, late, outcome};
use juez_core::{Game, HandEnd, State};
use juez_games::durak::{Durak, LastCard, Options, Position};

#[test]
fn the_last_seat_with_cards_is_the_durak() {
    let mut position = late(THREE, "6S", &["7C 9C", "8C", "KH"], 2);
    play(&mut position, "KH take done done");
    assert_eq!(position.public().place(seat(2)), Some(1));
    assert_eq!(position.points().as_slice(), [0, 0, 1], "its point is certain");
    play(&mut position, "8C 9C done");
    assert_eq!(outcome(&position), (vec![3, 2, 1], vec![0, 1, 1]));
    assert_eq!(position.public().durak, Some(seat(0)));
}

#[test]
fn those_who_get_out_in_the_same_bout_share_their_rank() {
    let mut position = late(FOUR, "6S", &["7C", "8C", "7H TH", "KD AD"], 0);
    play(&mut position, "7C 8C");
    let public = position.public();
    assert_eq!((public.place(seat(0)), public.place(seat(1))), (Some(1), Some(1)));
    play(&mut position, "TH take done 7H take done");
    assert_eq!(outcome(&position), (vec![1, 1, 3, 4], vec![1, 1, 1, 0]));
}

#[test]
fn if_nobody_is_left_those_of_the_last_bout_draw() {
    let mut position = late(TWO, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(outcome(&position), (vec![1, 1], vec![0, 0]));
    assert_eq!(position.public().durak, None);
    let mut position = late(THREE, "6S", &["7C", "", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(outcome(&position), (vec![2, 1, 2], vec![0, 1, 0]), "seat 1 was out before");
}

#[test]
fn with_attacker_wins_the_last_defender_is_the_durak() {
    let rules = Options { last_card: LastCard::AttackerWins, ..TWO };
    let mut position = late(rules, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(outcome(&position), (vec![1, 2], vec![1, 0]));
    assert_eq!(position.public().durak, Some(seat(1)));
}

#[test]
fn with_attacker_wins_the_others_of_the_last_bout_share_their_rank() {
    let rules = Options { last_card: LastCard::AttackerWins, ..FOUR };
    let mut position = late(rules, "6S", &["7C", "8C 8D", "7D", ""], 0);
    play(&mut position, "7C 8C done 7D 8D");
    assert_eq!(outcome(&position), (vec![2, 4, 2, 1], vec![1, 0, 1, 1]));
    let mut position = late(FOUR, "6S", &["7C", "8C 8D", "7D", ""], 0);
    play(&mut position, "7C 8C done 7D 8D");
    assert_eq!(outcome(&position), (vec![2, 2, 2, 1], vec![0, 0, 0, 1]));
}

#[test]
fn at_max_bouts_those_who_hold_cards_draw() {
    let rules = Options { max_bouts: 10, ..THREE };
    let mut position = late(rules, "6S", &["7C 9C", "8C TD", "QH"], 0);
    play(&mut position, "7C 8C done done");
    assert_eq!(position.public().bouts, 10);
    assert_eq!(outcome(&position), (vec![1, 1, 1], vec![0, 0, 0]));
}

#[test]
fn max_bouts_comes_after_the_refill_and_getting_out() {
    let rules = Options { max_bouts: 10, ..THREE };
    let mut position = late(rules, "6S", &["7C", "8C TD", "QH"], 0);
    play(&mut position, "7C 8C done done");
    assert_eq!(outcome(&position), (vec![1, 2, 2], vec![1, 0, 0]), "seat 0 is out in that bout");
    let mut position = late(Options { max_bouts: 10, ..TWO }, "6S", &["7C", "8C TD"], 0);
    play(&mut position, "7C 8C done");
    assert_eq!(outcome(&position), (vec![1, 2], vec![1, 0]), "the normal end comes first");
}

/// Returns the score of the finished game: cards left, place and point of each seat, and the end.
fn scored(position: &Position) -> ([Vec<i32>; 3], HandEnd) {
    let score = Durak::hand_score(position).expect("the game is over");
    let labels: Vec<_> = score.rows.iter().map(|row| row.label).collect();
    assert_eq!(labels, ["left", "place", "sum"]);
    let [left, place, sum] = &score.rows[..] else { unreachable!("three labels") };
    ([left.values.clone(), place.values.clone(), sum.points.clone()], score.end.expect("an end"))
}

#[test]
fn the_score_of_a_game_names_the_durak_and_who_went_out_when() {
    let mut position = late(THREE, "6S", &["7C 9C", "8C", "KH"], 2);
    play(&mut position, "KH take done done");
    assert_eq!(Durak::hand_score(&position), None, "seat 2 is out, the others play on");
    play(&mut position, "8C 9C done");
    let durak = HandEnd { kind: "durak", seat: Some(seat(0)) };
    assert_eq!(scored(&position), ([vec![2, 0, 0], vec![3, 2, 1], vec![0, 1, 1]], durak));
}

#[test]
fn in_the_score_of_a_drawn_game_only_who_was_out_before_has_a_point() {
    let draw = || HandEnd { kind: "draw", seat: None };
    let mut position = late(THREE, "6S", &["7C", "", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(scored(&position), ([vec![0; 3], vec![2, 1, 2], vec![0, 1, 0]], draw()));
    let rules = Options { last_card: LastCard::AttackerWins, ..TWO };
    let mut position = late(rules, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    let durak = HandEnd { kind: "durak", seat: Some(seat(1)) };
    assert_eq!(scored(&position), ([vec![0; 2], vec![1, 2], vec![1, 0]], durak));
}
