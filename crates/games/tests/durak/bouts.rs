//! A bout: attack, defence, throwing in, taking, and the limit.

use crate::common::moves::{legal, play, seat};
use crate::durak::table::{
    FOUR, HANDS, THREE, TWO, begun, cards, dealt, four, hand, late, mv, outcome, to_move,
};
use juez_core::{Next, State};
use juez_games::durak::{Options, Phase};

#[test]
fn the_attacker_may_begin_with_any_card_and_must_play_one() {
    assert_eq!(legal(&begun()), "6C 6S 7C 8C 9C 9D");
}

#[test]
fn the_defender_beats_the_card_or_takes() {
    let mut position = begun();
    play(&mut position, "8C");
    assert_eq!(to_move(&position), 1);
    assert_eq!(legal(&position), "7S TC take");
}

#[test]
fn taking_is_allowed_with_and_without_a_card_that_beats() {
    let mut position = begun();
    play(&mut position, "8C take");
    let mut position = late(TWO, "6S", &["AC 8C", "7C 8D"], 0);
    play(&mut position, "AC");
    assert_eq!(legal(&position), "take");
}

#[test]
fn cards_of_a_rank_on_the_table_may_be_thrown_in_those_of_the_defence_too() {
    let mut position = begun();
    play(&mut position, "6C");
    assert_eq!(legal(&position), "7S TC take");
    play(&mut position, "7S");
    assert_eq!(to_move(&position), 0);
    assert_eq!(legal(&position), "6S 7C done");
}

#[test]
fn a_card_thrown_in_has_to_be_beaten_before_the_next() {
    let mut position = begun();
    play(&mut position, "6C TC 6S");
    assert_eq!((to_move(&position), legal(&position).as_str()), (1, "7S take"));
}

#[test]
fn the_attacker_is_asked_first_then_the_others_from_the_defenders_left() {
    let mut position = four();
    play(&mut position, "7C 8C");
    let mut asked = Vec::new();
    while position.public().phase == Phase::Throw {
        asked.push(to_move(&position));
        play(&mut position, "done");
    }
    assert_eq!(asked, [0, 2, 3], "everybody but the defender");
    assert_eq!(position.public().attacker, seat(1));
}

#[test]
fn with_seats_out_the_order_skips_them() {
    let mut position = late(FOUR, "6S", &["6C 7C 9C", "", "8C TD 9H", "6H 7H"], 0);
    assert_eq!(position.public().defender, seat(2));
    play(&mut position, "7C 8C done");
    assert_eq!(to_move(&position), 3);
    let mut position = late(FOUR, "6S", &["6C 7C 9C", "8C TD 9H", "6H 7H", ""], 2);
    assert_eq!(position.public().defender, seat(0));
    play(&mut position, "6H take done");
    assert_eq!(to_move(&position), 1);
}

#[test]
fn after_every_card_thrown_in_the_round_starts_again_from_the_attacker() {
    let mut position = four();
    play(&mut position, "7C 8C done 7D");
    assert_eq!((to_move(&position), legal(&position).as_str()), (1, "8D 9D TD take"));
    play(&mut position, "8D");
    assert_eq!((to_move(&position), legal(&position).as_str()), (0, "done"));
    play(&mut position, "done done");
    assert_eq!((to_move(&position), legal(&position).as_str()), (3, "7H done"));
}

#[test]
fn when_all_are_done_a_beaten_bout_is_discarded() {
    let mut position = four();
    play(&mut position, "7C 8C done done done");
    let public = position.public();
    assert!(public.discard.covers(cards("7C 8C")));
    assert_eq!((public.bouts, public.phase), (10, Phase::Attack));
    assert!(public.table.pairs().is_empty());
}

#[test]
fn after_take_cards_are_added_from_the_attacker_on_until_all_are_done() {
    let mut position = four();
    play(&mut position, "7C take");
    assert_eq!((to_move(&position), legal(&position).as_str()), (0, "done"));
    play(&mut position, "done 7D");
    assert_eq!(to_move(&position), 0, "a new round, and no answer of the defender");
    play(&mut position, "done");
    assert_eq!((to_move(&position), legal(&position).as_str()), (2, "done"));
    play(&mut position, "done 7H done done");
    assert_eq!(to_move(&position), 3);
    play(&mut position, "done");
    assert_eq!(hand(&position, 1), "7C 7D 7H 8C 8D 9D TD");
    assert_eq!(position.public().known[seat(1)], cards("7C 7D 7H 8C 8D 9D TD"));
}

