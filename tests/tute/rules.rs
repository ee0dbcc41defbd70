//! Every case of the rules of Tute Cabrero, on hands dealt by hand.

use crate::table::{
    card, cards, deal, deal_json, dealt, edited, joined, legal, losers, mv, play, porotos, refused,
    seat, shuffled, start, try_deal_json, turn, why,
};
use juez::core::{
    Arg, Args, Game, Next, Observer, OptionsError, PerSeat, Seat, Seed, State, options_from_json,
};
use juez::games::cards::{Cards, SpanishSuit};
use juez::games::tute::{
    How, Match, Move, Options, Phase, SeatSet, SongSet, Tute, allowed, card_points, denied,
    strength,
};
use serde_json::{Value, json};

/// Four hands in which each seat has two suits of five cards. Oros are trump, seat 1 is mano.
const HALVES: &str = "0: O1 O3 O12 O11 O10 C1 C3 C12 C11 C10; 1: O7 O6 O5 O4 O2 C7 C6 C5 C4 C2;
    2: E1 E3 E12 E11 E10 B1 B3 B12 B11 B10; 3: E7 E6 E5 E4 E2 B7 B6 B5 B4 B2";

fn halves() -> Match {
    dealt(r#""seats":4"#, 10, HALVES)
}

fn trumps(letter: char) -> SpanishSuit {
    SpanishSuit::from_letter(letter).unwrap()
}

/// What may be played of a hand on a trick, trump first: `O: B3 O5`.
fn may_play(trick: &str, hand: &str) -> String {
    let (trump, trick) = trick.split_once(": ").unwrap();
    let trump = trumps(trump.chars().next().unwrap());
    let mut lying = trick.split_whitespace().map(card);
    let led = lying.next().unwrap();
    let best = lying.fold(led, |best, card| {
        if juez::games::tute::beaters(best, trump).has(card) { card } else { best }
    });
    let may = allowed(cards(hand), led, best, trump);
    for card in may {
        let not = denied(card, led, best, trump);
        assert!(!not.meets(cards(hand)), "{card} says that {not} is not there");
    }
    joined(may)
}

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

// 1.2 Match

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
    let state = edited(&state, Observer::Public, |view| {
        view["porotos"] = json!([3, 1, 2, 3, 2, 3]);
        view["retired"] = json!([1, null, null, 4, null, 4]);
        view["deals"] = json!(6);
    });
    let mut end = state;
    // Seat 2 is in turn after the two of oros.
    end.play_unchecked(Move::Fallo);
    assert_eq!(end.outcome().unwrap().ranks.as_slice(), [6, 1, 3, 4, 2, 4]);
}

/// A hand of three before its last trick, in which each seat has taken one, as `edit` makes it.
fn before_the_last_trick(inside: &str, edit: impl FnOnce(&mut Value, &[i32])) -> Match {
    for seed in 0.. {
        let mut state = start(inside);
        shuffled(&mut state, seed);
        let mut rng = Seed::from(seed).rng();
        while state.public().count(seat(0)) > 1
            || !state.public().trick.is_empty()
            || state.legal_count() > 1
        {
            let mv = state.random_move(&mut rng, &mut Vec::new());
            let songs = matches!(mv, Move::Song(_));
            if !songs {
                state.play_unchecked(mv);
            }
        }
        let observer = Observer::Seat(state.public().turn);
        let guess = edited(&state, observer, |_| {});
        let tricks = state.public().tricks;
        if tricks.iter().all(|(_, &tricks)| tricks > 0) {
            let mut end = guess;
            while matches!(end.next(), Next::Move(_)) {
                end.play_unchecked(end.legal_moves()[0]);
            }
            let gain: Vec<i32> = Seat::all(state.seats())
                .map(|seat| {
                    i32::from(end.public().points[seat]) - i32::from(guess.public().points[seat])
                })
                .collect();
            return edited(&state, observer, |view| edit(view, &gain));
        }
    }
    unreachable!()
}

fn finish(mut state: Match) -> Match {
    while matches!(state.next(), Next::Move(_)) {
        state.play_unchecked(state.legal_moves()[0]);
    }
    state
}

