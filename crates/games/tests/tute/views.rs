//! The view of each seat, and the information in play about hidden hands.

use crate::common::moves::{joined, play, seat, why};
use crate::tute::table::{card, cards, halves, trumps};
use juez_core::{Seat, State};
use juez_games::cards::Cards;
use juez_games::tute::{Move, denied};

// 1.9 Hidden information

#[test]
fn a_seat_sees_its_own_hand_only() {
    let state = halves();
    let text = serde_json::to_string(&state.view(Some(seat(2)))).unwrap();
    assert!(text.contains("\"E1\"") && !text.contains("\"C7\""), "{text}");
    let text = serde_json::to_string(&state.view(None)).unwrap();
    assert!(!text.contains("\"E1\""), "{text}");
    assert!(text.contains("\"O2\""), "all know that the mano holds it: {text}");
}

#[test]
fn playing_off_suit_shows_what_a_seat_lacks() {
    let mut state = halves();
    play(&mut state, "C7 E1");
    let lacks = state.public().lacks[seat(2)];
    assert_eq!(lacks, trumps('C').cards() | trumps('O').cards(), "no copas and no trump");
    assert!(state.public().has_failed(seat(2), trumps('C')));
    play(&mut state, "E2 C10");
    assert_eq!(state.public().lacks[seat(0)], Cards::EMPTY, "it followed and beat");
    let view = state.view(Some(seat(0)));
    assert_eq!(joined(view.voids(seat(2))), "C O");
}

#[test]
fn following_without_beating_shows_that_nothing_beats() {
    let (led, best) = (card("B5"), card("B10"));
    let not = denied(card("B7"), led, best, trumps('O'));
    assert_eq!(not, cards("B1 B3 B12 B11"));
    assert_eq!(denied(card("B12"), led, best, trumps('O')), Cards::EMPTY);
    assert_eq!(denied(card("B7"), led, card("O2"), trumps('O')), Cards::EMPTY, "trumped already");
}

#[test]
fn a_lower_trump_on_a_trumped_trick_shows_that_no_trump_beats() {
    let not = denied(card("O4"), card("B5"), card("O7"), trumps('O'));
    assert_eq!(not, trumps('B').cards() | cards("O1 O3 O12 O11 O10"));
    let not = denied(card("O10"), card("B5"), card("O7"), trumps('O'));
    assert_eq!(not, trumps('B').cards());
}

#[test]
fn between_hands_nobody_holds_a_card() {
    let mut state = halves();
    play(&mut state, "C7");
    state.play_unchecked(Move::Fallo);
    for observer in Seat::all(4) {
        assert!(state.view(Some(observer)).hand.is_empty());
    }
    assert!(state.legal_moves().is_empty());
    assert_eq!(why(&state, "C6"), "the next hand is not dealt yet");
}
