//! Cards and the deal: the first attacker, refused deals, the serialized form.

use crate::common::moves::{play, seat};
use crate::durak::table::{
    FOUR, HANDS, SIX, THREE, TWO, begun, cards, deal, dealt, last_bout, list, start, to_move,
};
use juez_core::{Game, Next, Seed, State};
use juez_games::cards::{Cards, French, FrenchSuit};
use juez_games::durak::{Deal, Durak, Options, beaters, deck};

// Cards.

#[test]
fn the_decks_run_from_six_or_from_two_to_the_ace() {
    assert_eq!(deck(36).len(), 36);
    assert_eq!(deck(36).iter().map(French::rank).min(), Some(6));
    assert_eq!(deck(52), Cards::ALL);
}

#[test]
fn a_higher_card_of_the_suit_beats_and_the_ace_is_the_highest() {
    let beating = |card: &str| beaters(list(card)[0], FrenchSuit::Spades) & deck(36);
    assert_eq!(beating("JH").to_string(), "6S 7S 8S 9S AH AS JS KH KS QH QS TS");
    assert_eq!(beating("AH").to_string(), "6S 7S 8S 9S AS JS KS QS TS");
}

#[test]
fn any_trump_beats_any_plain_card_and_only_a_higher_trump_beats_a_trump() {
    let beating = |card: &str| beaters(list(card)[0], FrenchSuit::Hearts) & deck(36);
    assert!(beating("AC").has(list("6H")[0]));
    assert_eq!(beating("QH").to_string(), "AH KH");
    assert_eq!(beating("AH"), Cards::EMPTY);
}

// The deal.

#[test]
fn everybody_is_dealt_six_cards_and_the_next_one_lies_under_the_talon() {
    for options in [TWO, FOUR, SIX, Options { deck: 52, ..SIX }] {
        let mut position = start(options);
        assert_eq!(position.next(), Next::Deal);
        let deal = Durak::shuffle(&position, &mut Seed::from(1).rng());
        assert!(deal.hands.iter().all(|hand| hand.len() == 6));
        position.deal(&deal).expect("its own deal");
        let public = position.public();
        let talon = usize::from(options.deck - 6 * options.seats);
        assert_eq!((deal.talon.len(), usize::from(public.talon)), (talon, talon));
        assert_eq!(public.trump_card, deal.talon.last().copied().or(deal.trump));
    }
}

#[test]
fn without_a_talon_the_last_card_of_the_last_seat_is_shown_and_stays_there() {
    let hands = [
        "6C 7C 8C 9C TC JC",
        "6D 7D 8D 9D TD JD",
        "6H 7H 8H 9H TH JH",
        "QC KC AC QD KD AD",
        "QH KH AH 7S 8S 9S",
        "6S TS JS QS KS AS",
    ];
    let mut position = dealt(SIX, &hands, "", "QS");
    let public = position.public();
    assert_eq!((public.talon, public.trump_card), (0, list("QS").pop()));
    assert_eq!(public.known[seat(5)], cards("6S QS"), "the lowest trump and the shown card");
    play(&mut position, "QS");
    assert_eq!(position.public().known[seat(5)], cards("6S"), "until it is played");
}

#[test]
fn the_holder_of_the_lowest_trump_attacks_first_and_the_card_is_announced() {
    let position = dealt(TWO, &["7C 8C 9C TC JC 8S", "7D 8D 9D TD JD 7S"], "", "AS");
    let public = position.public();
    assert_eq!((u8::from(public.attacker), u8::from(public.defender)), (1, 0));
    assert_eq!(public.announced, list("7S").pop());
    assert_eq!(public.known[seat(1)], cards("7S"));
    assert_eq!(public.only_drawn, cards("6S"));
    assert_eq!(to_move(&position), 1);
}

#[test]
fn low_trumps_go_by_rank_and_not_by_their_letter() {
    let position = dealt(TWO, &["7C 8C 9C TC JC AS", "7D 8D 9D TD JD TS"], "", "6S");
    assert_eq!(to_move(&position), 1, "the ten is lower than the ace");
}