#[test]
fn if_nobody_is_left_the_match_is_a_draw_of_those_who_retired_last() {
    let end = finish(before_the_last_trick("", |view, gain| {
        view["points"] = json!([60 - gain[0], 60 - gain[1], 60 - gain[2]]);
        view["porotos"] = json!([3, 3, 3]);
    }));
    assert_eq!(losers(&end), "0 1 2", "all are equal");
    let outcome = end.outcome().expect("nobody is left");
    assert_eq!(outcome.ranks.as_slice(), [1, 1, 1]);
    assert_eq!(outcome.points.as_slice(), [4, 4, 4]);
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

#[test]
fn trump_goes_oros_copas_espadas_bastos_through_the_match() {
    let mut state = start(r#""limit":99"#);
    let mut seen = String::new();
    for n in 0..6 {
        shuffled(&mut state, n);
        seen.push(state.public().trump_suit().letter());
        while matches!(state.next(), Next::Move(_)) {
            state.play_unchecked(state.legal_moves()[0]);
        }
    }
    assert_eq!(seen, "OCEBOC");
}

#[test]
fn with_last_card_the_last_from_the_mano_shows_trump_until_it_is_played() {
    let mut state =
        dealt(r#""seats":4,"trump":"last_card""#, 10, "0: E5 C4; 1: O2 E1; 2:; 3:; trump: E5");
    let public = state.public();
    assert_eq!(public.trump_suit(), SpanishSuit::Espadas);
    assert_eq!((public.shown, public.last_from_mano()), (Some(card("E5")), Some(seat(0))));
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
    assert!(state.view(Observer::Seat(seat(2))).hand.has(card("B4")));
}

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
    assert!(state.view(Observer::Seat(mano)).hand.has(card("O4")));
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
        assert_eq!(public.dealer, Some(mano), "though he has retired");
        assert!(!public.players.has(mano));
        assert_eq!(public.mano, Some(mano.next(6)), "counted from his seat");
    }
}

#[test]
fn the_holder_of_o2_exchanges_it_for_the_card_left_over() {
    let state = dealt("", 13, "0: O2 C4; 1: O7; 2:; undealt: B1");
    let public = state.public();
    assert_eq!((public.exchanger, public.face_up), (Some(seat(0)), Some(card("O2"))));
    let hand = state.view(Observer::Seat(seat(0))).hand;
    assert!(hand.has(card("B1")) && !hand.has(card("O2")));
    assert_eq!(hand.len(), 13);
    assert_eq!(state.view(Observer::Seat(seat(0))).undealt, Some(card("B1")));
    for other in [Observer::Seat(seat(1)), Observer::Seat(seat(2)), Observer::Public] {
        assert_eq!(state.view(other).undealt, None, "only he has seen it");
    }
    assert!(state.reveal().face_down.is_empty());
}

#[test]
fn an_o2_that_is_left_over_stays_there_and_everybody_knows() {
    let state = dealt("", 13, "0: O7; 1:; 2:; undealt: O2");
    let public = state.public();
    assert_eq!((public.exchanger, public.face_up, public.swap_due), (None, None, true));
    assert_eq!(state.view(Observer::Public).undealt, Some(card("O2")));
    assert!(!state.view(Observer::Seat(seat(1))).unseen().has(card("O2")));
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
        assert_eq!(state.view(Observer::Seat(seat(0))).hand.has(card("O2")), !due);
        assert_eq!(state.view(Observer::Seat(seat(0))).undealt.is_some(), due);
        assert_eq!(state.public().hides_a_card(), !due);
    }
}

