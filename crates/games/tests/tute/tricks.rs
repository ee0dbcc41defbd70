//! Cards and tricks: the worth of cards, legal cards, the winner of a trick.

use crate::common::moves::{joined, legal, play, seat};
use crate::tute::table::{card, cards, dealt, finish, halves, trumps, turn};
use juez_core::State;
use juez_games::cards::{Cards, SpanishSuit};
use juez_games::tute::{How, Move, allowed, card_points, denied, strength};

// 1.1 Deck, ranks, points

#[test]
fn the_deck_is_worth_120_points() {
    assert_eq!(card_points(Cards::ALL), 120);
    let worth = |text| card_points(cards(text));
    assert_eq!(
        [worth("E1"), worth("C3"), worth("B12"), worth("O11"), worth("O10")],
        [11, 10, 4, 3, 2]
    );
    assert_eq!(worth("B7 B6 B5 B4 B2"), 0);
}

#[test]
fn the_order_in_a_suit_is_1_3_12_11_10_7_6_5_4_2() {
    let order = ["C1", "C3", "C12", "C11", "C10", "C7", "C6", "C5", "C4", "C2"];
    assert!(order.map(|text| strength(card(text))).is_sorted_by(|a, b| a > b));
}

/// Returns the cards of a hand that may be played on a trick, trump first: `O: B3 O5`.
fn may_play(trick: &str, hand: &str) -> String {
    let (trump, trick) = trick.split_once(": ").unwrap();
    let trump = trumps(trump.chars().next().unwrap());
    let mut lying = trick.split_whitespace().map(card);
    let led = lying.next().unwrap();
    let best =
        lying.fold(
            led,
            |best, card| {
                if juez_games::tute::beaters(best, trump).has(card) { card } else { best }
            },
        );
    let may = allowed(cards(hand), led, best, trump);
    for card in may {
        let not = denied(card, led, best, trump);
        assert!(!not.meets(cards(hand)), "{card} says that {not} is not there");
    }
    joined(may)
}

// 1.5 Playing a trick

#[test]
fn the_leader_plays_any_card() {
    assert_eq!(legal(&halves()), "C2 C4 C5 C6 C7 O2 O4 O5 O6 O7");
}

#[test]
fn who_holds_the_led_suit_must_follow_and_beat_every_card_if_he_can() {
    assert_eq!(may_play("O: B5", "B7 B2 E1 O1"), "B7");
    assert_eq!(may_play("O: B5 B10", "B7 B2 E1 O1"), "B2 B7");
    assert_eq!(may_play("O: B5 B10 B6", "B7 B12 B2 B1"), "B1 B12");
    assert_eq!(may_play("O: O5", "O7 O2 O3 E1"), "O3 O7");
    assert_eq!(may_play("O: B5 E1", "B4 B6"), "B6", "a card of another suit beats nothing");
}

#[test]
fn once_a_trick_is_trumped_a_follower_may_play_any_card_of_the_suit() {
    assert_eq!(may_play("O: B5 O2", "B7 B2 E1 O1"), "B2 B7");
    assert_eq!(may_play("O: B5 O2", "B2 B1"), "B1 B2");
}

#[test]
fn who_is_void_must_play_a_trump_that_beats_every_card() {
    assert_eq!(may_play("O: B5", "E1 O1 O2"), "O1 O2", "any trump if none lies");
    assert_eq!(may_play("O: B5 O7", "E1 O1 O2 O10"), "O1 O10");
}

#[test]
fn who_can_neither_follow_nor_beat_plays_any_card_even_with_lower_trumps() {
    assert_eq!(may_play("O: B5 O7", "E1 O6 O2"), "E1 O2 O6");
    assert_eq!(may_play("O: B5", "E1 C6"), "C6 E1");
    assert_eq!(may_play("O: O5", "E1 C6"), "C6 E1");
}

#[test]
fn nobody_has_to_hold_back_points() {
    assert_eq!(may_play("O: B12", "B1 B3"), "B1 B3");
}

#[test]
fn the_highest_trump_wins_else_the_highest_of_the_led_suit() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C10");
    assert_eq!(turn(&state), 0, "the ten of copas beats the seven");
    let mut state = dealt(r#""seats":4"#, 10, "0: O2 E5; 1: C1 B1; 2: O6; 3: O5");
    // The highest trump takes a led trump.
    play(&mut state, "O2");
    let mut lying = vec![card("O2")];
    while state.public().last_trick.is_none() {
        let Move::Card(card) = state.legal_moves()[0] else { panic!("a card") };
        lying.push(card);
        state.play(Move::Card(card)).unwrap();
    }
    let best = lying.iter().filter(|c| c.suit() == SpanishSuit::Oros).max_by_key(|c| strength(**c));
    let winner = state.public().turn;
    assert!(state.public().played[winner].has(*best.unwrap()));
}

#[test]
fn the_winner_takes_the_cards_and_leads() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C1");
    let public = state.public();
    assert_eq!(public.taken[seat(0)], cards("C7 E1 E2 C1"));
    assert_eq!((public.points[seat(0)], public.tricks[seat(0)]), (22, 1));
    assert_eq!((public.trick.leader(), public.trick.len()), (seat(0), 0));
    assert_eq!(turn(&state), 0);
}

#[test]
fn the_last_trick_adds_ten() {
    let end = finish(halves());
    let sum: u16 = end.public().points.iter().map(|(_, points)| points).sum();
    let songs: usize = end.public().songs.iter().map(|(_, songs)| songs.len()).sum();
    assert_eq!((end.public().ending.unwrap().how, sum % 10), (How::Played, 0));
    assert!(songs > 0 || sum == 130);
    let last = end.public().turn;
    assert!(end.public().points[last] >= 10);
}
