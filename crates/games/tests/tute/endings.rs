//! Ends of a hand and the losers' porotos: capote, ties, fallo.

use crate::common::moves::{joined, legal, play, seat, why};
use crate::tute::table::{
    HALVES, before_the_last_trick, dealt, finish, halves, losers, mv, porotos, turn,
};
use juez_core::{Game, Next, PerSeat, SeatSet, State};
use juez_games::tute::{How, Match, Move, Options, Tute};
use serde_json::json;

// 1.7 Losers of a hand

#[test]
fn the_losers_of_a_hand_get_a_poroto_each() {
    let mut state = dealt(r#""seats":4"#, 10, "0: O1 O2 O3 O4 O5 O6 O7 O10 O11 O12; 1:; 2:; 3:");
    play(&mut state, "O1");
    while state.next() != Next::Deal {
        let mv = *state.legal_moves().iter().rfind(|mv| matches!(mv, Move::Card(_))).unwrap();
        state.play(mv).unwrap();
    }
    assert_eq!((losers(&state).as_str(), porotos(&state)), ("1 2 3", vec![0, 1, 1, 1]));
}

#[test]
fn a_capote_costs_all_others_and_with_a_song_as_the_option_says() {
    let hands = "0: O1 O2 O3 O4 O5 O6 O7 O10 O11 O12; 1:; 2:; 3:";
    for (canto, sing, lost) in [
        ("wins", false, "1 2 3"),
        ("wins", true, "1 2 3"),
        ("loses", false, "1 2 3"),
        ("loses", true, "0"),
    ] {
        let mut state = dealt(&format!(r#""seats":4,"capote_canto":"{canto}""#), 10, hands);
        play(&mut state, "O1");
        while turn(&state) != 0 {
            state.play_unchecked(state.legal_moves()[0]);
        }
        if sing {
            play(&mut state, "40:O");
        }
        while state.next() != Next::Deal {
            let moves = state.legal_moves();
            let card = moves.into_iter().find(|mv| matches!(mv, Move::Card(_))).unwrap();
            state.play_unchecked(card);
        }
        assert_eq!(losers(&state), lost, "capote_canto={canto}, sung: {sing}");
    }
}

#[test]
fn of_two_with_tricks_the_lower_loses_and_of_equals_both() {
    for (points, lost) in [([70, 60, 0], "1"), ([50, 80, 0], "0"), ([65, 65, 0], "0 1")] {
        let got = juez_games::tute::losers(
            SeatSet::first(3),
            &PerSeat::from_fn(3, |seat| [7, 6, 0][seat.index()]),
            &PerSeat::from_fn(3, |seat| points[seat.index()]),
            SeatSet::EMPTY,
            &Options::default(),
        );
        assert_eq!(joined(got.iter()), lost, "seat 2 has no trick and is safe");
    }
}

#[test]
fn a_trick_worth_nothing_counts_as_a_trick() {
    let end = finish(before_the_last_trick("", |view, gain| {
        view["points"] = json!([0, 50 - gain[1], 80 - gain[2]]);
    }));
    let points = end.public().points[seat(0)];
    assert_eq!(losers(&end), "1", "seat 0 has {points} and wins a menos");
}

#[test]
fn a_tie_with_nobody_between_costs_all_or_those_who_tied() {
    for (tie, at_the_top, at_the_bottom) in [("all", "0 1 2", "0 1 2"), ("tied", "0 2", "0 1")] {
        let inside = format!(r#""tie":"{tie}""#);
        let end = |wanted: [i32; 3]| {
            let end = finish(before_the_last_trick(&inside, |view, gain| {
                let before: Vec<i32> = (0..3).map(|i| wanted[i] - gain[i]).collect();
                view["points"] = json!(before);
            }));
            losers(&end)
        };
        assert_eq!(end([60, 40, 60]), at_the_top);
        assert_eq!(end([40, 40, 60]), at_the_bottom);
        assert_eq!(end([50, 50, 50]), "0 1 2");
        assert_eq!(end([30, 50, 60]), "1");
    }
}

// 1.8 Fallo

#[test]
fn under_fallo_a_held_card_that_may_not_be_played_ends_the_hand() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2");
    assert_eq!(state.penalty(mv("O1")), Some(Move::Fallo), "held, and must follow");
    assert_eq!(state.penalty(mv("C1")), None, "legal");
    assert_eq!(state.penalty(mv("B1")), None, "not held");
    assert_eq!(state.penalty(mv("20:C")), None, "a song");
    assert_eq!(state.penalty(Move::Fallo), None);
    assert!(state.is_penalty(Move::Fallo) && !state.is_penalty(mv("O1")));
    assert!(!legal(&state).contains("fallo"));
    state.play_unchecked(Move::Fallo);
    assert_eq!((losers(&state).as_str(), porotos(&state)), ("0", vec![1, 0, 0, 0]));
    let ending = state.public().ending.unwrap();
    assert_eq!((ending.how, ending.by), (How::Fallo, Some(seat(0))));
}

#[test]
fn a_seat_with_one_legal_move_or_only_legal_cards_cannot_fail() {
    let mut state = halves();
    assert!(!state.is_penalty(Move::Fallo), "a leader may play anything");
    play(&mut state, "C7");
    assert!(!state.is_penalty(Move::Fallo), "void and without trump: anything goes");
    let mut state =
        dealt(r#""seats":4"#, 10, "0: O2 C1; 1: O7 C2 C4 C5 C6 C7 C10 C11 C12 C3; 2:; 3:");
    play(&mut state, "O2");
    assert_eq!(legal(&state), "O7");
    assert!(!state.is_penalty(Move::Fallo), "forced");
    assert_eq!(state.penalty(mv("C2")), None);
}

#[test]
fn under_reject_there_is_no_penalty() {
    let mut state = dealt(r#""seats":4,"illegal":"reject""#, 10, HALVES);
    play(&mut state, "C7 E1 E2");
    assert_eq!((state.penalty(mv("O1")), state.is_penalty(Move::Fallo)), (None, false));
}

#[test]
fn nobody_may_choose_fallo() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2");
    let why = why(&state, "fallo");
    assert_eq!(
        why,
        "fallo is not a choice: it is the penalty for a card that breaks an obligation"
    );
}

// The score of a hand

/// Returns the rows of the hand that has ended: label, values, points.
fn rows(state: &Match) -> Vec<(&'static str, Vec<i32>, Vec<i32>)> {
    let score = Tute::hand_score(state).expect("the hand is over");
    score.rows.into_iter().map(|row| (row.label, row.values, row.points)).collect()
}

#[test]
fn the_score_of_a_hand_tells_tricks_songs_and_the_last_trick_apart() {
    let hands = "0: O1 O2 O3 O4 O5 O6 O7 O10 O11 O12; 1:; 2:; 3:";
    let mut state = dealt(r#""seats":4"#, 10, hands);
    play(&mut state, "O1");
    while turn(&state) != 0 {
        state.play_unchecked(state.legal_moves()[0]);
    }
    play(&mut state, "40:O");
    assert_eq!(Tute::hand_score(&state), None, "the hand is played");
    while state.next() != Next::Deal {
        let moves = state.legal_moves();
        let card = moves.into_iter().find(|mv| matches!(mv, Move::Card(_))).unwrap();
        state.play_unchecked(card);
    }
    let only_first = |points| vec![points, 0, 0, 0];
    assert_eq!(
        rows(&state),
        [
            ("tricks", only_first(10), only_first(120)),
            ("last_trick", vec![], only_first(10)),
            ("songs", only_first(1), only_first(40)),
            ("sum", vec![], only_first(170)),
            ("porotos", vec![0, 1, 1, 1], vec![0, 1, 1, 1]),
        ]
    );
    assert_eq!(Tute::hand_score(&state).unwrap().end.unwrap().kind, "played");
}

#[test]
fn the_score_of_a_fallo_has_no_last_trick_and_names_who_broke_the_rule() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2");
    state.play_unchecked(Move::Fallo);
    let labels: Vec<_> = rows(&state).into_iter().map(|(label, ..)| label).collect();
    assert_eq!(labels, ["tricks", "songs", "sum", "porotos"]);
    let end = Tute::hand_score(&state).unwrap().end.unwrap();
    assert_eq!((end.kind, end.seat), ("fallo", Some(seat(0))));
    assert_eq!(rows(&state)[3].2, [1, 0, 0, 0]);
}