#[test]
fn where_the_exchange_is_not_due_an_unmatched_two_may_be_anywhere() {
    let mut state = dealt(r#""swap":"first""#, 13, "0: O7 O1; 1:; 2:; undealt: B1");
    play(&mut state, "O1");
    state.play_unchecked(Move::Fallo);
    deal(&mut state, 13, "0: B1; 1:; 2:; undealt: O2");
    assert_eq!(state.view(Observer::Seat(seat(0))).undealt, None);
    assert!(state.view(Observer::Seat(seat(0))).unseen().has(card("O2")));
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
    assert_eq!(public.known[seat(3)], Cards::EMPTY, "nothing but the turn made him mano");
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
    // Whatever is played on a led trump, the highest trump takes it.
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
    assert_eq!(why(&state, "20:C"), "20:C was sung already");
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
    let songs = |hand, trump| joined(SongSet::of_hand(cards(hand), trumps(trump)).iter());
    assert_eq!(songs("O12 O11 C12 C11 E12 B11", 'E'), "20:C 20:O");
    assert_eq!(songs("O12 O11 C12 E11", 'O'), "40:O");
    assert_eq!(songs("O12 C11 E12 B11", 'O'), "");
    assert_eq!(songs("O12 O11 C12 C11 E12 E11 B12 B11", 'B'), "20:C 20:E 20:O 40:B tute:C tute:R");
}

// 1.7 Who loses a hand

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
        let got = juez::games::tute::losers(
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
    assert_eq!(why, "fallo is not chosen: it is the penalty for a card that breaks an obligation");
}

// 1.9 Hidden information

#[test]
fn a_seat_sees_its_own_hand_only() {
    let state = halves();
    let text = serde_json::to_string(&state.view(Observer::Seat(seat(2)))).unwrap();
    assert!(text.contains("\"E1\"") && !text.contains("\"C7\""), "{text}");
    let text = serde_json::to_string(&state.view(Observer::Public)).unwrap();
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
    assert_eq!(state.public().lacks[seat(0)], Cards::EMPTY, "he followed and beat");
    let view = state.view(Observer::Seat(seat(0)));
    assert_eq!(joined(view.voids(seat(2)).map(|suit| suit.letter())), "C O");
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
        assert!(state.view(Observer::Seat(observer)).hand.is_empty());
    }
    assert!(state.legal_moves().is_empty());
    assert_eq!(why(&state, "C6"), "the next hand is not dealt yet");
}

// What is refused, and in which words

#[test]
fn the_explanation_names_the_rule_and_the_cards() {
    let mut state = halves();
    assert_eq!(why(&state, "E1"), "seat 1 does not hold E1");
    assert_eq!(why(&state, "40:O"), "nobody may sing before the first trick is won");
    play(&mut state, "C7 E1 E2");
    assert_eq!(why(&state, "O1"), "seat 0 must follow copas with C1, C10, C11, C12 or C3");
    assert_eq!(why(&state, "C7"), "C7 was played already");
    assert_eq!(why(&state, "40:O"), "seat 0 does not lead this trick: only who leads may sing");
    play(&mut state, "C10");
    assert_eq!(why(&state, "20:O"), "oros is trump: its song is 40:O");
    assert_eq!(why(&state, "40:C"), "copas is not trump: its song is 20:C");
    assert_eq!(
        why(&state, "tute:R"),
        "tute:R needs B12, C12, E12 and O12: seat 0 does not hold B12 and E12"
    );
    play(&mut state, "O1");
    assert_eq!(why(&state, "C2"), "seat 1 must follow oros with O2, O4, O5, O6 or O7");
}

