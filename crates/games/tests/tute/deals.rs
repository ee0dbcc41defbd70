//! The deal: sizes, the seat that sits out, the exchange, mano and dealer, trump, and refusals.

use crate::common::moves::{joined, play, seat, why};
use crate::tute::table::{
    HALVES, card, cards, deal, deal_json, dealt, finish, halves, refused, shuffled, start,
    try_deal_json, turn,
};
use juez_core::{Game, Next, Seat, Seed, State};
use juez_games::cards::{Cards, SpanishSuit};
use juez_games::tute::{Match, Move, Public, Tute};
use serde_json::{Value, json};

// 1.3 Deal

#[test]
fn three_get_13_four_10_and_five_8() {
    for (seats, size) in [(3, 13), (4, 10), (5, 8)] {
        let mut state = start(&format!(r#""seats":{seats}"#));
        shuffled(&mut state, 1);
        assert_eq!(state.public().players.len(), seats);
        assert_eq!(usize::from(state.public().size), size);
    }
}

#[test]
fn of_six_the_dealer_sits_out_and_cannot_lose() {
    let mut state = start(r#""seats":6"#);
    shuffled(&mut state, 1);
    let public = state.public();
    assert_eq!((public.dealer, public.size), (Some(seat(0)), 8));
    assert_eq!(joined(public.players.iter()), "1 2 3 4 5");
    let mano = public.mano.unwrap();
    let end = finish(state);
    assert!(!end.public().ending.unwrap().losers.has(seat(0)));
    let mut next = end;
    shuffled(&mut next, 2);
    assert_eq!(next.public().dealer, Some(mano), "the next dealer is the last mano");
    assert!(!next.public().players.has(mano));
    assert_eq!(next.public().mano, Some(mano.next(6)));
}

#[test]
fn without_twos_six_get_six_cards_and_the_holder_of_o4_is_mano() {
    let mut state = start(r#""seats":6,"six":"no_twos""#);
    shuffled(&mut state, 3);
    let public = state.public();
    assert_eq!((public.players.len(), public.size, public.dealer), (6, 6, Some(seat(0))));
    let mano = public.mano.unwrap();
    assert!(state.view(Some(mano)).hand.has(card("O4")));
    assert_eq!(public.known[mano], cards("O4"));
    assert_eq!(public.deck().len(), 36);
}

#[test]
fn with_five_left_of_six_the_full_deck_is_dealt_and_the_dealer_plays() {
    for six in ["dealer_out", "no_twos"] {
        let mut state = start(&format!(r#""seats":6,"limit":1,"six":"{six}""#));
        shuffled(&mut state, 1);
        let mano = state.public().mano.unwrap();
        state.play_unchecked(Move::Fallo);
        shuffled(&mut state, 2);
        let public = state.public();
        assert_eq!((public.players.len(), public.size, public.deck().len()), (5, 8, 40));
        assert_eq!(public.dealer, Some(mano), "though it has retired");
        assert!(!public.players.has(mano));
        assert_eq!(public.mano, Some(mano.next(6)), "counted from its seat");
    }
}

#[test]
fn the_holder_of_o2_exchanges_it_for_the_card_left_over() {
    let state = dealt("", 13, "0: O2 C4; 1: O7; 2:; undealt: B1");
    let public = state.public();
    assert_eq!((public.exchanger, public.face_up), (Some(seat(0)), Some(card("O2"))));
    let hand = state.view(Some(seat(0))).hand;
    assert!(hand.has(card("B1")) && !hand.has(card("O2")));
    assert_eq!(hand.len(), 13);
    assert_eq!(state.view(Some(seat(0))).undealt, Some(card("B1")));
    for other in [Some(seat(1)), Some(seat(2)), None] {
        assert_eq!(state.view(other).undealt, None, "only the exchanger has seen it");
    }
    assert!(state.reveal().face_down.is_empty());
}

#[test]
fn an_o2_that_is_left_over_stays_there_and_everybody_knows() {
    let state = dealt("", 13, "0: O7; 1:; 2:; undealt: O2");
    let public = state.public();
    assert_eq!((public.exchanger, public.face_up, public.swap_due), (None, None, true));
    assert_eq!(state.view(None).undealt, Some(card("O2")));
    assert!(!state.view(Some(seat(1))).unseen().has(card("O2")));
    assert_eq!(state.reveal().face_down, ["O2"]);
    assert_eq!(why(&state, "O2"), "O2 is out of play in this hand");
}

#[test]
fn the_exchange_is_done_in_every_hand_of_three_or_in_the_first_only() {
    for (swap, due) in [("every", true), ("first", false)] {
        let mut state =
            dealt(&format!(r#""swap":"{swap}""#), 13, "0: O7 O2 O1; 1:; 2:; undealt: B1");
        assert!(state.public().swap_due);
        play(&mut state, "O1");
        state.play_unchecked(Move::Fallo);
        deal(&mut state, 13, "0: O2; 1:; 2:; undealt: E1");
        assert_eq!(state.public().swap_due, due);
        assert_eq!(state.view(Some(seat(0))).hand.has(card("O2")), !due);
        assert_eq!(state.view(Some(seat(0))).undealt.is_some(), due);
        assert_eq!(state.public().hides_a_card(), !due);
    }
}

#[test]
fn where_the_exchange_is_not_due_an_unmatched_two_may_be_anywhere() {
    let mut state = dealt(r#""swap":"first""#, 13, "0: O7 O1; 1:; 2:; undealt: B1");
    play(&mut state, "O1");
    state.play_unchecked(Move::Fallo);
    deal(&mut state, 13, "0: B1; 1:; 2:; undealt: O2");
    assert_eq!(state.view(Some(seat(0))).undealt, None);
    assert!(state.view(Some(seat(0))).unseen().has(card("O2")));
    assert_eq!(state.reveal().face_down, ["O2"]);
}

// 1.4 First leader and dealer

#[test]
fn in_the_first_hand_the_holder_of_o2_is_mano_and_the_seat_before_him_dealt() {
    let state = dealt(r#""seats":4"#, 10, "0:; 1:; 2: O2; 3:");
    let public = state.public();
    assert_eq!((public.mano, public.dealer), (Some(seat(2)), Some(seat(1))));
    assert_eq!(public.known[seat(2)], cards("O2"));
    assert_eq!(turn(&state), 2);
}

#[test]
fn with_three_the_holder_of_o7_after_the_exchange_is_mano() {
    let state = dealt("", 13, "0: O2; 1: O7; 2:; undealt: B1");
    assert_eq!((state.public().mano, state.public().dealer), (Some(seat(1)), Some(seat(0))));
    let state = dealt("", 13, "0: O2; 1:; 2:; undealt: O7");
    assert_eq!((state.public().mano, state.public().dealer), (Some(seat(0)), Some(seat(2))));
    assert_eq!(state.public().known[seat(0)], cards("O7"));
}

#[test]
fn later_the_last_mano_deals_and_the_next_seat_in_play_is_mano() {
    let mut state = dealt(r#""seats":4,"limit":1"#, 10, HALVES);
    play(&mut state, "C7");
    state.play_unchecked(Move::Fallo);
    deal(&mut state, 13, "0:; 1:; 3:; undealt: B4");
    let public = state.public();
    assert_eq!((public.dealer, public.mano), (Some(seat(1)), Some(seat(3))), "seat 2 has retired");
    assert_eq!(public.known[seat(3)], Cards::EMPTY, "nothing but the turn made it mano");
}

// 1.2 Trump

#[test]
fn trump_goes_oros_copas_espadas_bastos_through_the_match() {
    let mut state = start(r#""limit":99"#);
    let mut seen = String::new();
    for n in 0..6 {
        shuffled(&mut state, n);
        seen += &state.public().trump_suit().to_string();
        while matches!(state.next(), Next::Move(_)) {
            state.play_unchecked(state.legal_moves()[0]);
        }
    }
    assert_eq!(seen, "OCEBOC");
}

fn last_from_mano(public: &Public) -> Seat {
    public.players.before(public.mano.expect("a hand was dealt"))
}

#[test]
fn with_last_card_the_last_from_the_mano_shows_trump_until_it_is_played() {
    let mut state =
        dealt(r#""seats":4,"trump":"last_card""#, 10, "0: E5 C4; 1: O2 E1; 2:; 3:; trump: E5");
    let public = state.public();
    assert_eq!(public.trump_suit(), SpanishSuit::Espadas);
    assert_eq!((public.shown, last_from_mano(public)), (Some(card("E5")), seat(0)));
    assert_eq!(public.known[seat(0)], cards("E5"));
    play(&mut state, "E1");
    while turn(&state) != 0 {
        state.play_unchecked(state.legal_moves()[0]);
    }
    play(&mut state, "E5");
    assert_eq!(state.public().known[seat(0)], Cards::EMPTY);
}

#[test]
fn a_shown_two_of_oros_makes_oros_trump_and_is_exchanged_all_the_same() {
    let state = dealt(r#""trump":"last_card""#, 13, "0: O7; 1:; 2: O2 E5; undealt: B4; trump: O2");
    let public = state.public();
    assert_eq!((public.mano, public.trump_suit()), (Some(seat(0)), SpanishSuit::Oros));
    assert_eq!((public.exchanger, public.face_up), (Some(seat(2)), Some(card("O2"))));
    assert_eq!(public.known[seat(2)], Cards::EMPTY, "the shown card is out of play");
    assert!(state.view(Some(seat(2))).hand.has(card("B4")));
}

// Refusals, in words

#[test]
fn impossible_deals_are_refused_with_the_reason() {
    let four = start(r#""seats":4"#);
    let good = deal_json(10, HALVES);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut deal = good.clone();
        change(&mut deal);
        refused(&four, &deal)
    };
    let of = |state: &Match, size, text: &str| refused(state, &deal_json(size, text));
    assert_eq!(
        with(&|deal| deal["hands"]["2"][0] = json!("O1")),
        "impossible deal: O1 is dealt twice: to seat 0 and to seat 2"
    );
    assert_eq!(
        with(&|deal| drop(deal["hands"]["2"].as_array_mut().unwrap().pop())),
        "impossible deal: seat 2 is dealt 9 cards instead of 10"
    );
    assert_eq!(
        with(&|deal| drop(deal["hands"].as_object_mut().unwrap().remove("3"))),
        "impossible deal: seat 3 plays this hand and is dealt no cards"
    );
    assert_eq!(
        with(&|deal| deal["hands"]["4"] = json!([])),
        "impossible deal: no seat 4 at a table of 4"
    );
    assert_eq!(
        with(&|deal| deal["undealt"] = json!("O1")),
        "impossible deal: with 4 in the hand no card is left over, so not O1"
    );
    assert_eq!(
        with(&|deal| deal["trump"] = json!("O1")),
        "impossible deal: trump goes by turns, so no card shows it, not O1 either"
    );
    assert_eq!(
        of(&start(""), 13, "0:; 1:; 2:"),
        "impossible deal: with three in the hand \"undealt\" names the card left over"
    );
    let mut three = deal_json(13, "0:; 1:; 2:; undealt: O7");
    three["undealt"] = json!("B1");
    assert_eq!(
        refused(&start(""), &three),
        "impossible deal: B1 is dealt twice: to seat 0 and to the card left over"
    );
    assert_eq!(
        of(&start(r#""seats":6"#), 8, "0:; 1:; 2:; 3:; 4:"),
        "impossible deal: seat 0 deals this hand and does not play it"
    );
    let mut six = deal_json(
        6,
        "0: O4 O5 O6 O7 O1 O3; 1: C1 C3 C4 C5 C6 C7; 2: E1 E3 E4 E5 E6 E7;
        3: B1 B3 B4 B5 B6 B7; 4: O10 O11 O12 C10 C11 C12; 5: E10 E11 E12 B10 B11 B12",
    );
    let no_twos = start(r#""seats":6,"six":"no_twos""#);
    assert!(try_deal_json(&mut no_twos.clone(), &six).is_ok());
    six["hands"]["0"][0] = json!("E2");
    assert_eq!(refused(&no_twos, &six), "impossible deal: E2 is not in a deck without twos");
    let last = start(r#""seats":4,"trump":"last_card""#);
    assert_eq!(
        refused(&last, &good),
        "impossible deal: \"trump\" names the last card, which shows trump"
    );
    let mut wrong = good.clone();
    wrong["trump"] = json!("O7");
    assert_eq!(
        refused(&last, &wrong),
        "impossible deal: O7 cannot be the last card: it is not dealt to seat 0, the last from the mano"
    );
    let playing = halves();
    assert_eq!(refused(&playing, &good), "impossible deal: the hand is not over");
    let mut retired = dealt(r#""seats":4,"limit":1"#, 10, HALVES);
    play(&mut retired, "C7");
    retired.play_unchecked(Move::Fallo);
    assert_eq!(
        refused(&retired, &good),
        "impossible deal: seat 2 has retired and is dealt no cards"
    );
}

#[test]
fn a_deal_is_read_in_any_order_and_written_ascending() {
    let text = r#"{"undealt":"O2","hands":{"2":["O7","B1"],"0":["E12","E1"]}}"#;
    let deal: juez_games::tute::Deal = serde_json::from_str(text).unwrap();
    let written = serde_json::to_string(&deal).unwrap();
    assert_eq!(written, r#"{"hands":{"0":["E1","E12"],"2":["B1","O7"]},"undealt":"O2"}"#);
    let read =
        |text: &str| serde_json::from_str::<juez_games::tute::Deal>(text).unwrap_err().to_string();
    assert!(
        read(r#"{"hands":{"0":["O1"],"0":["O3"]},"undealt":null}"#)
            .contains("seat 0 appears twice")
    );
    assert!(read(r#"{"hands":{"0":["O1","O1"]},"undealt":null}"#).contains("O1 appears twice"));
    assert!(read(r#"{"hands":{},"spare":"O1"}"#).contains("spare"));
    assert!(read(r#"{"hands":{"6":["O1"]}}"#).contains("no seat 6"));
}

#[test]
fn drawn_deals_are_good_and_name_the_last_card_where_it_makes_trump() {
    for seats in 3..=6 {
        for n in 0..200 {
            let mut state = start(&format!(r#""seats":{seats},"trump":"last_card""#));
            let deal = Tute::shuffle(&state, &mut Seed::from(n).rng());
            state.deal(&deal).unwrap();
            let last = last_from_mano(state.public());
            assert!(deal.hands.of(last).unwrap().has(deal.trump.unwrap()));
        }
    }
}
