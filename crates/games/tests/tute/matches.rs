//! A match: the seats that retire, its end, and the ranks.

use crate::common::moves::{play, seat, why};
use crate::tute::table::{
    HALVES, before_the_last_trick, deal, deal_json, dealt, edited, finish, losers, porotos,
};
use juez_core::{Next, State};
use juez_games::tute::{Move, Phase};
use serde_json::json;

// 1.2 Match

#[test]
fn who_reaches_the_limit_retires_and_gets_no_more_cards() {
    let mut state = dealt(r#""seats":4,"limit":1"#, 10, HALVES);
    play(&mut state, "C7");
    state.play_unchecked(Move::Fallo);
    assert_eq!((porotos(&state), state.next()), (vec![0, 0, 1, 0], Next::Deal));
    assert_eq!(state.public().retired[seat(2)], Some(0));
    deal(&mut state, 13, "0:; 1:; 3:; undealt: B4");
    assert_eq!(state.public().count(seat(2)), 0);
    assert_eq!(state.public().players.len(), 3);
}

#[test]
fn the_match_ends_as_soon_as_fewer_than_three_are_left() {
    let mut state = dealt(r#""limit":1"#, 13, "0: O1 O2 O7 O12 C12 E12 B12; 1:; 2:; undealt: B4");
    play(&mut state, "O1");
    state.play_unchecked(Move::Fallo);
    let outcome = state.outcome().expect("two are left");
    assert_eq!(state.next(), Next::Over);
    assert_eq!(outcome.ranks.as_slice(), [1, 3, 1]);
    assert_eq!(outcome.points.as_slice(), [0, 1, 0]);
    assert_eq!(
        state
            .deal(&serde_json::from_value(deal_json(13, "0:;1:;2:")).unwrap())
            .unwrap_err()
            .to_string(),
        "impossible deal: the match is over"
    );
}

#[test]
fn survivors_rank_by_fewer_porotos_then_the_retired_by_the_hand() {
    let mut state = dealt(r#""seats":6,"limit":3"#, 8, "1: O2; 2:; 3:; 4:; 5:");
    play(&mut state, "O2");
    let state = edited(&state, None, |view| {
        view["porotos"] = json!([3, 1, 2, 3, 2, 3]);
        view["retired"] = json!([1, null, null, 4, null, 4]);
        view["deals"] = json!(6);
    });
    let mut end = state;
    // The two of oros puts seat 2 in turn.
    end.play_unchecked(Move::Fallo);
    assert_eq!(end.outcome().unwrap().ranks.as_slice(), [6, 1, 3, 4, 2, 4]);
}

#[test]
fn if_nobody_is_left_the_match_is_a_draw_of_those_who_retired_last() {
    let end = finish(before_the_last_trick("", |view, gain| {
        view["points"] = json!([60 - gain[0], 60 - gain[1], 60 - gain[2]]);
        view["porotos"] = json!([3, 3, 3]);
    }));
    assert_eq!(losers(&end), "0 1 2", "all are equal");
    let outcome = end.outcome().expect("no seat is left");
    assert_eq!(outcome.ranks.as_slice(), [1, 1, 1]);
    assert_eq!(outcome.points.as_slice(), [4, 4, 4]);
}

#[test]
fn after_the_match_nothing_may_be_played() {
    let mut state = dealt(r#""limit":1"#, 13, "0: O7 O1; 1:; 2:; undealt: O2");
    play(&mut state, "O1");
    state.play_unchecked(Move::Fallo);
    assert_eq!(state.public().phase, Phase::Over);
    assert_eq!(why(&state, "O7"), "the match is over");
    assert_eq!(state.legal_count(), 0);
}