#[test]
fn the_explanation_names_what_must_be_beaten() {
    let hands = "0: O2 B5; 1: B4 B7 B1 C1 C3 C4 C5 C6 C7 C2; 2:; 3:";
    let mut state = dealt(r#""seats":4"#, 10, hands);
    play(&mut state, "B5");
    assert_eq!(why(&state, "B4"), "seat 1 must beat B5 with B1 or B7");
    let mut state = dealt(
        r#""seats":4"#,
        10,
        "0: O2 B5 B4 B2 B6 B7 B10 B11 B12 B3; 1: O6 O1 C1 C2 C3 C4 C5 C6 C7 C10;
         2: O10 O4 E1 E2 E3 E4 E5 E6 E7 E10; 3: B1 O7 O3 O12 O11 O5 C12 C11 E12 E11",
    );
    play(&mut state, "B5");
    assert_eq!(why(&state, "C1"), "seat 1 has no bastos and must trump with O1 or O6");
    play(&mut state, "O6");
    assert_eq!(why(&state, "O4"), "seat 2 has no bastos and must beat O6 with O10");
    play(&mut state, "O10 B1");
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
        "impossible deal: there is no seat 4 at a table of 4"
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
    let deal: juez::games::tute::Deal = serde_json::from_str(text).unwrap();
    let written = serde_json::to_string(&deal).unwrap();
    assert_eq!(written, r#"{"hands":{"0":["E1","E12"],"2":["B1","O7"]},"undealt":"O2"}"#);
    let read =
        |text: &str| serde_json::from_str::<juez::games::tute::Deal>(text).unwrap_err().to_string();
    assert!(
        read(r#"{"hands":{"0":["O1"],"0":["O3"]},"undealt":null}"#)
            .contains("seat 0 is there twice")
    );
    assert!(read(r#"{"hands":{"0":["O1","O1"]},"undealt":null}"#).contains("O1 is there twice"));
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
            let last = state.public().last_from_mano().unwrap();
            assert!(deal.hands.of(last).unwrap().has(deal.trump.unwrap()));
        }
    }
}

#[test]
fn options_have_the_values_and_defaults_of_the_table() {
    let defaults = serde_json::to_value(Options::default()).unwrap();
    assert_eq!(
        defaults,
        json!({"seats": 3, "limit": 4, "trump": "cycle", "six": "dealer_out", "swap": "every",
            "capote_canto": "wins", "tie": "all", "illegal": "fallo"})
    );
    let read = |value: Value| options_from_json::<Tute>(value.as_object().unwrap());
    assert_eq!(read(json!({})), Ok(Options::default()));
    for bad in [
        json!({"seats": 2}),
        json!({"seats": 7}),
        json!({"limit": 0}),
        json!({"limit": 100}),
        json!({"trump": "oros"}),
        json!({"six": "out"}),
        json!({"swap": true}),
        json!({"capote_canto": "no"}),
        json!({"tie": "none"}),
        json!({"illegal": "forfeit"}),
    ] {
        assert!(matches!(read(bad.clone()), Err(OptionsError::Value { .. })), "{bad}");
    }
    assert!(matches!(read(json!({"limits": 4})), Err(OptionsError::Unknown { .. })));
    let out_of_range = Options { limit: 0, ..Options::default() };
    assert!(matches!(Tute::start(&out_of_range), Err(OptionsError::Value { .. })));
    for word in ["cycle", "last_card"] {
        assert!(read(json!({"trump": word, "seats": 6, "limit": 99})).is_ok());
    }
}

#[test]
fn only_the_exact_notation_is_read() {
    for mv in Move::all() {
        assert_eq!(crate::table::mv(&mv.to_string()), mv);
    }
    for text in [
        "", "o1", "O8", "O01", "1O", "40O", "40:o", "40: O", "tute", "tute:O", "Fallo", "O1 ",
        "30:O",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
    let hint = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert!(hint("o12").contains("(suits are written in capital letters: O12)"), "{}", hint("o12"));
    assert!(hint(" O1").contains("(without the blanks around it: O1)"));
    assert!(hint("12O").contains("(the suit comes first: O12)"));
    assert!(hint("O9").contains("(ranks are 1 to 7 and 10 to 12)"));
    assert!(hint("20").contains("(with the suit, such as 20:O)"));
    assert!(hint("40:o").contains("(suits are written in capital letters: 40:O)"));
    assert!(hint("TUTE:r").contains("(songs are written like tute:R)"));
    assert!(hint("tute").contains("tute:R of the four kings or tute:C of the four horses"));
    assert!(hint("20:X").contains("(20: and a suit letter, B, C, E or O)"));
}

#[test]
fn the_public_drawing_shows_no_hand_and_a_seat_sees_its_own() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C1 40:O O1");
    let public = Tute::draw(&state.view(Observer::Public)).to_string();
    assert!(public.contains("trump oros") && public.contains("40:O"), "{public}");
    assert!(public.contains("(1) C7  (2) E1  (3) E2  (0)[C1]"), "{public}");
    assert!(!public.contains("B12"));
    let own = Tute::draw(&state.view(Observer::Seat(seat(2)))).to_string();
    assert!(own.contains("bastos   B1  B3  B12 B11 B10"), "{own}");
    assert!(own.lines().all(|line| line.chars().count() <= 80));
}

/// The answer of a query over the view of a seat and, if that seat is to move, over the world too.
fn ask(state: &Match, me: u8, name: &str, args: &[Arg<'_>]) -> Value {
    let query = Tute::QUERIES.iter().find(|query| query.row.name == name).expect("a query");
    assert_eq!(query.row.params.len(), args.len(), "{name}");
    let seen = (query.on_view)(&state.view(Observer::Seat(seat(me))), Args(args)).unwrap();
    if state.next() == Next::Move(seat(me)) {
        assert_eq!((query.on_world)(state, Args(args)).unwrap(), seen, "{name}");
    }
    seen
}

#[test]
fn queries_tell_what_a_seat_knows() {
    let mut state = halves();
    play(&mut state, "C7 E1 E2 C1 40:O O12");
    let of = |name: &str, s: u8| ask(&state, 1, name, &[Arg::Seat(seat(s))]);
    let all = |name: &str| ask(&state, 1, name, &[]);
    let card = |name: &str, card: &str| ask(&state, 1, name, &[Arg::Text(card)]);
    let beats = |a: &str, b: &str| ask(&state, 1, "beats", &[Arg::Text(a), Arg::Text(b)]);
    assert_eq!(all("hand"), json!(["C2", "C4", "C5", "C6", "O2", "O4", "O5", "O6", "O7"]));
    assert_eq!((all("trick"), all("leader"), all("winner")), (json!(["O12"]), json!(0), json!(0)));
    assert_eq!((all("trump"), all("mano"), all("dealer")), (json!("O"), json!(1), json!(0)));
    assert_eq!(
        (of("in_hand", 3), of("count", 0), of("count", 3)),
        (json!(true), json!(8), json!(9))
    );
    assert_eq!(
        (of("porotos", 0), of("tricks", 0), of("hand_points", 0)),
        (json!(0), json!(1), json!(62))
    );
    assert_eq!((of("played", 0), of("songs", 0)), (json!(["C1", "O12"]), json!(["40:O"])));
    assert_eq!((of("taken", 0), of("taken", 1)), (json!(["C1", "C7", "E1", "E2"]), json!([])));
    assert_eq!((of("known", 0), of("known", 1)), (json!(["O11"]), json!(["O2"])));
    assert_eq!((of("voids", 2), of("voids", 1)), (json!(["C", "O"]), json!(["B", "E"])));
    assert_eq!(of("may_hold", 1), all("hand"), "one's own hand is known");
    let may: Vec<String> = serde_json::from_value(of("may_hold", 2)).unwrap();
    assert!(may.iter().all(|card| "EB".contains(&card[..1])), "{may:?}");
    assert_eq!(all("unseen").as_array().unwrap().len(), 40 - 5 - 9);
    assert_eq!((card("card_points", "B3"), card("strength", "B3")), (json!(10), json!(9)));
    assert_eq!((beats("O2", "B1"), beats("B1", "O2")), (json!(true), json!(false)));
    assert_eq!((beats("B3", "B12"), beats("B3", "E2")), (json!(true), json!(false)));
    assert_eq!(
        (all("shown"), all("exchanger"), all("undealt")),
        (json!(null), json!(null), json!(null))
    );
    assert_eq!(of("lost", 0), json!(false));
    state.play_unchecked(Move::Fallo);
    assert_eq!(ask(&state, 0, "lost", &[Arg::Seat(seat(1))]), json!(true));
    assert_eq!(ask(&state, 0, "unseen", &[]), json!([]));
}

#[test]
fn queries_tell_of_the_exchange_to_whom_it_is_known() {
    let state = dealt("", 13, "0: O2 C4; 1: O7; 2:; undealt: B1");
    assert_eq!(ask(&state, 1, "exchanger", &[]), json!(0));
    assert_eq!(ask(&state, 0, "undealt", &[]), json!("B1"));
    assert_eq!(ask(&state, 2, "undealt", &[]), json!(null));
    let shown =
        dealt(r#""seats":4,"trump":"last_card""#, 10, "0: E5 C4; 1: O2 E1; 2:; 3:; trump: E5");
    assert_eq!(ask(&shown, 3, "shown", &[]), json!("E5"));
    let query = Tute::QUERIES.iter().find(|query| query.row.name == "strength").unwrap();
    let error = (query.on_world)(&state, Args(&[Arg::Text("X9")])).unwrap_err();
    assert!(error.to_string().contains("cannot read"), "{error}");
}