#[test]
fn after_take_the_defender_takes_his_own_cards_back_too() {
    let mut position = four();
    play(&mut position, "7C 8C done 7D take done done done");
    assert_eq!(hand(&position, 1), "7C 7D 8C 8D 9D TD");
}

#[test]
fn a_seat_without_a_fitting_card_is_listed_with_done_alone() {
    let mut position = late(THREE, "6S", &["7C 9C", "8C TD 9H", "QH KH"], 0);
    play(&mut position, "7C 8C done");
    assert_eq!((to_move(&position), legal(&position).as_str()), (2, "done"));
}

#[test]
fn inside_a_bout_a_seat_without_cards_says_done_and_stays() {
    let mut position = late(THREE, "6S", &["7C", "8C TD 9H", "QH KH"], 0);
    play(&mut position, "7C 8C");
    assert_eq!((to_move(&position), legal(&position).as_str()), (0, "done"));
    assert!(position.public().plays(seat(0)));
    play(&mut position, "done done");
    assert_eq!(position.public().place(seat(0)), Some(1));
}

#[test]
fn the_limit_is_six_or_what_the_defender_held_when_the_bout_began() {
    assert_eq!(begun().public().limit, 6);
    let position = late(TWO, "6S", &["6C 7C 8C 9C", "6D 7D"], 0);
    assert_eq!(position.public().limit, 2);
    let position = late(TWO, "6S", &["6C 7C", "6D 7D 8D 9D TD JD QD KD"], 0);
    assert_eq!(position.public().limit, 6);
}

#[test]
fn a_bout_ends_at_once_when_its_last_card_is_beaten() {
    let mut position = late(TWO, "6S", &["6C 6D 6H 8C", "7C 7D"], 0);
    play(&mut position, "6C 7C 6D");
    assert_eq!(position.public().room(), 0);
    play(&mut position, "7D");
    assert_eq!(position.next(), Next::Over, "seat 1 is out without a question to seat 0");
    assert_eq!(outcome(&position), (vec![2, 1], vec![0, 1]));
}

#[test]
fn a_bout_ends_at_once_when_its_last_card_is_taken() {
    let mut position = late(THREE, "6S", &["6C 6D 8C", "7C 9D", "6H KH"], 0);
    play(&mut position, "6C 7C 6D take");
    assert_eq!(hand(&position, 1), "6C 6D 7C 9D");
    assert_eq!(to_move(&position), 2);
}

#[test]
fn a_bout_ends_at_once_when_the_last_card_is_added_after_take() {
    let mut position = late(THREE, "6S", &["6C 6D 6H 8C", "7C 9D", "QH KH"], 0);
    play(&mut position, "6C take 6D");
    assert_eq!(hand(&position, 1), "6C 6D 7C 9D");
    assert_eq!(to_move(&position), 2);
}

#[test]
fn with_first5_five_cards_attack_until_something_is_discarded() {
    let first5 = Options { first5: true, ..TWO };
    let mut position = dealt(first5, &HANDS, "6H 7H 8H 9S TS", "AS");
    assert_eq!(position.public().limit, 5);
    play(&mut position, "6C take done");
    assert_eq!(position.public().limit, 5, "nothing was discarded");
    play(&mut position, "8C TC done");
    assert_eq!((position.public().discard.len(), position.public().limit), (2, 6));
    let small = Options { seats: 2, first5: true, ..TWO };
    assert_eq!(late(small, "6S", &["6C 7C", "6D 7D 8D"], 0).public().limit, 3);
}

#[test]
fn five_is_a_limit_like_any_other() {
    let hands = ["6C 6D 6H 6S 7C 7D", "7H 8D 8H 8S 9C 9D"];
    let mut position = dealt(Options { first5: true, ..TWO }, &hands, "", "AS");
    play(&mut position, "6C take 6D 6H 6S");
    assert_eq!((to_move(&position), position.public().room()), (0, 1));
    let mut position = dealt(TWO, &hands, "", "AS");
    play(&mut position, "6C take 6D 6H 6S");
    assert_eq!(position.public().room(), 2);
}

#[test]
fn moves_that_are_refused_leave_the_position_as_it_is() {
    let mut position = begun();
    let before = position;
    for text in ["done", "take", "AS", "2C"] {
        assert!(position.play(mv(text)).is_err(), "{text}");
    }
    assert_eq!(position, before);
}
