//! The songs that a seat may sing, their time, and the tute.

use crate::common::moves::{joined, legal, play, seat, why};
use crate::tute::table::{cards, dealt, halves, losers, porotos, trumps, turn};
use juez_core::{Next, State};
use juez_games::tute::{How, Song};

// 1.6 Singing

#[test]
fn the_winner_of_a_trick_may_sing_what_he_holds_before_he_leads() {
    let mut state = halves();
    assert_eq!(legal(&state), "C2 C4 C5 C6 C7 O2 O4 O5 O6 O7", "not before the first trick");
    play(&mut state, "C7 E1 E2 C1");
    assert_eq!(legal(&state), "20:C 40:O C10 C11 C12 C3 O1 O10 O11 O12 O3");
    play(&mut state, "20:C");
    assert_eq!(turn(&state), 0, "the same seat decides again");
    assert_eq!(legal(&state), "40:O C10 C11 C12 C3 O1 O10 O11 O12 O3", "each suit once");
    assert_eq!(why(&state, "20:C"), "20:C has already been sung");
    play(&mut state, "40:O");
    let public = state.public();
    assert_eq!(public.points[seat(0)], 22 + 60);
    assert_eq!(public.known[seat(0)], cards("C11 C12 O11 O12"));
    play(&mut state, "O12");
    assert_eq!(state.public().known[seat(0)], cards("C11 C12 O11"), "until it is played");
}

#[test]
fn a_song_needs_both_cards_still_in_hand() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C11");
    assert_eq!(legal(&state), "40:O C1 C10 C12 C3 O1 O10 O11 O12 O3");
    assert_eq!(why(&state, "20:C"), "20:C needs C11 and C12: seat 0 does not hold C11");
}

#[test]
fn a_song_left_for_later_may_be_sung_before_a_later_trick() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C1 O1 O2");
    while turn(&state) != 0 {
        state.play_unchecked(state.legal_moves()[0]);
    }
    assert!(legal(&state).starts_with("20:C 40:O "));
}

#[test]
fn a_tute_ends_the_hand_and_all_others_get_a_poroto() {
    for (song, list) in [("tute:R", "C12 E12 B12"), ("tute:C", "C11 E11 B11")] {
        let top = if song == "tute:R" { "O12" } else { "O11" };
        let hands = format!("0: O1 O2 {top} {list}; 1:; 2:; 3:");
        let mut state = dealt(r#""seats":4"#, 10, &hands);
        assert!(!legal(&state).contains("tute"));
        play(&mut state, "O1");
        while turn(&state) != 0 {
            state.play_unchecked(state.legal_moves()[0]);
        }
        assert!(legal(&state).ends_with(song), "{}", legal(&state));
        play(&mut state, song);
        assert_eq!((losers(&state).as_str(), porotos(&state)), ("1 2 3", vec![0, 1, 1, 1]));
        let ending = state.public().ending.unwrap();
        assert_eq!((ending.how, ending.by), (How::Tute, Some(seat(0))));
        assert_eq!(state.next(), Next::Deal);
    }
}

#[test]
fn of_six_a_tute_costs_the_dealer_who_sits_out_nothing() {
    let mut state = dealt(r#""seats":6"#, 8, "1: O1 O2 O12 C12 E12 B12; 2:; 3:; 4:; 5:");
    play(&mut state, "O1");
    while turn(&state) != 1 {
        state.play_unchecked(state.legal_moves()[0]);
    }
    play(&mut state, "tute:R");
    assert_eq!(porotos(&state), [0, 0, 1, 1, 1, 1]);
}

#[test]
fn all_songs_of_a_hand_are_found() {
    let songs = |hand, trump| joined(Song::all_of(cards(hand), trumps(trump)).iter());
    assert_eq!(songs("O12 O11 C12 C11 E12 B11", 'E'), "20:C 20:O");
    assert_eq!(songs("O12 O11 C12 E11", 'O'), "40:O");
    assert_eq!(songs("O12 C11 E12 B11", 'O'), "");
    assert_eq!(songs("O12 O11 C12 C11 E12 E11 B12 B11", 'B'), "20:C 20:E 20:O 40:B tute:C tute:R");
}