#[test]
fn without_a_trump_in_any_hand_seat_0_attacks() {
    let position = dealt(TWO, &["6C 7C 8C 9C TC JC", "6D 7D 8D 9D TD JD"], "6S 7S", "AS");
    let public = position.public();
    assert_eq!((to_move(&position), public.announced), (0, None));
    assert_eq!(public.only_drawn, cards("6S 7S 8S 9S TS JS QS KS AS"));
}

// Impossible deals.

#[track_caller]
fn refused(options: Options, deal: Deal, why: &str) {
    let mut position = start(options);
    let error = position.deal(&deal).expect_err(why);
    assert_eq!(error.to_string(), format!("impossible deal: {why}"));
    assert_eq!(position, start(options));
}

#[test]
fn an_impossible_deal_is_refused_with_the_reason() {
    let good = || deal(TWO, &HANDS, "", "AS");
    refused(THREE, good(), "2 hands for 3 seats");
    let mut bad = good();
    bad.hands[1] = cards("6D 7D");
    refused(TWO, bad, "seat 1 is dealt 2 cards instead of 6");
    let mut bad = good();
    bad.hands[1] = cards("6C 7D 7S 8D 9H TC");
    refused(TWO, bad, "6C is dealt twice: to seat 0 and to seat 1");
    let mut bad = good();
    bad.talon[3] = list("6C")[0];
    refused(TWO, bad, "6C is dealt twice: to seat 0 and to the talon");
    let mut bad = good();
    bad.talon[3] = bad.talon[4];
    let twice = format!("{} is in the talon twice", bad.talon[3]);
    refused(TWO, bad, &twice);
    let mut bad = good();
    bad.talon.remove(0);
    refused(TWO, bad, "the talon has 23 cards instead of 24");
    refused(Options { deck: 52, ..TWO }, good(), "the talon has 24 cards instead of 40");
    let mut bad = good();
    bad.talon[0] = list("5C")[0];
    refused(TWO, bad, "5C is not in a deck of 36 cards");
    let mut bad = good();
    bad.trump = list("AS").pop();
    refused(TWO, bad, "`trump` is only for a deal without a talon; here it is the last card, AS");
    let six = Durak::shuffle(&start(SIX), &mut Seed::from(1).rng());
    let bad = Deal { trump: None, ..six.clone() };
    refused(SIX, bad, "without a talon `trump` must name a card of seat 5");
    let elsewhere = six.hands[0].first();
    let why = format!("the trump card {} is not in the hand of seat 5", elsewhere.expect("a card"));
    refused(SIX, Deal { trump: elsewhere, ..six }, &why);
}

#[test]
fn a_deal_that_is_not_due_is_refused() {
    let mut position = begun();
    let error = position.deal(&deal(TWO, &HANDS, "", "AS")).expect_err("in the middle");
    assert_eq!(error.to_string(), "impossible deal: no deal is due");
    let mut over = last_bout(TWO);
    assert!(over.deal(&deal(TWO, &HANDS, "", "AS")).is_err());
}

#[test]
fn a_deal_is_written_with_its_hands_ascending_and_the_talon_in_order() {
    let written = serde_json::to_string(&deal(TWO, &HANDS, "7H 6H", "AS")).expect("JSON");
    let beginning = r#"{"hands":[["6C","6S","7C","8C","9C","9D"],["6D","7D","7S","8D","9H","TC"]],"talon":["7H","6H","#;
    assert!(written.starts_with(beginning) && written.ends_with(r#","AS"]}"#), "{written}");
    let six = Durak::shuffle(&start(SIX), &mut Seed::from(1).rng());
    let written = serde_json::to_string(&six).expect("JSON");
    let trump = six.trump.expect("a trump card");
    assert!(written.ends_with(&format!(r#","trump":"{trump}"}}"#)) && !written.contains("talon"));
    assert_eq!(serde_json::from_str::<Deal>(&written).expect("it reads back"), six);
    let unknown = r#"{"hands":[],"talon":[],"colour":1}"#;
    assert!(serde_json::from_str::<Deal>(unknown).is_err());
    let twice = r#"{"hands":[["6C","6C"]]}"#;
    assert!(
        serde_json::from_str::<Deal>(twice)
            .expect_err("twice")
            .to_string()
            .contains("6C appears twice")
    );
    let any_order = r#"{"hands":[["TC","6C"]]}"#;
    assert_eq!(serde_json::from_str::<Deal>(any_order).expect("read").hands[0], cards("6C TC"));
}
